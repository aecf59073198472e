/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-finder.h"

typedef struct
{
  SlTrace *trace;
  guint64 offset;
  SlEvent *events;
  guint64 found;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_object_unref (self->trace);
  g_free (self->events);
  g_free (self);
}

/* The event whose record stands at the offset or is the first after it. Offsets may go back where
 * records were put in order, so all zones are looked at. */
static gboolean
find_offset (Search *self, GCancellable *cancellable)
{
  guint64 best = SL_OFFSET_NONE;

  for (guint zone = 0; zone < sl_trace_get_n_zones (self->trace) && best != self->offset &&
                       !g_cancellable_is_cancelled (cancellable);
       zone++)
    {
      gssize n_events = sl_trace_read_zone (self->trace, zone, self->events);

      for (gssize i = 0; i < n_events; i++)
        if (self->events[i].offset >= self->offset && self->events[i].offset < best)
          {
            best = self->events[i].offset;
            self->found = sl_trace_get_zone (self->trace, zone)->first + (guint64) i;
          }
    }
  return best != SL_OFFSET_NONE;
}

static void
find (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Search *self = task_data;
  gboolean found = find_offset (self, cancellable);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, found);
}

/**
 * sl_event_finder_find_offset_async:
 * @offset: in a file of the trace
 *
 * Looks for the event whose record stands at @offset or is the first behind it. Ends soon after
 * @cancellable was cancelled.
 */
void
sl_event_finder_find_offset_async (SlTrace *trace,
                                   guint64 offset,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (trace, cancellable, callback, user_data);
  Search *self = g_new0 (Search, 1);

  self->trace = g_object_ref (trace);
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->offset = offset;
  g_task_set_task_data (task, self, search_free);
  g_task_run_in_thread (task, find);
}

/**
 * sl_event_finder_finish:
 * @index: (out): of the event in the trace
 *
 * Fails with %G_IO_ERROR_CANCELLED alone.
 *
 * Returns: whether there is such an event; %FALSE with @error set where it was cancelled
 */
gboolean
sl_event_finder_finish (GAsyncResult *result, guint64 *index, GError **error)
{
  Search *self = g_task_get_task_data (G_TASK (result));

  *index = self->found;
  return g_task_propagate_boolean (G_TASK (result), error);
}
