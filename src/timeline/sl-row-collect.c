/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-collect-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-branch-look.h"
#include "sl-bus-look.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* By part, in pixels. */
#define CPU_HEIGHT     32
#define NESTED_HEIGHT  38
#define LEVEL_HEIGHT   12
#define TASK_HEIGHT    36
#define VALUE_HEIGHT   44
#define LOCK_HEIGHT    40
#define WAITER_HEIGHT  8
#define LINE_HEIGHT    32
#define MARKS_HEIGHT   30
#define MAP_HEIGHT     286
#define JUMPS_HEIGHT   72
#define PORTS_HEIGHT   140
#define FLAG_HEIGHT    24
#define DENSITY_HEIGHT 32
#define CLOSE_HEIGHT   56 /* of single cycles */

/* What is needed while the rows of one set are found. */
typedef struct
{
  SlTraceSet *set;
  SlViewState *state;
  double scale;
  SlFilterRun *filter; /* of the trace at hand; NULL without a filter */
  gboolean is_close;   /* few of its bus cycles are in sight */
} Collector;

/**
 * sl_row_clear:
 *
 * Frees what a #SlRow holds.
 */
void
sl_row_clear (gpointer row)
{
  SlRow *self = row;

  g_free (self->title);
  g_free (self->figure);
}

/**
 * sl_row_is_idle_task:
 */
gboolean
sl_row_is_idle_task (SlTraceSet *set, const SlRow *row)
{
  guint trace = row->lane.trace;

  return row->lane_type == SL_LANE_TASK && row->object != 0 &&
         row->object == sl_overlay_get_idle_task (sl_trace_set_get_overlay (set, trace),
                                                  sl_trace_set_get_trace (set, trace));
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
    case SL_LANE_BUS:
      return "bus";
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    case SL_LANE_MARKS:
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
    return count_tracks (lane, SL_ROLE_NESTED) + 1;
  if (sl_branch_look_is_calls (lane))
    return MAX (lane->n_tracks, 1);
  if (part == SL_ROW_STATES && lane->type == SL_LANE_LOCK)
    return MAX (count_tracks (lane, SL_ROLE_WAITERS), 1);
  if (part == SL_ROW_STATES && (lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER))
    return count_tracks (lane, SL_ROLE_NESTED) + 1;

  return 1;
}

static int
choose_height (const Collector *collector, const SlLane *lane, SlRowPart part, guint levels)
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
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
      if (sl_branch_look_is_calls (lane))
        return SL_CALL_MARGIN + SL_CALL_HEIGHT * (int) levels;
      if (lane->map != NULL)
        return sl_bus_look_get_plane (lane->map) == SL_PLANE_PORTS ? PORTS_HEIGHT : MAP_HEIGHT;
      if (lane->density != NULL && lane->measure < sl_density_get_n_codes (lane->density) &&
          collector->is_close)
        return CLOSE_HEIGHT;
      if (sl_lane_get_track (lane, SL_ROLE_JUMPS) != NULL)
        return JUMPS_HEIGHT;
      if (sl_lane_get_track (lane, SL_ROLE_NESTED) != NULL)
        return DENSITY_HEIGHT + LEVEL_HEIGHT * (int) count_tracks (lane, SL_ROLE_NESTED);
      return DENSITY_HEIGHT;
    case SL_LANE_TRACE:
    case SL_LANE_TASK:
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
make_title (Collector *collector, guint trace, const SlLane *lane, SlRowPart part)
{
  SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);

  if (part == SL_ROW_NESTED)
    return g_strdup (_ ("Interrupts"));
  if (part == SL_ROW_CLI)
    return g_strdup (_ ("Interrupts off"));
  if (part == SL_ROW_REAL_MODE)
    return g_strdup (_ ("Real mode"));
  if (lane->type == SL_LANE_BUS)
    return sl_bus_look_title (lane);
  if (lane->type == SL_LANE_BRANCH)
    return sl_branch_look_title (lane);
  if (lane->object == 0)
    return g_strdup (lane->name);

  return sl_overlay_dup_object_name (sl_trace_set_get_overlay (collector->set, trace), owner,
                                     lane->object);
}

/* Share of the trace in which the lane's object was at work, in per cent. */
static char *
make_share (const SlTrack *track, SlSpan span, guint32 idle_task)
{
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  g_autofree char *digits = NULL;
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

  digits = sl_text_decimal (busy < 9.95 ? "%.1f" : "%.0f", busy);
  return g_strdup_printf ("%s\u2009%%", digits);
}

/* @bare_count: (out): the figure, where it is nothing but a number */
static char *
make_figure (Collector *collector,
             guint trace,
             const SlLane *lane,
             SlRowPart part,
             guint levels,
             guint64 *bare_count)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  g_autofree char *digits = NULL;
  g_autofree char *grouped = NULL;
  guint64 count = 0;

  if (part == SL_ROW_NESTED || sl_branch_look_is_calls (lane))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u deep", "%u deep", levels), levels);
  if (part != SL_ROW_STATES)
    return NULL;
  if (lane->type == SL_LANE_BRANCH && states == NULL && lane->density == NULL)
    return NULL;
  if (states != NULL && (lane->type == SL_LANE_CPU || lane->type == SL_LANE_TASK))
    {
      SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);
      SlOverlay *overlay = sl_trace_set_get_overlay (collector->set, trace);

      return make_share (states, sl_trace_get_span (owner),
                         sl_overlay_get_idle_task (overlay, owner));
    }

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackRole role = lane->tracks[i].role;
      SlTrackRole wanted = SL_ROLE_STATES;

      if (lane->type == SL_LANE_LOCK)
        wanted = SL_ROLE_WAITERS;
      else if (lane->type == SL_LANE_MARKS || lane->type == SL_LANE_BUS)
        wanted = SL_ROLE_MARKS;
      if (role == wanted)
        count += sl_track_get_count (lane->tracks[i].track);
    }
  if (lane->density != NULL)
    count += sl_density_get_total (lane->density, lane->measure);
  if (lane->type == SL_LANE_SERVER)
    return NULL;

  digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  grouped = sl_time_text_group (digits);
  if (lane->type == SL_LANE_LOCK)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s wait", "%s waits", (gulong) count),
                            grouped);

  /* Such figures are long and stand below each other. */
  if (lane->density != NULL)
    {
      *bare_count = count;
      return g_steal_pointer (&grouped);
    }

  return g_strdup_printf ("× %s", grouped);
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
    zone.kinds = sl_bus_look_get_kinds (sl_bus_look_get_plane (lane->map));
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

/* Asks once a code, not once an item. */
static gboolean
lane_matches (SlFilterRun *filter, const SlLane *lane)
{
  if (filter == NULL)
    return TRUE;
  if (lane->density != NULL || lane->map != NULL)
    return counts_match (filter, lane);

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;
      guint n_codes = sl_track_get_n_codes (track);

      for (guint code = 0; code < n_codes; code++)
        {
          guint32 state, detail;

          sl_track_get_code (track, code, &state, &detail);
          if (sl_filter_run_may_match_code (filter, lane, track, state, detail))
            return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_row_filter_new:
 * @trace: number in @set
 *
 * Returns: (transfer full) (nullable): the state's filter for one trace, with the names that the
 *   user gave; %NULL where there is none or it is wrong
 */
SlFilterRun *
sl_row_filter_new (SlTraceSet *set, const SlViewState *state, guint trace)
{
  const char *text = sl_view_state_get_filter (state);
  g_autoptr (SlFilter) filter = *text != '\0' ? sl_filter_parse (text, NULL) : NULL;

  if (filter == NULL)
    return NULL;

  return sl_filter_run_new_with_overlay (filter, sl_trace_set_get_trace (set, trace),
                                         sl_trace_set_get_overlay (set, trace), NULL);
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

static gboolean
has_part (const SlLane *lane, SlRowPart part)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

  switch (part)
    {
    case SL_ROW_STATES:
      return TRUE;
    case SL_ROW_NESTED:
      return lane->type == SL_LANE_CPU && states != NULL && has_state (states, SL_STATE_INTERRUPT);
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
is_hidden (Collector *collector,
           const SlLane *lane,
           const SlObject *object,
           SlRowPart part,
           const char *key)
{
  const char *family = get_family (lane, object, part);

  if (sl_view_state_has_name (collector->state, SL_NAMES_HIDDEN_ROWS, key))
    return TRUE;
  if (family != NULL && sl_view_state_has_name (collector->state, SL_NAMES_HIDDEN_FAMILIES, family))
    return TRUE;

  return (part == SL_ROW_CLI || part == SL_ROW_REAL_MODE) &&
         !sl_view_state_has_name (collector->state, SL_NAMES_SHOWN_ROWS, key);
}

static int
choose_colour (const SlLane *lane, const SlObject *object, SlRowPart part)
{
  if (lane->type == SL_LANE_BUS)
    return sl_bus_look_colour (lane);
  if (lane->type == SL_LANE_BRANCH)
    return sl_branch_look_colour (lane);
  if (part != SL_ROW_STATES || object == NULL)
    return -1;
  if (lane->type == SL_LANE_TASK || lane->type == SL_LANE_SERVER)
    return (int) object->rank;

  return -1;
}

static void
add_row (Collector *collector, GArray *found, guint trace, guint number, SlRowPart part)
{
  SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);
  const SlLane *lane = sl_trace_get_lane (owner, number);
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (owner), lane->object) : NULL;
  const char *key = make_key (trace, lane->name, part);
  SlRow row = { .part = part, .group = get_group (lane->type), .lane_type = lane->type };
  int height;

  if (!has_part (lane, part) || is_hidden (collector, lane, object, part, key))
    return;

  row.matches = lane_matches (collector->filter, lane);
  if (!row.matches && sl_view_state_get_filter_hides (collector->state))
    return;

  row.pinned = sl_view_state_has_name (collector->state, SL_NAMES_PINNED_ROWS, key);
  if (row.pinned)
    row.group = SL_GROUP_PINNED;
  row.key = key;
  row.lane = (SlLaneRef) { trace, number };
  row.host = trace;
  row.object = lane->object;
  row.colour = sl_row_is_idle_task (collector->set, &row) ? -1 : choose_colour (lane, object, part);
  row.levels = count_levels (lane, part);
  row.title = make_title (collector, trace, lane, part);
  row.figure = make_figure (collector, trace, lane, part, row.levels, &row.count);
  height = sl_view_state_get_row_height (collector->state, key);
  if (height == 0)
    height = choose_height (collector, lane, part, row.levels);
  row.height = (int) lround (height * collector->scale);
  g_array_append_val (found, row);
}

static void
add_trace (Collector *collector, GArray *found, guint trace)
{
  SlTrace *owner = sl_trace_set_get_trace (collector->set, trace);
  g_autoptr (SlFilterRun) run = sl_row_filter_new (collector->set, collector->state, trace);

  SlSpan visible = sl_view_state_get_visible (collector->state);

  visible.begin = sl_trace_set_from_reference (collector->set, trace, visible.begin);
  visible.end = sl_trace_set_from_reference (collector->set, trace, visible.end);
  collector->is_close = sl_bus_look_is_close (owner, visible);
  collector->filter = run;
  for (guint i = 0; i < sl_trace_get_n_lanes (owner); i++)
    {
      if (sl_trace_get_lane (owner, i)->type == SL_LANE_TRACE)
        continue;

      for (SlRowPart part = SL_ROW_STATES; part <= SL_ROW_REAL_MODE; part++)
        add_row (collector, found, trace, i, part);
    }
  collector->filter = NULL;
}

/**
 * sl_rows_collect:
 * @scale: of heights
 *
 * Returns: (transfer full) (element-type SlRow): the rows that @state shows, in the order of the
 *   lanes; their places are not set
 */
GArray *
sl_rows_collect (SlTraceSet *set, SlViewState *state, double scale)
{
  Collector collector = { .set = set, .state = state, .scale = scale };
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SlRow));

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    add_trace (&collector, found, i);

  return found;
}
