/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-filter.h"

struct _SlRows
{
  gatomicrefcount ref_count;
  SlTraceSet *set;
  GArray *rows;       /* of SlRow */
  GHashTable *by_key; /* interned key → number + 1 */
  int height;
};

G_DEFINE_BOXED_TYPE (SlRows, sl_rows, sl_rows_ref, sl_rows_unref)

static const struct
{
  const char *id;
  const char *title;
} groups[SL_N_GROUPS] = {
  [SL_GROUP_PINNED] = { "pinned", N_ ("Pinned") },
  [SL_GROUP_CPUS] = { "cpus", N_ ("Processors") },
  [SL_GROUP_TASKS] = { "tasks", N_ ("Tasks") },
  [SL_GROUP_SERVERS] = { "servers", N_ ("Servers") },
  [SL_GROUP_LOCKS] = { "locks", N_ ("Locks") },
  [SL_GROUP_INTERRUPTS] = { "interrupts", N_ ("Interrupt lines") },
  [SL_GROUP_MARKS] = { "marks", N_ ("Marks") },
  [SL_GROUP_BUS] = { "bus", N_ ("Bus and branches") },
};

/* By part, in pixels. */
#define HEADING_HEIGHT 20
#define CPU_HEIGHT     32
#define NESTED_HEIGHT  38
#define LEVEL_HEIGHT   12
#define TASK_HEIGHT    36
#define VALUE_HEIGHT   44
#define LOCK_HEIGHT    40
#define WAITER_HEIGHT  8
#define LINE_HEIGHT    32
#define MARKS_HEIGHT   30
#define FLAG_HEIGHT    24

/* What is needed while the rows of one set are made. */
typedef struct
{
  SlRows *rows;
  SlTraceSet *set;
  SlViewState *state;
  double scale;
  SlFilterRun *filter; /* of the trace at hand; NULL without a filter */
} Maker;

static void
clear_row (gpointer data)
{
  SlRow *row = data;

  g_free (row->title);
  g_free (row->figure);
}

/**
 * sl_row_group_get_id:
 *
 * Returns: the word that stands for the group in view states
 */
const char *
sl_row_group_get_id (SlRowGroup group)
{
  g_return_val_if_fail ((guint) group < SL_N_GROUPS, groups[0].id);

  return groups[group].id;
}

/**
 * sl_row_group_get_title:
 *
 * Returns: the translated heading
 */
const char *
sl_row_group_get_title (SlRowGroup group)
{
  g_return_val_if_fail ((guint) group < SL_N_GROUPS, groups[0].title);

  return _ (groups[group].title);
}

static SlRowGroup
get_group (SlLaneType type)
{
  switch (type)
    {
    case SL_LANE_TASK:
      return SL_GROUP_TASKS;
    case SL_LANE_SERVER:
      return SL_GROUP_SERVERS;
    case SL_LANE_LOCK:
      return SL_GROUP_LOCKS;
    case SL_LANE_IRQ:
    case SL_LANE_TIMER:
      return SL_GROUP_INTERRUPTS;
    case SL_LANE_MARKS:
      return SL_GROUP_MARKS;
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
      return SL_GROUP_BUS;
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    default:
      return SL_GROUP_CPUS;
    }
}

/* The family whose quick toggle takes a lane away with its marks. */
static const char *
get_family (const SlLane *lane, const SlObject *object, SlRowPart part)
{
  if (part == SL_ROW_NESTED)
    return "interrupt";

  switch (lane->type)
    {
    case SL_LANE_TASK:
      return "task";
    case SL_LANE_SERVER:
      return "server";
    case SL_LANE_LOCK:
      return object != NULL && object->type == SL_OBJECT_SEMAPHORE ? "semaphore" : "mutex";
    case SL_LANE_IRQ:
      return "interrupt";
    case SL_LANE_TIMER:
      return "timer";
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    case SL_LANE_MARKS:
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
    default:
      return NULL;
    }
}

static guint
count_tracks (const SlLane *lane, SlTrackRole role)
{
  guint count = 0;

  for (guint i = 0; i < lane->n_tracks; i++)
    count += lane->tracks[i].role == role;

  return count;
}

static guint
count_levels (const SlLane *lane, SlRowPart part)
{
  if (part == SL_ROW_NESTED)
    return MAX (count_tracks (lane, SL_ROLE_NESTED), 1);
  if (part == SL_ROW_STATES && lane->type == SL_LANE_LOCK)
    return MAX (count_tracks (lane, SL_ROLE_WAITERS), 1);
  if (part == SL_ROW_STATES && (lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER))
    return count_tracks (lane, SL_ROLE_NESTED) + 1;

  return 1;
}

static int
choose_height (const SlLane *lane, SlRowPart part, guint levels)
{
  int extra = (int) levels - 1;

  if (part == SL_ROW_CLI || part == SL_ROW_REAL_MODE)
    return FLAG_HEIGHT;
  if (part == SL_ROW_NESTED)
    return NESTED_HEIGHT + LEVEL_HEIGHT * MAX (extra - 1, 0);

  switch (lane->type)
    {
    case SL_LANE_CPU:
      return CPU_HEIGHT;
    case SL_LANE_LOCK:
      return LOCK_HEIGHT + WAITER_HEIGHT * extra;
    case SL_LANE_IRQ:
    case SL_LANE_TIMER:
      return LINE_HEIGHT + LEVEL_HEIGHT * extra;
    case SL_LANE_MARKS:
      return MARKS_HEIGHT;
    case SL_LANE_SERVER:
      return sl_lane_get_track (lane, SL_ROLE_VALUE) != NULL ? VALUE_HEIGHT : TASK_HEIGHT;
    case SL_LANE_TRACE:
    case SL_LANE_TASK:
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
    default:
      return TASK_HEIGHT;
    }
}

static const char *
make_key (guint trace, const char *lane, SlRowPart part)
{
  static const char *const suffixes[] = {
    [SL_ROW_HEADING] = "",
    [SL_ROW_STATES] = "",
    [SL_ROW_NESTED] = "/interrupts",
    [SL_ROW_CLI] = "/cli",
    [SL_ROW_REAL_MODE] = "/real-mode",
  };
  g_autofree char *key = NULL;

  if (trace == 0 && part == SL_ROW_STATES)
    return g_intern_string (lane);

  key = trace == 0 ? g_strconcat (lane, suffixes[part], NULL)
                   : g_strdup_printf ("%u:%s%s", trace, lane, suffixes[part]);
  return g_intern_string (key);
}

static char *
make_title (Maker *maker, guint trace, const SlLane *lane, SlRowPart part)
{
  SlTrace *owner = sl_trace_set_get_trace (maker->set, trace);

  if (part == SL_ROW_NESTED)
    return g_strdup (_ ("Interrupts"));
  if (part == SL_ROW_CLI)
    return g_strdup (_ ("Interrupts off"));
  if (part == SL_ROW_REAL_MODE)
    return g_strdup (_ ("Real mode"));
  if (lane->object == 0)
    return g_strdup (lane->name);

  return sl_overlay_dup_object_name (sl_trace_set_get_overlay (maker->set, trace), owner,
                                     lane->object);
}

/* Share of the trace in which the lane's object was at work, in per cent. */
static char *
make_share (const SlTrack *track, SlSpan span, guint32 idle_task)
{
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  double busy = 0;

  if (span.end <= span.begin)
    return NULL;

  sl_track_sum (track, span, times, NULL);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (track, i, &state, &detail);
      if (state == SL_STATE_INTERRUPT || (state == SL_STATE_RUNNING && detail != idle_task) ||
          (state == SL_STATE_RUNNING && detail == 0))
        busy += (double) times[i];
    }

  busy = busy * 100 / (double) sl_span_duration (span);
  if (busy <= 0)
    return NULL;
  if (busy < 0.05)
    return g_strdup ("<\u20090.1\u2009%");

  return busy < 9.95 ? g_strdup_printf ("%.1f\u2009%%", busy)
                     : g_strdup_printf ("%.0f\u2009%%", busy);
}

static char *
make_figure (Maker *maker, guint trace, const SlLane *lane, SlRowPart part, guint levels)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  guint64 count = 0;

  if (part == SL_ROW_NESTED)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u deep", "%u deep", levels), levels);
  if (part != SL_ROW_STATES)
    return NULL;
  if (states != NULL && (lane->type == SL_LANE_CPU || lane->type == SL_LANE_TASK))
    {
      SlTrace *owner = sl_trace_set_get_trace (maker->set, trace);
      SlOverlay *overlay = sl_trace_set_get_overlay (maker->set, trace);

      return make_share (states, sl_trace_get_span (owner),
                         sl_overlay_get_idle_task (overlay, owner));
    }

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackRole role = lane->tracks[i].role;
      SlTrackRole wanted = SL_ROLE_STATES;

      if (lane->type == SL_LANE_LOCK)
        wanted = SL_ROLE_WAITERS;
      else if (lane->type == SL_LANE_MARKS)
        wanted = SL_ROLE_MARKS;
      if (role == wanted)
        count += sl_track_get_count (lane->tracks[i].track);
    }
  if (lane->type == SL_LANE_LOCK)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%" G_GUINT64_FORMAT " wait",
                                         "%" G_GUINT64_FORMAT " waits", count),
                            count);
  if (lane->type == SL_LANE_SERVER)
    return NULL;

  return g_strdup_printf ("× %" G_GUINT64_FORMAT, count);
}

/* Asks once a code, not once an item; a row in which the filter cares about times as well is
 * judged by its first item. */
static gboolean
lane_matches (SlFilterRun *filter, const SlLane *lane)
{
  if (filter == NULL)
    return TRUE;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;
      SlSpan span = sl_track_get_span (track);
      guint n_codes = sl_track_get_n_codes (track);

      for (guint code = 0; code < n_codes; code++)
        {
          SlItem item = { .begin = span.begin, .end = span.end };

          sl_track_get_code (track, code, &item.state, &item.detail);
          if (sl_filter_run_match_item (filter, lane, &item))
            return TRUE;
        }
    }

  return FALSE;
}

static gboolean
has_part (const SlLane *lane, SlRowPart part)
{
  switch (part)
    {
    case SL_ROW_STATES:
      return TRUE;
    case SL_ROW_NESTED:
      return lane->type == SL_LANE_CPU && sl_lane_get_track (lane, SL_ROLE_NESTED) != NULL;
    case SL_ROW_CLI:
      return sl_lane_get_track (lane, SL_ROLE_CLI) != NULL;
    case SL_ROW_REAL_MODE:
      return sl_lane_get_track (lane, SL_ROLE_REAL_MODE) != NULL;
    case SL_ROW_HEADING:
    default:
      return FALSE;
    }
}

static gboolean
is_hidden (Maker *maker,
           const SlLane *lane,
           const SlObject *object,
           SlRowPart part,
           const char *key)
{
  const char *family = get_family (lane, object, part);

  if (sl_view_state_has_name (maker->state, SL_NAMES_HIDDEN_ROWS, key))
    return TRUE;
  if (family != NULL && sl_view_state_has_name (maker->state, SL_NAMES_HIDDEN_FAMILIES, family))
    return TRUE;

  return (part == SL_ROW_CLI || part == SL_ROW_REAL_MODE) &&
         !sl_view_state_has_name (maker->state, SL_NAMES_SHOWN_ROWS, key);
}

static int
choose_colour (const SlLane *lane, const SlObject *object, SlRowPart part)
{
  if (part != SL_ROW_STATES || object == NULL)
    return -1;
  if (lane->type == SL_LANE_TASK || lane->type == SL_LANE_SERVER)
    return (int) object->rank;

  return -1;
}

static gboolean
is_idle_task (const Maker *maker, const SlRow *row)
{
  return row->lane_type == SL_LANE_TASK &&
         row->object ==
             sl_overlay_get_idle_task (sl_trace_set_get_overlay (maker->set, row->lane.trace),
                                       sl_trace_set_get_trace (maker->set, row->lane.trace));
}

static void
add_row (Maker *maker, GArray *found, guint trace, guint number, SlRowPart part)
{
  SlTrace *owner = sl_trace_set_get_trace (maker->set, trace);
  const SlLane *lane = sl_trace_get_lane (owner, number);
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (owner), lane->object) : NULL;
  const char *key = make_key (trace, lane->name, part);
  SlRow row = { .part = part, .group = get_group (lane->type), .lane_type = lane->type };
  int height;

  if (!has_part (lane, part) || is_hidden (maker, lane, object, part, key))
    return;

  row.matches = lane_matches (maker->filter, lane);
  if (!row.matches && sl_view_state_get_filter_hides (maker->state))
    return;

  row.pinned = sl_view_state_has_name (maker->state, SL_NAMES_PINNED_ROWS, key);
  if (row.pinned)
    row.group = SL_GROUP_PINNED;
  row.key = key;
  row.lane = (SlLaneRef) { trace, number };
  row.object = lane->object;
  row.colour = is_idle_task (maker, &row) ? -1 : choose_colour (lane, object, part);
  row.levels = count_levels (lane, part);
  row.title = make_title (maker, trace, lane, part);
  row.figure = make_figure (maker, trace, lane, part, row.levels);
  height = sl_view_state_get_row_height (maker->state, key);
  if (height == 0)
    height = choose_height (lane, part, row.levels);
  row.height = (int) lround (height * maker->scale);
  g_array_append_val (found, row);
}

static void
add_trace (Maker *maker, GArray *found, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (maker->set, trace);
  const char *text = sl_view_state_get_filter (maker->state);
  g_autoptr (SlFilter) filter = *text != '\0' ? sl_filter_parse (text, NULL) : NULL;
  g_autoptr (SlFilterRun) run = filter != NULL ? sl_filter_run_new (filter, owner, NULL) : NULL;

  maker->filter = run;
  for (guint i = 0; i < sl_trace_get_n_lanes (owner); i++)
    {
      if (sl_trace_get_lane (owner, i)->type == SL_LANE_TRACE)
        continue;

      for (SlRowPart part = SL_ROW_STATES; part <= SL_ROW_REAL_MODE; part++)
        add_row (maker, found, trace, i, part);
    }
  maker->filter = NULL;
}

/* Place of a row in the user's order; rows that are not named come after all that are. */
static guint
get_place (const SlViewState *state, const char *key)
{
  const char *const *order = sl_view_state_get_row_order (state);

  for (guint i = 0; order[i] != NULL; i++)
    {
      if (order[i] == key)
        return i;
    }

  return G_MAXUINT;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SlRow *one = a, *other = b;
  const Maker *maker = user_data;
  guint place, other_place;

  if (one->group != other->group)
    return one->group < other->group ? -1 : 1;

  place = get_place (maker->state, one->key);
  other_place = get_place (maker->state, other->key);
  if (place != other_place)
    return place < other_place ? -1 : 1;
  if (is_idle_task (maker, one) != is_idle_task (maker, other))
    return is_idle_task (maker, one) ? 1 : -1;
  if (one->lane.trace != other->lane.trace)
    return one->lane.trace < other->lane.trace ? -1 : 1;
  if (one->lane.lane != other->lane.lane)
    return one->lane.lane < other->lane.lane ? -1 : 1;

  return (int) one->part - (int) other->part;
}

static void
take_row (Maker *maker, SlRow row)
{
  SlRows *rows = maker->rows;

  row.y = rows->height;
  rows->height += row.height;
  g_array_append_val (rows->rows, row);
  g_hash_table_insert (rows->by_key, (gpointer) row.key, GUINT_TO_POINTER (rows->rows->len));
}

static gboolean
take_heading (Maker *maker, SlRowGroup group)
{
  gboolean collapsed = sl_view_state_has_name (maker->state, SL_NAMES_COLLAPSED, groups[group].id);
  SlRow row = {
    .part = SL_ROW_HEADING,
    .group = group,
    .key = g_intern_string (groups[group].id),
    .title = g_strdup (sl_row_group_get_title (group)),
    .colour = -1,
    .height = (int) lround (HEADING_HEIGHT * maker->scale),
    .levels = 1,
    .matches = TRUE,
    .collapsed = collapsed,
  };

  take_row (maker, row);
  return collapsed;
}

static void
lay_out (Maker *maker, GArray *found)
{
  gboolean collapsed = FALSE;
  int group = -1;

  g_array_sort_with_data (found, compare_rows, maker);
  for (guint i = 0; i < found->len; i++)
    {
      SlRow row = g_array_index (found, SlRow, i);

      if (group != (int) row.group)
        {
          group = (int) row.group;
          collapsed = row.group != SL_GROUP_CPUS && take_heading (maker, row.group);
        }
      if (collapsed)
        clear_row (&row);
      else
        take_row (maker, row);
    }
}

/**
 * sl_rows_new:
 * @font_scale: 1 for the ordinary interface font; heights grow with it
 *
 * Costs the number of lanes; see sl_rows_depend_on() for when it must be done again.
 *
 * Returns: (transfer full): the rows that @state shows of @set
 */
SlRows *
sl_rows_new (SlTraceSet *set, SlViewState *state, double font_scale)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlRow));
  SlRows *self = g_new0 (SlRows, 1);
  Maker maker = { self, set, state, font_scale, NULL };

  g_atomic_ref_count_init (&self->ref_count);
  self->set = g_object_ref (set);
  self->rows = g_array_new (FALSE, FALSE, sizeof (SlRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->by_key = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    add_trace (&maker, found, i);
  lay_out (&maker, found);

  return self;
}

/**
 * sl_rows_depend_on:
 *
 * Returns: whether two states of one trace set show different rows: FALSE for mere pans and
 *   zooms, whose scenes can share their rows
 */
gboolean
sl_rows_depend_on (SlViewState *one, SlViewState *other)
{
  g_autoptr (SlViewState) moved =
      sl_view_state_with_visible (other, sl_view_state_get_visible (one));
  g_autoptr (SlViewState) picked =
      sl_view_state_with_picked (moved, sl_view_state_get_picked (one));
  g_autoptr (SlViewState) on_axis = sl_view_state_with_axis (picked, sl_view_state_get_axis (one));

  return !sl_view_state_equal (one, on_axis);
}

/**
 * sl_rows_ref:
 */
SlRows *
sl_rows_ref (SlRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_rows_unref:
 */
void
sl_rows_unref (SlRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->rows);
  g_hash_table_unref (self->by_key);
  g_object_unref (self->set);
  g_free (self);
}

/**
 * sl_rows_get_count:
 *
 * Returns: rows and headings
 */
guint
sl_rows_get_count (const SlRows *self)
{
  return self->rows->len;
}

/**
 * sl_rows_get:
 * @number: from the top, below sl_rows_get_count()
 */
const SlRow *
sl_rows_get (const SlRows *self, guint number)
{
  g_return_val_if_fail (number < self->rows->len, NULL);

  return &g_array_index (self->rows, SlRow, number);
}

/**
 * sl_rows_get_height:
 *
 * Returns: pixels that all rows take together
 */
int
sl_rows_get_height (const SlRows *self)
{
  return self->height;
}

/**
 * sl_rows_find:
 * @number: (out): set on success only
 *
 * Returns: whether a row with that key is shown
 */
gboolean
sl_rows_find (const SlRows *self, const char *key, guint *number)
{
  gpointer found = g_hash_table_lookup (self->by_key, g_intern_string (key));

  if (found == NULL)
    return FALSE;

  *number = GPOINTER_TO_UINT (found) - 1;
  return TRUE;
}

/**
 * sl_rows_find_object:
 * @object: number in the trace's table
 * @number: (out): set on success only
 *
 * Returns: whether the object has a row of its own that is shown
 */
gboolean
sl_rows_find_object (const SlRows *self, guint trace, guint32 object, guint *number)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SlRow *row = &g_array_index (self->rows, SlRow, i);

      if (row->part == SL_ROW_STATES && row->lane.trace == trace && row->object == object &&
          object != 0)
        {
          *number = i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_rows_at:
 * @y: pixels below the top of the first row
 * @number: (out): set on success only
 *
 * Returns: whether there is a row at @y
 */
gboolean
sl_rows_at (const SlRows *self, int y, guint *number)
{
  guint low = 0, high = self->rows->len;

  if (y < 0 || y >= self->height)
    return FALSE;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->rows, SlRow, middle).y <= y)
        low = middle;
      else
        high = middle;
    }

  *number = low;
  return TRUE;
}

/**
 * sl_rows_get_lane:
 *
 * Returns: (transfer none) (nullable): the row's lane; %NULL for headings
 */
const SlLane *
sl_rows_get_lane (const SlRows *self, guint number)
{
  const SlRow *row = sl_rows_get (self, number);

  if (row->part == SL_ROW_HEADING)
    return NULL;

  return sl_trace_get_lane (sl_trace_set_get_trace (self->set, row->lane.trace), row->lane.lane);
}

/**
 * sl_rows_get_set:
 *
 * Returns: (transfer none):
 */
SlTraceSet *
sl_rows_get_set (const SlRows *self)
{
  return self->set;
}

/**
 * sl_rows_move:
 * @row: key of a row that is shown
 * @by: places down, negative for up, within its group
 *
 * Returns: (transfer full): @state with the rows' order changed
 */
SlViewState *
sl_rows_move (const SlRows *self, SlViewState *state, const char *row, int by)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  guint number, first, last, target;
  SlRowGroup group;

  if (!sl_rows_find (self, row, &number) || sl_rows_get (self, number)->part == SL_ROW_HEADING)
    return sl_view_state_ref (state);

  group = sl_rows_get (self, number)->group;
  for (first = number; first > 0 && sl_rows_get (self, first - 1)->group == group &&
                       sl_rows_get (self, first - 1)->part != SL_ROW_HEADING;)
    first--;
  for (last = number; last + 1 < self->rows->len && sl_rows_get (self, last + 1)->group == group;)
    last++;
  target = (guint) CLAMP ((gint64) number + by, (gint64) first, (gint64) last);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const SlRow *other = sl_rows_get (self, i);

      if (other->part != SL_ROW_HEADING && i != number)
        g_ptr_array_add (keys, (gpointer) other->key);
    }
  for (guint i = 0, place = 0; i < self->rows->len; i++)
    {
      if (i == target)
        {
          g_ptr_array_insert (keys, (int) place, (gpointer) sl_rows_get (self, number)->key);
          break;
        }
      place += sl_rows_get (self, i)->part != SL_ROW_HEADING;
    }
  g_ptr_array_add (keys, NULL);

  return sl_view_state_with_row_order (state, (const char *const *) keys->pdata);
}
