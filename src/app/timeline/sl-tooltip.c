/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tooltip.h"

#include <glib/gi18n.h>

#include "sl-budget-left.h"
#include "sl-text.h"
#include "sl-widget-util.h"

static int
get_colour (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);

  return element->row < sl_rows_get_count (rows) ? sl_rows_get (rows, element->row)->colour : -1;
}

static void
add_swatch (GtkBox *box, int colour, const SlPalette *palette)
{
  GtkWidget *swatch;

  if (colour < 0)
    return;

  swatch = sl_swatch_new (palette->objects[colour % SL_PALETTE_OBJECTS], 4, 14);
  gtk_widget_set_valign (swatch, GTK_ALIGN_START);
  gtk_widget_set_margin_top (swatch, 2);
  gtk_box_append (box, swatch);
}

/* What is left of the budget of a server where the pointer is, or where the focused box begins. */
static char *
dup_budget (const SlScene *scene, const SlElement *element, double x)
{
  SlRows *rows = sl_scene_get_rows (scene);
  SlView view = sl_scene_get_view (scene);

  if (rows == NULL || element->row >= sl_rows_get_count (rows) || element->type != SL_ELEMENT_BOX)
    return NULL;

  return sl_budget_left_dup_text (rows, element->row,
                                  sl_view_time (&view, x - sl_scene_get_plot_x (scene)));
}

/**
 * sl_tooltip_fill:
 * @element: what the pointer or the focus is on
 * @x: of the pointer, or where the focused box begins, in pixels of the picture
 *
 * Returns: %FALSE where there is nothing to say
 */
gboolean
sl_tooltip_fill (GtkTooltip *tooltip,
                 const SlScene *scene,
                 const SlElement *element,
                 double x,
                 const SlPalette *palette)
{
  g_autofree char *title = sl_text_tooltip_title (scene, element);
  g_autofree char *when = sl_text_tooltip_detail (scene, element);
  g_autofree char *budget = dup_budget (scene, element, x);
  g_autofree char *detail = budget != NULL && when != NULL && when[0] != '\0'
                                ? g_strdup_printf ("%s\n%s", when, budget)
                            : budget != NULL ? g_strdup (budget)
                                             : g_strdup (when);
  g_autofree char *markup = NULL;
  GtkWidget *box, *label;

  if (title == NULL || title[0] == '\0')
    return FALSE;

  markup = detail != NULL && detail[0] != '\0'
               ? g_markup_printf_escaped ("<b>%s</b>\n%s", title, detail)
               : g_markup_printf_escaped ("<b>%s</b>", title);
  label = gtk_label_new (NULL);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");

  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  add_swatch (GTK_BOX (box), get_colour (scene, element), palette);
  gtk_box_append (GTK_BOX (box), label);
  gtk_tooltip_set_custom (tooltip, box);
  return TRUE;
}

/**
 * sl_tooltip_fill_ruler:
 *
 * Says what can be done in the ruler: nothing that is seen there does.
 */
void
sl_tooltip_fill_ruler (GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, _ ("Click: cursor A; Shift+click: cursor B\n"
                                    "Drag: select a span; Ctrl+drag, also below: zoom into it\n"
                                    "Cursors and spans go to the edge in the ring, with Alt "
                                    "exactly to the pointer"));
}
