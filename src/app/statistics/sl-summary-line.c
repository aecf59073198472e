/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-summary-private.h"

#include "sl-gap-list.h"
#include "sl-job-link.h"
#include "sl-widget-util.h"

/* A line of the summary: a button that goes to what it is about. */

/* Owns its document. */
static SlSummaryPlace *
place_copy (const SlSummaryPlace *place)
{
  SlSummaryPlace *copy = g_memdup2 (place, sizeof *place);

  g_object_ref (copy->document);
  return copy;
}

static void
place_free (gpointer data, GClosure *closure)
{
  SlSummaryPlace *place = data;

  g_object_unref (place->document);
  g_free (place);
}

static void
pick_row (const SlSummaryPlace *place)
{
  SlDocument *document = place->document;
  SlRows *rows = sl_document_get_rows (document);
  SlTarget target = { .type = SL_TARGET_ROW, .trace = place->trace, .row = place->row };
  guint row;

  if (place->row == NULL)
    {
      if (!sl_rows_find_object (rows, place->trace, place->object, &row))
        return;
      target.row = sl_rows_get (rows, row)->key;
    }

  sl_document_pick (document, &target);
}

static void
show_span (const SlSummaryPlace *place)
{
  SlDocument *document = place->document;
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlSpan span = { sl_trace_set_to_reference (set, place->trace, place->span.begin),
                  sl_trace_set_to_reference (set, place->trace, place->span.end) };

  span.end = MAX (span.end, sl_time_add (span.begin, 1));
  sl_document_show (document, span, SL_GESTURE_NONE);
}

static void
go_to (const SlSummaryPlace *place)
{
  SlDocument *document = place->document;
  SlJobTable *jobs = sl_document_get_jobs_of (document, place->trace);
  SlJobRef ref = { place->trace, (guint) place->number };

  switch (place->goal)
    {
    case SL_SUMMARY_JOB:
    case SL_SUMMARY_MISS:
      if (jobs == NULL || ref.number >= sl_job_table_get_n_jobs (jobs))
        break;
      if (place->goal == SL_SUMMARY_MISS)
        sl_job_link_go_to_miss (document, ref);
      else
        sl_job_link_go_to (document, ref);
      break;
    case SL_SUMMARY_SLICE:
      sl_job_link_go_to_slice (document, place->trace, place->object, place->span);
      break;
    case SL_SUMMARY_ROW:
      pick_row (place);
      break;
    case SL_SUMMARY_EVENT:
      sl_document_pick_event_of (document, place->trace, place->number);
      break;
    case SL_SUMMARY_GAP:
      sl_gap_list_go_to (document, place->trace, 1);
      break;
    case SL_SUMMARY_SPAN:
      show_span (place);
      break;
    case SL_SUMMARY_NOWHERE:
    case SL_SUMMARY_PAGE:
    default:
      break;
    }
}

/* What is picked takes the place of the summary: the keyboard goes on where it is drawn. */
static void
clicked_cb (GtkWidget *button, gpointer user_data)
{
  SlSummaryPlace place = *(const SlSummaryPlace *) user_data;
  g_autoptr (SlDocument) document G_GNUC_UNUSED = g_object_ref (place.document);

  /* The button may be gone afterwards. */
  if (place.page != NULL)
    gtk_widget_activate_action (button, "view.show-page", "s", place.page);
  if (place.goal != SL_SUMMARY_PAGE)
    gtk_widget_activate_action (button, "view.focus", NULL);
  go_to (&place);
}

/**
 * sl_summary_add_section:
 * @title: (nullable)
 *
 * Returns: (transfer none): a box for lines, under its heading
 */
GtkBox *
sl_summary_add_section (GtkBox *box, const char *title)
{
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (title != NULL)
    {
      GtkWidget *label =
          g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING, "label",
                        title, "xalign", 0.0, NULL);

      gtk_widget_add_css_class (label, "heading");
      gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 3, -1);
      gtk_box_append (GTK_BOX (section), label);
    }
  gtk_box_append (box, section);
  return GTK_BOX (section);
}

/**
 * sl_summary_label_new:
 * @is_figure: whether it stands at the right, below others
 *
 * Returns: (transfer floating)
 */
GtkWidget *
sl_summary_label_new (const char *text, gboolean is_figure)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), is_figure ? 1 : 0);
  if (is_figure)
    gtk_widget_add_css_class (label, "numeric");
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  return label;
}

/**
 * sl_summary_line_new:
 * @content: (transfer floating): what the line shows
 * @name: the whole line in words, for screen readers and as a tooltip
 *
 * Returns: (transfer floating): a button that leads to @place
 */
GtkWidget *
sl_summary_line_new (const SlSummaryPlace *place, GtkWidget *content, const char *name)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "summary-line");
  sl_tip_name_give (button, name);
  g_signal_connect_data (button, "clicked", G_CALLBACK (clicked_cb), place_copy (place), place_free,
                         0);
  return button;
}
