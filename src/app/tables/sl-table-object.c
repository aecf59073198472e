/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-object.h"

#include "sl-event-text.h"
#include "sl-picture-style.h"
#include "sl-table.h"

/**
 * sl_table_object_set:
 * @cell: a GtkInscription
 * @trace: number in the document’s set
 * @object: number in the trace’s table, 0 for none
 * @name: of it
 *
 * Shows a name behind a bar in the object’s colour; names of objects without one begin at the same place. A line may be shown
 * for a moment longer than the trace that it is of.
 */
void
sl_table_object_set (GtkWidget *cell,
                     SlDocument *document,
                     guint trace,
                     guint32 object,
                     const char *name)
{
  const SlPalette *palette = sl_picture_style_get_palette ();
  g_autofree char *markup = NULL;
  guint32 colour;

  if (name[0] == '\0')
    markup = g_strdup ("");
  else if (sl_event_text_get_colour (document, sl_document_limit_trace (document, trace), object,
                                     palette, &colour))
    markup = g_markup_printf_escaped ("<span foreground=\"#%06x\">" SL_TABLE_BAR "</span> %s",
                                      colour, name);
  else
    markup = g_markup_printf_escaped ("<span alpha=\"1\">" SL_TABLE_BAR "</span> %s", name);
  gtk_inscription_set_markup (GTK_INSCRIPTION (cell), markup);
}
