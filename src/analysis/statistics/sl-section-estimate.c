/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-section-estimate.h"

#include "sl-task-load.h"

/* More tell little that is new of a task's longest sections. */
#define MAX_HOLDS 20000

/* Locks in locks in locks. */
#define MAX_DEPTH 16

typedef struct
{
  SlSpan span;
  guint32 lock;
} Hold;

/**
 * Kind:
 * @outer: of the kinds, the one that it lies in; -1 for none
 * @inside: ticks that its own inner ones take, side by side
 *
 * All sections of a task with one lock inside the same others.
 */
typedef struct
{
  guint32 lock;
  int outer;
  gint64 length;
  gint64 begin;
  gint64 inside;
} Kind;

static int
compare_holds (gconstpointer one, gconstpointer other)
{
  const Hold *a = one, *b = other;

  if (a->span.begin != b->span.begin)
    return a->span.begin < b->span.begin ? -1 : 1;
  return a->span.end == b->span.end ? 0 : a->span.end > b->span.end ? -1 : 1;
}

static GArray *
collect_holds (const SlLane *lane)
{
  GArray *holds = g_array_new (FALSE, FALSE, sizeof (Hold));

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackIter iter;
      SlItem item;

      if (lane->tracks[i].role != SL_ROLE_HOLDS)
        continue;

      sl_track_iter_init (&iter, lane->tracks[i].track, SL_TIME_MIN);
      while (holds->len < MAX_HOLDS && sl_track_iter_next (&iter, &item))
        {
          const Hold hold = { { item.begin, item.end }, item.detail };

          if (item.detail != 0 && item.end > item.begin)
            g_array_append_val (holds, hold);
        }
    }

  g_array_sort (holds, compare_holds);
  return holds;
}

static int
find_kind (GArray *kinds, guint32 lock, int outer)
{
  const Kind kind = { lock, outer, 0, 0, 0 };

  for (guint i = 0; i < kinds->len; i++)
    if (g_array_index (kinds, Kind, i).lock == lock &&
        g_array_index (kinds, Kind, i).outer == outer)
      return (int) i;

  g_array_append_val (kinds, kind);
  return (int) kinds->len - 1;
}

static GArray *
collect_kinds (const GArray *holds, const SlTrack *states)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  int open[MAX_DEPTH];
  SlTime ends[MAX_DEPTH];
  guint depth = 0;

  for (guint i = 0; i < holds->len; i++)
    {
      const Hold *hold = &g_array_index (holds, Hold, i);
      Kind *kind;
      int number;

      while (depth > 0 && ends[depth - 1] <= hold->span.begin)
        depth--;
      number = find_kind (kinds, hold->lock, depth > 0 ? open[depth - 1] : -1);
      kind = &g_array_index (kinds, Kind, number);
      kind->length = MAX (kind->length, (gint64) sl_task_load_sum_running (states, hold->span));
      if (depth == MAX_DEPTH)
        continue;
      open[depth] = number;
      ends[depth++] = hold->span.end;
    }

  return kinds;
}

/* Inner ones come after the one that they lie in, which makes room for all of them. */
static void
place_kinds (GArray *kinds)
{
  gint64 end = 0;

  for (guint i = kinds->len; i-- > 0;)
    {
      Kind *kind = &g_array_index (kinds, Kind, i);

      kind->length = MAX (kind->length, kind->inside);
      if (kind->outer >= 0)
        g_array_index (kinds, Kind, kind->outer).inside += kind->length;
    }
  for (guint i = 0; i < kinds->len; i++)
    {
      Kind *kind = &g_array_index (kinds, Kind, i);
      Kind *outer = kind->outer >= 0 ? &g_array_index (kinds, Kind, kind->outer) : NULL;

      kind->begin = outer != NULL ? outer->begin + outer->inside - kind->length : end;
      if (outer != NULL)
        outer->inside -= kind->length;
      else
        end += kind->length;
    }
}

/**
 * sl_section_estimate_find:
 *
 * Returns: (transfer full) (element-type SlSectionRule): as long as the longest that was seen; where
 *   in a job they lie is made up, but not which lie inside which
 */
GArray *
sl_section_estimate_find (const SlJobTable *jobs, const SlJobTask *task)
{
  const SlLane *lane = sl_trace_get_lane (sl_job_table_get_trace (jobs), task->lane);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  const SlTaskRules *rules = sl_job_table_get_rules (jobs);
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (SlSectionRule));
  g_autoptr (GArray) holds = collect_holds (lane);
  g_autoptr (GArray) kinds = NULL;

  if (holds->len == 0 || states == NULL)
    return sections;

  kinds = collect_kinds (holds, states);
  place_kinds (kinds);
  for (guint i = 0; i < kinds->len; i++)
    {
      const Kind *kind = &g_array_index (kinds, Kind, i);
      const char *protocol = sl_task_rules_get_lock (rules, kind->lock)->protocol;
      const SlSectionRule section = { task->task, kind->lock,
                                      protocol != NULL
                                          ? protocol
                                          : sl_task_rules_get_scheduler (rules)->protocol,
                                      kind->begin, kind->length };

      if (section.length > 0)
        g_array_append_val (sections, section);
    }

  return sections;
}
