/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-replay-changes.h"

#include "sl-lower-bound.h"

/* Events of a window. */
#define WINDOW 65536

/* So many of them stay, since a decision may lie on both sides of a border. */
#define N_WINDOWS 2

/* @is_told: whether it is one that sl_replay_changes_find() finds: a processor or a task comes into
 * another state, or inherits, a job ends, or a lock has another holder. */
typedef struct
{
  guint64 index;
  guint lane;
  gboolean is_told;
} Change;

typedef struct
{
  guint64 number;  /* G_MAXUINT64 for none */
  GArray *changes; /* of Change, by index of the event, then lane */
} Window;

struct _SlReplayChanges
{
  SlReplay *replay;
  Window windows[N_WINDOWS];
  guint last; /* that was asked for */
};

/* @replay: outlives it */
SlReplayChanges *
sl_replay_changes_new (SlReplay *replay)
{
  SlReplayChanges *self = g_new0 (SlReplayChanges, 1);

  self->replay = replay;
  for (guint i = 0; i < N_WINDOWS; i++)
    self->windows[i] = (Window) { G_MAXUINT64, g_array_new (FALSE, FALSE, sizeof (Change)) };
  return self;
}

void
sl_replay_changes_free (SlReplayChanges *self)
{
  for (guint i = 0; i < N_WINDOWS; i++)
    g_array_unref (self->windows[i].changes);
  g_free (self);
}

static void
add (Window *window, SlTime index, guint lane, gboolean is_told)
{
  const Change change = { (guint64) index, lane, is_told };

  if (index >= 0 && (guint64) index / WINDOW == window->number)
    g_array_append_val (window->changes, change);
}

static void
add_slices (Window *window, const SlTrack *track, guint lane, gboolean is_told)
{
  SlTime begin = (SlTime) (window->number * WINDOW);
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, begin > 0 ? begin - 1 : 0);
  while (sl_track_iter_next (&iter, &item) && item.begin < begin + WINDOW)
    {
      add (window, item.begin, lane, is_told);
      add (window, item.end, lane, is_told);
    }
}

/* Of a task whose state is the same: nothing is decided by that alone. */
static void
add_priorities (Window *window, const SlTrack *track, guint lane)
{
  SlTime begin = (SlTime) (window->number * WINDOW);
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < begin + WINDOW)
    add (window, item.begin, lane, FALSE);
}

/* The job that a task has to do may be another one though its state is the same. */
static void
add_jobs (const SlReplayChanges *self, Window *window, guint32 task, guint lane)
{
  const SlJobTable *by_event = sl_replay_get_jobs_by_event (self->replay);
  const SlJobTask *all = sl_job_table_find_task (by_event, task);
  SlTime begin = (SlTime) (window->number * WINDOW);
  guint next, index = sl_job_table_find_at_or_next (by_event, task, begin - 1, &next);

  if (index == G_MAXUINT)
    index = next;
  for (; index != G_MAXUINT && index < all->first + all->n_jobs; index++)
    {
      const SlJob *job = sl_job_table_get (by_event, index);

      if (job->eligible >= begin + WINDOW)
        return;
      add (window, job->eligible, lane, FALSE);
      add (window, job->end, lane, (job->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED)) != 0);
    }
}

/* What a server's deadline is follows from the time of its marks: from the first event on that has
 * that time. */
static void
add_marks (const SlReplayChanges *self, Window *window, const SlLane *lane, guint number)
{
  SlTrace *recorded = sl_replay_get_recorded (self->replay);
  const SlTrack *marks = sl_trace_get_track_of_object (recorded, lane->object, SL_ROLE_MARKS);
  SlTime first = sl_replay_get_time (self->replay, window->number * WINDOW);
  SlTime last = sl_replay_get_time (self->replay, (window->number + 1) * WINDOW);
  SlTrackIter iter;
  SlItem mark;

  if (marks == NULL)
    return;

  sl_track_iter_init (&iter, marks, first);
  while (sl_track_iter_next (&iter, &mark) && mark.begin <= last)
    add (window, (SlTime) sl_trace_index_at (recorded, mark.begin), number, FALSE);
}

static gboolean
is_told (const SlLane *lane, SlTrackRole role)
{
  if (lane->type == SL_LANE_CPU || lane->type == SL_LANE_LOCK)
    return role == SL_ROLE_STATES;

  return lane->type == SL_LANE_TASK && (role == SL_ROLE_STATES || role == SL_ROLE_INHERITS);
}

static int
compare_changes (gconstpointer one, gconstpointer other)
{
  const Change *a = one, *b = other;

  if (a->index != b->index)
    return a->index < b->index ? -1 : 1;

  return a->lane < b->lane ? -1 : a->lane > b->lane;
}

/* Of very many tasks few live during a window. What a server's marks change, its extent does not tell. */
static gboolean
may_change (const SlReplayChanges *self, const Window *window, const SlLane *lane, guint number)
{
  SlSpan extent = sl_replay_get_extent (self->replay, number);
  SlTime begin = (SlTime) (window->number * WINDOW);

  return lane->type == SL_LANE_SERVER || (extent.end >= begin && extent.begin < begin + WINDOW);
}

static void
fill (const SlReplayChanges *self, Window *window)
{
  SlTrace *by_event = sl_replay_get_by_event (self->replay);

  g_array_set_size (window->changes, 0);
  for (guint i = 0; i < sl_trace_get_n_lanes (by_event); i++)
    {
      const SlLane *lane = sl_trace_get_lane (by_event, i);

      if (!may_change (self, window, lane, i))
        continue;
      for (guint t = 0; t < lane->n_tracks; t++)
        if (sl_track_get_type_of_items (lane->tracks[t].track) == SL_TRACK_SLICES)
          add_slices (window, lane->tracks[t].track, i, is_told (lane, lane->tracks[t].role));
        else if (lane->tracks[t].role == SL_ROLE_PRIORITY)
          add_priorities (window, lane->tracks[t].track, i);
      if (lane->type == SL_LANE_TASK)
        add_jobs (self, window, lane->object, i);
      else if (lane->type == SL_LANE_SERVER)
        add_marks (self, window, lane, i);
    }
  g_array_sort (window->changes, compare_changes);
}

static const GArray *
get_window (SlReplayChanges *self, guint64 number)
{
  for (guint i = 0; i < N_WINDOWS; i++)
    if (self->windows[i].number == number)
      {
        self->last = i;
        return self->windows[i].changes;
      }

  self->last = (self->last + 1) % N_WINDOWS;
  self->windows[self->last].number = number;
  fill (self, &self->windows[self->last]);
  return self->windows[self->last].changes;
}

/* The first of @changes that lies at @index or after it. */
static guint
find_index (const GArray *changes, guint64 index)
{
  return sl_lower_bound (0, changes->len, i, g_array_index (changes, Change, i).index < index);
}

static gboolean
find_after (SlReplayChanges *self, guint64 index, guint64 *change)
{
  guint64 n_events = sl_replay_get_n_events (self->replay);

  for (guint64 number = index / WINDOW; number * WINDOW < n_events; number++)
    {
      const GArray *changes = get_window (self, number);

      for (guint i = find_index (changes, index + 1); i < changes->len; i++)
        {
          const Change *found = &g_array_index (changes, Change, i);

          if (!found->is_told)
            continue;
          *change = found->index;
          return found->index < n_events;
        }
    }

  return FALSE;
}

static gboolean
find_before (SlReplayChanges *self, guint64 index, guint64 *change)
{
  for (guint64 number = index / WINDOW + 1; number > 0; number--)
    {
      const GArray *changes = get_window (self, number - 1);

      for (guint i = find_index (changes, index); i > 0; i--)
        {
          const Change *found = &g_array_index (changes, Change, i - 1);

          if (!found->is_told)
            continue;
          *change = found->index;
          return found->index < sl_replay_get_n_events (self->replay);
        }
    }

  return FALSE;
}

/**
 * sl_replay_changes_find:
 * @direction: 1 for the first event after @index, -1 for the last one before it
 * @change: (out): at which a processor or a task comes into another state, a job ends, or a lock has
 *   another holder
 *
 * Returns: whether there is one
 */
gboolean
sl_replay_changes_find (SlReplayChanges *self, guint64 index, int direction, guint64 *change)
{
  return direction > 0 ? find_after (self, index, change) : find_before (self, index, change);
}

static int
compare_lanes (gconstpointer one, gconstpointer other)
{
  const guint *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

static void
remove_doubles (GArray *lanes)
{
  guint n = 0;

  g_array_sort (lanes, compare_lanes);
  for (guint i = 0; i < lanes->len; i++)
    if (n == 0 || g_array_index (lanes, guint, i) != g_array_index (lanes, guint, n - 1))
      g_array_index (lanes, guint, n++) = g_array_index (lanes, guint, i);
  g_array_set_size (lanes, n);
}

/**
 * sl_replay_changes_list:
 * @from: an event
 * @to: an event, not before it
 * @lanes: (element-type guint) (out caller-allocates): of which something is different at @to, or was
 *   in between; ascending
 */
void
sl_replay_changes_list (SlReplayChanges *self, guint64 from, guint64 to, GArray *lanes)
{
  g_array_set_size (lanes, 0);
  for (guint64 number = from / WINDOW; number <= to / WINDOW; number++)
    {
      const GArray *changes = get_window (self, number);

      for (guint i = find_index (changes, from + 1); i < changes->len; i++)
        {
          const Change *found = &g_array_index (changes, Change, i);

          if (found->index > to)
            break;
          g_array_append_val (lanes, found->lane);
        }
    }
  remove_doubles (lanes);
}
