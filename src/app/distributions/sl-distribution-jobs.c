/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-distribution-jobs.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-time-text.h"

/* More than anybody looks through one by one. */
#define MOST_LISTED 200u

#define HEIGHT 220

typedef struct
{
  GtkWidget *popover;
  SlDocument *document;
  guint trace;
  GArray *jobs; /* of guint: places in the table, by line */
} Jobs;

static void
jobs_free (gpointer data)
{
  Jobs *self = data;

  g_object_unref (self->document);
  g_array_unref (self->jobs);
  g_free (self);
}

static gboolean
unparent_cb (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed_cb (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover), g_object_unref);
}

static void
activated_cb (Jobs *self, GtkListBoxRow *row)
{
  guint line = (guint) gtk_list_box_row_get_index (row);

  if (line >= self->jobs->len)
    return;

  sl_job_link_go_to (self->document,
                     (SlJobRef) { self->trace, g_array_index (self->jobs, guint, line) });
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static char *
dup_duration (SlDocument *document, gint64 ticks)
{
  SlTime begin = sl_trace_set_get_span (sl_document_get_trace_set (document)).begin;

  return sl_event_text_signed_duration (document, 0, begin, ticks);
}

/* Returns: its row */
static GtkListBoxRow *
append_line (GtkListBox *list, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text), *row;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  gtk_list_box_append (list, label);
  row = gtk_widget_get_parent (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return GTK_LIST_BOX_ROW (row);
}

static void
append_job (Jobs *self, GtkListBox *list, SlJobTable *table, const SlJobValue *value)
{
  const SlJob *job = sl_job_table_get (table, value->job);
  g_autofree char *figure = dup_duration (self->document, value->value);
  g_autofree char *time = sl_event_text_elapsed_of (self->document, self->trace, job->eligible);
  /* Translators: number of a job, a duration, and when the job was released */
  g_autofree char *text = g_strdup_printf (_ ("Job %u · %s · at %s"), job->number, figure, time);

  append_line (list, text, "numeric");
  g_array_append_val (self->jobs, value->job);
}

static void
append_rest (GtkListBox *list, guint n_left)
{
  g_autofree char *count = sl_time_text_ticks (n_left);
  g_autofree char *text = g_strdup_printf (ngettext ("%s more job", "%s more jobs", n_left), count);

  gtk_list_box_row_set_activatable (append_line (list, text, "dim-label"), FALSE);
}

static GtkWidget *
make_content (const char *title, GtkListBox *list)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (list));
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), scrolled);
  return box;
}

/**
 * sl_distribution_jobs_popup:
 * @chart: at whose bar the list opens
 * @bar: one that has jobs
 * @trace: number in the document's set
 * @jobs: of that trace
 * @figures: those of @chart
 * @title: what is said of the bar
 *
 * Lists the jobs of the bar; the one that is activated is selected in the document.
 */
void
sl_distribution_jobs_popup (SlDistributionChart *chart,
                            guint bar,
                            SlDocument *document,
                            guint trace,
                            SlJobTable *jobs,
                            const SlJobFigures *figures,
                            const char *title)
{
  GtkListBox *list = GTK_LIST_BOX (gtk_list_box_new ());
  Jobs *self = g_new0 (Jobs, 1);
  GdkRectangle place;
  gint64 span[2];
  guint first, end;

  self->popover = gtk_popover_new ();
  self->document = g_object_ref (document);
  self->trace = trace;
  self->jobs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_object_set_data_full (G_OBJECT (self->popover), "jobs", self, jobs_free);

  sl_distribution_chart_get_bar (chart, bar, span, &first, &end);
  for (guint i = first; i < MIN (end, first + MOST_LISTED); i++)
    append_job (self, list, jobs, &g_array_index (figures->values, SlJobValue, i));
  if (end - first > MOST_LISTED)
    append_rest (list, end - first - MOST_LISTED);
  gtk_list_box_set_selection_mode (list, GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (activated_cb), self);

  sl_distribution_chart_get_place (chart, bar, &place);
  gtk_popover_set_child (GTK_POPOVER (self->popover), make_content (title, list));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (chart));
  g_signal_connect (self->popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}
