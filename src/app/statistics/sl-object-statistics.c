/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-object-statistics.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* What one object did in a span, in numbers: what the details pane says of a row. */

typedef struct
{
  SlDocument *document;
  guint trace;
  const SlStatistics *statistics;
  GtkListBox *list;
} Filling;

static void
add_time (const Filling *self, const char *name, SlTime ticks)
{
  SlTime begin = self->statistics->span.begin;

  if (ticks > 0)
    sl_field_list_take (self->list, name,
                        sl_event_text_duration (self->document, self->trace,
                                                (SlSpan) { begin, sl_time_add (begin, ticks) }));
}

static void
add_count (const Filling *self, const char *name, guint64 count)
{
  if (count > 0)
    sl_field_list_take (self->list, name, sl_time_text_ticks (count));
}

/* Nothing is said of states that do not occur. */
static void
add_states (const Filling *self, const SlTime *time)
{
  for (int state = SL_STATE_NONE + 1; state < SL_N_STATES; state++)
    add_time (self, _ (sl_state_get_title ((SlState) state)), time[state]);
}

/* What follows from when the task was running. */
static void
add_running (const Filling *self, const SlTaskStatistics *task)
{
  g_autofree char *share = sl_time_text_decimal ("%.2f", 100 * task->share);

  sl_field_list_take (self->list, _ ("Share of the processor"),
                      g_strdup_printf (_ ("%s %%"), share));
  add_states (self, task->time);
  add_count (self, _ ("Slices"), task->n_slices);
  add_count (self, _ ("Preemptions"), task->n_preemptions);
  if (task->n_migrations > 0)
    add_count (self, _ ("Migrations"), task->n_migrations);
}

static void
add_task (const Filling *self, const SlTaskStatistics *task, const SlResponses *responses)
{
  if (task->is_metered)
    add_running (self, task);
  else
    add_states (self, task->time);
  add_count (self, _ ("Jobs released"), task->n_releases);
  add_count (self, _ ("Jobs finished"), task->n_finishes);
  add_count (self, _ ("Misses recorded"), task->n_misses);
  if (responses->n_jobs == 0)
    return;

  add_time (self, _ ("Shortest response"), responses->minimum);
  add_time (self, _ ("Mean response"), (SlTime) (responses->sum / (double) responses->n_jobs));
  add_time (self, _ ("Longest response"), responses->maximum);
}

static void
add_lock (const Filling *self, const SlLockStatistics *lock)
{
  add_count (self, _ ("Critical sections"), lock->n_held);
  add_time (self, _ ("Held"), lock->held);
  add_count (self, _ ("Waits"), lock->n_waited);
  add_time (self, _ ("Waited for"), lock->waited);
}

static void
add_line (const Filling *self, const SlLineStatistics *line)
{
  add_count (self, _ ("Interrupts"), line->count + line->n_hits + line->n_counted);
  add_time (self, _ ("Time in the handler"), line->time);
}

#define FIND(array, type, number) ((const type *) find ((array), sizeof (type), (number)))

/* Each of these structs begins with the number of its object. */
static gconstpointer
find (GArray *array, gsize size, guint32 object)
{
  for (guint i = 0; i < array->len; i++)
    {
      const char *element = array->data + i * size;

      if (*(const guint32 *) (gconstpointer) element == object)
        return element;
    }
  return NULL;
}

G_STATIC_ASSERT (G_STRUCT_OFFSET (SlTaskStatistics, object) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (SlLineStatistics, object) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (SlLockStatistics, object) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (SlServerStatistics, object) == 0);
G_STATIC_ASSERT (G_STRUCT_OFFSET (SlProcessorStatistics, object) == 0);

/**
 * sl_object_statistics_fill:
 * @trace: number in the document's set
 * @responses: of a task; of no jobs where they are not known
 * @object: number of a task, a lock, an interrupt line, a server or a processor
 *
 * Appends a list of names and numbers to @box; nothing for other objects.
 */
void
sl_object_statistics_fill (GtkBox *box,
                           SlDocument *document,
                           guint trace,
                           const SlStatistics *statistics,
                           const SlResponses *responses,
                           guint32 object)
{
  const SlTaskStatistics *task = FIND (statistics->tasks, SlTaskStatistics, object);
  const SlLockStatistics *lock = FIND (statistics->locks, SlLockStatistics, object);
  const SlLineStatistics *line = FIND (statistics->lines, SlLineStatistics, object);
  const SlServerStatistics *server = FIND (statistics->servers, SlServerStatistics, object);
  const SlProcessorStatistics *cpu = FIND (statistics->processors, SlProcessorStatistics, object);
  Filling filling = { document, trace, statistics, NULL };

  if (task == NULL && lock == NULL && line == NULL && server == NULL && cpu == NULL)
    return;

  filling.list = sl_field_list_append_to (box, _ ("Over the Whole Trace"));
  if (task != NULL)
    add_task (&filling, task, responses);
  if (lock != NULL)
    add_lock (&filling, lock);
  if (line != NULL)
    add_line (&filling, line);
  if (cpu != NULL)
    add_states (&filling, cpu->time);
  if (server != NULL)
    {
      add_states (&filling, server->time);
      add_count (&filling, _ ("Budget used up"), server->n_exhausted);
    }
}

/**
 * sl_object_statistics_add_responses:
 * @self: what was added before
 * @task: the task's number
 */
void
sl_object_statistics_add_responses (SlResponses *self, const SlJobTable *jobs, guint32 task)
{
  const SlJobTask *info = sl_job_table_find_task (jobs, task);

  for (guint i = 0; info != NULL && i < info->n_jobs; i++)
    {
      gint64 response;

      if (!sl_job_get_response (sl_job_table_get (jobs, info->first + i), &response))
        continue;

      self->minimum = self->n_jobs > 0 ? MIN (self->minimum, response) : response;
      self->maximum = self->n_jobs > 0 ? MAX (self->maximum, response) : response;
      self->sum += (double) response;
      self->n_jobs++;
    }
}
