/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-response-chart.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-picture-style.h"
#include "sl-time-text.h"

/* How often a task's jobs took how long, with the deadline as a line. */

#define N_BINS 32
#define HEIGHT 64

typedef struct
{
  guint32 colour;
  guint bins[N_BINS];
  guint late[N_BINS]; /* of bins: jobs that missed their deadline */
  guint highest;
  guint n_jobs;
  guint n_late;
  gint64 shortest;
  gint64 longest;
  gint64 scale;    /* ticks at the right edge */
  gint64 deadline; /* that all jobs have, from the release on; -1 for none */
  double sum;
} Chart;

static void
set_colour (cairo_t *cr, guint32 colour)
{
  cairo_set_source_rgb (cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                        (colour & 0xff) / 255.0);
}

/* A bin in which there is a job is seen. */
static double
scale_count (const Chart *chart, guint n, double height)
{
  return n > 0 ? MAX ((double) n / chart->highest * height, 2) : 0;
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Chart *chart = user_data;
  const SlPalette *palette = sl_picture_style_get_palette ();
  double step = (double) width / N_BINS;

  for (guint i = 0; i < N_BINS; i++)
    {
      double all = scale_count (chart, chart->bins[i], height - 1);
      double late = scale_count (chart, chart->late[i], height - 1);

      set_colour (cr, chart->colour);
      cairo_rectangle (cr, i * step, height - 1 - all, step - 1, all);
      cairo_fill (cr);
      set_colour (cr, palette->colours[SL_PAINT_MISS]);
      cairo_rectangle (cr, i * step, height - 1 - late, step - 1, late);
      cairo_fill (cr);
    }

  set_colour (cr, palette->colours[SL_PAINT_SOFT]);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  if (chart->deadline < 0 || chart->deadline > chart->scale)
    return;

  set_colour (cr, palette->colours[SL_PAINT_MISS]);
  cairo_rectangle (cr, (double) chart->deadline / (double) chart->scale * (width - 2), 0, 2,
                   height);
  cairo_fill (cr);
}

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
      chart->highest = MAX (chart->highest, chart->bins[bin]);
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
append_chart (GtkBox *box, SlDocument *document, Chart *chart, guint32 task)
{
  g_autofree char *name = sl_event_text_object (document, task);
  g_autofree char *title = g_strdup_printf (_ ("Response Times of %s"), name);
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG,
                                  "content-height", HEIGHT, NULL);

  if (!sl_event_text_get_colour (document, task, &chart->colour))
    chart->colour = sl_picture_style_get_palette ()->colours[SL_PAINT_DENSITY];
  sl_field_list_append_heading (box, title);
  if (chart->deadline >= 0)
    {
      g_autofree char *deadline = dup_duration (document, chart->deadline);
      g_autofree char *text = g_strdup_printf (_ ("deadline %s"), deadline);

      append_label (box, text, "error");
    }
  name_chart (area, document, chart, name);
  gtk_box_append (box, area);
  append_scale (box, document, chart);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, chart, g_free);
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
  Chart *chart;

  if (found == NULL)
    return;

  chart = g_new0 (Chart, 1);
  measure (chart, jobs, found);
  if (chart->n_jobs == 0)
    {
      g_free (chart);
      return;
    }

  fill_bins (chart, jobs, found);
  append_chart (box, document, chart, task);
}
