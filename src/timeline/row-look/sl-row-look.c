/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-look.h"

#include <glib/gi18n-lib.h>

#include "sl-branch-look.h"
#include "sl-bus-look.h"
#include "sl-task-load.h"
#include "sl-time-text.h"

/* By part, in pixels. */
#define CPU_HEIGHT     32
#define NESTED_HEIGHT  38
#define LEVEL_HEIGHT   12
#define TASK_HEIGHT    36
#define VALUE_HEIGHT   44
#define BUDGET_HEIGHT  38
#define LOCK_HEIGHT    40
#define WAITER_HEIGHT  8
#define LINE_HEIGHT    32
#define MARKS_HEIGHT   30
#define MAP_HEIGHT     286
#define JUMPS_HEIGHT   72
#define PORTS_HEIGHT   140
#define FLAG_HEIGHT    24
#define QUEUE_HEIGHT   22
#define CLOCK_HEIGHT   25
#define DENSITY_HEIGHT 32
#define CLOSE_HEIGHT   56 /* of single cycles */

static guint
count_tracks (const SlLane *lane, SlTrackRole role)
{
  guint count = 0;

  for (guint i = 0; i < lane->n_tracks; i++)
    count += lane->tracks[i].role == role;

  return count;
}

/**
 * sl_row_look_count_levels:
 *
 * Returns: how many levels lie above each other in the row, at least 1
 */
guint
sl_row_look_count_levels (const SlLane *lane, SlRowPart part)
{
  if (part == SL_ROW_NESTED)
    return count_tracks (lane, SL_ROLE_NESTED) + 1;
  if (sl_branch_look_is_calls (lane))
    return count_tracks (lane, SL_ROLE_STATES) + count_tracks (lane, SL_ROLE_NESTED);
  if (part == SL_ROW_STATES && lane->type == SL_LANE_LOCK)
    return MAX (count_tracks (lane, SL_ROLE_WAITERS), 1);
  if (part == SL_ROW_STATES &&
      (lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER || lane->type == SL_LANE_MARKS))
    return count_tracks (lane, SL_ROLE_NESTED) + 1;

  return 1;
}

/**
 * sl_row_look_height:
 * @is_close: whether few bus cycles are in sight, so that each is drawn by itself
 *
 * Returns: the row's height where the user has not chosen one, in pixels at scale 1
 */
int
sl_row_look_height (const SlLane *lane, SlRowPart part, gboolean is_close)
{
  int levels = (int) sl_row_look_count_levels (lane, part), extra = levels - 1;

  if (part == SL_ROW_CLI || part == SL_ROW_REAL_MODE)
    return FLAG_HEIGHT;
  if (part == SL_ROW_QUEUE)
    return QUEUE_HEIGHT;
  if (part == SL_ROW_FREQUENCY)
    return CLOCK_HEIGHT;
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
      if (sl_lane_get_track (lane, SL_ROLE_VALUE) != NULL)
        return VALUE_HEIGHT;
      return MARKS_HEIGHT + LEVEL_HEIGHT * extra;
    case SL_LANE_SERVER:
      if (sl_lane_get_track (lane, SL_ROLE_BUDGET) != NULL)
        return BUDGET_HEIGHT;
      return sl_lane_get_track (lane, SL_ROLE_VALUE) != NULL ? VALUE_HEIGHT : TASK_HEIGHT;
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
      if (sl_branch_look_is_calls (lane))
        return SL_CALL_MARGIN + SL_CALL_HEIGHT * levels;
      if (lane->map != NULL)
        return sl_bus_look_get_plane (lane->map) == SL_PLANE_PORTS ? PORTS_HEIGHT : MAP_HEIGHT;
      if (lane->density != NULL && lane->measure < sl_density_get_n_codes (lane->density) &&
          is_close)
        return CLOSE_HEIGHT;
      if (sl_lane_get_track (lane, SL_ROLE_JUMPS) != NULL)
        return JUMPS_HEIGHT;
      if (sl_lane_get_track (lane, SL_ROLE_NESTED) != NULL)
        return DENSITY_HEIGHT + LEVEL_HEIGHT * (int) count_tracks (lane, SL_ROLE_NESTED);
      return DENSITY_HEIGHT;
    case SL_LANE_TASK:
      return sl_branch_look_is_calls (lane) ? SL_CALL_MARGIN + SL_CALL_HEIGHT * levels
                                            : TASK_HEIGHT;
    case SL_LANE_TRACE:
    default:
      return TASK_HEIGHT;
    }
}

/* States in which an object rests: what goes on is elsewhere. */
static gboolean
is_rest (guint32 state, guint32 detail)
{
  return (state == SL_STATE_UNKNOWN && detail == 0) || state == SL_STATE_NONE ||
         state == SL_STATE_SUSPENDED || state == SL_STATE_IDLE || state == SL_STATE_STOPPED ||
         state == SL_STATE_INACTIVE;
}

static gboolean
is_quiet_track (const SlTrack *track, SlSpan span)
{
  SlSpan whole = sl_track_get_span (track);
  SlTrackIter iter;
  SlItem item;

  if (sl_track_get_count (track) == 0 || whole.begin >= span.end || whole.end < span.begin)
    return TRUE;
  if (sl_track_get_type_of_items (track) != SL_TRACK_SLICES)
    return sl_track_count_between (track, span) == 0;

  sl_track_iter_init (&iter, track, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (!is_rest (item.state, item.detail))
      return FALSE;

  return TRUE;
}

/**
 * sl_row_look_is_quiet:
 * @span: ticks of the lane's trace, not empty
 *
 * Returns: whether nothing happens in the lane in @span: no instant, and no slice but those in which its object rests,
 *   sleeps, or is not known. Lanes of counts and maps are never quiet.
 */
gboolean
sl_row_look_is_quiet (const SlLane *lane, SlSpan span)
{
  if (lane->density != NULL || lane->map != NULL)
    return FALSE;

  for (guint i = 0; i < lane->n_tracks; i++)
    if (sl_track_role_is_shown (lane->tracks[i].role) &&
        !is_quiet_track (lane->tracks[i].track, span))
      return FALSE;

  return TRUE;
}

/* A task whose number was used again for another one, or had been: the number tells which ones are meant, and the
 * life which of them, as in references. */
static char *
add_life (SlTrace *trace, guint32 number, char *name)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  const SlObject *object = sl_object_table_get (objects, number);
  g_autofree char *taken = name;

  if (object->type != SL_OBJECT_TASK || !sl_object_table_is_reused (objects, object))
    return g_steal_pointer (&taken);

  return g_strdup_printf ("%s · %" G_GUINT64_FORMAT " #%u", taken, object->id, object->life);
}

/**
 * sl_row_look_title:
 * @trace: number in @set
 *
 * Returns: (transfer full): what the row is called, translated where it is not a name
 */
char *
sl_row_look_title (SlTraceSet *set, guint trace, const SlLane *lane, SlRowPart part)
{
  SlTrace *owner = sl_trace_set_get_trace (set, trace);
  char *name;

  if (part == SL_ROW_NESTED)
    return g_strdup (_ ("Interrupts"));
  if (part == SL_ROW_QUEUE)
    return g_strdup (_ ("Queue"));
  if (part == SL_ROW_FREQUENCY)
    return g_strdup (_ ("Frequency"));
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

  name = sl_annotations_dup_given_name (sl_trace_set_get_annotations (set, trace), owner,
                                        lane->object);
  return name != NULL ? add_life (owner, lane->object, name)
                      : sl_object_to_string (
                            sl_object_table_get (sl_trace_get_objects (owner), lane->object));
}

/* Share of what was recorded in which the lane's object was at work, in per cent. */
static char *
make_share (const SlLane *lane, const SlTrack *states, SlSpan span, SlTime known, guint32 idle_task)
{
  g_autofree char *digits = NULL;
  double busy =
      100 * (lane->type == SL_LANE_CPU ? sl_task_load_get_share_of_known (states, span, idle_task)
                                       : sl_task_load_get_share (states, span, known));

  if (busy <= 0)
    return NULL;
  if (busy < 0.05)
    return g_strdup ("<\u20090.1\u2009%");

  digits = sl_time_text_decimal (busy < 9.95 ? "%.1f" : "%.0f", busy);
  return g_strdup_printf ("%s\u2009%%", digits);
}

static guint64
count_state (const SlTrack *track, SlState wanted)
{
  SlSpan all = { SL_TIME_MIN / 2, SL_TIME_MAX / 2 };
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  guint64 count = 0;

  sl_track_sum (track, all, NULL, counts);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (track, code, &state, &detail);
      count += state == (guint32) wanted ? counts[code] : 0;
    }
  return count;
}

/* Made of pairs of marks. */
static gboolean
is_span (const SlLane *lane)
{
  return lane->type == SL_LANE_MARKS && sl_lane_get_track (lane, SL_ROLE_STATES) != NULL;
}

/* Interrupts of a line: those whose handler was seen, those that were but noticed, and those that
 * were counted. What is unknown is none. */
static guint64
count_interrupts (const SlLane *lane)
{
  const SlTrack *totals = sl_lane_get_track (lane, SL_ROLE_COUNTED);
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  guint64 count = marks != NULL ? sl_track_get_count (marks) : 0;
  SlItem last;

  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_STATES || lane->tracks[i].role == SL_ROLE_NESTED)
      count += count_state (lane->tracks[i].track, SL_STATE_ACTIVE);
  if (totals != NULL && sl_track_find_before (totals, SL_TIME_MAX, &last))
    count += (guint64) last.value;

  return count;
}

/* What happened in the lane: requests of a lock that had to wait, else marks, else whatever its items are,
 * nested interrupts and calls of branch traces included. */
static guint64
count_items (const SlLane *lane)
{
  SlTrackRole wanted = SL_ROLE_STATES;
  guint64 count = 0;

  if (lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER || is_span (lane))
    return count_interrupts (lane);
  if (lane->type == SL_LANE_LOCK)
    wanted = SL_ROLE_REQUESTS;
  else if (lane->type == SL_LANE_MARKS && sl_lane_get_track (lane, SL_ROLE_VALUE) != NULL)
    wanted = SL_ROLE_VALUE;
  else if (lane->type == SL_LANE_MARKS || lane->type == SL_LANE_BUS)
    wanted = SL_ROLE_MARKS;

  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == wanted ||
        (lane->type == SL_LANE_BRANCH && lane->tracks[i].role == SL_ROLE_NESTED))
      count += sl_track_get_count (lane->tracks[i].track);
  if (lane->density != NULL)
    count += sl_density_get_total (lane->density, lane->measure);

  return count;
}

static char *
make_count (const SlLane *lane, guint64 *bare_count)
{
  guint64 count = count_items (lane);
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  g_autofree char *grouped = sl_time_text_group (digits);

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

/**
 * sl_row_look_frequency:
 * @khz: of a processor
 *
 * Returns: (transfer full): it in GHz or MHz
 */
char *
sl_row_look_frequency (gint64 khz)
{
  g_autofree char *digits = NULL;

  if (khz < 1000000)
    return g_strdup_printf ("%" G_GINT64_FORMAT "\u2009MHz", khz / 1000);

  digits = sl_time_text_decimal (khz % 100000 == 0 ? "%.1f" : "%.2f", (double) khz / 1e6);
  return g_strdup_printf ("%s\u2009GHz", digits);
}

static gboolean
find_extremes (const SlTrack *values, gint64 *minimum, gint64 *maximum)
{
  SlSpan span = sl_track_get_span (values);
  guint8 group_of = 0; /* of the one code that values have */
  SlFoldQuery query = { { span.begin, MAX (span.end, span.begin) + 1 },
                        1,
                        &group_of,
                        SL_STATE_NONE };
  SlFoldColumn whole;

  sl_track_fold (values, &query, &whole);
  *minimum = whole.minimum;
  *maximum = whole.maximum;
  return whole.minimum <= whole.maximum;
}

/* Of a curve of a processor: how far it goes. */
static char *
make_extremes (const SlLane *lane, SlRowPart part)
{
  const SlTrack *values =
      sl_lane_get_track (lane, part == SL_ROW_QUEUE ? SL_ROLE_QUEUE : SL_ROLE_FREQUENCY);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  gint64 minimum, maximum;

  if (values == NULL || !find_extremes (values, &minimum, &maximum) || maximum < 0)
    return NULL;
  if (part == SL_ROW_QUEUE)
    /* Translators: a number of tasks */
    return g_strdup_printf (_ ("at most %u"), (guint) MIN (maximum, G_MAXUINT));

  low = sl_row_look_frequency (minimum);
  high = sl_row_look_frequency (maximum);
  return minimum < maximum ? g_strdup_printf ("%s–%s", low, high) : g_steal_pointer (&high);
}

/* Of a server: how much its budget is, where the trace tells that and it stays the same. */
static char *
make_budget (SlTraceSet *set, guint trace, const SlLane *lane)
{
  const SlTrack *budgets = sl_lane_get_track (lane, SL_ROLE_BUDGET);
  g_autoptr (SlClock) clock = NULL;
  gint64 least, most;

  if (budgets == NULL || !find_extremes (budgets, &least, &most) || least != most || most <= 0)
    return NULL;

  clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (set, trace),
                                    sl_trace_set_get_trace (set, trace));
  return sl_time_text_duration (clock, (SlSpan) { 0, most });
}

/**
 * sl_row_look_figure:
 * @trace: number in @set
 * @known: as of sl_task_load_get_known() for all of the trace
 * @bare_count: (out): the figure, where it is nothing but a number; set only then
 *
 * Returns: (transfer full) (nullable): what stands at the right of the row's header
 */
char *
sl_row_look_figure (SlTraceSet *set,
                    guint trace,
                    const SlLane *lane,
                    SlRowPart part,
                    SlTime known,
                    guint64 *bare_count)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlTrace *owner = sl_trace_set_get_trace (set, trace);

  if (part == SL_ROW_NESTED || sl_branch_look_is_calls (lane))
    {
      guint levels = sl_row_look_count_levels (lane, part);

      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u deep", "%u deep", levels), levels);
    }
  if (part == SL_ROW_QUEUE || part == SL_ROW_FREQUENCY)
    return make_extremes (lane, part);
  if (part == SL_ROW_STATES && lane->type == SL_LANE_SERVER)
    return make_budget (set, trace, lane);
  if (part != SL_ROW_STATES)
    return NULL;
  if (lane->type == SL_LANE_BRANCH && states == NULL && lane->density == NULL)
    return NULL;
  if (states != NULL && (lane->type == SL_LANE_CPU || lane->type == SL_LANE_TASK))
    return make_share (lane, states, sl_trace_get_span (owner), known,
                       sl_annotations_get_idle_task (sl_trace_set_get_annotations (set, trace),
                                                     owner));

  return make_count (lane, bare_count);
}

/**
 * sl_row_look_find_served:
 *
 * Returns: number of the one task that a server serves, as its states tell, whose colour it shares; 0 where they tell of none
 *   or of several, and of other lanes
 */
guint32
sl_row_look_find_served (const SlLane *lane)
{
  const SlTrack *states =
      lane->type == SL_LANE_SERVER ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
  guint n_codes = states != NULL ? sl_track_get_n_codes (states) : 0;
  guint32 served = 0;

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, task;

      sl_track_get_code (states, i, &state, &task);
      if (task != 0 && served != 0 && task != served)
        return 0;
      if (task != 0)
        served = task;
    }

  return served;
}

/**
 * sl_row_look_colour:
 * @object: (nullable): the lane's
 *
 * Returns: the rank of the row's colour; -1 for none of its own
 */
int
sl_row_look_colour (const SlLane *lane, const SlObject *object, SlRowPart part)
{
  if (lane->type == SL_LANE_BUS)
    return sl_bus_look_colour (lane);
  if (lane->type == SL_LANE_BRANCH)
    return sl_branch_look_colour (lane);
  if (part != SL_ROW_STATES || object == NULL || sl_branch_look_is_calls (lane))
    return -1;
  if (lane->type == SL_LANE_TASK || lane->type == SL_LANE_SERVER)
    return (int) object->rank;

  return -1;
}
