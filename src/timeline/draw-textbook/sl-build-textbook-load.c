/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How loaded the processors of a textbook picture are: what the tasks ask for, and what they had. */

#include "sl-build-textbook-private.h"

/* @busy: ticks in which a processor ran a task
 * @whole: ticks that processors had */
typedef struct
{
  double busy;
  double whole;
} Load;

static void
add_processor (Load *self, const SlLane *lane, SlSpan span, guint32 idle_task)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  g_autofree guint64 *times = NULL;

  if (lane->type != SL_LANE_CPU || states == NULL)
    return;

  times = g_new0 (guint64, sl_track_get_n_codes (states) + 1);
  sl_track_sum (states, span, times, NULL);
  self->whole += (double) sl_span_duration (span);
  for (guint code = 0; code < sl_track_get_n_codes (states); code++)
    {
      guint32 state, detail;

      sl_track_get_code (states, code, &state, &detail);
      if (state == SL_STATE_RUNNING && (detail == 0 || detail != idle_task))
        self->busy += (double) times[code];
    }
}

/**
 * sl_textbook_get_busy:
 *
 * Returns: share of the picture's time in which processors ran tasks; negative where nobody knows
 */
double
sl_textbook_get_busy (const SlPicture *picture)
{
  Load load = { 0 };

  for (guint i = 0; i < sl_trace_set_get_size (picture->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (picture->set, i);
      guint32 idle =
          sl_annotations_get_idle_task (sl_trace_set_get_annotations (picture->set, i), trace);
      SlSpan own = { sl_trace_set_from_reference (picture->set, i, picture->view.visible.begin),
                     sl_trace_set_from_reference (picture->set, i, picture->view.visible.end) };

      for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
        add_processor (&load, sl_trace_get_lane (trace, lane), own, idle);
    }

  return load.whole > 0 ? load.busy / load.whole : -1;
}

static gboolean
has_run (const SlLane *lane)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

  for (guint code = 0; states != NULL && code < sl_track_get_n_codes (states); code++)
    {
      guint32 state, detail;

      sl_track_get_code (states, code, &state, &detail);
      if (state == SL_STATE_RUNNING)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_textbook_get_utilisation:
 *
 * Sums C / T of all tasks that ran, of those in a server the server's Q / T instead.
 *
 * Returns: negative where the task model does not say all of that, of several traces, and of
 *   several processors
 */
double
sl_textbook_get_utilisation (const SlPicture *picture)
{
  const SlJobTable *table = sl_rows_get_jobs (picture->rows, 0);
  SlTrace *trace = sl_trace_set_get_trace (picture->set, 0);
  guint32 idle =
      sl_annotations_get_idle_task (sl_trace_set_get_annotations (picture->set, 0), trace);
  guint n_processors = 0;
  double sum = 0;

  if (table == NULL || sl_trace_set_get_size (picture->set) != 1)
    return -1;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (table), lane->object);
      gboolean is_task = lane->type == SL_LANE_TASK && lane->object != idle;

      n_processors += lane->type == SL_LANE_CPU;
      if ((!is_task && lane->type != SL_LANE_SERVER) || rule->server != NULL)
        continue;
      if (rule->wcet > 0 && rule->period > 0)
        sum += (double) rule->wcet / (double) rule->period;
      else if (!is_task || has_run (lane))
        return -1;
    }

  return n_processors == 1 && sum > 0 ? sum : -1;
}
