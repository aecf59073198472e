/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include <glib/gi18n.h>

#include "sl-legend.h"
#include "sl-scene-widget.h"

/* The key: what the signs mean that the traces have in this look, and no others. */

#define COLUMNS 2

static SlScene *
build_sign (SlTextMeasure *measure, gconstpointer data)
{
  guint both = GPOINTER_TO_UINT (data);

  return sl_legend_build ((SlLegendSign) (both >> 8), (SlStyle) (both & 0xff), measure);
}

/**
 * sl_summary_sign_new:
 *
 * Returns: (transfer floating): a picture of the sign
 */
GtkWidget *
sl_summary_sign_new (SlLegendSign sign, SlStyle style)
{
  return sl_scene_widget_new (sl_legend_get_width (style), SL_LEGEND_HEIGHT, build_sign,
                              GUINT_TO_POINTER ((guint) sign << 8 | (guint) style), NULL);
}

static GtkWidget *
make_entry (SlLegendSign sign, SlStyle style)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (sl_legend_get_title (sign));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  /* The longest word of all decides how many columns there are, not the longest title. */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), sl_summary_sign_new (sign, style));
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

/* As many columns as the pane has room for: with wide signs, long words or large text that is one. */
static GtkFlowBox *
make_entries (void)
{
  GtkFlowBox *box = GTK_FLOW_BOX (gtk_flow_box_new ());

  gtk_flow_box_set_selection_mode (box, GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (box, COLUMNS);
  gtk_flow_box_set_row_spacing (box, 6);
  gtk_flow_box_set_column_spacing (box, 8);
  gtk_widget_set_can_focus (GTK_WIDGET (box), FALSE);
  gtk_widget_set_margin_top (GTK_WIDGET (box), 6);
  gtk_widget_add_css_class (GTK_WIDGET (box), "key");
  return box;
}

/**
 * sl_summary_add_key:
 *
 * Adds nothing where no sign needs to be explained.
 */
void
sl_summary_add_key (GtkBox *box, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlStyle style = sl_view_state_get_style (sl_document_get_state (document));
  GtkFlowBox *entries;
  guint64 signs = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    signs |= sl_legend_find (sl_trace_set_get_trace (set, i), sl_document_get_jobs_of (document, i),
                             style);
  if (sl_view_state_has_name (sl_document_get_state (document), SL_NAMES_SHOWN_SIGNS,
                              SL_EVERY_EVENT) &&
      style == SL_STYLE_COMPACT)
    signs |= SL_LEGEND_BIT (SL_LEGEND_EVENT);
  if (signs == 0)
    return;

  entries = make_entries ();
  for (guint i = 0; i < SL_N_LEGEND_SIGNS; i++)
    if ((signs & SL_LEGEND_BIT (i)) != 0)
      gtk_flow_box_append (entries, make_entry ((SlLegendSign) i, style));
  gtk_box_append (sl_summary_add_section (box, _ ("Key")), GTK_WIDGET (entries));
}
