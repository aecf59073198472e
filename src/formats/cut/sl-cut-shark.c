/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chunks of the S.Ha.R.K. tracer. Records follow each other in the order of their times, wherever they were: chunks that wrapped
 * and datagrams become one plain chunk; datagrams they stay where some of them were lost, since only their numbers say so. Before them come records that the kernel could have written at that instant: the
 * rate of the clock, which task runs, the tasks that there are, and the handlers that run. */
#include "sl-cut-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-shark-record.h"
#include "sl-shark-segments.h"

/* Handlers interrupt each other no deeper in any kernel that is one. */
#define MOST_HANDLERS 64

typedef struct
{
  guint16 code;
  guint16 line;
} Handler;

/* Records of a datagram, as many as the kernel puts into one. */
#define DATAGRAM_RECORDS 60

/* What is written: records, or datagrams of them. */
typedef struct
{
  SlCutJob *job;
  gboolean in_datagrams;
  guint32 number;      /* of the datagram at hand */
  GByteArray *records; /* of it */
} Output;

/* What holds before the span. */
typedef struct
{
  Output *output;
  GHashTable *tasks; /* of those that live: context to process id, or -1 where no record says it */
  GArray *handlers;  /* of Handler, the outermost first */
  gint64 running;    /* context; -1 where it is not known */
  gint64 scheduled;  /* that runs unless a switch follows; -1 for none */
  guint64 khz;
} State;

static void
put_u16 (guint8 *bytes, guint16 value)
{
  value = GUINT16_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

static void
put_u32 (guint8 *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

static gboolean
flush (Output *self, GError **error)
{
  guint8 head[SL_SHARK_DATAGRAM_HEADER] = SL_SHARK_DATAGRAM_ID;
  guint n_bytes = self->records->len;

  if (n_bytes == 0)
    return TRUE;

  put_u32 (head + 12, self->number++);
  put_u32 (head + 16, n_bytes / SL_SHARK_RECORD_SIZE);
  put_u32 (head + 20, n_bytes + SL_SHARK_DATAGRAM_HEADER);
  if (!sl_cut_job_write (self->job, head, sizeof head, error) ||
      !sl_cut_job_write (self->job, self->records->data, n_bytes, error))
    return FALSE;

  g_byte_array_set_size (self->records, 0);
  return TRUE;
}

static gboolean
put_record (Output *self, const guint8 *record, GError **error)
{
  if (!self->in_datagrams)
    return sl_cut_job_write (self->job, record, SL_SHARK_RECORD_SIZE, error);

  g_byte_array_append (self->records, record, SL_SHARK_RECORD_SIZE);
  return self->records->len < DATAGRAM_RECORDS * SL_SHARK_RECORD_SIZE || flush (self, error);
}

static void
enter_handler (State *self, guint16 code, guint16 line)
{
  Handler handler = { code, line };

  if (self->handlers->len < MOST_HANDLERS)
    g_array_append_val (self->handlers, handler);
}

static void
leave_handler (State *self, guint16 code)
{
  guint n = self->handlers->len;

  if (n > 0 && g_array_index (self->handlers, Handler, n - 1).code == code)
    g_array_set_size (self->handlers, n - 1);
}

static void
run (State *self, guint64 context)
{
  if (self->handlers->len == 0)
    self->running = (gint64) context;
  self->scheduled = -1;
}

/* An interrupt has no switch of its own: a decision that none follows is one. */
static void
settle (State *self, guint16 kind)
{
  if (self->scheduled < 0 || kind == SL_KIND_TIMER_POST || kind == SL_KIND_TIMER_DELETE ||
      kind == SL_KIND_INHERITANCE || kind == SL_KIND_CONTEXT_SWITCH)
    return;

  run (self, (guint64) self->scheduled);
}

static void
take_task (State *self, const SlEvent *event)
{
  gpointer context = GSIZE_TO_POINTER (event->a);

  switch (event->kind)
    {
    case SL_KIND_TASK_CREATE:
    case SL_KIND_ID:
      g_hash_table_insert (self->tasks, context, GSIZE_TO_POINTER ((gsize) event->b));
      break;
    case SL_KIND_TASK_END:
      g_hash_table_remove (self->tasks, context);
      break;
    case SL_KIND_TASK_SCHEDULE:
      if (self->handlers->len == 0)
        self->scheduled = (gint64) event->a;
      break;
    case SL_KIND_CONTEXT_SWITCH:
      run (self, event->a);
      break;
    default:
      break;
    }
}

static void
take_event (State *self, const SlEvent *event)
{
  settle (self, event->kind);
  switch (event->kind)
    {
    case SL_KIND_TRACE_START:
      self->running = event->a > 0 ? (gint64) event->a : self->running;
      self->khz = event->b > 0 ? event->b : self->khz;
      break;
    case SL_KIND_CYCLES_PER_MSEC:
      self->khz = event->b > 0 ? event->b : self->khz;
      break;
    case SL_KIND_INTERRUPT_START:
      enter_handler (self, SL_SHARK_INTERRUPT_START, (guint16) event->a);
      break;
    case SL_KIND_TIMER_WAKEUP_START:
      enter_handler (self, SL_SHARK_TIMER_WAKEUP_START, 0);
      break;
    case SL_KIND_INTERRUPT_END:
      leave_handler (self, SL_SHARK_INTERRUPT_START);
      break;
    case SL_KIND_TIMER_WAKEUP_END:
      leave_handler (self, SL_SHARK_TIMER_WAKEUP_START);
      if (event->a > 0)
        run (self, event->a);
      break;
    default:
      take_task (self, event);
      break;
    }
}

static gboolean
visit_before (gpointer data, const SlEvent *events, guint n_events, GError **error G_GNUC_UNUSED)
{
  for (guint i = 0; i < n_events; i++)
    take_event (data, &events[i]);
  return TRUE;
}

static gboolean
write_record (State *self, guint16 code, guint16 one, guint32 two, GError **error)
{
  SlTrace *trace = self->output->job->request->trace;
  guint64 tsc = sl_clock_get_origin (sl_trace_get_clock (trace)) +
                (guint64) MAX (self->output->job->request->span.begin, 0);
  guint8 bytes[SL_SHARK_RECORD_SIZE];

  put_u16 (bytes, code);
  put_u16 (bytes + 2, one);
  put_u32 (bytes + 4, (guint32) (tsc >> 32));
  put_u32 (bytes + 8, (guint32) tsc);
  put_u32 (bytes + 12, two);
  self->output->job->result->n_before++;
  return put_record (self->output, bytes, error);
}

static int
compare_contexts (gconstpointer a, gconstpointer b)
{
  gsize one = GPOINTER_TO_SIZE (a);
  gsize other = GPOINTER_TO_SIZE (b);

  return one < other ? -1 : one > other;
}

static gboolean
write_state (State *self, GError **error)
{
  g_autoptr (GList) contexts = g_list_sort (g_hash_table_get_keys (self->tasks), compare_contexts);
  gboolean is_written = TRUE;

  if (self->running >= 0)
    is_written = write_record (self, SL_SHARK_TRACE_START, (guint16) self->running,
                               (guint32) self->khz, error);
  else if (self->khz > 0)
    is_written = write_record (self, SL_SHARK_CYCLES_PER_MSEC, 0, (guint32) self->khz, error);
  for (GList *at = contexts; at != NULL && is_written; at = at->next)
    is_written =
        write_record (self, SL_SHARK_ID, (guint16) GPOINTER_TO_SIZE (at->data),
                      (guint32) GPOINTER_TO_SIZE (g_hash_table_lookup (self->tasks, at->data)),
                      error);
  for (guint i = 0; i < self->handlers->len && is_written; i++)
    {
      const Handler *handler = &g_array_index (self->handlers, Handler, i);

      is_written = write_record (self, handler->code, handler->line, 0, error);
    }

  return is_written;
}

static gboolean
visit_losses (gpointer data, const SlEvent *events, guint n_events, GError **error G_GNUC_UNUSED)
{
  Output *output = data;

  for (guint i = 0; i < n_events; i++)
    output->in_datagrams |= (events[i].flags & SL_EVENT_LOST) != 0;
  return TRUE;
}

/* Where datagrams are missing, so is a number. */
static gboolean
visit_span (gpointer data, const SlEvent *events, guint n_events, GError **error)
{
  Output *output = data;

  for (guint i = 0; i < n_events; i++)
    {
      guint file = SL_OFFSET_FILE (events[i].offset);
      guint64 offset = SL_OFFSET_BYTE (events[i].offset);
      SlMapping *mapping = file < sl_input_get_n_files (output->job->input)
                               ? sl_input_get_file (output->job->input, file)
                               : NULL;

      if (mapping == NULL || offset + SL_SHARK_RECORD_SIZE > sl_mapping_get_size (mapping))
        return sl_cut_job_fail_changed (error);
      if ((events[i].flags & SL_EVENT_LOST) != 0 && output->in_datagrams)
        {
          if (!flush (output, error))
            return FALSE;
          output->number++;
        }
      if (!put_record (output, sl_mapping_get_data (mapping) + offset, error))
        return FALSE;
    }

  return TRUE;
}

gboolean
sl_cut_shark (SlCutJob *job, GError **error)
{
  g_autoptr (GHashTable) tasks = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) handlers = g_array_new (FALSE, FALSE, sizeof (Handler));
  g_autoptr (GByteArray) records = g_byte_array_new ();
  Output output = { .job = job, .number = 1, .records = records };
  State state = { .output = &output,
                  .tasks = tasks,
                  .handlers = handlers,
                  .running = -1,
                  .scheduled = -1 };

  if (job->first > 0)
    job->result->unknown = N_ (
        "Jobs and locks that began before the span, and who waits for them, are not known in it.");
  return sl_cut_job_visit (job, job->first, job->end, visit_losses, &output, error) &&
         sl_cut_job_visit (job, 0, job->first, visit_before, &state, error) &&
         write_state (&state, error) &&
         sl_cut_job_visit (job, job->first, job->end, visit_span, &output, error) &&
         flush (&output, error);
}
