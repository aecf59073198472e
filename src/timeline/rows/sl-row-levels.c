/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-levels.h"

#include <glib/gi18n-lib.h>

#include "sl-kind-action.h"
#include "sl-source-extras.h"

/* A task that has not named its level in so many marks does not. */
#define MOST_LOOKED_AT 256

/* Of a parameter that is a level. */
#define LEVEL "level"

/**
 * sl_row_levels_are_named_by:
 * @kind: of a mark of a task
 *
 * Returns: whether the detail of the mark is the level that released, finished or suspended the task's job
 */
gboolean
sl_row_levels_are_named_by (guint32 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return (action == SL_ACTION_RELEASE || action == SL_ACTION_FINISH ||
          action == SL_ACTION_SUSPEND) &&
         g_strcmp0 (sl_kind_get ((guint16) kind)->b.name, LEVEL) == 0;
}

/**
 * sl_row_levels_get_by:
 *
 * Returns: what the view groups tasks by
 */
SlRowBy
sl_row_levels_get_by (const SlViewState *state)
{
  if (sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TASK_LEVELS))
    return SL_ROW_BY_LEVEL;
  if (sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TASK_PROCESSES))
    return SL_ROW_BY_PROCESS;
  if (sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TASK_PROCESSORS))
    return SL_ROW_BY_PROCESSOR;

  return SL_ROW_BY_TASK;
}

static int
find_named (const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlTrackIter iter;
  SlItem item;

  if (marks == NULL)
    return SL_ROW_LEVEL_UNKNOWN;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN / 2);
  for (guint i = 0; i < MOST_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    if (sl_row_levels_are_named_by (item.state))
      return (int) MIN (item.detail, G_MAXINT - 1);

  return SL_ROW_LEVEL_UNKNOWN;
}

static guint64
get_process (SlTrace *trace, guint32 object)
{
  const SlObject *found = sl_object_table_get (sl_trace_get_objects (trace), object);

  return found != NULL ? sl_source_get_process_of (sl_trace_get_source (trace), found->id) : 0;
}

static int
find_process (SlTrace *trace, const SlLane *lane)
{
  guint64 process = lane->object != 0 ? get_process (trace, lane->object) : 0;

  return process != 0 ? (int) MIN (process, G_MAXINT - 1) : SL_ROW_LEVEL_UNKNOWN;
}

/* By execution time; the lower number of two equal ones. */
static int
find_processor (SlTrace *trace, const SlLane *lane)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  guint n_codes = states != NULL ? sl_track_get_n_codes (states) : 0;
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  guint64 most = 0;
  int found = SL_ROW_LEVEL_UNKNOWN;

  if (states != NULL)
    sl_track_sum (states, (SlSpan) { SL_TIME_MIN / 2, SL_TIME_MAX / 2 }, times, NULL);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;
      int number;

      sl_track_get_code (states, i, &state, &detail);
      if (state != SL_STATE_RUNNING || detail == 0 || times[i] == 0)
        continue;

      number =
          (int) MIN (sl_object_table_get (sl_trace_get_objects (trace), detail)->id, G_MAXINT - 1);
      if (times[i] > most || (times[i] == most && number < found))
        found = number;
      most = MAX (most, times[i]);
    }

  return found;
}

/**
 * sl_row_levels_find:
 * @trace: the lane's
 * @lane: of a row
 *
 * Returns: the level of the task, the number of its process or processor, or %SL_ROW_LEVEL_UNKNOWN;
 *   %SL_ROW_NO_LEVEL where tasks are not grouped, and of other lanes
 */
int
sl_row_levels_find (SlTrace *trace, SlRowBy by, const SlLane *lane)
{
  if (lane->type != SL_LANE_TASK)
    return SL_ROW_NO_LEVEL;

  switch (by)
    {
    case SL_ROW_BY_LEVEL:
      return find_named (lane);
    case SL_ROW_BY_PROCESS:
      return find_process (trace, lane);
    case SL_ROW_BY_PROCESSOR:
      return find_processor (trace, lane);
    case SL_ROW_BY_TASK:
    default:
      return SL_ROW_NO_LEVEL;
    }
}

/**
 * sl_row_levels_dup_key:
 *
 * Returns: (transfer full): key of the heading of the level
 */
char *
sl_row_levels_dup_key (SlRowBy by, guint trace, int level)
{
  static const char *const names[] = {
    [SL_ROW_BY_TASK] = "level",
    [SL_ROW_BY_LEVEL] = "level",
    [SL_ROW_BY_PROCESS] = "process",
    [SL_ROW_BY_PROCESSOR] = "tasks-of-cpu",
  };

  return trace == 0 ? g_strdup_printf ("%s:%d", names[by], level)
                    : g_strdup_printf ("%u:%s:%d", trace, names[by], level);
}

/* What the user calls the process, else what its first thread is called. */
static char *
dup_process_title (SlTraceSet *set, guint trace, int level)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  SlAnnotations *annotations = sl_trace_set_get_annotations (set, trace);
  SlObjectTable *objects = sl_trace_get_objects (owner);
  g_autofree char *reference = sl_row_levels_dup_key (SL_ROW_BY_PROCESS, 0, level);
  g_autofree char *name = g_strdup (sl_annotations_get_name (annotations, reference));
  guint32 main_thread = sl_object_table_find (objects, SL_OBJECT_TASK, (guint64) level, 1);

  if (name == NULL && main_thread != 0)
    name = sl_annotations_dup_given_name (annotations, owner, main_thread);
  if (name == NULL)
    return g_strdup_printf (_ ("Process %d"), level);

  return g_strdup_printf ("%s · %d", name, level);
}

/**
 * sl_row_levels_dup_title:
 *
 * Returns: (transfer full): what the task model or the user calls the level, or its number
 */
char *
sl_row_levels_dup_title (SlTraceSet *set, SlRowBy by, guint trace, int level)
{
  SlObject object = { .type = SL_OBJECT_LEVEL, .id = (guint64) level, .life = 1 };
  g_autofree char *reference = sl_object_to_string (&object);
  const char *name = sl_annotations_get_name (sl_trace_set_get_annotations (set, trace), reference);

  if (by == SL_ROW_BY_PROCESS)
    return level == SL_ROW_LEVEL_UNKNOWN ? g_strdup (_ ("Unknown processes"))
                                         : dup_process_title (set, trace, level);
  if (by == SL_ROW_BY_PROCESSOR)
    return level == SL_ROW_LEVEL_UNKNOWN ? g_strdup (_ ("Tasks that never ran"))
                                         : g_strdup_printf (_ ("Mostly on CPU %d"), level);
  if (level == SL_ROW_LEVEL_UNKNOWN)
    return g_strdup (_ ("Tasks of no level"));
  if (name != NULL)
    return g_strdup (name);

  return g_strdup_printf (_ ("Level %d"), level);
}

/**
 * sl_row_processes_are_in:
 *
 * Returns: whether a trace of @set says which process a task belongs to
 */
gboolean
sl_row_processes_are_in (SlTraceSet *set)
{
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlObjectTable *objects = sl_trace_get_objects (trace);

      for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
        if (sl_object_table_get (objects, number)->type == SL_OBJECT_TASK &&
            get_process (trace, number) != 0)
          return TRUE;
    }
  return FALSE;
}

/**
 * sl_row_levels_are_in:
 *
 * Returns: whether a trace of @set names levels
 */
gboolean
sl_row_levels_are_in (SlTraceSet *set)
{
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlObjectTable *objects = sl_trace_get_objects (sl_trace_set_get_trace (set, i));

      for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
        if (sl_object_table_get (objects, number)->type == SL_OBJECT_LEVEL)
          return TRUE;
    }
  return FALSE;
}
