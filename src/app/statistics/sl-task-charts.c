/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-charts.h"

#include <glib/gi18n.h>

#include "sl-chart-parts.h"
#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-job-overrun.h"
#include "sl-load-charts.h"
#include "sl-time-text.h"

/* A task in pictures: how often its jobs took how long, from release to finish and on the
 * processor, with the limit as a line; what share of the processor it had over time, and whether
 * that was what its jobs demanded. */

/* The same task in the trace that its own is compared with. */
typedef struct
{
  SlJobCompare *compare; /* NULL where it is compared with none */
  const SlTaskCompare *task;
  guint side; /* of the other trace */
} OtherRun;

typedef struct
{
  guint64 bins[SL_CHART_BINS];
  guint64 beyond[SL_CHART_BINS]; /* of bins: jobs that are beyond the limit */
  guint n_jobs;
  guint n_beyond;
  guint n_limited; /* jobs whose limit is known */
  gint64 shortest;
  gint64 longest;
  gint64 origin; /* ticks at the left edge */
  gint64 scale;  /* ticks at the right edge */
  gint64 limit;  /* of all jobs; -1 for none */
  gint64 bound;  /* by the theory; -1 for none */
  double sum;
} Histogram;

/* Tells the figure of a job that a histogram counts, whether it is beyond its limit, and which that is,
 * -1 for none; FALSE for jobs without that figure. */
typedef gboolean (*Measure) (const SlJobTable *jobs,
                             guint number,
                             gint64 *figure,
                             gint64 *limit,
                             gboolean *is_beyond);

/* Inferred deadlines are nobody's: no line is drawn for them. */
static gboolean
measure_response (const SlJobTable *jobs,
                  guint number,
                  gint64 *figure,
                  gint64 *limit,
                  gboolean *is_beyond)
{
  const SlJob *job = sl_job_table_get (jobs, number);

  *limit = -1;
  if (job->deadline != SL_JOB_NEVER && job->deadline_from != SL_DEADLINE_INFERRED)
    *limit = job->deadline - sl_job_get_arrival (job);
  *is_beyond = sl_job_has_missed (job, FALSE);
  return sl_job_get_response (job, figure);
}

static gboolean
measure_execution (const SlJobTable *jobs,
                   guint number,
                   gint64 *figure,
                   gint64 *limit,
                   gboolean *is_beyond)
{
  const SlJob *job = sl_job_table_get (jobs, number);
  gint64 wcet = sl_task_rules_get (sl_job_table_get_rules (jobs), job->task)->wcet;

  *limit = wcet > 0 ? wcet : -1;
  *is_beyond = sl_job_overrun_is (jobs, job);
  return sl_job_get_execution (job, figure) && (job->flags & SL_JOB_FINISHED) != 0;
}

static gboolean
measure_interval (const SlJobTable *jobs,
                  guint number,
                  gint64 *figure,
                  gint64 *limit,
                  gboolean *is_beyond)
{
  *figure = sl_job_table_get_interarrival (jobs, number);
  *limit = -1;
  *is_beyond = FALSE;
  return *figure >= 0;
}

static void
find_range (Histogram *self, const SlJobTable *jobs, const SlJobTask *task, Measure measure)
{
  for (guint i = 0; i < task->n_jobs; i++)
    {
      gint64 figure, limit;
      gboolean is_beyond;

      if (!measure (jobs, task->first + i, &figure, &limit, &is_beyond))
        continue;

      self->limit = self->n_jobs == 0 || self->limit == limit ? limit : -1;
      self->shortest = self->n_jobs > 0 ? MIN (self->shortest, figure) : figure;
      self->longest = MAX (self->longest, figure);
      self->sum += (double) figure;
      self->n_jobs++;
      self->n_beyond += is_beyond;
      self->n_limited += limit >= 0 || is_beyond;
    }
  self->scale = MAX (self->longest, 1);
  if (self->limit > self->scale && self->limit / 4 <= self->scale)
    self->scale = self->limit;
  if (self->bound > self->scale && self->bound / 4 <= self->scale)
    self->scale = self->bound;
}

static guint
get_bin (const Histogram *self, gint64 figure)
{
  double share = (double) (figure - self->origin) / (double) (self->scale - self->origin);
  guint bin = (guint) (share * SL_CHART_BINS);

  return MIN (bin, SL_CHART_BINS - 1);
}

static void
fill_bins (Histogram *self, const SlJobTable *jobs, const SlJobTask *task, Measure measure)
{
  for (guint i = 0; i < task->n_jobs; i++)
    {
      gint64 figure, limit;
      gboolean is_beyond;
      guint bin;

      if (!measure (jobs, task->first + i, &figure, &limit, &is_beyond))
        continue;

      bin = get_bin (self, figure);
      self->bins[bin]++;
      self->beyond[bin] += is_beyond;
    }
}

static OtherRun
find_other_run (const SlChartSubject *subject, guint32 task)
{
  OtherRun other = { .compare = sl_document_get_compare (subject->document) };

  for (guint side = 0; other.compare != NULL && side < SL_N_SIDES; side++)
    {
      if (sl_job_compare_get_side (other.compare, side)->trace != subject->trace)
        continue;

      other.side = SL_SIDE_A + SL_SIDE_B - side;
      for (guint i = 0; i < sl_job_compare_get_n_tasks (other.compare); i++)
        {
          other.task = sl_job_compare_get_task (other.compare, i);
          if (other.task->match.tasks[side] == task && other.task->response[other.side].count > 0)
            return other;
        }
    }

  return (OtherRun) { 0 };
}

/* A response of the other run in ticks of the trace that is looked at. */
static gboolean
get_other_response (const OtherRun *self,
                    const SlChartSubject *subject,
                    guint number,
                    gint64 *ticks)
{
  SlTraceSet *set = sl_document_get_trace_set (subject->document);
  SlTime begin = sl_trace_get_span (sl_chart_get_trace (subject)).begin;
  SlTime reference = sl_trace_set_to_reference (set, subject->trace, begin);

  if (!sl_job_compare_get_response (self->compare, self->task->first + number, self->side, ticks))
    return FALSE;

  *ticks =
      sl_trace_set_from_reference (set, subject->trace, sl_time_add (reference, *ticks)) - begin;
  return TRUE;
}

/* As far as the longest response of the other run. */
static void
widen (Histogram *histogram, const OtherRun *other, const SlChartSubject *subject)
{
  gint64 ticks;

  for (guint i = 0; other->compare != NULL && i < other->task->n_pairs; i++)
    if (get_other_response (other, subject, i, &ticks))
      histogram->scale = MAX (histogram->scale, ticks);
}

/* The other run's histogram as a line over the bars, with what it is. */
static void
append_other_run (GtkBox *box,
                  SlBarChart *bars,
                  const Histogram *histogram,
                  const OtherRun *other,
                  const SlChartSubject *subject)
{
  g_autofree char *title = NULL, *mean = NULL, *text = NULL;
  guint64 bins[SL_CHART_BINS] = { 0 };
  double sum = 0;
  guint n = 0;
  gint64 ticks;

  if (other->compare == NULL)
    return;

  for (guint i = 0; i < other->task->n_pairs; i++)
    if (get_other_response (other, subject, i, &ticks))
      {
        bins[get_bin (histogram, ticks)]++;
        sum += (double) ticks;
        n++;
      }

  title = sl_trace_set_dup_title (sl_job_compare_get_set (other->compare),
                                  sl_job_compare_get_side (other->compare, other->side)->trace);
  mean = sl_event_text_duration (subject->document, subject->trace,
                                 (SlSpan) { 0, (gint64) (sum / MAX (n, 1)) });
  text = g_strdup_printf (_ ("line: %s, mean %s"), title, mean);
  sl_chart_append_label (box, text, "dim-label");
  sl_bar_chart_set_others (bars, bins, SL_CHART_BINS);
}

static void
append_limit (GtkBox *box, const SlChartSubject *subject, gint64 ticks, gboolean is_execution)
{
  g_autofree char *limit = sl_chart_dup_duration (subject, ticks);
  g_autofree char *text = is_execution ? g_strdup_printf (_ ("WCET %s"), limit)
                                       : g_strdup_printf (_ ("deadline %s"), limit);

  sl_chart_append_label (box, text, "error");
}

/* The analytic bound of the responses; -1 where there is none. */
static gint64
get_bound (const SlChartSubject *subject, guint32 task)
{
  SlJobSearch *search = sl_document_get_job_search_of (subject->document, subject->trace);
  SlSchedulability *theory = search != NULL ? sl_job_search_get_theory (search) : NULL;
  const SlTaskTheory *found = theory != NULL ? sl_schedulability_find (theory, task) : NULL;

  return found != NULL && found->response.state == SL_BOUND_KNOWN ? found->response.ticks : -1;
}

/* Red where a response is beyond it. */
static void
append_bound (GtkBox *box,
              const SlChartSubject *subject,
              const Histogram *histogram,
              SlBarChart *bars)
{
  gboolean is_beyond = histogram->longest > histogram->bound;
  g_autofree char *bound = NULL, *text = NULL;

  if (histogram->bound < 0)
    return;

  bound = sl_chart_dup_duration (subject, histogram->bound);
  text = is_beyond ? g_strdup_printf (_ ("▲ above the bound %s, dashed"), bound)
                   : g_strdup_printf (_ ("bound %s, dashed"), bound);
  sl_chart_append_label (box, text, is_beyond ? "error" : "dim-label");
  sl_bar_chart_set_bound (bars, (double) histogram->bound / (double) histogram->scale);
}

/* How many are beyond their limit; nothing where nobody knows one: nothing would be a false zero. */
static char *
dup_beyond (const Histogram *self, gboolean is_execution)
{
  g_autofree char *n_beyond = sl_time_text_ticks (self->n_beyond);

  if (self->n_limited == 0)
    return g_strdup ("");

  return is_execution ? g_strdup_printf (_ (", %s beyond the WCET"), n_beyond)
                      : g_strdup_printf (_ (", %s late"), n_beyond);
}

static char *
dup_name (const SlChartSubject *subject,
          const Histogram *self,
          const char *task,
          gboolean is_execution)
{
  g_autofree char *shortest = sl_chart_dup_duration (subject, self->shortest);
  g_autofree char *longest = sl_chart_dup_duration (subject, self->longest);
  g_autofree char *mean = sl_chart_dup_duration (subject, (gint64) (self->sum / self->n_jobs));
  g_autofree char *n_jobs = sl_time_text_ticks (self->n_jobs);
  g_autofree char *beyond = dup_beyond (self, is_execution);

  /* Translators: a task, durations, a count, and ", 3 late" or nothing */
  return g_strdup_printf (is_execution
                              ? _ ("Execution times of %s: from %s to %s, mean %s, %s jobs%s")
                              : _ ("Response times of %s: from %s to %s, mean %s, %s jobs%s"),
                          task, shortest, longest, mean, n_jobs, beyond);
}

static gboolean
open_model_cb (GtkWidget *label)
{
  gtk_widget_activate_action (label, "view.model", NULL);
  return TRUE;
}

/* What is not known of it, and where one gives it. */
static void
append_unknown (GtkBox *box, const Histogram *self, gboolean is_execution)
{
  g_autofree char *link = NULL, *markup = NULL;
  GtkWidget *label;

  if (self->n_limited > 0)
    return;

  link = g_markup_printf_escaped ("<a href=\"model\">%s</a>", _ ("Task Model…"));
  markup = g_strdup_printf ("%s – %s", is_execution ? _ ("no WCET given") : _ ("no deadline given"),
                            link);
  label = sl_chart_append_label (box, "", "dim-label");
  gtk_label_set_markup (GTK_LABEL (label), markup);
  g_signal_connect (label, "activate-link", G_CALLBACK (open_model_cb), NULL);
}

static void
append_histogram (GtkBox *box,
                  const SlChartSubject *subject,
                  const SlJobTask *task,
                  gboolean is_execution)
{
  const SlJobTable *jobs = sl_document_get_jobs_of (subject->document, subject->trace);
  Measure measure = is_execution ? measure_execution : measure_response;
  g_autofree char *task_name = sl_event_text_title (subject->document, subject->trace, task->task);
  g_autofree char *title = is_execution ? g_strdup_printf (_ ("Execution Times of %s"), task_name)
                                        : g_strdup_printf (_ ("Response Times of %s"), task_name);
  g_autofree char *mean = NULL, *end = NULL, *beyond = NULL, *text = NULL, *name = NULL;
  Histogram histogram = { .limit = -1,
                          .bound = is_execution ? -1 : get_bound (subject, task->task) };
  OtherRun other = { 0 };
  SlBarChart *bars;

  find_range (&histogram, jobs, task, measure);
  if (histogram.n_jobs == 0)
    return;
  if (!is_execution)
    other = find_other_run (subject, task->task);
  widen (&histogram, &other, subject);

  fill_bins (&histogram, jobs, task, measure);
  mean = sl_chart_dup_duration (subject, (gint64) (histogram.sum / histogram.n_jobs));
  end = sl_chart_dup_duration (subject, histogram.scale);
  beyond = dup_beyond (&histogram, is_execution);
  /* Translators: a duration, and ", 3 late" or nothing */
  text = g_strdup_printf (_ ("mean %s%s"), mean, beyond);
  name = dup_name (subject, &histogram, task_name, is_execution);

  sl_field_list_append_heading (box, title);
  bars = sl_chart_make_bars (subject, task->task, histogram.bins, histogram.beyond);
  if (histogram.limit >= 0)
    {
      append_limit (box, subject, histogram.limit, is_execution);
      sl_bar_chart_set_marker (bars, (double) histogram.limit / (double) histogram.scale);
    }
  append_bound (box, subject, &histogram, bars);
  append_other_run (box, bars, &histogram, &other, subject);
  sl_chart_append_bars (box, bars, name);
  sl_chart_append_scale (box, "0", text, end);
  append_unknown (box, &histogram, is_execution);
}

/* From the shortest to the longest: those of a periodic task are all alike, seen from 0. */
static void
append_intervals (GtkBox *box, const SlChartSubject *subject, const SlJobTask *task)
{
  const SlJobTable *jobs = sl_document_get_jobs_of (subject->document, subject->trace);
  g_autofree char *task_name = sl_event_text_title (subject->document, subject->trace, task->task);
  g_autofree char *title = g_strdup_printf (_ ("Inter-Arrival Times of %s"), task_name);
  g_autofree char *begin = NULL, *mean = NULL, *end = NULL, *text = NULL, *name = NULL;
  Histogram histogram = { .limit = -1, .bound = -1 };

  find_range (&histogram, jobs, task, measure_interval);
  if (histogram.n_jobs == 0)
    return;

  histogram.origin = histogram.shortest;
  histogram.scale = MAX (histogram.longest, histogram.origin + 1);
  fill_bins (&histogram, jobs, task, measure_interval);
  begin = sl_chart_dup_duration (subject, histogram.shortest);
  mean = sl_chart_dup_duration (subject, (gint64) (histogram.sum / histogram.n_jobs));
  end = sl_chart_dup_duration (subject, histogram.longest);
  text = g_strdup_printf (_ ("mean %s"), mean);
  /* Translators: a task, and durations */
  name = g_strdup_printf (_ ("Inter-arrival times of %s: from %s to %s, mean %s"), task_name, begin,
                          end, mean);

  sl_field_list_append_heading (box, title);
  sl_chart_append_bars (box,
                        sl_chart_make_bars (subject, task->task, histogram.bins, histogram.beyond),
                        name);
  sl_chart_append_scale (box, begin, text, end);
}

/**
 * sl_task_charts_append_to:
 * @box: to which they are appended
 * @trace: number in the document's set
 * @task: number of a task of that trace; nothing is appended for other objects and where no job
 *   is known
 *
 * Shares and demand are those of the selected span, else of the whole trace.
 */
void
sl_task_charts_append_to (GtkBox *box, SlDocument *document, guint trace, guint32 task)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, trace);
  const SlJobTask *found = jobs != NULL ? sl_job_table_find_task (jobs, task) : NULL;
  SlTaskLoad load[SL_CHART_BINS];
  const SlChartSubject subject = { document, trace };
  SlSpan span;

  if (found == NULL || found->n_jobs == 0)
    return;

  append_histogram (box, &subject, found, FALSE);
  append_histogram (box, &subject, found, TRUE);
  append_intervals (box, &subject, found);
  if (sl_view_state_get_selection (sl_document_get_state (document), &span))
    span = sl_trace_set_own_span (sl_document_get_trace_set (document), trace, span);
  else
    span = sl_trace_get_span (sl_chart_get_trace (&subject));
  span = sl_span_intersect (span, sl_trace_get_span (sl_chart_get_trace (&subject)));
  if (span.begin >= span.end)
    return;

  sl_task_load_fill (jobs, task, span, load, SL_CHART_BINS);
  sl_load_charts_append_share (box, &subject, task, span, load);
  sl_load_charts_append_demand (box, &subject, task, span, load);
}
