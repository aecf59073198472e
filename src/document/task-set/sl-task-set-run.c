/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-run.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-simulator.h"
#include "sl-time-text.h"

/* What is simulated at each key that is pressed must be done in a moment. */
#define MAX_JOBS 4000

/* What errors call the trace in memory. */
#define TRACE_NAME "set"

static double
per_tick (gint64 distance)
{
  return distance > 0 ? 1.0 / (double) distance : 0;
}

/* Of what comes again and again: releases, interrupts, new budgets. */
static double
get_rate (const SlTaskSet *set)
{
  double rate = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    rate += per_tick (sl_task_set_get_task (set, i)->pattern.period);
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    rate += per_tick (sl_task_set_get_line (set, i)->pattern.period);
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    rate += per_tick (sl_task_set_get_server (set, i)->budget);

  return rate;
}

/* Tasks in a server have no more than the server has. */
static double
get_utilisation (const SlTaskSet *set)
{
  double utilisation = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);

      if (task->server == SL_SIM_NO_SERVER)
        utilisation += (double) task->distribution.wcet * per_tick (task->pattern.period);
    }
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    {
      const SlSimLine *line = sl_task_set_get_line (set, i);

      utilisation += (double) line->distribution.wcet * per_tick (line->pattern.period);
    }
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    {
      const SlSimServer *server = sl_task_set_get_server (set, i);

      utilisation += (double) server->budget * per_tick (server->period);
    }

  return utilisation;
}

/* Returns: whether the end had to be earlier than the set has it */
static gboolean
cut (const SlTaskSet *set, SlSimOptions *options)
{
  gint64 end = sl_simulator_get_end (set, options);
  double rate = get_rate (set);
  gint64 most = G_MAXINT64;

  if (rate > 0)
    most = (gint64) MIN (MAX_JOBS / rate, 1e18);
  if (options->scheduler == SL_SIM_RR && options->quantum > 0)
    most = MIN (most, options->quantum > G_MAXINT64 / MAX_JOBS ? G_MAXINT64
                                                               : options->quantum * MAX_JOBS);

  options->until = MAX (MIN (end, most), 1);
  return end > most;
}

static SlJobTable *
find_jobs (SlTraceSet *set, const SlTaskModel *model, GCancellable *cancellable, GError **error)
{
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  SlAnnotations *annotations = sl_trace_set_get_annotations (set, 0);
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, error);

  return rules != NULL ? sl_job_table_new (trace, sl_annotations_get_idle_task (annotations, trace),
                                           rules, cancellable, error)
                       : NULL;
}

static gboolean
decode (SlTaskSetRun *self, const SlSimRun *run, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlSource) source =
      sl_open_bytes (run->trace, TRACE_NAME, SL_SIM_FORMAT, cancellable, error);
  g_autoptr (SlTrace) trace =
      source != NULL ? sl_load_run (source, sl_analyses_get_all (), NULL, NULL, cancellable, error)
                     : NULL;
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();

  if (trace == NULL)
    return FALSE;

  self->set = sl_trace_set_new_single (trace, annotations);
  self->jobs = find_jobs (self->set, run->model, cancellable, error);
  return self->jobs != NULL;
}

static SlTaskSetRun *
run_model (const SlTaskModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlTaskSetRun) self = g_new0 (SlTaskSetRun, 1);
  g_autoptr (SlTaskSet) set = sl_task_set_new (model, error);
  g_autoptr (SlSimRun) run = NULL;
  SlSimOptions options;

  g_atomic_ref_count_init (&self->ref_count);
  if (set == NULL || !sl_sim_options_read (model, &options, error))
    return NULL;

  self->is_cut = cut (set, &options);
  self->end = options.until;
  self->utilisation = get_utilisation (set);
  run = sl_simulator_run (set, &options, error);
  if (run == NULL || g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !decode (self, run, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * sl_task_set_run_new:
 * @model: the task set
 *
 * Simulates, decodes what the simulator wrote, and finds the jobs: by the same pieces that open a
 * trace. A run of more than some thousand jobs is cut short. May run in any thread.
 *
 * Returns: (transfer full): %NULL with %SL_ERROR_USAGE where the set is wrong, which
 *   sl_task_set_fault_new() understands; the message does not say in which file
 */
SlTaskSetRun *
sl_task_set_run_new (const SlTaskModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *prefix = g_strconcat (sl_task_model_get_file_name (model), ": ", NULL);
  SlTaskSetRun *self = run_model (model, cancellable, &failure);
  const char *message = failure != NULL ? failure->message : "";

  if (failure != NULL)
    g_set_error_literal (error, failure->domain, failure->code,
                         g_str_has_prefix (message, prefix) ? message + strlen (prefix) : message);
  return self;
}

SlTaskSetRun *
sl_task_set_run_ref (SlTaskSetRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
sl_task_set_run_unref (SlTaskSetRun *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_object (&self->set);
  g_clear_pointer (&self->jobs, sl_job_table_unref);
  g_free (self);
}

/**
 * sl_task_set_run_get_span:
 *
 * Returns: from the start to the end of the simulation, also where nothing happens at the end
 */
SlSpan
sl_task_set_run_get_span (const SlTaskSetRun *self)
{
  SlSpan span = sl_trace_set_get_span (self->set);

  span.end = MAX (span.end, span.begin + self->end);
  return span;
}

/**
 * sl_task_set_run_count_misses:
 *
 * Returns: how many jobs missed their deadline
 */
guint
sl_task_set_run_count_misses (const SlTaskSetRun *self)
{
  guint n_misses;

  sl_job_table_get_misses (self->jobs, FALSE, &n_misses);
  return n_misses;
}

/**
 * sl_task_set_run_describe:
 *
 * Returns: (transfer full): utilisation, jobs, misses and time in one line for people
 */
char *
sl_task_set_run_describe (const SlTaskSetRun *self)
{
  guint n_jobs = sl_job_table_get_n_jobs (self->jobs);
  guint n_misses = sl_task_set_run_count_misses (self);
  SlClock *clock = sl_trace_set_get_clock (self->set);
  const SlSpan span = { 0, self->end };
  g_autofree char *time = sl_time_text_duration (clock, span);
  g_autofree char *sum = sl_time_text_decimal ("%.3f", self->utilisation);
  /* Translators: the utilisation, the sum of the tasks’ shares of the processor */
  g_autofree char *utilisation = g_strdup_printf (_ ("U = ΣC/T = %s"), sum);
  g_autofree char *jobs = g_strdup_printf (ngettext ("%u job", "%u jobs", n_jobs), n_jobs);
  g_autofree char *misses =
      n_misses > 0
          ? g_strdup_printf (ngettext ("%u missed deadline", "%u missed deadlines", n_misses),
                             n_misses)
          : g_strdup (_ ("no missed deadline"));
  /* Translators: a duration */
  g_autofree char *length =
      g_strdup_printf (self->is_cut ? _ ("only the first %s") : _ ("in %s"), time);

  return g_strjoin (" · ", utilisation, jobs, misses, length, NULL);
}

/* Where "[" begins the group that @message is about, after the line. */
static const char *
find_group (const char *message)
{
  const char *rest = message;

  if (g_str_has_prefix (rest, "Line "))
    {
      rest += strlen ("Line ");
      rest += strspn (rest, "0123456789");
      rest += g_str_has_prefix (rest, ", ") ? 2 : 0;
    }
  return rest;
}

/**
 * sl_task_set_fault_new:
 * @error: of sl_task_set_run_new()
 *
 * Returns: (transfer full): which entry of the set it is about: "Line 3, [task fast], wcet: what"
 */
SlTaskSetFault *
sl_task_set_fault_new (const GError *error)
{
  SlTaskSetFault *self = g_new0 (SlTaskSetFault, 1);
  const char *rest = find_group (error->message);
  const char *close = rest[0] == '[' ? strchr (rest, ']') : NULL;
  g_autofree char *header = close != NULL ? g_strndup (rest + 1, (gsize) (close - rest - 1)) : NULL;
  const char *colon;

  if (header == NULL || !sl_model_group_find (header, &self->group))
    {
      self->text = g_strdup (rest);
      return self;
    }

  self->name = g_strdup (header + strlen (sl_model_group_get_prefix (self->group)));
  rest = close + 1;
  colon = strstr (rest, ": ");
  if (g_str_has_prefix (rest, ", ") && colon != NULL)
    self->key = g_strndup (rest + 2, (gsize) (colon - rest - 2));
  self->text = g_strdup (colon != NULL ? colon + 2 : rest);
  return self;
}

void
sl_task_set_fault_free (SlTaskSetFault *self)
{
  g_free (self->name);
  g_free (self->key);
  g_free (self->text);
  g_free (self);
}
