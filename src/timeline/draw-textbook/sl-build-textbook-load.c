/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How loaded the processors of a textbook picture are: what the tasks ask for, and what they had. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-row-partitions.h"
#include "sl-text.h"
#include "sl-time-text.h"

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
 * @part: (nullable): a row in the part of a processor; %NULL for all processors
 *
 * Returns: share of the picture's time in which processors ran tasks; negative where nobody knows
 */
double
sl_textbook_get_busy (const SlPicture *picture, const SlRow *part)
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
        if (part == NULL ||
            (part->lane.trace == i && part->cpu == sl_trace_get_lane (trace, lane)->object))
          add_processor (&load, sl_trace_get_lane (trace, lane), own, idle);
    }

  return load.whole > 0 ? load.busy / load.whole : -1;
}

/* Where a task ran, as seen from one processor. */
typedef enum
{
  RAN_NOWHERE,
  RAN_HERE,
  RAN_ELSEWHERE,
  RAN_HERE_AND_ELSEWHERE,
} Ran;

/* @cpu: a processor; 0 for any */
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

/* @partitions: of sl_row_partitions_find()
 * @cpu: 0 where there is but one */
static Ran
find_ran (GHashTable *partitions, const SlLane *lane, guint32 cpu)
{
  GArray *processors;
  guint ran = RAN_NOWHERE;

  if (partitions == NULL)
    return has_run (lane) ? RAN_HERE : RAN_NOWHERE;

  processors = g_hash_table_lookup (partitions, GUINT_TO_POINTER (lane->object));
  for (guint i = 0; processors != NULL && i < processors->len; i++)
    ran |= g_array_index (processors, guint32, i) == cpu ? RAN_HERE : RAN_ELSEWHERE;

  return ran;
}

/**
 * sl_textbook_get_utilisation:
 * @part: (nullable): a row in the part of a processor; %NULL for a trace of one
 *
 * Sums C / T of all tasks that ran, of those in a server the server's Q / T instead.
 *
 * Returns: negative where the task model does not say all of that, of several traces, where a task of the
 *   processor ran on others too, and of several processors together
 */
double
sl_textbook_get_utilisation (const SlPicture *picture, const SlRow *part)
{
  const SlJobTable *table = sl_rows_get_jobs (picture->rows, 0);
  SlTrace *trace = sl_trace_set_get_trace (picture->set, 0);
  guint32 idle =
      sl_annotations_get_idle_task (sl_trace_set_get_annotations (picture->set, 0), trace);
  g_autoptr (GHashTable) partitions = sl_row_partitions_find (trace);
  guint32 cpu = part != NULL ? part->cpu : 0;
  double sum = 0;

  if (table == NULL || sl_trace_set_get_size (picture->set) != 1 ||
      (cpu == 0 && partitions != NULL))
    return -1;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (table), lane->object);
      gboolean is_task = lane->type == SL_LANE_TASK && lane->object != idle;
      Ran ran = is_task ? find_ran (partitions, lane, cpu) : RAN_NOWHERE;

      if ((!is_task && lane->type != SL_LANE_SERVER) || rule->server != NULL ||
          ran == RAN_ELSEWHERE)
        continue;
      if (cpu != 0 && (ran == RAN_HERE_AND_ELSEWHERE || !is_task))
        return -1;
      if (rule->wcet > 0 && rule->period > 0 && (cpu == 0 || ran == RAN_HERE))
        sum += (double) rule->wcet / (double) rule->period;
      else if (!is_task || ran == RAN_HERE)
        return -1;
    }

  return sum > 0 ? sum : -1;
}

/* To a tenth. */
static char *
make_percent (double share)
{
  double tenths = floor (share * 1000 + 0.5);
  g_autofree char *digits =
      sl_time_text_decimal (fmod (tenths, 10) == 0 ? "%.0f" : "%.1f", tenths / 10);

  return g_strdup_printf ("%s\u2009%%", digits);
}

/**
 * sl_textbook_dup_load:
 * @part: (nullable): a row in the part of a processor; %NULL for all processors
 *
 * Returns: (transfer full) (nullable): sentences of what the tasks ask for and what they had; %NULL where
 *   neither is known
 */
char *
sl_textbook_dup_load (const SlPicture *picture, const SlRow *part)
{
  double utilisation = sl_textbook_get_utilisation (picture, part);
  double busy = sl_textbook_get_busy (picture, part);
  g_autoptr (GString) text = g_string_new (NULL);

  if (utilisation >= 0)
    {
      g_autofree char *number = sl_time_text_decimal ("%.2f", utilisation);

      g_string_append_printf (text, SL_TEXTBOOK_I "U" SL_TEXTBOOK_R " = %s. ", number);
    }
  if (busy >= 0)
    {
      g_autofree char *percent = make_percent (busy);

      /* Translators: a share, such as "91.7 %": how much of the picture's time tasks ran */
      g_string_append_printf (text, _ ("Busy %s of the time. "), percent);
    }

  return text->len > 0 ? g_strdup (g_strchomp (text->str)) : NULL;
}
