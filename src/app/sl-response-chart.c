/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-response-chart.h"

#include <glib/gi18n.h>

#include "sl-bar-chart.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-picture-style.h"
#include "sl-time-text.h"

/* How often a task's jobs took how long, with the deadline as a line. */

#define N_BINS 32

typedef struct
{
  guint64 bins[N_BINS];
  guint64 late[N_BINS]; /* of bins: jobs that missed their deadline */
  guint n_jobs;
  guint n_late;
  gint64 shortest;
  gint64 longest;
  gint64 scale;    /* ticks at the right edge */
  gint64 deadline; /* that all jobs have, from the release on; -1 for none */
  double sum;
} Chart;

/* Inferred deadlines are nobody's: they are no line. */
static void
take_deadline (Chart *chart, const SlJob *job)
{
  gint64 deadline = -1;

  if (job->deadline != SL_JOB_NEVER && job->deadline_from != SL_DEADLINE_INFERRED)
    deadline = job->deadline - job->release;
  if (chart->n_jobs == 0)
    chart->deadline = deadline;
  else if (chart->deadline != deadline)
    chart->deadline = -1;
}

static void
measure (Chart *chart, const SlJobTable *jobs, const SlJobTask *task)
{
  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      gint64 response;

      if (!sl_job_get_response (job, &response))
        continue;

      take_deadline (chart, job);
      chart->shortest = chart->n_jobs > 0 ? MIN (chart->shortest, response) : response;
      chart->longest = MAX (chart->longest, response);
      chart->sum += (double) response;
      chart->n_jobs++;
    }
  chart->scale = MAX (chart->longest, 1);
  if (chart->deadline > chart->scale && chart->deadline / 4 <= chart->scale)
    chart->scale = chart->deadline;
}

static void
fill_bins (Chart *chart, const SlJobTable *jobs, const SlJobTask *task)
{
  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      gint64 response;
      guint bin;

      if (!sl_job_get_response (job, &response))
        continue;

      bin = (guint) ((double) response / (double) chart->scale * N_BINS);
      bin = MIN (bin, N_BINS - 1);
      chart->bins[bin]++;
      if ((job->flags & SL_JOB_MISSED) == 0)
        continue;

      chart->late[bin]++;
      chart->n_late++;
    }
}

static char *
dup_duration (SlDocument *document, gint64 ticks)
{
  return sl_time_text_duration (sl_document_get_clock (document), (SlSpan) { 0, ticks });
}

static GtkWidget *
append_label (GtkBox *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);
  return label;
}

static void
append_scale (GtkBox *box, SlDocument *document, const Chart *chart)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *mean = dup_duration (document, (gint64) (chart->sum / chart->n_jobs));
  g_autofree char *end = dup_duration (document, chart->scale);
  g_autofree char *n_late = sl_time_text_ticks (chart->n_late);
  g_autofree char *text = g_strdup_printf (_ ("mean %s, %s late"), mean, n_late);

  append_label (GTK_BOX (line), "0", "dim-label");
  gtk_widget_set_hexpand (append_label (GTK_BOX (line), text, "dim-label"), TRUE);
  gtk_widget_set_halign (gtk_widget_get_last_child (line), GTK_ALIGN_CENTER);
  append_label (GTK_BOX (line), end, "dim-label");
  gtk_box_append (box, line);
}

static void
name_chart (GtkWidget *area, SlDocument *document, const Chart *chart, const char *task)
{
  g_autofree char *shortest = dup_duration (document, chart->shortest);
  g_autofree char *longest = dup_duration (document, chart->longest);
  g_autofree char *mean = dup_duration (document, (gint64) (chart->sum / chart->n_jobs));
  g_autofree char *n_jobs = sl_time_text_ticks (chart->n_jobs);
  g_autofree char *n_late = sl_time_text_ticks (chart->n_late);
  g_autofree char *name =
      g_strdup_printf (_ ("Response times of %s: from %s to %s, mean %s, %s jobs, %s late"), task,
                       shortest, longest, mean, n_jobs, n_late);

  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
append_chart (GtkBox *box, SlDocument *document, const Chart *chart, guint32 task)
{
  g_autofree char *name = sl_event_text_object (document, 0, task);
  g_autofree char *title = g_strdup_printf (_ ("Response Times of %s"), name);
  SlBarChart *bars = g_object_new (SL_TYPE_BAR_CHART, NULL);
  guint32 colour;

  if (!sl_event_text_get_colour (document, 0, task, &colour))
    colour = sl_picture_style_get_palette ()->colours[SL_PAINT_DENSITY];
  sl_bar_chart_set_bars (bars, chart->bins, chart->late, N_BINS);
  sl_bar_chart_set_colours (bars, colour, SL_PAINT_MISS);
  sl_field_list_append_heading (box, title);
  if (chart->deadline >= 0)
    {
      g_autofree char *deadline = dup_duration (document, chart->deadline);
      g_autofree char *text = g_strdup_printf (_ ("deadline %s"), deadline);

      append_label (box, text, "error");
      sl_bar_chart_set_marker (bars, (double) chart->deadline / (double) chart->scale);
    }
  name_chart (GTK_WIDGET (bars), document, chart, name);
  gtk_box_append (box, GTK_WIDGET (bars));
  append_scale (box, document, chart);
}

/**
 * sl_response_chart_append_to:
 * @box: to which it is appended
 * @task: number of a task; nothing is appended for other objects and where no job has finished
 */
void
sl_response_chart_append_to (GtkBox *box, SlDocument *document, guint32 task)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  const SlJobTask *found = jobs != NULL ? sl_job_table_find_task (jobs, task) : NULL;
  Chart chart = { .n_jobs = 0 };

  if (found == NULL)
    return;

  measure (&chart, jobs, found);
  if (chart.n_jobs == 0)
    return;

  fill_bins (&chart, jobs, found);
  append_chart (box, document, &chart, task);
}
