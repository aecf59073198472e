/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-collect-private.h"

#include <math.h>

#include "sl-bus-look.h"
#include "sl-parallel.h"
#include "sl-processors.h"
#include "sl-row-hits.h"
#include "sl-row-levels.h"
#include "sl-row-look.h"
#include "sl-row-order.h"
#include "sl-row-quiet.h"
#include "sl-trace-beginning.h"

/* Processors that show their queues and frequencies by themselves. */
#define MOST_IN_FULL 2

/* What is needed while the rows of one set are found. */
typedef struct
{
  const SlRows *rows; /* whose traces, filters and hits are known */
  SlTraceSet *set;
  SlViewState *state;
  double scale;
  SlFilterRun *filter; /* of the trace at hand; NULL without a filter */
  SlEventHits *hits;   /* of the trace at hand; NULL while not known */
  SlRowBy by;          /* what tasks are grouped by */
  gboolean is_close;   /* few of its bus cycles are in sight */
  gboolean has_agents; /* several processors use its bus */
  gboolean is_small;   /* it has few processors */
  gboolean has_only;   /* rows that are not named are hidden */
  gboolean thins;      /* quiet rows are thin, or hidden */
  gboolean hides;
  SlSpan visible; /* ticks of the trace at hand */
  guint n_hidden; /* rows that the user hid */
} Collector;

/**
 * sl_row_is_idle_task:
 */
gboolean
sl_row_is_idle_task (const SlRow *row)
{
  return row->stock != NULL && row->stock->is_idle_task;
}

/* Whether any event of a lane of counts may match, by its kind and processor alone. */
static gboolean
counts_match (SlFilterRun *filter, const SlLane *lane)
{
  SlZone zone = {
    .count = 1,
    .time_min = SL_TIME_MIN,
    .time_max = SL_TIME_MAX,
    .kinds = G_MAXUINT64,
    .cpus = G_MAXUINT64,
    .a_max = G_MAXUINT64,
    .b_max = G_MAXUINT64,
  };
  guint16 kind, cpu;

  if (lane->map != NULL)
    zone.kinds = sl_bus_look_get_kinds (lane);
  else if (lane->measure < sl_density_get_n_codes (lane->density))
    {
      sl_density_get_code (lane->density, lane->measure, &kind, &cpu);
      if (kind != SL_DENSITY_OTHERS)
        {
          zone.kinds = G_GUINT64_CONSTANT (1) << (kind % 64);
          zone.cpus = G_GUINT64_CONSTANT (1) << (cpu % 64);
        }
    }

  return sl_filter_run_may_match_zone (filter, &zone);
}

/* What the items of a lane are by themselves, without the events behind them. Asks once a code, not once an
 * item. */
static SlFilterMatch
match_lane (SlFilterRun *filter, const SlLane *lane)
{
  SlFilterMatch most = SL_FILTER_NONE;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;
      guint n_codes = sl_track_get_n_codes (track);

      if (!sl_track_role_is_shown (lane->tracks[i].role))
        continue;

      for (guint code = 0; code < n_codes; code++)
        {
          guint32 state, detail;

          sl_track_get_code (track, code, &state, &detail);
          most = MAX (most, sl_filter_run_match_code (filter, lane, track, state, detail));
        }
    }

  return most;
}

/* Such a row is there since the user asked for it. Of its events only the ends are known, and those to other rows. */
static gboolean
is_span (SlTrace *trace, const SlLane *lane)
{
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), lane->object) : NULL;

  return object != NULL && object->type == SL_OBJECT_SPAN;
}

/* A row stays while it is still looked for what happened in it. */
static gboolean
row_matches (Collector *collector, SlTrace *trace, guint number, SlRowPart part)
{
  const SlLane *lane = sl_trace_get_lane (trace, number);
  SlFilterMatch match;
  SlRowHits hits;

  if (collector->filter == NULL || is_span (trace, lane) ||
      sl_row_hits_init (&hits, collector->hits, trace, number, part, collector->state))
    return TRUE;
  if (lane->density != NULL || lane->map != NULL)
    return counts_match (collector->filter, lane);

  match = match_lane (collector->filter, lane);
  if (match == SL_FILTER_ALL || collector->hits == NULL)
    return match != SL_FILTER_NONE;

  return !collector->hits->is_complete;
}

/**
 * sl_rows_get_part_key:
 * @number: a row with a lane
 * @part: another part of what its lane has
 *
 * Returns: (nullable): the key of the row of that part, shown or not; %NULL where the lane has nothing for it
 */
const char *
sl_rows_get_part_key (const SlRows *self, guint number, SlRowPart part)
{
  const SlRow *row = sl_rows_get (self, number);
  const SlRowStock *stock = sl_row_stock_get (sl_rows_get_set (self));
  const SlStockRow *found = row->part != SL_ROW_HEADING
                                ? sl_row_stock_find (stock, row->lane.trace, row->lane.lane, part)
                                : NULL;

  return found != NULL ? found->key : NULL;
}

/* What is logged has a row on demand where one row has all such events, or there would be very many. */
static gboolean
is_unnamed_number (Collector *collector, const SlLane *lane, const SlStockRow *stock, guint trace)
{
  return stock->is_on_demand &&
         sl_annotations_get_name (sl_trace_set_get_annotations (collector->set, trace),
                                  lane->name) == NULL;
}

/* The textbook look has a row for the interrupts of a processor. */
static gboolean
has_strips (const Collector *collector, const SlLane *lane)
{
  return sl_row_stock_lane_has_strips (lane) &&
         sl_view_state_get_style (collector->state) == SL_STYLE_COMPACT;
}

static gboolean
is_hidden (Collector *collector,
           const SlLane *lane,
           const SlObject *object,
           guint trace,
           const SlStockRow *stock)
{
  SlRowPart part = stock->part;
  const char *family = sl_row_get_family (lane, object, part);

  if (family != NULL && sl_view_state_has_name (collector->state, SL_NAMES_HIDDEN_FAMILIES, family))
    return TRUE;

  return (part == SL_ROW_CLI || part == SL_ROW_REAL_MODE ||
          (part == SL_ROW_NESTED && has_strips (collector, lane)) ||
          ((part == SL_ROW_QUEUE || part == SL_ROW_FREQUENCY) && !collector->is_small) ||
          is_unnamed_number (collector, lane, stock, trace)) &&
         !sl_view_state_has_name (collector->state, SL_NAMES_SHOWN_ROWS, stock->key);
}

/* By name, or since only others are shown. */
static gboolean
is_hidden_by_user (Collector *collector, const char *key)
{
  return sl_view_state_has_name (collector->state, SL_NAMES_HIDDEN_ROWS, key) ||
         (collector->has_only &&
          !sl_view_state_has_name (collector->state, SL_NAMES_ONLY_ROWS, key));
}

/* Processors stay, whatever they do, and what the user has pinned; so does all in the textbook look, where rows that
 * come and go would take away what is compared. */
static gboolean
may_be_quiet (Collector *collector, const SlRow *row)
{
  return (collector->thins || collector->hides) && row->group != SL_GROUP_PINNED &&
         row->group != SL_GROUP_CPUS &&
         sl_view_state_get_style (collector->state) == SL_STYLE_COMPACT;
}

static void
put_into_own_group (Collector *collector, SlRow *row, const char *key)
{
  row->own = sl_view_state_get_row_group (collector->state, key, &row->own_place);
  if (row->own != NULL)
    row->group = SL_GROUP_OWN;
}

static void
add_row (Collector *collector, GArray *found, guint trace, const SlStockRow *stock)
{
  SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);
  const SlLane *lane = sl_trace_get_lane (owner, stock->lane);
  const SlLane *shape = sl_trace_beginning_get_shape (owner, stock->lane);
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (owner), lane->object) : NULL;
  const char *key = stock->key;
  SlRow row = { .part = stock->part,
                .group = sl_row_group_find (lane->type),
                .lane_type = lane->type };
  int height;

  if (is_hidden (collector, shape, object, trace, stock))
    return;

  row.matches = row_matches (collector, owner, stock->lane, stock->part);
  if (!row.matches && sl_view_state_get_filter_hides (collector->state))
    return;
  if (is_hidden_by_user (collector, key))
    {
      collector->n_hidden++;
      return;
    }

  if (collector->has_agents && sl_bus_look_get_agent (lane, &row.agent))
    row.group = SL_GROUP_AGENT;
  row.pinned = sl_view_state_has_name (collector->state, SL_NAMES_PINNED_ROWS, key);
  if (row.pinned)
    row.group = SL_GROUP_PINNED;
  else
    put_into_own_group (collector, &row, key);
  row.is_selected = sl_view_state_has_name (collector->state, SL_NAMES_SELECTED_ROWS, key);
  row.is_thin =
      may_be_quiet (collector, &row) && sl_row_stock_is_quiet (stock, lane, collector->visible);
  if (row.is_thin && collector->hides)
    {
      collector->n_hidden++;
      return;
    }
  row.key = key;
  row.lane = (SlLaneRef) { trace, stock->lane };
  row.host = trace;
  row.has_strips = stock->part == SL_ROW_STATES && has_strips (collector, shape);
  row.object = lane->object;
  row.stock = stock;
  row.colour = stock->colour;
  row.level = sl_row_levels_find (owner, collector->by, lane);
  row.levels = stock->levels;
  row.title = stock->title;
  row.figure = stock->figure;
  height = sl_view_state_get_row_height (collector->state, key);
  if (height == 0)
    height = row.has_strips ? SL_ROW_STRIPS_HEIGHT
                            : (collector->is_close ? stock->close_height : stock->height);
  if (row.is_thin)
    height = SL_ROW_THIN_HEIGHT;
  row.height = (int) lround (height * collector->scale);
  if (sl_view_state_has_name (collector->state, SL_NAMES_SEPARATED_ROWS, key))
    row.gap = (int) lround (SL_ROW_SEPARATOR_HEIGHT * collector->scale);
  g_array_append_val (found, row);
}

/**
 * sl_rows_are_close:
 * @trace: number in @set
 * @visible: reference ticks
 *
 * Returns: whether the trace's rows have the heights of a view in which cycles are seen one by one
 */
gboolean
sl_rows_are_close (SlTraceSet *set, guint trace, SlSpan visible)
{
  return sl_bus_look_is_close (sl_trace_set_get_trace (set, trace),
                               sl_trace_set_own_span (set, trace, visible));
}

/* Rows of the stock that one thread looks at in one go. */
#define ROWS_AT_ONCE 2048

static guint
count_pieces (guint n_rows)
{
  return (n_rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
}

/* What is compared of the rows of one trace. */
typedef struct
{
  SlTrace *trace;
  const SlStockRow *rows;
  guint n_rows;
  SlSpan one; /* ticks of the trace */
  SlSpan other;
  int differ; /* atomic */
} Comparison;

static void
compare_piece (guint piece, gpointer user_data)
{
  Comparison *self = user_data;
  guint end = MIN ((piece + 1) * ROWS_AT_ONCE, self->n_rows);

  for (guint i = piece * ROWS_AT_ONCE; i < end && !g_atomic_int_get (&self->differ); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, self->rows[i].lane);

      if (sl_row_stock_is_quiet (&self->rows[i], lane, self->one) !=
          sl_row_stock_is_quiet (&self->rows[i], lane, self->other))
        g_atomic_int_set (&self->differ, TRUE);
    }
}

/**
 * sl_rows_are_quiet_alike:
 * @state: which may show rows in which nothing happens otherwise than others
 *
 * Returns: whether the same rows are such in both spans of reference ticks
 */
gboolean
sl_rows_are_quiet_alike (SlTraceSet *set, const SlViewState *state, SlSpan one, SlSpan other)
{
  if (sl_span_equal (one, other) || sl_row_quiet_get (set, state) == SL_QUIET_FULL)
    return TRUE;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      Comparison comparison = { .trace = sl_trace_set_get_trace (set, i),
                                .one = sl_trace_set_own_span (set, i, one),
                                .other = sl_trace_set_own_span (set, i, other) };

      comparison.rows = sl_row_stock_get_rows (sl_row_stock_get (set), i, &comparison.n_rows);
      sl_parallel_run (count_pieces (comparison.n_rows), compare_piece, &comparison);
      if (comparison.differ)
        return FALSE;
    }

  return TRUE;
}

/* All that is known of so many processors leaves room for tasks in the window. */
static gboolean
has_few_processors (SlTrace *trace)
{
  return sl_processors_count_lanes (trace) <= MOST_IN_FULL;
}

/* What is collected of one trace, piece by piece. */
typedef struct
{
  const Collector *collector;
  SlFilterBinding *filter; /* NULL for none */
  guint trace;
  const SlStockRow *rows;
  const guint *order;
  guint n_rows;
  GArray **found;  /* of SlRow, by piece */
  guint *n_hidden; /* by piece */
} Collection;

static void
collect_piece (guint piece, gpointer user_data)
{
  Collection *self = user_data;
  g_autoptr (SlFilterRun) run =
      self->filter != NULL ? sl_filter_run_new_bound (self->filter) : NULL;
  guint end = MIN ((piece + 1) * ROWS_AT_ONCE, self->n_rows);
  Collector collector = *self->collector;

  collector.filter = run;
  collector.n_hidden = 0;
  self->found[piece] = g_array_sized_new (FALSE, FALSE, sizeof (SlRow), ROWS_AT_ONCE);
  for (guint i = piece * ROWS_AT_ONCE; i < end; i++)
    add_row (&collector, self->found[piece], self->trace, &self->rows[self->order[i]]);
  self->n_hidden[piece] = collector.n_hidden;
}

static void
collect_pieces (Collector *collector, GArray *found, Collection *collection)
{
  guint n_pieces = count_pieces (collection->n_rows);
  g_autofree GArray **pieces = g_new (GArray *, n_pieces);
  g_autofree guint *n_hidden = g_new (guint, n_pieces);

  collection->found = pieces;
  collection->n_hidden = n_hidden;
  sl_parallel_run (n_pieces, collect_piece, collection);
  for (guint i = 0; i < n_pieces; i++)
    {
      g_array_append_vals (found, pieces[i]->data, pieces[i]->len);
      g_array_unref (pieces[i]);
      collector->n_hidden += n_hidden[i];
    }
}

static void
add_trace (Collector *collector, GArray *found, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);
  Collection collection = { .collector = collector,
                            .filter = sl_rows_get_filter (collector->rows, trace),
                            .trace = trace };

  collector->is_close =
      sl_rows_are_close (collector->set, trace, sl_view_state_get_visible (collector->state));
  collector->has_agents = sl_bus_look_has_agents (owner);
  collector->is_small = has_few_processors (owner);
  collector->visible =
      sl_trace_set_own_span (collector->set, trace, sl_view_state_get_visible (collector->state));
  collector->hits = sl_rows_get_hits (collector->rows, trace);
  collection.rows =
      sl_row_stock_get_rows (sl_row_stock_get (collector->set), trace, &collection.n_rows);
  collection.order = sl_row_order_get_natural (collector->set, trace);
  collect_pieces (collector, found, &collection);
}

static guint
count_stock (SlTraceSet *set)
{
  const SlRowStock *stock = sl_row_stock_get (set);
  guint count = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      guint n_rows;

      sl_row_stock_get_rows (stock, i, &n_rows);
      count += n_rows;
    }
  return count;
}

/**
 * sl_rows_collect:
 * @rows: whose set, filters and hits are known
 * @scale: of heights
 * @n_hidden: (out): how many rows the user hid
 *
 * Returns: (transfer full) (element-type SlRow): the rows that @state shows, in the order that they have by themselves;
 *   their places are not set
 */
GArray *
sl_rows_collect (const SlRows *rows, SlViewState *state, double scale, guint *n_hidden)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  SlRowQuiet quiet = sl_row_quiet_get (set, state);
  Collector collector = { .rows = rows,
                          .set = set,
                          .state = state,
                          .scale = scale,
                          .by = sl_row_levels_get_by (state),
                          .thins = quiet == SL_QUIET_THIN,
                          .hides = quiet == SL_QUIET_HIDDEN,
                          .has_only =
                              sl_view_state_get_names (state, SL_NAMES_ONLY_ROWS)[0] != NULL };
  GArray *found = g_array_sized_new (FALSE, FALSE, sizeof (SlRow), count_stock (set));

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    add_trace (&collector, found, i);
  *n_hidden = collector.n_hidden;
  return found;
}
