/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-partitions.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-processors.h"
#include "sl-row-look.h"

/* What the key of a processor's lane becomes in that of its heading, and in those of the rows of a task that
 * ran on several processors. */
#define SUFFIX "/partition"

static const SlObject *
get_processor (SlTrace *trace, guint32 number)
{
  const SlObject *object =
      number != 0 ? sl_object_table_get (sl_trace_get_objects (trace), number) : NULL;

  return object != NULL && object->type == SL_OBJECT_CPU ? object : NULL;
}

static int
compare_numbers (gconstpointer one, gconstpointer other, gpointer trace)
{
  const SlObject *a = get_processor (trace, *(const guint32 *) one);
  const SlObject *b = get_processor (trace, *(const guint32 *) other);

  return a->id < b->id ? -1 : a->id > b->id;
}

static void
add_processor (GHashTable *found, SlTrace *trace, const SlLane *lane)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  guint n_codes = states != NULL ? sl_track_get_n_codes (states) : 0;

  if (get_processor (trace, lane->object) == NULL)
    return;

  for (guint i = 0; i < n_codes; i++)
    {
      GArray *processors;
      guint32 state, task;

      sl_track_get_code (states, i, &state, &task);
      if (state != SL_STATE_RUNNING || task == 0)
        continue;

      processors = g_hash_table_lookup (found, GUINT_TO_POINTER (task));
      if (processors == NULL)
        {
          processors = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (found, GUINT_TO_POINTER (task), processors);
        }
      g_array_append_val (processors, lane->object);
      g_array_sort_with_data (processors, compare_numbers, trace);
    }
}

/**
 * sl_row_partitions_find:
 *
 * Returns: (transfer full) (nullable): of a trace of several processors, task → #GArray of the objects of those
 *   on which it ran, by their numbers; %NULL of other traces
 */
GHashTable *
sl_row_partitions_find (SlTrace *trace)
{
  GHashTable *found;

  if (sl_processors_count_lanes (trace) < 2)
    return NULL;

  found = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (sl_trace_get_lane (trace, i)->type == SL_LANE_CPU)
      add_processor (found, trace, sl_trace_get_lane (trace, i));

  return found;
}

/* The name of the processor's lane, as part of keys. */
static char *
dup_partition_key (guint trace, const SlObject *processor)
{
  return trace == 0 ? g_strdup_printf ("cpu:%" G_GUINT64_FORMAT SUFFIX, processor->id)
                    : g_strdup_printf ("%u:cpu:%" G_GUINT64_FORMAT SUFFIX, trace, processor->id);
}

static gboolean
is_hidden (const SlViewState *state, const char *key)
{
  return sl_view_state_has_name (state, SL_NAMES_HIDDEN_ROWS, key);
}

/* A row for each of the processors that are shown; where there is more than one, each but the first has a key
 * of its own. */
static void
split_row (SlTraceSet *set,
           const SlViewState *state,
           SlTrace *trace,
           const SlRow *row,
           GArray *processors,
           GArray *split)
{
  SlStringPool *keys = sl_trace_set_get_keys (set);

  for (guint i = 0; i < processors->len; i++)
    {
      const SlObject *processor = get_processor (trace, g_array_index (processors, guint32, i));
      g_autofree char *partition = dup_partition_key (row->lane.trace, processor);
      g_autofree char *key = g_strdup_printf ("%s@%" G_GUINT64_FORMAT, row->key, processor->id);
      SlRow part = *row;

      part.key = i == 0 ? row->key : sl_string_pool_take (keys, key);
      if (is_hidden (state, partition) || is_hidden (state, part.key))
        continue;

      part.cpu = g_array_index (processors, guint32, i);
      part.migrates = processors->len > 1;
      g_array_append_val (split, part);
    }
}

static int
compare_partitions (gconstpointer one, gconstpointer other, gpointer set)
{
  const SlRow *a = one, *b = other;
  const SlObject *of_a, *of_b;

  if (a->lane.trace != b->lane.trace)
    return a->lane.trace < b->lane.trace ? -1 : 1;

  of_a = get_processor (sl_trace_set_get_trace (set, a->lane.trace), a->cpu);
  of_b = get_processor (sl_trace_set_get_trace (set, b->lane.trace), b->cpu);
  if (of_a == NULL || of_b == NULL || of_a->id == of_b->id)
    {
      gboolean first = (of_a == NULL)<(of_b == NULL), last = (of_a == NULL)> (of_b == NULL);

      return first ? -1 : last ? 1 : (a->place > b->place) - (a->place < b->place);
    }

  return of_a->id < of_b->id ? -1 : 1;
}

/* Appends what becomes of the row to @split. */
static void
split_rows_of_trace (SlTraceSet *set,
                     const SlViewState *state,
                     guint number,
                     const GArray *chosen,
                     GArray *split)
{
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  g_autoptr (GHashTable) tasks = sl_row_partitions_find (trace);

  for (guint i = 0; i < chosen->len; i++)
    {
      const SlRow *row = &g_array_index (chosen, SlRow, i);
      GArray *processors = tasks != NULL && row->lane_type == SL_LANE_TASK
                               ? g_hash_table_lookup (tasks, GUINT_TO_POINTER (row->object))
                               : NULL;

      if (row->lane.trace != number)
        continue;
      if (processors == NULL)
        {
          g_array_append_val (split, *row);
          continue;
        }
      split_row (set, state, trace, row, processors, split);
    }
}

static gboolean
has_several_processors (SlTraceSet *set)
{
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (sl_processors_count_lanes (sl_trace_set_get_trace (set, i)) > 1)
      return TRUE;

  return FALSE;
}

/**
 * sl_row_partitions_split:
 * @chosen: (element-type SlRow): of a textbook picture, with their places
 *
 * Makes rows of each task of a trace of several processors, one for each on which it ran, and puts those of
 * one processor together. Rows of tasks that never ran and of servers come after them.
 */
void
sl_row_partitions_split (const SlRows *rows, SlViewState *state, GArray *chosen)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  g_autoptr (GArray) split = g_array_new (FALSE, FALSE, sizeof (SlRow));

  if (!has_several_processors (set))
    return;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    split_rows_of_trace (set, state, i, chosen, split);
  g_array_sort_with_data (split, compare_partitions, set);
  g_array_set_size (chosen, 0);
  if (split->len > 0)
    g_array_append_vals (chosen, split->data, split->len);
}

/* Of several traces, which of them. */
static char *
dup_title (SlTraceSet *set, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (set, row->lane.trace);
  const SlLane *lane = sl_trace_get_lane_of_object (trace, row->cpu);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (row->cpu == 0 && sl_processors_count_lanes (trace) <= 1)
    return sl_trace_set_dup_title (set, row->lane.trace);
  if (row->cpu == 0)
    name = g_strdup (row->lane_type == SL_LANE_SERVER ? sl_row_group_get_title (SL_GROUP_SERVERS)
                                                      : _ ("Never ran"));
  else if (lane != NULL)
    name = sl_row_look_title (set, row->lane.trace, lane, SL_ROW_STATES);
  if (name == NULL || sl_trace_set_get_size (set) == 1)
    return g_steal_pointer (&name);

  title = sl_trace_set_dup_title (set, row->lane.trace);
  return g_strdup_printf ("%s · %s", title, name);
}

static char *
dup_heading_key (SlTraceSet *set, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (set, row->lane.trace);

  if (row->cpu != 0)
    return dup_partition_key (row->lane.trace, get_processor (trace, row->cpu));

  return sl_row_group_dup_key (row->lane_type == SL_LANE_SERVER ? SL_GROUP_SERVERS : SL_GROUP_TASKS,
                               row->lane.trace);
}

static gboolean
take_heading (SlRows *self, const SlViewState *state, double scale, const SlRow *first)
{
  SlTraceSet *set = sl_rows_get_set (self);
  g_autofree char *key = dup_heading_key (set, first);
  char *title = dup_title (set, first);
  SlRow row = {
    .part = SL_ROW_HEADING,
    .group = SL_GROUP_CPUS,
    .lane = { first->lane.trace, 0 },
    .key = sl_string_pool_take (sl_trace_set_get_keys (set), key),
    .title = title != NULL ? sl_rows_take_text (self, title) : NULL,
    .colour = -1,
    .cpu = first->cpu,
    .host = first->lane.trace,
    .height = (int) lround (SL_TEXTBOOK_HEADING_HEIGHT * scale),
    .levels = 1,
    .matches = TRUE,
    .collapsed = sl_view_state_has_name (state, SL_NAMES_COLLAPSED, key),
  };

  sl_rows_take (self, row);
  return row.collapsed;
}

/**
 * sl_row_partitions_lay_out:
 * @found: (element-type SlRow): the rows of a textbook picture in their order
 *
 * Appends the rows; those of each processor of a trace that was split have a heading, and so has what comes after
 * them.
 */
void
sl_row_partitions_lay_out (SlRows *self, const SlViewState *state, double scale, GArray *found)
{
  gboolean is_split = FALSE, collapsed = FALSE;
  g_autofree char *last = NULL;

  for (guint i = 0; i < found->len; i++)
    is_split = is_split || g_array_index (found, SlRow, i).cpu != 0;

  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);

      if (is_split && row.host == row.lane.trace)
        {
          g_autofree char *key = dup_heading_key (sl_rows_get_set (self), &row);

          if (g_strcmp0 (key, last) != 0)
            collapsed = take_heading (self, state, scale, &row);
          g_free (last);
          last = g_steal_pointer (&key);
        }
      if (!collapsed)
        sl_rows_take (self, row);
      else
        sl_rows_take_folded (self, state, &row);
    }
}

/**
 * sl_rows_show_processor:
 * @number: of a processor
 * @found: (out): whether a trace of the set has it
 *
 * Returns: (transfer full): @state, in whose textbook pictures the parts of all other processors are left out
 */
SlViewState *
sl_rows_show_processor (SlTraceSet *set, SlViewState *state, guint64 number, gboolean *found)
{
  SlViewState *shown = sl_view_state_ref (state);

  *found = FALSE;
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
        {
          const SlLane *processor = sl_trace_get_lane (trace, lane);
          const SlObject *object =
              processor->type == SL_LANE_CPU ? get_processor (trace, processor->object) : NULL;
          g_autoptr (SlViewState) before = shown;
          g_autofree char *key = object != NULL ? dup_partition_key (i, object) : NULL;

          *found = *found || (object != NULL && object->id == number);
          if (object == NULL || object->id == number)
            shown = sl_view_state_ref (before);
          else
            shown = sl_view_state_with_name (before, SL_NAMES_HIDDEN_ROWS, key, TRUE);
        }
    }

  return shown;
}
