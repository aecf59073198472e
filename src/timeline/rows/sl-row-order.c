/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-order.h"

#include "sl-bus-look.h"
#include "sl-row-collect-private.h"
#include "sl-row-sort.h"

/* A row, and what it is compared by that is not in it. */
typedef struct
{
  const SlRow *row;
  guint place; /* in the user's order; rows that are not named come after all that are */
  guint bus_place;
  guint64 processor; /* its number; 0 of other rows */
  gboolean is_branch_map;
} Placed;

static GHashTable *
find_places (const SlViewState *state)
{
  const char *const *order = sl_view_state_get_row_order (state);
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; order[i] != NULL; i++)
    g_hash_table_insert (places, (gpointer) order[i], GUINT_TO_POINTER (i + 1));

  return places;
}

static Placed
find_place (SlTraceSet *set, GHashTable *places, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (set, row->lane.trace);
  const SlLane *lane = sl_trace_get_lane (trace, row->lane.lane);
  gpointer place = g_hash_table_size (places) > 0 ? g_hash_table_lookup (places, row->key) : NULL;
  Placed placed = { .row = row, .place = place != NULL ? GPOINTER_TO_UINT (place) - 1 : G_MAXUINT };

  if (row->lane_type == SL_LANE_CPU)
    placed.processor = sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id;
  if (row->lane_type == SL_LANE_BUS)
    placed.bus_place = sl_bus_look_place (lane);
  placed.is_branch_map = row->lane_type == SL_LANE_BRANCH && lane->map != NULL;
  return placed;
}

#define COMPARE(one, other) \
  if ((one) != (other))     \
  return (one) < (other) ? -1 : 1

/* Rows of one group, in the order of the trace: the idle task comes last, the map of branches, which is high and of all
 * processors, after the branches of each, and processors are in the order of their numbers, whichever of them was heard
 * of first. */
static int
compare_in_group (const Placed *a, const Placed *b)
{
  const SlRow *one = a->row, *other = b->row;

  COMPARE (one->rank, other->rank);
  COMPARE (a->place, b->place);
  COMPARE (one->stock->is_idle_task, other->stock->is_idle_task);
  COMPARE (one->lane.trace, other->lane.trace);
  if (one->lane_type == SL_LANE_BUS && other->lane_type == SL_LANE_BUS)
    COMPARE (a->bus_place, b->bus_place);
  COMPARE (a->is_branch_map, b->is_branch_map);
  if (one->lane_type == SL_LANE_CPU && other->lane_type == SL_LANE_CPU)
    COMPARE (a->processor, b->processor);
  COMPARE (one->stock->leader, other->stock->leader);
  COMPARE (one->lane.lane, other->lane.lane);

  return (int) one->part - (int) other->part;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const SlRow *one = ((const Placed *) a)->row, *other = ((const Placed *) b)->row;
  gboolean is_on_top = sl_row_group_is_on_top (one->group);

  if (is_on_top != sl_row_group_is_on_top (other->group))
    return is_on_top ? -1 : 1;
  if (!is_on_top)
    COMPARE (one->lane.trace, other->lane.trace);
  COMPARE (one->group, other->group);
  COMPARE (one->own_place, other->own_place);
  if (!is_on_top)
    COMPARE (one->agent, other->agent);
  if (one->group == SL_GROUP_TASKS || one->group == SL_GROUP_JOBLESS)
    COMPARE (one->level, other->level);

  return compare_in_group (a, b);
}

/**
 * sl_row_order_sort:
 * @rows: (element-type SlRow): as sl_rows_collect() found them
 */
void
sl_row_order_sort (GArray *rows, SlTraceSet *set, const SlViewState *state)
{
  g_autoptr (GHashTable) places = find_places (state);
  g_autofree Placed *placed = g_new (Placed, rows->len + 1);
  g_autofree SlRow *found = g_memdup2 (rows->data, rows->len * sizeof (SlRow));

  for (guint i = 0; i < rows->len; i++)
    placed[i] = find_place (set, places, &found[i]);
  qsort (placed, rows->len, sizeof *placed, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, SlRow, i) = *placed[i].row;
}

static gboolean
is_beside (const SlRows *rows, guint number, const SlRow *moved)
{
  const SlRow *row = sl_rows_get (rows, number);

  return row->group == moved->group && row->agent == moved->agent && row->own == moved->own &&
         row->part != SL_ROW_HEADING;
}

/* Where row @number stands once it has moved; its group holds it. */
static guint
find_target (const SlRows *rows, guint number, int by)
{
  const SlRow *moved = sl_rows_get (rows, number);
  guint first = number, last = number;

  while (first > 0 && is_beside (rows, first - 1, moved))
    first--;
  while (last + 1 < sl_rows_get_count (rows) && is_beside (rows, last + 1, moved))
    last++;

  return (guint) CLAMP ((gint64) number + by, (gint64) first, (gint64) last);
}

/**
 * sl_rows_move:
 * @row: key of a row that is shown
 * @by: places down, negative for up, within its group
 *
 * Rows that were sorted stay as they are shown, and can be moved from then on.
 *
 * Returns: (transfer full): @state with the rows' order changed
 */
SlViewState *
sl_rows_move (const SlRows *self, SlViewState *state, const char *row, int by)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (SlViewState) ordered = NULL;
  guint number, target, place = 0;

  if (!sl_rows_find (self, row, &number) || sl_rows_get (self, number)->part == SL_ROW_HEADING)
    return sl_view_state_ref (state);

  target = find_target (self, number, by);
  for (guint i = 0; i < sl_rows_get_count (self); i++)
    {
      const SlRow *other = sl_rows_get (self, i);

      if (i == target)
        place = keys->len + (target > number ? 1 : 0);
      if (other->part != SL_ROW_HEADING && i != number)
        g_ptr_array_add (keys, (gpointer) other->key);
    }
  g_ptr_array_insert (keys, (int) place, (gpointer) sl_rows_get (self, number)->key);
  g_ptr_array_add (keys, NULL);

  ordered = sl_view_state_with_row_order (state, (const char *const *) keys->pdata);
  return sl_row_sort_set (ordered, SL_ROW_SORT_APPEARANCE);
}
