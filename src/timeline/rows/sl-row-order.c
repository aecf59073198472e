/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-order.h"

#include "sl-bus-look.h"
#include "sl-row-collect-private.h"
#include "sl-row-sort.h"

/* What rows are compared by. */
typedef struct
{
  SlTraceSet *set;
  GHashTable *places; /* key → place in the user's order + 1 */
} Order;

static GHashTable *
find_places (const SlViewState *state)
{
  const char *const *order = sl_view_state_get_row_order (state);
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; order[i] != NULL; i++)
    g_hash_table_insert (places, (gpointer) order[i], GUINT_TO_POINTER (i + 1));

  return places;
}

/* Place of a row in the user's order; rows that are not named come after all that are. */
static guint
get_place (const Order *order, const char *key)
{
  gpointer place =
      g_hash_table_size (order->places) > 0 ? g_hash_table_lookup (order->places, key) : NULL;

  return place != NULL ? GPOINTER_TO_UINT (place) - 1 : G_MAXUINT;
}

static const SlLane *
get_lane (const Order *order, const SlRow *row)
{
  return sl_trace_get_lane (sl_trace_set_get_trace (order->set, row->lane.trace), row->lane.lane);
}

static guint64
get_native_id (const Order *order, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (order->set, row->lane.trace);

  return sl_object_table_get (sl_trace_get_objects (trace), get_lane (order, row)->object)->id;
}

/* The map of branches is high and of all processors. */
static gboolean
is_branch_map (const Order *order, const SlRow *row)
{
  return row->lane_type == SL_LANE_BRANCH && get_lane (order, row)->map != NULL;
}

/* Processors stand by their numbers, whichever of them was heard of first. */
static int
compare_processors (const Order *order, const SlRow *one, const SlRow *other)
{
  guint64 id, other_id;

  if (one->lane_type != SL_LANE_CPU || other->lane_type != SL_LANE_CPU)
    return 0;

  id = get_native_id (order, one);
  other_id = get_native_id (order, other);
  return id < other_id ? -1 : id > other_id;
}

/* The lane by which a row has its place: lives of one task's number follow the first of them. */
static guint
get_leader (const Order *order, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (order->set, row->lane.trace);
  SlObjectTable *objects = sl_trace_get_objects (trace);
  const SlObject *object = row->lane_type == SL_LANE_TASK && row->object != 0
                               ? sl_object_table_get (objects, row->object)
                               : NULL;
  guint lane = row->lane.lane;

  if (object != NULL && object->life > 1)
    sl_trace_find_lane_of_object (trace,
                                  sl_object_table_find (objects, object->type, object->id, 1),
                                  &lane);
  return MIN (lane, row->lane.lane);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SlRow *one = a, *other = b;
  const Order *order = user_data;
  gboolean is_on_top = sl_row_group_is_on_top (one->group);
  guint place, other_place;

  if (is_on_top != sl_row_group_is_on_top (other->group))
    return is_on_top ? -1 : 1;
  if (!is_on_top && one->lane.trace != other->lane.trace)
    return one->lane.trace < other->lane.trace ? -1 : 1;
  if (one->group != other->group)
    return one->group < other->group ? -1 : 1;
  if (one->own_place != other->own_place)
    return one->own_place < other->own_place ? -1 : 1;
  if (!is_on_top && one->agent != other->agent)
    return one->agent < other->agent ? -1 : 1;
  if ((one->group == SL_GROUP_TASKS || one->group == SL_GROUP_JOBLESS) &&
      one->level != other->level)
    return one->level < other->level ? -1 : 1;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;
  place = get_place (order, one->key);
  other_place = get_place (order, other->key);
  if (place != other_place)
    return place < other_place ? -1 : 1;
  if (sl_row_is_idle_task (order->set, one) != sl_row_is_idle_task (order->set, other))
    return sl_row_is_idle_task (order->set, one) ? 1 : -1;
  if (one->lane.trace != other->lane.trace)
    return one->lane.trace < other->lane.trace ? -1 : 1;
  if (one->lane_type == SL_LANE_BUS && other->lane_type == SL_LANE_BUS)
    {
      place = sl_bus_look_place (get_lane (order, one));
      other_place = sl_bus_look_place (get_lane (order, other));
      if (place != other_place)
        return place < other_place ? -1 : 1;
    }
  if (is_branch_map (order, one) != is_branch_map (order, other))
    return is_branch_map (order, one) ? 1 : -1;
  if (compare_processors (order, one, other) != 0)
    return compare_processors (order, one, other);
  place = get_leader (order, one);
  other_place = get_leader (order, other);
  if (place != other_place)
    return place < other_place ? -1 : 1;
  if (one->lane.lane != other->lane.lane)
    return one->lane.lane < other->lane.lane ? -1 : 1;

  return (int) one->part - (int) other->part;
}

/**
 * sl_row_order_sort:
 * @rows: (element-type SlRow): as sl_rows_collect() found them
 */
void
sl_row_order_sort (GArray *rows, SlTraceSet *set, const SlViewState *state)
{
  g_autoptr (GHashTable) places = find_places (state);
  Order order = { set, places };

  g_array_sort_with_data (rows, compare_rows, &order);
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
