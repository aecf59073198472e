/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-levels.h"

#include <glib/gi18n-lib.h>

#include "sl-kind-action.h"

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
 * sl_row_levels_find:
 * @lane: of a row
 *
 * Returns: the level of the task, or %SL_ROW_LEVEL_UNKNOWN; %SL_ROW_NO_LEVEL where tasks are not grouped, and of
 *   other lanes
 */
int
sl_row_levels_find (const SlViewState *state, const SlLane *lane)
{
  const SlTrack *marks;
  SlTrackIter iter;
  SlItem item;

  if (lane->type != SL_LANE_TASK ||
      !sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TASK_LEVELS))
    return SL_ROW_NO_LEVEL;

  marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  if (marks == NULL)
    return SL_ROW_LEVEL_UNKNOWN;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN / 2);
  for (guint i = 0; i < MOST_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    if (sl_row_levels_are_named_by (item.state))
      return (int) MIN (item.detail, G_MAXINT - 1);

  return SL_ROW_LEVEL_UNKNOWN;
}

/**
 * sl_row_levels_dup_key:
 *
 * Returns: (transfer full): key of the heading of the level
 */
char *
sl_row_levels_dup_key (guint trace, int level)
{
  return trace == 0 ? g_strdup_printf ("level:%d", level)
                    : g_strdup_printf ("%u:level:%d", trace, level);
}

/**
 * sl_row_levels_dup_title:
 *
 * Returns: (transfer full): what the task model or the user calls the level, or its number
 */
char *
sl_row_levels_dup_title (SlTraceSet *set, guint trace, int level)
{
  SlObject object = { .type = SL_OBJECT_LEVEL, .id = (guint64) level, .life = 1 };
  g_autofree char *reference = sl_object_to_string (&object);
  const char *name = sl_annotations_get_name (sl_trace_set_get_annotations (set, trace), reference);

  if (level == SL_ROW_LEVEL_UNKNOWN)
    return g_strdup (_ ("Tasks of no level"));
  if (name != NULL)
    return g_strdup (name);

  return g_strdup_printf (_ ("Level %d"), level);
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
