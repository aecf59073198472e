/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-splitter.h"

#include "sl-lock-holders.h"
#include "sl-track-cursor.h"

/* What the runner of a processor has to do with who is ready. */
typedef struct
{
  SlTrackCursor inherits;
  guint n_holds;
  SlTrackCursor holds[];
} Heir;

struct _SlJobSplitter
{
  SlTrace *trace;
  guint32 idle_task;
  SlTaskRules *rules;  /* say which locks hold tasks back before they start */
  GArray *processors;  /* of SlTrackCursor */
  GHashTable *holders; /* lock → SlLockHolders */
  GHashTable *heirs;   /* task that may keep a more urgent one from running → Heir */
  guint processor;     /* where the task ran last */
  guint32 task;        /* that @states belongs to */
  SlTrackCursor states;

  GArray *parts;
  guint last_part;
  gint64 wcet;
  gint64 executed;
  SlTime start;
  guint preemptions;
};

static Heir *
heir_new (const SlLane *lane, const SlTrack *inherits)
{
  Heir *heir = g_malloc0 (sizeof *heir + lane->n_tracks * sizeof (SlTrackCursor));

  sl_track_cursor_init (&heir->inherits, inherits);
  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_HOLDS)
      sl_track_cursor_init (&heir->holds[heir->n_holds++], lane->tracks[i].track);

  return heir;
}

static void
add_lane (SlJobSplitter *self, const SlLane *lane)
{
  const SlTrack *inherits = sl_lane_get_track (lane, SL_ROLE_INHERITS);
  SlTrackCursor cursor;

  if (lane->type == SL_LANE_CPU)
    {
      sl_track_cursor_init (&cursor, sl_lane_get_track (lane, SL_ROLE_STATES));
      g_array_append_val (self->processors, cursor);
    }
  else if (lane->type == SL_LANE_LOCK)
    {
      g_hash_table_insert (self->holders, GUINT_TO_POINTER (lane->object),
                           sl_lock_holders_new (lane));
    }
  else if (lane->type == SL_LANE_TASK &&
           (inherits != NULL || sl_task_rules_has_locks (self->rules)))
    {
      g_hash_table_insert (self->heirs, GUINT_TO_POINTER (lane->object), heir_new (lane, inherits));
    }
}

/**
 * sl_job_splitter_new:
 * @idle_task: number of the idle task, 0 for none
 * @rules: (nullable): what is said of the locks; %NULL for nothing
 *
 * Returns: (transfer full):
 */
SlJobSplitter *
sl_job_splitter_new (SlTrace *trace, guint32 idle_task, const SlTaskRules *rules)
{
  SlJobSplitter *self = g_new0 (SlJobSplitter, 1);

  self->trace = g_object_ref (trace);
  self->idle_task = idle_task;
  self->rules = sl_task_rules_copy (rules);
  self->processors = g_array_new (FALSE, FALSE, sizeof (SlTrackCursor));
  self->holders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->heirs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->parts = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    add_lane (self, sl_trace_get_lane (trace, i));

  return self;
}

/**
 * sl_job_splitter_new_for_table:
 *
 * Returns: (transfer full): for the jobs of @table, by its rules
 */
SlJobSplitter *
sl_job_splitter_new_for_table (const SlJobTable *table)
{
  return sl_job_splitter_new (sl_job_table_get_trace (table), sl_job_table_get_idle_task (table),
                              sl_job_table_get_rules (table));
}

void
sl_job_splitter_free (SlJobSplitter *self)
{
  g_array_unref (self->processors);
  g_hash_table_unref (self->holders);
  g_hash_table_unref (self->heirs);
  g_array_unref (self->parts);
  sl_task_rules_free (self->rules);
  g_object_unref (self->trace);
  g_free (self);
}

static gboolean
is_part (const SlJobPart *part, SlCause cause, guint32 object, guint32 other)
{
  return part->cause == cause && part->object == object && part->other == other;
}

static void
add_part (SlJobSplitter *self, SlCause cause, guint32 object, guint32 other, gint64 ticks)
{
  SlJobPart part = { cause, object, other, ticks };
  SlJobPart *parts = (SlJobPart *) self->parts->data;

  if (ticks <= 0)
    return;

  if (self->last_part >= self->parts->len ||
      !is_part (&parts[self->last_part], cause, object, other))
    {
      for (self->last_part = 0; self->last_part < self->parts->len; self->last_part++)
        if (is_part (&parts[self->last_part], cause, object, other))
          break;
    }

  if (self->last_part < self->parts->len)
    parts[self->last_part].ticks += ticks;
  else
    g_array_append_val (self->parts, part);
}

static void
add_execution (SlJobSplitter *self, gint64 ticks)
{
  gint64 left = self->wcet > 0 ? MAX (self->wcet - self->executed, 0) : ticks;

  self->executed += ticks;
  add_part (self, SL_CAUSE_EXECUTION, 0, 0, MIN (ticks, left));
  add_part (self, SL_CAUSE_OVERRUN, 0, 0, ticks - MIN (ticks, left));
}

/* Which processor a task that is ready waits for: the one where it ran last. */
static void
find_processor (SlJobSplitter *self, SlTime time)
{
  for (guint i = 0; self->processors->len > 1 && i < self->processors->len; i++)
    {
      SlTrackCursor *cursor = &g_array_index (self->processors, SlTrackCursor, i);

      if (sl_track_cursor_seek (cursor, time) && cursor->item.begin <= time &&
          cursor->item.state == SL_STATE_RUNNING && cursor->item.detail == self->task)
        self->processor = i;
    }
}

static SlItem
cut_processor (SlJobSplitter *self, SlSpan span)
{
  SlItem piece = { .begin = span.begin, .end = span.end };

  if (self->processor < self->processors->len)
    sl_track_cursor_cut (&g_array_index (self->processors, SlTrackCursor, self->processor), span,
                         &piece);

  return piece;
}

static void
split_interrupted (SlJobSplitter *self, SlSpan span)
{
  while (span.begin < span.end)
    {
      SlItem piece = cut_processor (self, span);
      guint32 line = piece.state == SL_STATE_INTERRUPT ? piece.detail : 0;

      add_part (self, SL_CAUSE_INTERRUPT, line, 0, piece.end - piece.begin);
      span.begin = piece.end;
    }
}

/* The lock by which the runner keeps the task from running at the begin of @piece, 0 for none;
 * @piece is cut where that changes. One that runs by the task's own priority does so for any lock. */
static guint32
cut_held_lock (SlJobSplitter *self, Heir *heir, guint32 runner, gboolean is_heir, SlItem *piece)
{
  guint32 lock = 0;

  for (guint i = 0; i < heir->n_holds; i++)
    {
      SlTrackCursor *cursor = &heir->holds[i];
      SlItem held;

      sl_track_cursor_cut (cursor, (SlSpan) { piece->begin, piece->end }, &held);
      piece->end = held.end;
      if (lock == 0 && held.state == SL_STATE_HELD &&
          (is_heir || sl_task_rules_holds_back (self->rules, held.detail, runner, self->task)))
        lock = held.detail;
    }

  return lock;
}

/* Another task runs. Where it does so by the priority of the one that is ready, or the task model
 * tells of a protocol with ceilings, and it has a lock, that holds the ready one back: this is
 * blocking, not preemption. */
static void
split_preempted (SlJobSplitter *self, guint32 runner, SlSpan span)
{
  Heir *heir = g_hash_table_lookup (self->heirs, GUINT_TO_POINTER (runner));

  while (heir != NULL && span.begin < span.end)
    {
      guint32 lock = 0;
      gboolean is_heir;
      SlItem piece;

      sl_track_cursor_cut (&heir->inherits, span, &piece);
      is_heir = piece.state == SL_STATE_INHERITS && piece.detail == self->task;
      if (is_heir || sl_task_rules_has_locks (self->rules))
        lock = cut_held_lock (self, heir, runner, is_heir, &piece);

      if (lock != 0)
        add_part (self, SL_CAUSE_BLOCKED, lock, runner, piece.end - piece.begin);
      else
        add_part (self, SL_CAUSE_PREEMPTED, runner, 0, piece.end - piece.begin);
      span.begin = piece.end;
    }

  add_part (self, SL_CAUSE_PREEMPTED, runner, 0, span.end - span.begin);
}

static void
split_ready (SlJobSplitter *self, SlSpan span)
{
  while (span.begin < span.end)
    {
      SlItem piece = cut_processor (self, span);
      gint64 ticks = piece.end - piece.begin;

      if (piece.state == SL_STATE_RUNNING && piece.detail != 0 && piece.detail != self->task &&
          piece.detail != self->idle_task)
        split_preempted (self, piece.detail, (SlSpan) { piece.begin, piece.end });
      else if (piece.state == SL_STATE_INTERRUPT)
        add_part (self, SL_CAUSE_INTERRUPT, piece.detail, 0, ticks);
      else if (piece.state == SL_STATE_NONE || piece.state == SL_STATE_UNKNOWN)
        add_part (self, SL_CAUSE_NOT_RECORDED, 0, 0, ticks);
      else
        add_part (self, SL_CAUSE_UNEXPLAINED, 0, 0, ticks);
      span.begin = piece.end;
    }
}

static void
split_blocked (SlJobSplitter *self, guint32 lock, SlSpan span)
{
  SlLockHolders *holders = g_hash_table_lookup (self->holders, GUINT_TO_POINTER (lock));

  if (lock == 0)
    {
      add_part (self, SL_CAUSE_SUSPENDED, 0, 0, span.end - span.begin);
      return;
    }

  while (holders != NULL && span.begin < span.end)
    {
      SlItem piece = sl_lock_holders_cut (holders, self->task, span);

      add_part (self, SL_CAUSE_BLOCKED, lock, piece.detail, piece.end - piece.begin);
      span.begin = piece.end;
    }

  add_part (self, SL_CAUSE_BLOCKED, lock, 0, span.end - span.begin);
}

static void
split_slice (SlJobSplitter *self, const SlItem *piece)
{
  SlSpan span = { piece->begin, piece->end };

  switch ((int) piece->state)
    {
    case SL_STATE_RUNNING:
      find_processor (self, span.begin);
      add_execution (self, span.end - span.begin);
      break;
    case SL_STATE_INTERRUPTED:
      split_interrupted (self, span);
      break;
    case SL_STATE_READY:
      split_ready (self, span);
      break;
    case SL_STATE_BLOCKED:
      split_blocked (self, piece->detail, span);
      break;
    case SL_STATE_THROTTLED:
      add_part (self, SL_CAUSE_THROTTLED, 0, 0, span.end - span.begin);
      break;
    case SL_STATE_SUSPENDED:
    case SL_STATE_IDLE:
      add_part (self, SL_CAUSE_SUSPENDED, 0, 0, span.end - span.begin);
      break;
    case SL_STATE_NONE:
    case SL_STATE_UNKNOWN:
    default:
      add_part (self, SL_CAUSE_NOT_RECORDED, 0, 0, span.end - span.begin);
      break;
    }
}

/* Whether whoever has the processor from @time on is released in that very tick. No kernel is as
 * quick as that: its timer took no time, as in a simulated trace. */
static gboolean
yields_to_release (SlJobSplitter *self, SlTime time)
{
  SlItem runner = cut_processor (self, (SlSpan) { time, time + 1 });
  const SlTrack *marks = NULL;
  SlTrackIter iter;
  SlItem mark;
  guint lane;

  if (runner.state == SL_STATE_RUNNING &&
      sl_trace_find_lane_of_object (self->trace, runner.detail, &lane))
    marks = sl_lane_get_track (sl_trace_get_lane (self->trace, lane), SL_ROLE_MARKS);
  if (marks == NULL)
    return FALSE;

  sl_track_iter_init (&iter, marks, time);
  while (sl_track_iter_next (&iter, &mark) && mark.begin <= time)
    if (mark.begin == time &&
        (mark.state == SL_KIND_TASK_TIMER || mark.state == SL_KIND_TASK_ACTIVATE))
      return TRUE;

  return FALSE;
}

/* Keeps when the job starts and how often it is preempted. A task that finishes a job while the
 * next one waits still has the processor until the scheduler chose: where it leaves it without
 * an interrupt, the next job did not start there. */
static void
follow_slice (SlJobSplitter *self, const SlItem *piece, SlState before, gboolean *carried)
{
  gboolean from_processor = before == SL_STATE_RUNNING || before == SL_STATE_INTERRUPTED;

  if (piece->state == SL_STATE_RUNNING && self->start == SL_JOB_NEVER)
    {
      self->start = piece->begin;
    }
  else if (piece->state == SL_STATE_READY && from_processor)
    {
      if (*carried && before == SL_STATE_RUNNING && !yields_to_release (self, piece->begin))
        self->start = SL_JOB_NEVER;
      else
        self->preemptions++;
    }
}

static void
follow_task (SlJobSplitter *self, guint32 task)
{
  const SlTrack *states = NULL;
  guint lane;

  if (self->task == task)
    return;

  if (sl_trace_find_lane_of_object (self->trace, task, &lane))
    states = sl_lane_get_track (sl_trace_get_lane (self->trace, lane), SL_ROLE_STATES);

  self->task = task;
  self->processor = 0;
  sl_track_cursor_init (&self->states, states);
}

/**
 * sl_job_splitter_split:
 * @job: of the trace
 * @wcet: ticks; 0 where it is not known
 * @n_parts: (out):
 *
 * Where the release is unknown, the parts add up to the time from the job's front.
 *
 * Returns: (transfer none): the parts, in the order in which they first occur; until the next call
 */
const SlJobPart *
sl_job_splitter_split (SlJobSplitter *self, const SlJob *job, gint64 wcet, guint *n_parts)
{
  SlSpan rest = { job->front, job->end };
  SlState before = SL_STATE_NONE;
  gboolean carried = FALSE;

  follow_task (self, job->task);
  g_array_set_size (self->parts, 0);
  self->last_part = 0;
  self->wcet = wcet;
  self->executed = 0;
  self->start = SL_JOB_NEVER;
  self->preemptions = 0;

  if (job->release != SL_JOB_NEVER)
    add_part (self, SL_CAUSE_EARLIER_JOB, 0, 0, MIN (job->front, job->end) - job->release);

  while (rest.begin < rest.end)
    {
      SlItem piece;
      gboolean is_cut = sl_track_cursor_cut (&self->states, rest, &piece);

      follow_slice (self, &piece, before, &carried);
      carried = is_cut && rest.begin == job->front;
      split_slice (self, &piece);
      before = piece.state;
      rest.begin = piece.end;
    }

  *n_parts = self->parts->len;
  return (const SlJobPart *) self->parts->data;
}

/**
 * sl_job_splitter_measure:
 * @job: with release, front and end
 *
 * Fills in what follows from the slices between: start, execution, preemptions, blocking.
 */
void
sl_job_splitter_measure (SlJobSplitter *self, SlJob *job)
{
  guint n_parts;
  const SlJobPart *parts = sl_job_splitter_split (self, job, 0, &n_parts);

  job->start = self->start;
  job->preemptions = self->preemptions;
  job->execution = self->executed;
  job->preempted = 0;
  job->blocked = 0;
  for (guint i = 0; i < n_parts; i++)
    {
      if (parts[i].cause == SL_CAUSE_PREEMPTED)
        job->preempted += parts[i].ticks;
      else if (parts[i].cause == SL_CAUSE_BLOCKED)
        job->blocked += parts[i].ticks;
    }
}

/**
 * sl_job_table_dup_parts:
 * @number: place of a job in the table
 *
 * Takes one job apart, by the WCET that the table's rules give. For many use an #SlJobSplitter.
 *
 * Returns: (transfer full) (element-type SlJobPart): the largest first
 */
GArray *
sl_job_table_dup_parts (SlJobTable *table, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new_for_table (table);
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (table), job->task);
  guint n_parts;
  const SlJobPart *parts = sl_job_splitter_split (splitter, job, rule->wcet, &n_parts);

  g_array_append_vals (copy, parts, n_parts);
  sl_job_parts_sort (copy);
  return copy;
}
