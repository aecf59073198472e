/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-stock.h"

#include "sl-kind-action.h"
#include "sl-lower-bound.h"
#include "sl-parallel.h"
#include "sl-recorded-misses.h"
#include "sl-row-look.h"
#include "sl-source-extras.h"
#include "sl-task-load.h"
#include "sl-trace-beginning.h"

/* Names of what programs log that have a row each. */
#define MOST_LOGGED 16

struct _SlRowStock
{
  GPtrArray *traces; /* of GArray of SlStockRow, by trace */
};

static void
stock_row_clear (gpointer data)
{
  SlStockRow *row = data;

  g_clear_pointer (&row->title, g_ref_string_release);
  g_clear_pointer (&row->figure, g_ref_string_release);
}

static void
stock_free (gpointer data)
{
  SlRowStock *self = data;

  g_ptr_array_unref (self->traces);
  g_free (self);
}

static const char *
take_key (SlTraceSet *set, guint trace, const char *lane, SlRowPart part)
{
  static const char *const suffixes[] = {
    [SL_ROW_HEADING] = "",
    [SL_ROW_STATES] = "",
    [SL_ROW_NESTED] = "/interrupts",
    [SL_ROW_CLI] = "/cli",
    [SL_ROW_REAL_MODE] = "/real-mode",
    [SL_ROW_QUEUE] = "/queue",
    [SL_ROW_FREQUENCY] = "/frequency",
  };
  SlStringPool *keys = sl_trace_set_get_keys (set);
  g_autofree char *key = NULL;

  if (trace == 0 && part == SL_ROW_STATES)
    return sl_string_pool_take (keys, lane);

  key = trace == 0 ? g_strconcat (lane, suffixes[part], NULL)
                   : g_strdup_printf ("%u:%s%s", trace, lane, suffixes[part]);
  return sl_string_pool_take (keys, key);
}

static gboolean
has_state (const SlTrack *track, SlState wanted)
{
  guint n_codes = sl_track_get_n_codes (track);

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (track, i, &state, &detail);
      if (state == wanted)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_row_stock_lane_has_part:
 *
 * Returns: whether the lane has anything for a row of that part
 */
gboolean
sl_row_stock_lane_has_part (const SlLane *lane, SlRowPart part)
{
  const SlTrack *states;

  switch (part)
    {
    case SL_ROW_STATES:
      return TRUE;
    case SL_ROW_NESTED:
      states = lane->type == SL_LANE_CPU ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
      return states != NULL &&
             (has_state (states, SL_STATE_INTERRUPT) || has_state (states, SL_STATE_SOFTIRQ));
    case SL_ROW_CLI:
      return sl_lane_get_track (lane, SL_ROLE_CLI) != NULL;
    case SL_ROW_REAL_MODE:
      return sl_lane_get_track (lane, SL_ROLE_REAL_MODE) != NULL;
    case SL_ROW_QUEUE:
      return sl_lane_get_track (lane, SL_ROLE_QUEUE) != NULL;
    case SL_ROW_FREQUENCY:
      return sl_lane_get_track (lane, SL_ROLE_FREQUENCY) != NULL;
    case SL_ROW_HEADING:
    default:
      return FALSE;
    }
}

/**
 * sl_row_stock_lane_has_strips:
 *
 * Returns: whether the interrupts of a processor are strips above its boxes, and no row of their own by default: where tasks
 *   wait in queues of processors there are many processors, or few rows to spare
 */
gboolean
sl_row_stock_lane_has_strips (const SlLane *lane)
{
  return lane->type == SL_LANE_CPU && sl_lane_get_track (lane, SL_ROLE_QUEUE) != NULL &&
         sl_row_stock_lane_has_part (lane, SL_ROW_NESTED);
}

static guint
find_leader (SlTrace *trace, guint number, const SlObject *object)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  guint lane = number;

  if (object != NULL && object->type == SL_OBJECT_TASK && object->life > 1)
    sl_trace_find_lane_of_object (trace,
                                  sl_object_table_find (objects, object->type, object->id, 1),
                                  &lane);
  return MIN (lane, number);
}

/* A share, since the traces of a set have clocks of their own. */
static double
find_load (SlTrace *trace, const SlLane *lane)
{
  SlSpan span = sl_trace_get_span (trace);

  if (lane->type != SL_LANE_TASK && lane->type != SL_LANE_IRQ && lane->type != SL_LANE_TIMER)
    return 0;

  return (double) sl_task_load_sum_active (lane, span) / (double) MAX (sl_span_duration (span), 1);
}

/* From the first to the last item, the ends of both included. */
static SlSpan
find_active (const SlLane *lane)
{
  SlSpan active = { SL_TIME_MAX, SL_TIME_MIN };

  if (lane->density != NULL || lane->map != NULL)
    return (SlSpan) { SL_TIME_MIN, SL_TIME_MAX };

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;
      SlSpan span = sl_track_get_span (track);

      if (sl_track_get_count (track) == 0)
        continue;
      active.begin = MIN (active.begin, span.begin);
      active.end = MAX (active.end, span.end);
    }

  return active;
}

/* A miss or an overrun that was recorded. */
static gboolean
has_fault (const SlLane *lane)
{
  return sl_recorded_misses_has_mark (lane, SL_ACTION_MISS) ||
         sl_recorded_misses_has_mark (lane, SL_ACTION_OVERRUN);
}

static gboolean
is_kernel_thread (SlTrace *trace, const SlLane *lane, const SlObject *object)
{
  return lane->type == SL_LANE_TASK && object != NULL &&
         sl_source_extras_is_kernel_thread (sl_source_get_extras (sl_trace_get_source (trace)),
                                            object->id, object->name);
}

/* What a program logs under one number or name; spans and values have rows in any case. */
static gboolean
is_logged (const SlLane *lane, const SlObject *object)
{
  return lane->type == SL_LANE_MARKS && object != NULL &&
         (object->type == SL_OBJECT_IPOINT || object->type == SL_OBJECT_USER_EVENT) &&
         sl_lane_get_track (lane, SL_ROLE_STATES) == NULL &&
         sl_lane_get_track (lane, SL_ROLE_VALUE) == NULL;
}

static char *
intern (char *text)
{
  g_autofree char *taken = text;

  return taken != NULL ? g_ref_string_new (taken) : NULL;
}

static void
add_row (GArray *rows,
         SlTraceSet *set,
         guint trace,
         guint number,
         SlRowPart part,
         guint32 idle,
         SlTime known)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  const SlLane *lane = sl_trace_get_lane (owner, number);
  const SlLane *shape = sl_trace_beginning_get_shape (owner, number);
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (owner), lane->object) : NULL;
  SlStockRow row = {
    .lane = number,
    .part = part,
    .levels = sl_row_look_count_levels (shape, part),
    .leader = lane->type == SL_LANE_TASK ? find_leader (owner, number, object) : number,
    .load = find_load (owner, lane),
    .active = find_active (lane),
    .height = sl_row_look_height (shape, part, FALSE),
    .close_height = sl_row_look_height (shape, part, TRUE),
    .is_kernel_thread = is_kernel_thread (owner, lane, object),
    .has_fault = has_fault (shape),
    .is_on_demand = is_logged (shape, object),
    .is_idle_task = lane->type == SL_LANE_TASK && lane->object != 0 && lane->object == idle,
  };

  row.title = intern (sl_row_look_title (set, trace, lane, part));
  row.figure = intern (sl_row_look_figure (set, trace, lane, part, known, &row.count));
  row.colour = row.is_idle_task ? -1 : sl_row_look_colour (lane, object, part);
  g_array_append_val (rows, row);
}

/* All else of a row is the same in each set that says the same of the trace. */
static void
take_keys (GArray *rows, SlTraceSet *set, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);

  for (guint i = 0; i < rows->len; i++)
    {
      SlStockRow *row = &g_array_index (rows, SlStockRow, i);

      row->key = take_key (set, trace, sl_trace_get_lane (owner, row->lane)->name, row->part);
    }
}

/* NULL for other rows. */
static const SlObject *
get_task (SlTrace *trace, const SlStockRow *row)
{
  const SlLane *lane = sl_trace_get_lane (trace, row->lane);

  return lane->type == SL_LANE_TASK && lane->object != 0 && row->part == SL_ROW_STATES
             ? sl_object_table_get (sl_trace_get_objects (trace), lane->object)
             : NULL;
}

/* Finds the rows of tasks that have a name which others have as well: one look for each is enough. */
static guint8 *
find_namesakes (const GArray *rows, SlTrace *trace)
{
  g_autoptr (GHashTable) firsts = g_hash_table_new (g_str_hash, g_str_equal);
  guint8 *are_such = g_new0 (guint8, rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      const SlStockRow *row = &g_array_index (rows, SlStockRow, i);
      gpointer first;

      if (get_task (trace, row) == NULL)
        continue;
      first = g_hash_table_lookup (firsts, row->title);
      if (first == NULL)
        g_hash_table_insert (firsts, (gpointer) row->title, GUINT_TO_POINTER (i + 1));
      else
        are_such[i] = are_such[GPOINTER_TO_UINT (first) - 1] = TRUE;
    }

  return are_such;
}

/* Tasks with one name, such as the threads of a program, are called by their numbers besides. */
static void
add_numbers (GArray *rows, SlTrace *trace)
{
  g_autofree guint8 *are_namesakes = find_namesakes (rows, trace);

  for (guint i = 0; i < rows->len; i++)
    {
      SlStockRow *row = &g_array_index (rows, SlStockRow, i);
      char *title;

      if (!are_namesakes[i])
        continue;
      title = g_strdup_printf ("%s · %" G_GUINT64_FORMAT, row->title, get_task (trace, row)->id);
      g_clear_pointer (&row->title, g_ref_string_release);
      row->title = intern (title);
    }
}

/* What is logged has a row by itself where no other row has it, unless a program names very many things, such as each of its
 * functions. */
static void
offer_logged (GArray *rows, SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  guint n_logged = 0;

  for (guint i = 0; i < rows->len; i++)
    n_logged += g_array_index (rows, SlStockRow, i).is_on_demand;
  if (n_logged > MOST_LOGGED || (source != NULL && sl_source_has_trait (source, SL_TRAIT_KERNEL)))
    return;

  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, SlStockRow, i).is_on_demand = FALSE;
}

/* Lanes that one thread looks at in one go. */
#define LANES_AT_ONCE 512

/* What is looked for in the lanes of one trace. */
typedef struct
{
  SlTraceSet *set;
  guint trace;
  guint32 idle;
  SlTime known;
  GArray **pieces; /* of SlStockRow, each of so many lanes */
} Search;

static void
find_piece (guint piece, gpointer user_data)
{
  Search *self = user_data;
  SlTrace *owner = sl_trace_set_get_trace (self->set, self->trace);
  guint end = MIN ((piece + 1) * LANES_AT_ONCE, sl_trace_get_n_lanes (owner));
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (SlStockRow), LANES_AT_ONCE);

  for (guint i = piece * LANES_AT_ONCE; i < end; i++)
    {
      const SlLane *lane = sl_trace_beginning_get_shape (owner, i);

      for (SlRowPart part = SL_ROW_STATES; part <= SL_ROW_REAL_MODE; part++)
        if (lane->type != SL_LANE_TRACE && sl_row_stock_lane_has_part (lane, part))
          add_row (rows, self->set, self->trace, i, part, self->idle, self->known);
    }
  self->pieces[piece] = rows;
}

/* Without keys. */
static GArray *
find_rows (SlTraceSet *set, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  guint n_pieces = (sl_trace_get_n_lanes (owner) + LANES_AT_ONCE - 1) / LANES_AT_ONCE;
  g_autofree GArray **pieces = g_new (GArray *, n_pieces);
  Search search = { .set = set, .trace = trace, .pieces = pieces };
  guint n_rows = 0;
  GArray *rows;

  search.idle = sl_annotations_get_idle_task (sl_trace_set_get_annotations (set, trace), owner);
  search.known = sl_task_load_get_known (owner, sl_trace_get_span (owner));
  sl_parallel_run (n_pieces, find_piece, &search);

  for (guint i = 0; i < n_pieces; i++)
    n_rows += pieces[i]->len;
  rows = g_array_sized_new (FALSE, FALSE, sizeof (SlStockRow), n_rows);
  g_array_set_clear_func (rows, stock_row_clear);
  for (guint i = 0; i < n_pieces; i++)
    {
      g_array_append_vals (rows, pieces[i]->data, pieces[i]->len);
      g_array_unref (pieces[i]);
    }
  add_numbers (rows, owner);
  offer_logged (rows, owner);

  return rows;
}

static GQuark
get_ahead_quark (void)
{
  return g_quark_from_static_string ("sl-row-stock-ahead");
}

static void
unref_rows (gpointer rows)
{
  g_array_unref (rows);
}

/**
 * sl_row_stock_find_ahead:
 * @trace: not in a set yet
 *
 * Finds the rows, but for their keys, that the first set with @trace takes where the user has added nothing to the trace.
 * For a thread that has time; any thread.
 */
void
sl_row_stock_find_ahead (SlTrace *trace)
{
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);

  g_object_set_qdata_full (G_OBJECT (trace), get_ahead_quark (), find_rows (set, 0), unref_rows);
}

/* (nullable): what was found of the trace ahead, without keys; for the first set only, also where that has no use for it */
static GArray *
take_ahead (SlTraceSet *set, guint trace)
{
  GArray *rows =
      g_object_steal_qdata (G_OBJECT (sl_trace_set_get_trace (set, trace)), get_ahead_quark ());

  if (rows != NULL && !sl_annotations_is_empty (sl_trace_set_get_annotations (set, trace)))
    g_clear_pointer (&rows, g_array_unref);
  return rows;
}

static GArray *
make_rows (SlTraceSet *set, guint trace)
{
  GArray *rows = take_ahead (set, trace);

  if (rows == NULL)
    rows = find_rows (set, trace);
  take_keys (rows, set, trace);
  return rows;
}

/**
 * sl_row_stock_get:
 * @set: whose traces have ended, or which is one generation of them
 *
 * Costs the number of lanes the first time, and nothing after that. Any thread.
 *
 * Returns: (transfer none): the rows that @set can have; valid as long as @set
 */
const SlRowStock *
sl_row_stock_get (SlTraceSet *set)
{
  static GMutex mutex;
  static GQuark quark;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  SlRowStock *self;

  if (quark == 0)
    quark = g_quark_from_static_string ("sl-row-stock");
  self = g_object_get_qdata (G_OBJECT (set), quark);
  if (self != NULL)
    return self;

  self = g_new0 (SlRowStock, 1);
  self->traces = g_ptr_array_new_with_free_func (unref_rows);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    g_ptr_array_add (self->traces, make_rows (set, i));
  g_object_set_qdata_full (G_OBJECT (set), quark, self, stock_free);
  return self;
}

/**
 * sl_row_stock_get_rows:
 * @trace: number in the set
 * @n_rows: (out):
 *
 * Returns: (array length=n_rows): by lane and part
 */
const SlStockRow *
sl_row_stock_get_rows (const SlRowStock *self, guint trace, guint *n_rows)
{
  const GArray *rows;

  g_return_val_if_fail (trace < self->traces->len, NULL);

  rows = g_ptr_array_index (self->traces, trace);
  *n_rows = rows->len;
  return (const SlStockRow *) (gpointer) rows->data;
}

/**
 * sl_row_stock_is_quiet:
 * @lane: of @row
 * @span: ticks of the row's trace, not empty
 *
 * Returns: as sl_row_look_is_quiet(), without a look at the lane where it had not begun yet, or is over
 */
gboolean
sl_row_stock_is_quiet (const SlStockRow *row, const SlLane *lane, SlSpan span)
{
  return row->active.end < span.begin || row->active.begin >= span.end ||
         sl_row_look_is_quiet (lane, span);
}

/**
 * sl_row_stock_find:
 * @trace: number in the set
 * @lane: number in the trace
 *
 * Returns: (transfer none) (nullable): the row of that part of the lane; %NULL where the lane has nothing for it
 */
const SlStockRow *
sl_row_stock_find (const SlRowStock *self, guint trace, guint lane, SlRowPart part)
{
  guint n_rows, found;
  const SlStockRow *rows = sl_row_stock_get_rows (self, trace, &n_rows);

  found = sl_lower_bound (0, n_rows, i,
                          rows[i].lane < lane || (rows[i].lane == lane && rows[i].part < part));
  return found < n_rows && rows[found].lane == lane && rows[found].part == part ? &rows[found]
                                                                                : NULL;
}
