/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-cut.h"

#include "sl-action-reader.h"
#include "sl-action-text.h"
#include "sl-error.h"
#include "sl-job-table.h"

/* Lines between two reports, and bytes between two writes. */
#define LINES_A_LOOK 4096
#define BUFFER_SIZE  (256u << 10)

/* What is not finished when the span begins is kept: jobs that were released before it come first, at the times of their
 * releases. Who runs, what the others do and who holds what follows as actions of its first tick. */

typedef struct
{
  SlTrace *trace;
  SlSpan span;
  SlFileWriter *writer;
  SlActionCutProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
  SlActionText *text;
  GString *buffer;
  guint64 n_lines;
  guint64 n_actions;
  guint64 n_before;
  guint64 size;
} Cutter;

static gboolean
flush (Cutter *self, GError **error)
{
  gsize size = self->buffer->len;

  if (!sl_file_writer_write (self->writer, self->buffer->str, size, error))
    return FALSE;

  self->size += size;
  g_string_truncate (self->buffer, 0);
  return TRUE;
}

/* Writes the line at hand. */
static gboolean
write_line (Cutter *self, SlTime time, GError **error)
{
  sl_action_text_append_csv (self->text, self->buffer);
  if (++self->n_lines % LINES_A_LOOK == 0)
    {
      if (self->progress != NULL)
        self->progress (CLAMP ((double) (time - self->span.begin) /
                                   (double) MAX (self->span.end - self->span.begin, 1),
                               0, 1),
                        self->user_data);
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  return self->buffer->len < BUFFER_SIZE || flush (self, error);
}

static gboolean
write_action (Cutter *self, const SlActed *acted, GError **error)
{
  self->n_actions++;
  self->n_before += acted->time <= self->span.begin;
  sl_action_text_set (self->text, acted);
  return write_line (self, acted->time, error);
}

static void
add_action (GArray *actions, SlTrace *trace, guint32 task, SlTime time, SlAction action)
{
  const SlActed acted = {
    .time = time,
    .task = sl_object_table_get (sl_trace_get_objects (trace), task)->id,
    .object = SL_ACTED_NOTHING,
    .deadline = SL_TIME_MAX,
    .nominal = SL_TIME_MAX,
    .offset = SL_OFFSET_NONE,
    .action = action,
  };

  g_array_append_val (actions, acted);
}

/* Whether jobs are what marks say, and not what follows from the states of their tasks. */
static gboolean
has_releases (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);

  return sl_source_has_trait (source, SL_TRAIT_KERNEL) || sl_source_says (source, SL_TELLS_JOBS) ||
         sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE) > 0 ||
         sl_trace_get_n_events_of_action (trace, SL_ACTION_FINISH) > 0;
}

/* Releases of jobs that are not finished when the span begins, and what was recorded of them since. */
static gboolean
add_jobs (GArray *actions, SlTrace *trace, SlTime begin, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlJobTable) jobs = NULL;

  if (!has_releases (trace))
    return TRUE;

  jobs = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, cancellable, error);
  if (jobs == NULL)
    return FALSE;

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);

      if (job->release == SL_JOB_NEVER || job->release >= begin || job->end < begin ||
          (job->flags & SL_JOB_LOST) != 0)
        continue;
      add_action (actions, trace, job->task, job->release, SL_ACTION_RELEASE);
      if ((job->flags & SL_JOB_DEADLINE_RECORDED) != 0)
        g_array_index (actions, SlActed, actions->len - 1).deadline = job->deadline;
      if (job->nominal != SL_JOB_NEVER && job->nominal != job->release)
        g_array_index (actions, SlActed, actions->len - 1).nominal = job->nominal;
      g_array_index (actions, SlActed, actions->len - 1).value = job->recorded;
      if ((job->flags & SL_JOB_MISS_RECORDED) != 0 && job->miss < begin)
        add_action (actions, trace, job->task, job->miss, SL_ACTION_MISS);
    }
  return TRUE;
}

/* What the tasks' tracks of @role have as the span begins, each as an action. */
static void
add_values (GArray *actions, SlTrace *trace, SlTime begin, SlTrackRole role, SlAction action)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *track = lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, role) : NULL;
      SlItem item;

      if (track == NULL || !sl_track_find_before (track, begin, &item))
        continue;
      add_action (actions, trace, lane->object, begin, action);
      g_array_index (actions, SlActed, actions->len - 1).value = item.value;
    }
}

/* What was said before the span of when the first jobs are due. */
static void
add_phases (GArray *actions, SlTrace *trace, SlTime begin)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *track =
          lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_PHASE) : NULL;
      SlItem item;

      if (track == NULL || !sl_track_find_before (track, begin, &item))
        continue;
      add_action (actions, trace, lane->object, item.begin, SL_ACTION_PHASE);
      g_array_index (actions, SlActed, actions->len - 1).value = item.value;
    }
}

static int
compare_actions (gconstpointer one, gconstpointer other)
{
  const SlActed *a = one, *b = other;

  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return a->task < b->task ? -1 : a->task > b->task;
}

static gboolean
write_names (Cutter *self, SlTime time, guint most, GError **error)
{
  guint32 number = 0;

  for (guint i = 0; i < most && sl_action_text_set_name (self->text, &number, time); i++)
    if (!write_line (self, time, error))
      return FALSE;

  return TRUE;
}

/* The names come first; one more says how long the span is, which may end after its last action. */
static gboolean
write_all (Cutter *self, const GArray *before, GError **error)
{
  const SlSpan *span = &self->span;
  SlTime first = before->len > 0 ? g_array_index (before, SlActed, 0).time : span->begin;
  g_autoptr (SlActionReader) reader = sl_action_reader_new_at (self->trace, span->begin);
  SlActed acted;

  sl_action_text_append_head (self->text, first, self->buffer);
  if (!write_names (self, first, G_MAXUINT, error))
    return FALSE;
  for (guint i = 0; i < before->len; i++)
    if (!write_action (self, &g_array_index (before, SlActed, i), error))
      return FALSE;
  while (sl_action_reader_next (reader, &acted) && acted.time < span->end)
    if (!write_action (self, &acted, error))
      return FALSE;

  return write_names (self, span->end - 1, 1, error) && flush (self, error);
}

/**
 * sl_action_cut_write:
 * @trace: a complete one
 * @span: in its ticks
 * @writer: gets the text; is not finished
 * @progress: (nullable): called now and then with @user_data, by this thread
 * @n_events: (out): all lines but the head
 * @n_before: (out): lines that say how things stood when the span began
 * @size: (out): bytes written
 * @cancellable: (nullable):
 *
 * Blocks; any thread.
 *
 * Returns: %FALSE with @error, such as %G_IO_ERROR_CANCELLED, or %SL_ERROR_EMPTY where none of it is an action
 */
gboolean
sl_action_cut_write (SlTrace *trace,
                     SlSpan span,
                     SlFileWriter *writer,
                     SlActionCutProgress progress,
                     gpointer user_data,
                     guint64 *n_events,
                     guint64 *n_before,
                     guint64 *size,
                     GCancellable *cancellable,
                     GError **error)
{
  SlSpan whole = sl_trace_get_span (trace);
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (SlActed));
  g_autoptr (SlActionText) text = sl_action_text_new (trace);
  g_autoptr (GString) buffer = g_string_sized_new (BUFFER_SIZE + 1024);
  Cutter self = { .trace = trace,
                  .span = { MAX (span.begin, whole.begin), MIN (span.end, whole.end) },
                  .writer = writer,
                  .progress = progress,
                  .user_data = user_data,
                  .cancellable = cancellable,
                  .text = text,
                  .buffer = buffer };

  if (self.span.begin > whole.begin)
    {
      if (!add_jobs (before, trace, self.span.begin, cancellable, error))
        return FALSE;
      add_values (before, trace, self.span.begin, SL_ROLE_PRIORITY, SL_ACTION_PRIORITY);
      add_values (before, trace, self.span.begin, SL_ROLE_PERIOD, SL_ACTION_PERIOD);
      add_values (before, trace, self.span.begin, SL_ROLE_WCET, SL_ACTION_WCET);
      add_phases (before, trace, self.span.begin);
      g_array_sort (before, compare_actions);
    }
  if (!write_all (&self, before, error))
    return FALSE;

  if (self.n_actions == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                           "Nothing that is in the span can be said as neutral events");
      return FALSE;
    }

  *n_events = self.n_lines;
  *n_before = self.span.begin > whole.begin ? self.n_before : 0;
  *size = self.size;
  return TRUE;
}
