/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-order.h"

#include "sl-bus-look.h"
#include "sl-row-collect-private.h"
#include "sl-row-sort.h"

/* What a row is in order by where nothing else says how. */
typedef struct
{
  const SlStockRow *row;
  guint trace;
  SlRowGroup group;
  SlLaneType lane_type;
  guint bus_place;
  guint64 processor; /* its number; 0 of other rows */
  gboolean is_branch_map;
} Natural;

/* Rows that a trace can have, in that order. */
typedef struct
{
  guint n_rows;
  guint *order;  /* numbers in the stock */
  guint *places; /* by number in the stock */
} NaturalOrder;

/* What a row is compared by, without a look at the row. */
typedef struct
{
  guint64 group; /* the trace, the group, and the part of the group; see get_group() */
  double rank;
  guint place; /* in the user's order; rows that are not named come after all that are */
  guint natural;
  guint number; /* in the array that is sorted */
} Placed;

#define COMPARE(one, other) \
  if ((one) != (other))     \
  return (one) < (other) ? -1 : 1

static Natural
find_natural (SlTraceSet *set, guint trace, const SlStockRow *row)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  const SlLane *lane = sl_trace_get_lane (owner, row->lane);
  Natural natural = { row, trace, sl_row_group_find (lane->type), lane->type, 0, 0, FALSE };

  if (lane->type == SL_LANE_CPU)
    natural.processor = sl_object_table_get (sl_trace_get_objects (owner), lane->object)->id;
  if (lane->type == SL_LANE_BUS)
    natural.bus_place = sl_bus_look_place (lane);
  natural.is_branch_map = lane->type == SL_LANE_BRANCH && lane->map != NULL;
  return natural;
}

/* Rows of one group, in the order of the trace: the idle task comes last, the map of branches, which is high and of all
 * processors, after the branches of each, and processors are in the order of their numbers, whichever of them was heard
 * of first. */
static int
compare_in_group (const Natural *one, const Natural *other)
{
  COMPARE (one->row->is_idle_task, other->row->is_idle_task);
  COMPARE (one->trace, other->trace);
  if (one->lane_type == SL_LANE_BUS && other->lane_type == SL_LANE_BUS)
    COMPARE (one->bus_place, other->bus_place);
  COMPARE (one->is_branch_map, other->is_branch_map);
  if (one->lane_type == SL_LANE_CPU && other->lane_type == SL_LANE_CPU)
    COMPARE (one->processor, other->processor);
  COMPARE (one->row->leader, other->row->leader);
  COMPARE (one->row->lane, other->row->lane);

  return (int) one->row->part - (int) other->row->part;
}

static int
compare_natural (gconstpointer a, gconstpointer b)
{
  const Natural *one = a, *other = b;

  COMPARE (one->group, other->group);
  return compare_in_group (one, other);
}

static void
natural_order_free (gpointer data)
{
  NaturalOrder *self = data;

  g_free (self->order);
  g_free (self->places);
  g_free (self);
}

static NaturalOrder *
make_natural_order (SlTraceSet *set, guint trace)
{
  NaturalOrder *self = g_new (NaturalOrder, 1);
  const SlStockRow *rows = sl_row_stock_get_rows (sl_row_stock_get (set), trace, &self->n_rows);
  g_autofree Natural *sorted = g_new (Natural, self->n_rows + 1);

  for (guint i = 0; i < self->n_rows; i++)
    sorted[i] = find_natural (set, trace, &rows[i]);
  qsort (sorted, self->n_rows, sizeof *sorted, compare_natural);

  self->order = g_new (guint, self->n_rows + 1);
  self->places = g_new (guint, self->n_rows + 1);
  for (guint i = 0; i < self->n_rows; i++)
    {
      self->order[i] = (guint) (sorted[i].row - rows);
      self->places[self->order[i]] = i;
    }
  return self;
}

/* Found once a set, as what is in stock. */
static const NaturalOrder *
get_natural_order (SlTraceSet *set, guint trace)
{
  static GMutex mutex;
  static GQuark quark;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  GPtrArray *traces;

  if (quark == 0)
    quark = g_quark_from_static_string ("sl-row-order");
  traces = g_object_get_qdata (G_OBJECT (set), quark);
  if (traces == NULL)
    {
      traces = g_ptr_array_new_with_free_func (natural_order_free);
      for (guint i = 0; i < sl_trace_set_get_size (set); i++)
        g_ptr_array_add (traces, make_natural_order (set, i));
      g_object_set_qdata_full (G_OBJECT (set), quark, traces, (GDestroyNotify) g_ptr_array_unref);
    }

  return g_ptr_array_index (traces, trace);
}

/**
 * sl_row_order_get_natural:
 * @trace: number in the set
 *
 * Costs the number of rows the first time. Any thread.
 *
 * Returns: (transfer none) (array): the numbers of all rows in the stock of the trace, group by group, in the order that
 *   they have where neither the user nor the view says another one; valid as long as @set
 */
const guint *
sl_row_order_get_natural (SlTraceSet *set, guint trace)
{
  return get_natural_order (set, trace)->order;
}

static GHashTable *
find_places (const SlViewState *state)
{
  const char *const *order = sl_view_state_get_row_order (state);
  GHashTable *places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; order[i] != NULL; i++)
    g_hash_table_insert (places, (gpointer) order[i], GUINT_TO_POINTER (i + 1));

  return places;
}

/* The place of a trace among all: of two that are compared A comes first. */
static guint
get_trace_place (const SlViewState *state, guint trace)
{
  guint compared[2];

  if (!sl_view_state_get_compared (state, compared) || compared[0] < compared[1])
    return trace;

  return trace == compared[0] ? compared[1] : trace == compared[1] ? compared[0] : trace;
}

/* Which of the groups the row is in, as a number that is the larger the lower the group is: what is on top is not by
 * trace, whose place is @trace_place, and parts of a group are by its name, processor or level. */
static guint64
get_group (const SlRow *row, guint trace_place)
{
  guint64 trace = sl_row_group_is_on_top (row->group) ? 0 : (guint64) trace_place + 1;
  guint32 part = 0;

  G_STATIC_ASSERT (SL_N_GROUPS <= 64);
  if (row->group == SL_GROUP_OWN)
    part = row->own_place;
  else if (row->group == SL_GROUP_AGENT)
    part = row->agent;
  else if (row->group == SL_GROUP_TASKS || row->group == SL_GROUP_JOBLESS)
    part = (guint32) row->level + (guint32) G_MAXINT32 + 1;

  return trace << 38 | (guint64) row->group << 32 | part;
}

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *one = a, *other = b;

  COMPARE (one->group, other->group);
  COMPARE (one->rank, other->rank);
  COMPARE (one->place, other->place);
  COMPARE (one->natural, other->natural);
  return 0;
}

/* What is on top is of any traces, and of any groups but for that. */
static void
place_top (SlTraceSet *set, const GArray *rows, Placed *placed)
{
  g_autoptr (GArray) top = g_array_new (FALSE, FALSE, sizeof (Natural));
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const SlRow *row = &g_array_index (rows, SlRow, i);
      Natural natural;

      if (!sl_row_group_is_on_top (row->group))
        continue;
      natural = find_natural (set, row->lane.trace, row->stock);
      natural.group = SL_GROUP_PINNED;
      g_array_append_val (top, natural);
      g_hash_table_insert (numbers, (gpointer) row->stock, GUINT_TO_POINTER (i));
    }

  g_array_sort (top, compare_natural);
  for (guint i = 0; i < top->len; i++)
    {
      const SlStockRow *row = g_array_index (top, Natural, i).row;

      placed[GPOINTER_TO_UINT (g_hash_table_lookup (numbers, row))].natural = i;
    }
}

static void
place_rows (SlTraceSet *set, const SlViewState *state, const GArray *rows, Placed *placed)
{
  g_autoptr (GHashTable) places = find_places (state);
  guint n_named = g_hash_table_size (places);
  const NaturalOrder *natural = NULL;
  const SlStockRow *stock = NULL;
  guint trace = G_MAXUINT, trace_place = 0, n_stock;

  for (guint i = 0; i < rows->len; i++)
    {
      const SlRow *row = &g_array_index (rows, SlRow, i);
      gpointer place = n_named > 0 ? g_hash_table_lookup (places, row->key) : NULL;

      if (row->lane.trace != trace)
        {
          trace = row->lane.trace;
          trace_place = get_trace_place (state, trace);
          natural = get_natural_order (set, trace);
          stock = sl_row_stock_get_rows (sl_row_stock_get (set), trace, &n_stock);
        }
      placed[i] = (Placed) {
        .group = get_group (row, trace_place),
        .rank = row->rank,
        .place = place != NULL ? GPOINTER_TO_UINT (place) - 1 : G_MAXUINT,
        .natural = natural->places[row->stock - stock],
        .number = i,
      };
    }
  place_top (set, rows, placed);
}

static gboolean
is_in_order (const Placed *placed, guint n)
{
  for (guint i = 1; i < n; i++)
    if (compare_placed (&placed[i - 1], &placed[i]) > 0)
      return FALSE;

  return TRUE;
}

/* Puts row placed[i].number at place i, and sets all numbers to what is in place: each row moves once. */
static void
permute (GArray *rows, Placed *placed)
{
  for (guint i = 0; i < rows->len; i++)
    {
      SlRow first = g_array_index (rows, SlRow, i);
      guint hole = i;

      while (placed[hole].number != i)
        {
          guint from = placed[hole].number;

          g_array_index (rows, SlRow, hole) = g_array_index (rows, SlRow, from);
          placed[hole].number = hole;
          hole = from;
        }
      g_array_index (rows, SlRow, hole) = first;
      placed[hole].number = hole;
    }
}

/**
 * sl_row_order_sort:
 * @rows: (element-type SlRow): as sl_rows_collect() found them
 */
void
sl_row_order_sort (GArray *rows, SlTraceSet *set, const SlViewState *state)
{
  g_autofree Placed *placed = g_new (Placed, rows->len + 1);

  place_rows (set, state, rows, placed);
  if (is_in_order (placed, rows->len))
    return;

  qsort (placed, rows->len, sizeof *placed, compare_placed);
  permute (rows, placed);
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

/* @state with the rows in the order of @keys, which is NULL-terminated; they stay so, and can be moved from then on. */
static SlViewState *
put_in_order (SlViewState *state, GPtrArray *keys)
{
  g_autoptr (SlViewState) ordered =
      sl_view_state_with_row_order (state, (const char *const *) keys->pdata);

  return sl_row_sort_set (ordered, SL_ROW_SORT_APPEARANCE);
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

  return put_in_order (state, keys);
}

/* Which of the rows are named, by number. */
static gboolean *
find_named (const SlRows *rows, GPtrArray *keys)
{
  gboolean *are_named = g_new0 (gboolean, sl_rows_get_count (rows));
  guint number;

  for (guint i = 0; i < keys->len; i++)
    if (sl_rows_find (rows, keys->pdata[i], &number))
      are_named[number] = sl_rows_get (rows, number)->part != SL_ROW_HEADING;

  return are_named;
}

/**
 * sl_row_order_step:
 * @moved: (element-type utf8): keys of rows; those that are not shown stay where they are
 * @direction: -1 for up, 1 for down
 *
 * Moves each of the rows by one place within its group. Those at its end stay, and so do those next to them: the rows keep
 * their order.
 *
 * Returns: (transfer full): @state with the rows' order changed, as by sl_rows_move()
 */
SlViewState *
sl_row_order_step (const SlRows *rows, SlViewState *state, GPtrArray *moved, int direction)
{
  guint n_rows = sl_rows_get_count (rows);
  g_autofree gboolean *are_moved = find_named (rows, moved);
  g_autofree guint *order = g_new (guint, n_rows);
  g_autoptr (GPtrArray) keys = g_ptr_array_sized_new (n_rows + 1);

  for (guint i = 0; i < n_rows; i++)
    order[i] = i;
  for (guint i = 1; i < n_rows; i++)
    {
      guint from = direction < 0 ? i : n_rows - 1 - i;
      guint to = direction < 0 ? from - 1 : from + 1;
      guint number = order[from];

      if (!are_moved[number] || are_moved[order[to]] ||
          !is_beside (rows, order[to], sl_rows_get (rows, number)))
        continue;
      order[from] = order[to];
      order[to] = number;
    }

  for (guint i = 0; i < n_rows; i++)
    if (sl_rows_get (rows, order[i])->part != SL_ROW_HEADING)
      g_ptr_array_add (keys, (gpointer) sl_rows_get (rows, order[i])->key);
  g_ptr_array_add (keys, NULL);
  return put_in_order (state, keys);
}
