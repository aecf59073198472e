/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-fields.h"

#include <string.h>

#include "sl-job-overrun.h"
#include "sl-job-splitter.h"
#include "sl-track-cursor.h"

typedef struct
{
  guint64 id;
  SlTrackCursor states;
} Processor;

struct _SlJobFields
{
  SlJobTable *jobs;
  SlTraceSet *set; /* whose axis times count */
  guint trace;     /* of the jobs in it */
  char *prefix;    /* of tasks */
  gboolean with_inferred;
  gboolean for_people;
  SlShownUnit unit; /* of times and lengths; %SL_SHOWN_TICKS unless it is set */
  SlJobSplitter *splitter;
  GPtrArray *references;           /* of objects 1 …, since each is printed many times */
  GPtrArray *names;                /* the same, of the axis; empty where an object has none */
  GArray *processors;              /* of Processor */
  GString *texts[SL_N_JOB_FIELDS]; /* of the job asked for last */
  const char *row[SL_N_JOB_FIELDS];
};

static void
find_names (SlJobFields *self)
{
  SlTrace *trace = sl_job_table_get_trace (self->jobs);
  SlAnnotations *annotations = sl_trace_set_get_annotations (self->set, self->trace);

  g_ptr_array_set_size (self->names, 0);
  for (guint32 number = 1; number <= self->references->len; number++)
    {
      char *name = sl_annotations_dup_given_name (annotations, trace, number);

      g_ptr_array_add (self->names, name != NULL ? name : g_strdup (""));
    }
}

static void
find_processors (SlJobFields *self, SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      Processor processor;

      if (lane->type != SL_LANE_CPU || lane->object == 0)
        continue;

      processor.id = sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id;
      sl_track_cursor_init (&processor.states, sl_lane_get_track (lane, SL_ROLE_STATES));
      g_array_append_val (self->processors, processor);
    }
}

/**
 * sl_job_fields_new:
 *
 * Returns: (transfer full): used by one thread; quickest where jobs are asked for by task and release
 */
SlJobFields *
sl_job_fields_new (SlJobTable *jobs)
{
  SlTrace *trace = sl_job_table_get_trace (jobs);
  const SlObjectTable *objects = sl_trace_get_objects (trace);
  guint n_objects = sl_object_table_get_size (objects);
  SlJobFields *self = g_new0 (SlJobFields, 1);

  self->jobs = sl_job_table_ref (jobs);
  self->set = sl_trace_set_new_single (trace, NULL);
  self->prefix = g_strdup ("");
  self->unit = SL_SHOWN_TICKS;
  self->splitter = sl_job_splitter_new (jobs);
  self->references = g_ptr_array_new_full (n_objects, g_free);
  for (guint32 number = 1; number <= n_objects; number++)
    g_ptr_array_add (self->references, sl_object_to_string (sl_object_table_get (objects, number)));
  self->names = g_ptr_array_new_full (n_objects, g_free);
  self->processors = g_array_new (FALSE, FALSE, sizeof (Processor));
  find_names (self);
  find_processors (self, trace);
  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    self->texts[i] = g_string_new (NULL);
  return self;
}

void
sl_job_fields_free (SlJobFields *self)
{
  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    g_string_free (self->texts[i], TRUE);
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->names);
  g_array_unref (self->processors);
  sl_job_splitter_free (self->splitter);
  g_object_unref (self->set);
  g_free (self->prefix);
  sl_job_table_unref (self->jobs);
  g_free (self);
}

/**
 * sl_job_fields_set_axis:
 * @set: times and durations are told in ticks of its axis, objects by the names of its annotations
 * @trace: number of the jobs' trace in it
 * @prefix: stands before the references of tasks
 *
 * Without it both are told in ticks of the jobs' own trace, and names are the trace's own.
 */
void
sl_job_fields_set_axis (SlJobFields *self, SlTraceSet *set, guint trace, const char *prefix)
{
  g_return_if_fail (trace < sl_trace_set_get_size (set));

  g_set_object (&self->set, set);
  self->trace = trace;
  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
  find_names (self);
}

/**
 * sl_job_fields_set_with_inferred:
 *
 * Whether a deadline that is nothing but the task's next release can be missed: by itself it cannot.
 */
void
sl_job_fields_set_with_inferred (SlJobFields *self, gboolean with_inferred)
{
  self->with_inferred = with_inferred;
}

/**
 * sl_job_fields_set_for_people:
 *
 * Names stand in place of references from now on.
 */
void
sl_job_fields_set_for_people (SlJobFields *self)
{
  self->for_people = TRUE;
}

/**
 * sl_job_fields_set_unit:
 * @unit: of times, since the origin, and lengths from now on; the clock of the axis must have a rate unless it is ticks
 */
void
sl_job_fields_set_unit (SlJobFields *self, SlShownUnit unit)
{
  self->unit = unit;
}

static const char *
get_reference (const SlJobFields *self, guint32 object)
{
  return object > 0 ? g_ptr_array_index (self->references, object - 1) : "";
}

static const char *
get_name (const SlJobFields *self, guint32 object)
{
  return object > 0 ? g_ptr_array_index (self->names, object - 1) : "";
}

static const char *
get_shown (const SlJobFields *self, guint32 object)
{
  const char *name = get_name (self, object);

  return self->for_people && name[0] != '\0' ? name : get_reference (self, object);
}

static void
set_number (SlJobFields *self, SlJobField field, gint64 number)
{
  g_string_printf (self->texts[field], "%" G_GINT64_FORMAT, number);
}

static void
set_time (SlJobFields *self, SlJobField field, SlTime time)
{
  const SlClock *clock = sl_trace_set_get_clock (self->set);
  g_autofree char *text = NULL;
  SlTime on_axis;
  gint64 ns;

  if (time == SL_JOB_NEVER)
    return;

  on_axis = sl_trace_set_to_reference (self->set, self->trace, time);
  if (self->unit == SL_SHOWN_TICKS)
    text = sl_clock_dup_absolute (clock, on_axis);
  else if (sl_clock_to_ns (clock, on_axis, &ns))
    text = sl_shown_unit_dup_ns (self->unit, ns);
  g_string_assign (self->texts[field], text != NULL ? text : "");
}

/* @ticks from @from on, as the axis counts them. */
static void
append_length (const SlJobFields *self, GString *text, SlTime from, gint64 ticks)
{
  SlTime begin = sl_trace_set_to_reference (self->set, self->trace, from);
  SlTime end = sl_trace_set_to_reference (self->set, self->trace, sl_time_add (from, ticks));
  SlSpan span = { MIN (begin, end), MAX (begin, end) };
  g_autofree char *number = NULL;
  gint64 ns;

  if (self->unit == SL_SHOWN_TICKS)
    number = g_strdup_printf ("%" G_GINT64_FORMAT, sl_time_subtract (end, begin));
  else if (sl_clock_span_to_ns (sl_trace_set_get_clock (self->set), span, &ns))
    number = sl_shown_unit_dup_ns (self->unit, end < begin ? -ns : ns);
  g_string_append (text, number != NULL ? number : "");
}

static void
set_length (SlJobFields *self, SlJobField field, SlTime from, gint64 ticks)
{
  append_length (self, self->texts[field], from, ticks);
}

/* The form names one object, the lock: parts of one lock with several holders become one. */
static GArray *
merge_holders (const SlJobPart *parts, guint n_parts)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (SlJobPart));

  for (guint i = 0; i < n_parts; i++)
    {
      SlJobPart part = parts[i];
      guint same = 0;

      while (same < merged->len && (g_array_index (merged, SlJobPart, same).cause != part.cause ||
                                    g_array_index (merged, SlJobPart, same).object != part.object))
        same++;

      part.other = 0;
      part.is_ceiling = FALSE;
      if (same < merged->len)
        g_array_index (merged, SlJobPart, same).ticks += part.ticks;
      else
        g_array_append_val (merged, part);
    }

  sl_job_parts_sort (merged);
  return merged;
}

/* From where lengths are counted: where the clock changes its rate, that matters. */
static SlTime
get_begin (const SlJob *job)
{
  return job->release != SL_JOB_NEVER ? sl_job_get_arrival (job) : MIN (job->start, job->end);
}

/* "part[:object]=ticks" joined by ";", the largest first */
static void
set_cause (SlJobFields *self, const SlJob *job, const SlJobPart *parts, guint n_parts)
{
  g_autoptr (GArray) merged = merge_holders (parts, n_parts);
  GString *text = self->texts[SL_JOB_FIELD_CAUSE];
  SlTime begin = get_begin (job);

  for (guint i = 0; i < merged->len; i++)
    {
      const SlJobPart *part = &g_array_index (merged, SlJobPart, i);

      if (i > 0)
        g_string_append_c (text, ';');
      g_string_append (text, sl_cause_get_id (part->cause));
      if (part->object != 0)
        g_string_append_printf (text, ":%s", get_shown (self, part->object));
      g_string_append_c (text, '=');
      append_length (self, text, begin, part->ticks);
    }
}

/* "object:holder=ticks" joined by ";", the largest first; without the holder where nobody knows it,
 * and behind "ceiling:" where it is the ceiling of the object */
static void
set_blocked_by (SlJobFields *self, const SlJob *job, const SlJobPart *parts, guint n_parts)
{
  g_autoptr (GArray) blocked = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  GString *text = self->texts[SL_JOB_FIELD_BLOCKED_BY];
  SlTime begin = get_begin (job);

  for (guint i = 0; i < n_parts; i++)
    if (parts[i].cause == SL_CAUSE_BLOCKED)
      g_array_append_val (blocked, parts[i]);

  sl_job_parts_sort (blocked);
  for (guint i = 0; i < blocked->len; i++)
    {
      const SlJobPart *part = &g_array_index (blocked, SlJobPart, i);

      g_string_append_printf (text, "%s%s%s%s%s=", i > 0 ? ";" : "",
                              part->is_ceiling ? "ceiling:" : "", get_shown (self, part->object),
                              part->other != 0 ? ":" : "", get_shown (self, part->other));
      append_length (self, text, begin, part->ticks);
    }
}

static void
set_parts (SlJobFields *self, const SlJob *job)
{
  guint n_parts;
  const SlJobPart *parts =
      sl_job_splitter_split (self->splitter, job, sl_job_overrun_get_limit (self->jobs, job),
                             &n_parts);

  if ((job->flags & SL_JOB_UNMETERED) == 0)
    set_length (self, SL_JOB_FIELD_BLOCKED, get_begin (job),
                sl_job_parts_sum (parts, n_parts, SL_CAUSE_BLOCKED));
  set_cause (self, job, parts, n_parts);
  set_blocked_by (self, job, parts, n_parts);
}

/* The processor of its first execution. */
static void
set_processor (SlJobFields *self, const SlJob *job)
{
  for (guint i = 0; job->start != SL_JOB_NEVER && i < self->processors->len; i++)
    {
      Processor *processor = &g_array_index (self->processors, Processor, i);
      const SlItem *item = &processor->states.item;

      if (!sl_track_cursor_seek (&processor->states, job->start) || item->begin > job->start ||
          item->detail != job->task)
        continue;

      g_string_printf (self->texts[SL_JOB_FIELD_CPU], "%" G_GUINT64_FORMAT, processor->id);
      return;
    }
}

static const char *
get_missed (const SlJobFields *self, const SlJob *job)
{
  if (sl_job_has_missed (job, self->with_inferred))
    return "yes";

  return job->flags & SL_JOB_MET ? "no" : "";
}

/**
 * sl_job_fields_get:
 * @number: place of a job in the table
 *
 * Returns: (transfer none): %SL_N_JOB_FIELDS texts; good until the next call
 */
const char *const *
sl_job_fields_get (SlJobFields *self, guint number)
{
  const SlJob *job = sl_job_table_get (self->jobs, number);
  SlTime begin = get_begin (job);
  gint64 figure;

  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    g_string_truncate (self->texts[i], 0);

  g_string_append (self->texts[SL_JOB_FIELD_TASK], self->prefix);
  g_string_append (self->texts[SL_JOB_FIELD_TASK], get_shown (self, job->task));
  set_number (self, SL_JOB_FIELD_JOB, job->number);
  set_time (self, SL_JOB_FIELD_RELEASE, job->release);
  set_time (self, SL_JOB_FIELD_START, job->start);
  set_time (self, SL_JOB_FIELD_FINISH, sl_job_get_finish (job));
  set_time (self, SL_JOB_FIELD_DEADLINE, job->deadline);
  if (sl_job_get_response (job, &figure))
    set_length (self, SL_JOB_FIELD_RESPONSE, begin, figure);
  if (sl_job_get_lateness (job, &figure))
    set_length (self, SL_JOB_FIELD_LATENESS, job->deadline, figure);
  if (sl_job_get_execution (job, &figure))
    {
      set_length (self, SL_JOB_FIELD_EXECUTION, begin, figure);
      set_number (self, SL_JOB_FIELD_PREEMPTIONS, job->preemptions);
    }
  g_string_append (self->texts[SL_JOB_FIELD_MISSED], get_missed (self, job));
  set_parts (self, job);
  g_string_append (self->texts[SL_JOB_FIELD_DEADLINE_FROM],
                   sl_deadline_from_get_id ((SlDeadlineFrom) job->deadline_from));
  g_string_append (self->texts[SL_JOB_FIELD_NAME], get_name (self, job->task));
  figure = sl_job_table_get_release_lateness (self->jobs, number);
  if (figure >= 0)
    set_length (self, SL_JOB_FIELD_RELEASE_LATENESS, job->release - figure, figure);
  set_processor (self, job);
  if (job->flags & SL_JOB_ABORTED)
    set_time (self, SL_JOB_FIELD_ABORTED, job->end);
  if (job->recorded != 0)
    set_number (self, SL_JOB_FIELD_RECORDED_NUMBER, job->recorded - 1);

  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    self->row[i] = self->texts[i]->str;
  return self->row;
}

static int
compare_tasks (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const SlJobFields *self = user_data;
  const SlJobTask *const *a = one;
  const SlJobTask *const *b = other;

  return strcmp (get_reference (self, (*a)->task), get_reference (self, (*b)->task));
}

/**
 * sl_job_fields_dup_order:
 *
 * Returns: (transfer full) (element-type guint): the places of all jobs by the task's reference, as
 *   "slices" sorts lanes, then by release
 */
GArray *
sl_job_fields_dup_order (SlJobFields *self)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new ();
  GArray *numbers =
      g_array_sized_new (FALSE, FALSE, sizeof (guint), sl_job_table_get_n_jobs (self->jobs));

  for (guint i = 0; i < sl_job_table_get_n_tasks (self->jobs); i++)
    g_ptr_array_add (tasks, (gpointer) sl_job_table_get_task (self->jobs, i));
  g_ptr_array_sort_with_data (tasks, compare_tasks, self);

  for (guint i = 0; i < tasks->len; i++)
    {
      const SlJobTask *task = g_ptr_array_index (tasks, i);

      for (guint number = task->first; number < task->first + task->n_jobs; number++)
        g_array_append_val (numbers, number);
    }
  return numbers;
}
