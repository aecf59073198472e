/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-legend.h"

#include <glib/gi18n-lib.h>

#include "sl-branch-look.h"
#include "sl-build-textbook-private.h"
#include "sl-bus-kinds.h"
#include "sl-kind-action.h"
#include "sl-legend-private.h"

/* Where the whole trace is in sight on so many pixels, so many successive slices of less than so many
 * pixels each are folded; in a row of more than this many there are such. */
#define PIXELS      780
#define FOLD_SLICES 5
#define FOLD_PIXELS 5
#define MOST_WALKED 4096

#define BIT(sign) SL_LEGEND_BIT (sign)

/* What has a sign of its own in the textbook look; the others are drawn there in no way, or need no
 * explanation. */
#define TEXTBOOK_SIGNS                                                                   \
  (BIT (SL_LEGEND_RELEASE) | BIT (SL_LEGEND_DEADLINE) | BIT (SL_LEGEND_FINISH) |         \
   BIT (SL_LEGEND_HOLDS) | BIT (SL_LEGEND_WAITS) | BIT (SL_LEGEND_RAISED) |              \
   BIT (SL_LEGEND_SPENT) | BIT (SL_LEGEND_MISS) | BIT (SL_LEGEND_RECORDED) |             \
   BIT (SL_LEGEND_OVERRUN) | BIT (SL_LEGEND_UNINTERRUPTIBLE) | BIT (SL_LEGEND_STOPPED) | \
   BIT (SL_LEGEND_WAKING))

static guint64
get_sign_of_state (guint32 state)
{
  switch (state)
    {
    case SL_STATE_RUNNING:
    case SL_STATE_ACTIVE:
      return BIT (SL_LEGEND_RUNNING);
    case SL_STATE_READY:
    case SL_STATE_INTERRUPTED:
      return BIT (SL_LEGEND_READY);
    case SL_STATE_WAKING:
      return BIT (SL_LEGEND_WAKING);
    case SL_STATE_HELD:
      return BIT (SL_LEGEND_HOLDS);
    case SL_STATE_BLOCKED:
    case SL_STATE_WAITED:
      return BIT (SL_LEGEND_WAITS);
    case SL_STATE_THROTTLED:
    case SL_STATE_EXHAUSTED:
      return BIT (SL_LEGEND_SPENT);
    case SL_STATE_SUSPENDED:
      return BIT (SL_LEGEND_SUSPENDED);
    case SL_STATE_UNINTERRUPTIBLE:
      return BIT (SL_LEGEND_UNINTERRUPTIBLE);
    case SL_STATE_STOPPED:
      return BIT (SL_LEGEND_STOPPED);
    case SL_STATE_INHERITS:
      return BIT (SL_LEGEND_RAISED);
    case SL_STATE_INTERRUPT:
    case SL_STATE_SOFTIRQ:
      return BIT (SL_LEGEND_INTERRUPT);
    case SL_STATE_UNKNOWN:
    case SL_STATE_GAP:
    case SL_STATE_NOT_RECORDED:
      return BIT (SL_LEGEND_GAP);
    case SL_STATE_CALL:
      return BIT (SL_LEGEND_CALL);
    default:
      return 0;
    }
}

static gboolean
is_folded (const SlTrack *track, SlSpan span)
{
  gint64 least = sl_span_duration (span) / PIXELS * FOLD_PIXELS;
  guint n_short = 0;
  SlTrackIter iter;
  SlItem item;

  if (sl_track_get_count (track) > MOST_WALKED)
    return TRUE;

  sl_track_iter_init (&iter, track, span.begin);
  while (n_short < FOLD_SLICES && sl_track_iter_next (&iter, &item))
    n_short = item.end - item.begin < least ? n_short + 1 : 0;

  return n_short == FOLD_SLICES;
}

/* Whether a task ran on one processor and on another. */
static gboolean
has_moved (const SlLane *lane, const SlLaneTrack *track)
{
  guint32 first = 0;

  if (lane->type != SL_LANE_TASK)
    return FALSE;

  for (guint i = 0; i < sl_track_get_n_codes (track->track); i++)
    {
      guint32 state, cpu;

      sl_track_get_code (track->track, i, &state, &cpu);
      if (state != SL_STATE_RUNNING || cpu == 0)
        continue;
      if (first != 0 && cpu != first)
        return TRUE;
      first = cpu;
    }

  return FALSE;
}

/* One track that is folded is enough: to look for another one costs the most. */
static guint64
find_folded (const SlTrack *track, SlSpan span, guint64 known)
{
  return (known & BIT (SL_LEGEND_FOLDED)) == 0 && is_folded (track, span) ? BIT (SL_LEGEND_FOLDED)
                                                                          : 0;
}

static guint64
find_in_slices (const SlLane *lane, const SlLaneTrack *track, SlSpan span, guint64 known)
{
  gboolean is_line = lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER;
  guint64 signs = 0;

  if (lane->type == SL_LANE_MARKS || (lane->type == SL_LANE_TASK && sl_branch_look_is_calls (lane)))
    return BIT (SL_LEGEND_SPAN) | find_folded (track->track, span, known);
  if (track->role == SL_ROLE_NESTED)
    return sl_track_get_count (track->track) > 0 ? BIT (SL_LEGEND_NESTED) : 0;

  for (guint i = 0; i < sl_track_get_n_codes (track->track); i++)
    {
      guint32 state, detail;

      sl_track_get_code (track->track, i, &state, &detail);
      if (is_line && state == SL_STATE_ACTIVE)
        signs |= BIT (SL_LEGEND_INTERRUPT);
      else if (state == SL_STATE_UNKNOWN && detail != 0)
        signs |= BIT (SL_LEGEND_NAMED);
      else if (lane->type == SL_LANE_BRANCH && state == SL_STATE_RUNNING)
        continue; /* the box says what it is */
      else if (!sl_branch_look_is_state (state) || state == SL_STATE_CALL)
        signs |= get_sign_of_state (state);
    }
  if (has_moved (lane, track))
    signs |= BIT (SL_LEGEND_MIGRATION);

  return signs | find_folded (track->track, span, known);
}

static guint64
find_in_instants (const SlLane *lane, const SlTrack *track)
{
  guint64 signs = 0;

  for (guint i = 0; i < sl_track_get_n_codes (track); i++)
    {
      guint32 kind, detail;
      SlAction action;

      sl_track_get_code (track, i, &kind, &detail);
      action = sl_kind_get_action (kind);
      if (sl_kind_is_release (kind))
        signs |= BIT (SL_LEGEND_RELEASE);
      else if (action == SL_ACTION_FINISH)
        signs |= BIT (SL_LEGEND_FINISH);
      else if (action == SL_ACTION_MISS)
        signs |= BIT (SL_LEGEND_MISS);
      else if (action == SL_ACTION_OVERRUN)
        signs |= BIT (SL_LEGEND_OVERRUN);
      else if (sl_bus_kind_get_class ((guint16) kind) == SL_BUS_SPECIAL)
        signs |= BIT (SL_LEGEND_SPECIAL);
      else if (lane->type != SL_LANE_BRANCH)
        signs |= BIT (SL_LEGEND_MARK);
    }

  return signs;
}

/* Whether a deadline that a server gets in @span was computed, as far as that is looked at. */
static gboolean
has_computed (const SlLane *server, SlSpan span)
{
  const SlTrack *marks = sl_lane_get_track (server, SL_ROLE_MARKS);
  SlTrackIter iter;
  SlItem mark;

  if (marks == NULL)
    return FALSE;

  sl_track_iter_init (&iter, marks, span.begin);
  for (guint i = 0; i < MOST_WALKED && sl_track_iter_next (&iter, &mark) && mark.begin < span.end;
       i++)
    if (sl_kind_get_action (mark.state) == SL_ACTION_REPLENISH &&
        sl_server_is_computed (mark.detail))
      return TRUE;

  return FALSE;
}

/* @known: the signs that other lanes have */
static guint64
find_in_lane (const SlLane *lane, SlSpan span, guint64 known)
{
  guint64 signs = 0;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlLaneTrack *track = &lane->tracks[i];

      if (lane->type == SL_LANE_SERVER && track->role == SL_ROLE_BUDGET)
        signs |= BIT (SL_LEGEND_BUDGET);
      else if (lane->type == SL_LANE_SERVER && track->role == SL_ROLE_DEADLINES)
        signs |= BIT (SL_LEGEND_SERVER_DEADLINE) |
                 (has_computed (lane, span) ? BIT (SL_LEGEND_COMPUTED_DEADLINE) : 0);
      else if (track->role == SL_ROLE_JUMPS)
        signs |= BIT (SL_LEGEND_JUMP);
      else if (!sl_track_role_is_shown (track->role) || sl_track_get_count (track->track) == 0)
        continue;
      else if (sl_track_get_type_of_items (track->track) == SL_TRACK_SLICES)
        signs |= find_in_slices (lane, track, span, known | signs);
      else if (sl_track_get_type_of_items (track->track) == SL_TRACK_INSTANTS)
        signs |= find_in_instants (lane, track->track);
      else
        signs |= BIT (SL_LEGEND_VALUE);
    }
  if (lane->density != NULL)
    signs |= BIT (SL_LEGEND_DENSITY) | BIT (SL_LEGEND_PEAK) | BIT (SL_LEGEND_FOLDED);
  if (lane->density != NULL && lane->type == SL_LANE_BUS)
    signs |= BIT (SL_LEGEND_CYCLE);
  if (lane->map != NULL)
    signs |= BIT (SL_LEGEND_PAGE);

  return signs;
}

/* What follows from deadlines that the trace itself does not record. */
static guint64
find_in_jobs (const SlJobTable *jobs)
{
  guint64 signs = 0;
  guint n_misses;

  sl_job_table_get_misses (jobs, FALSE, &n_misses);
  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);
      gint64 lateness;

      if (job->deadline != SL_JOB_NEVER)
        signs |= BIT (SL_LEGEND_DEADLINE);
      if (sl_job_has_other_miss (job))
        signs |= BIT (SL_LEGEND_RECORDED);
      if (n_misses > 0 && sl_job_has_missed (job, FALSE) && sl_job_get_lateness (job, &lateness) &&
          lateness > 0)
        signs |= BIT (SL_LEGEND_LATE);
    }

  return signs | (n_misses > 0 ? BIT (SL_LEGEND_MISS) : 0);
}

/**
 * sl_legend_find:
 * @jobs: (nullable): of @trace, as far as they are known
 *
 * Returns: the signs that pictures of @trace have in a look, as bits by #SlLegendSign
 */
guint64
sl_legend_find (SlTrace *trace, const SlJobTable *jobs, SlStyle style)
{
  guint64 signs = jobs != NULL ? find_in_jobs (jobs) : 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    signs |= find_in_lane (sl_trace_get_lane (trace, i), sl_trace_get_span (trace), signs);
  if (style == SL_STYLE_TEXTBOOK)
    return signs & TEXTBOOK_SIGNS;

  /* Deadlines that are kept are not drawn there. */
  return signs & ~BIT (SL_LEGEND_DEADLINE);
}

/**
 * sl_legend_get_title:
 *
 * Returns: (transfer none): what a sign means, translated
 */
const char *
sl_legend_get_title (SlLegendSign sign)
{
  static const char *const titles[SL_N_LEGEND_SIGNS] = {
    [SL_LEGEND_RUNNING] = N_ ("Running"),
    [SL_LEGEND_READY] = N_ ("Ready"),
    [SL_LEGEND_WAKING] = N_ ("Waking"),
    [SL_LEGEND_HOLDS] = N_ ("Holds a lock"),
    [SL_LEGEND_WAITS] = N_ ("Waits for a lock"),
    [SL_LEGEND_RAISED] = N_ ("Raised priority"),
    [SL_LEGEND_SPENT] = N_ ("No budget"),
    [SL_LEGEND_LATE] = N_ ("Late"),
    [SL_LEGEND_MISS] = N_ ("Missed deadline"),
    [SL_LEGEND_RECORDED] = N_ ("Recorded miss"),
    [SL_LEGEND_RELEASE] = N_ ("Release"),
    [SL_LEGEND_FINISH] = N_ ("Finish"),
    [SL_LEGEND_DEADLINE] = N_ ("Deadline"),
    [SL_LEGEND_OVERRUN] = N_ ("WCET overrun"),
    [SL_LEGEND_SUSPENDED] = N_ ("Suspended"),
    [SL_LEGEND_UNINTERRUPTIBLE] = N_ ("Uninterruptible sleep"),
    [SL_LEGEND_STOPPED] = N_ ("Stopped"),
    [SL_LEGEND_BUDGET] = N_ ("Budget left"),
    [SL_LEGEND_SERVER_DEADLINE] = N_ ("Server’s deadline"),
    [SL_LEGEND_COMPUTED_DEADLINE] = N_ ("Server’s inferred deadline"),
    [SL_LEGEND_VALUE] = N_ ("Value over time"),
    [SL_LEGEND_INTERRUPT] = N_ ("Interrupt"),
    [SL_LEGEND_NESTED] = N_ ("Nested interrupt"),
    [SL_LEGEND_MARK] = N_ ("Other event"),
    [SL_LEGEND_EVENT] = N_ ("Recorded event"),
    [SL_LEGEND_CALL] = N_ ("Function call"),
    [SL_LEGEND_SPAN] = N_ ("Span"),
    [SL_LEGEND_DENSITY] = N_ ("Count over time"),
    [SL_LEGEND_PEAK] = N_ ("Short peak"),
    [SL_LEGEND_CYCLE] = N_ ("One cycle"),
    [SL_LEGEND_SPECIAL] = N_ ("Special cycle"),
    [SL_LEGEND_PAGE] = N_ ("Page touched"),
    [SL_LEGEND_JUMP] = N_ ("Branch"),
    [SL_LEGEND_MIGRATION] = N_ ("Migration"),
    [SL_LEGEND_FOLDED] = N_ ("More is hidden"),
    [SL_LEGEND_NAMED] = N_ ("Events name it"),
    [SL_LEGEND_GAP] = N_ ("Not recorded"),
  };

  g_return_val_if_fail (sign < SL_N_LEGEND_SIGNS, "");

  return _ (titles[sign]);
}

/**
 * sl_legend_get_width:
 *
 * Returns: how wide the picture of a sign is, in pixels
 */
int
sl_legend_get_width (SlStyle style)
{
  return style == SL_STYLE_TEXTBOOK ? SL_LEGEND_TEXTBOOK_WIDTH : SL_LEGEND_WIDTH;
}

/**
 * sl_legend_build:
 * @measure: (transfer none)
 *
 * Returns: (transfer full): a picture of the sign, sl_legend_get_width() by %SL_LEGEND_HEIGHT pixels
 */
SlScene *
sl_legend_build (SlLegendSign sign, SlStyle style, SlTextMeasure *measure)
{
  int width = sl_legend_get_width (style);
  const SlView view = { .extent = { 0, width }, .visible = { 0, width }, .width = width };
  SlScene *scene = sl_scene_new (width, SL_LEGEND_HEIGHT, view, NULL);
  SlPicture picture = {
    .scene = scene,
    .measure = measure,
    .view = view,
    .plot_bottom = SL_LEGEND_HEIGHT,
  };

  if (style == SL_STYLE_TEXTBOOK)
    sl_legend_draw_textbook (&picture, sign);
  else
    sl_legend_draw (&picture, sign);

  return scene;
}
