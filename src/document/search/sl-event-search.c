/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-search.h"

/* How many of a trace's events a filter lets through, counted zone by zone in the background.
 * Only the counts are kept, 8 bytes for each zone: which events of a zone match is found again
 * when somebody looks at it. The thread works in short batches and shares nothing with this
 * object: a batch that is no longer wanted is dropped when it comes back. */
struct _SlEventSearch
{
  GObject parent_instance;

  SlTrace *trace;
  SlFilter *filter;
  SlOverlay *overlay;
  GArray *sums;          /* of guint64: matches up to the end of each zone that is done */
  SlFilterRun *run;      /* of the trace; NULL before the first batch, and while one has it */
  GCancellable *running; /* NULL while nothing is being counted */
};

G_DEFINE_FINAL_TYPE (SlEventSearch, sl_event_search, G_TYPE_OBJECT)

enum
{
  SIGNAL_ADVANCED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* So short that cancelling is felt at once, and so long that hand-overs cost nothing. */
#define BATCH_USEC 50000

typedef struct
{
  SlTrace *trace;
  SlFilter *filter;
  SlOverlay *overlay;
  SlFilterRun *run; /* made by the first batch, handed on to the next one */
  guint first_zone;
  GArray *counts; /* of guint64 */
} Batch;

static void
batch_free (Batch *batch)
{
  g_clear_object (&batch->trace);
  g_clear_pointer (&batch->filter, sl_filter_unref);
  g_clear_pointer (&batch->overlay, sl_overlay_unref);
  g_clear_pointer (&batch->run, sl_filter_run_free);
  g_clear_pointer (&batch->counts, g_array_unref);
  g_free (batch);
}

static void
count_batch (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Batch *batch = task_data;
  guint n_zones = sl_trace_get_n_zones (batch->trace);
  gint64 end = g_get_monotonic_time () + BATCH_USEC;
  g_autoptr (GError) error = NULL;

  if (batch->run == NULL)
    batch->run =
        sl_filter_run_new_with_overlay (batch->filter, batch->trace, batch->overlay, &error);
  if (batch->run == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  for (guint zone = batch->first_zone; zone < n_zones && g_get_monotonic_time () < end; zone++)
    {
      guint64 count;

      if (g_task_return_error_if_cancelled (task))
        return;

      count = sl_filter_run_count_zone (batch->run, zone);
      g_array_append_val (batch->counts, count);
    }

  g_task_return_boolean (task, TRUE);
}

static void start_batch (SlEventSearch *self);

static void
batch_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlEventSearch *self = SL_EVENT_SEARCH (source);
  Batch *batch = g_task_get_task_data (G_TASK (result));
  guint64 sum = sl_event_search_get_total (self);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      /* A filter that cannot be bound to this trace matches nothing; the filter bar said why. */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_clear_object (&self->running);
      return;
    }

  g_clear_object (&self->running);
  self->run = g_steal_pointer (&batch->run);
  for (guint i = 0; i < batch->counts->len; i++)
    {
      sum += g_array_index (batch->counts, guint64, i);
      g_array_append_val (self->sums, sum);
    }

  start_batch (self);
  g_signal_emit (self, signals[SIGNAL_ADVANCED], 0);
}

static void
start_batch (SlEventSearch *self)
{
  g_autoptr (GTask) task = NULL;
  Batch *batch;

  if (self->running != NULL || self->sums->len >= sl_trace_get_n_zones (self->trace))
    return;

  batch = g_new0 (Batch, 1);
  batch->trace = g_object_ref (self->trace);
  batch->filter = sl_filter_ref (self->filter);
  batch->overlay = sl_overlay_ref (self->overlay);
  batch->run = g_steal_pointer (&self->run);
  batch->first_zone = self->sums->len;
  batch->counts = g_array_new (FALSE, FALSE, sizeof (guint64));

  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, batch_cb, NULL);
  g_task_set_task_data (task, batch, (GDestroyNotify) batch_free);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_run_in_thread (task, count_batch);
}

static void
sl_event_search_dispose (GObject *object)
{
  SlEventSearch *self = SL_EVENT_SEARCH (object);

  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (sl_event_search_parent_class)->dispose (object);
}

static void
sl_event_search_finalize (GObject *object)
{
  SlEventSearch *self = SL_EVENT_SEARCH (object);

  g_clear_pointer (&self->run, sl_filter_run_free);
  g_clear_pointer (&self->filter, sl_filter_unref);
  g_clear_pointer (&self->overlay, sl_overlay_unref);
  g_clear_pointer (&self->sums, g_array_unref);

  G_OBJECT_CLASS (sl_event_search_parent_class)->finalize (object);
}

static void
sl_event_search_class_init (SlEventSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_event_search_dispose;
  G_OBJECT_CLASS (klass)->finalize = sl_event_search_finalize;

  /**
   * SlEventSearch::advanced:
   *
   * More zones have been counted, or all of them.
   */
  signals[SIGNAL_ADVANCED] = g_signal_new ("advanced", SL_TYPE_EVENT_SEARCH, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_event_search_init (SlEventSearch *self)
{
  self->sums = g_array_new (FALSE, FALSE, sizeof (guint64));
}

/**
 * sl_event_search_new:
 * @overlay: (nullable): objects go by its names, times by its rate
 *
 * Starts counting.
 */
SlEventSearch *
sl_event_search_new (SlTrace *trace, SlFilter *filter, SlOverlay *overlay)
{
  SlEventSearch *self = g_object_new (SL_TYPE_EVENT_SEARCH, NULL);

  self->trace = g_object_ref (trace);
  self->filter = sl_filter_ref (filter);
  self->overlay = overlay != NULL ? sl_overlay_ref (overlay) : sl_overlay_new ();
  start_batch (self);
  return self;
}

/**
 * sl_event_search_set_trace:
 * @trace: the next generation of the same trace
 *
 * Counts on in the zones that came since. The last zone counted so far is counted anew: it may
 * have been a part of a block.
 */
void
sl_event_search_set_trace (SlEventSearch *self, SlTrace *trace)
{
  g_return_if_fail (SL_IS_EVENT_SEARCH (self));

  if (!g_set_object (&self->trace, trace))
    return;

  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_pointer (&self->run, sl_filter_run_free);
  if (self->sums->len > 0)
    g_array_set_size (self->sums, MIN (self->sums->len, sl_trace_get_n_zones (trace)) - 1);
  start_batch (self);
}

SlFilter *
sl_event_search_get_filter (SlEventSearch *self)
{
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), NULL);

  return self->filter;
}

/**
 * sl_event_search_get_total:
 *
 * Returns: the matches counted so far
 */
guint64
sl_event_search_get_total (SlEventSearch *self)
{
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), 0);

  return sl_event_search_get_before (self, self->sums->len);
}

gboolean
sl_event_search_is_running (SlEventSearch *self)
{
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), FALSE);

  return self->running != NULL;
}

/**
 * sl_event_search_get_fraction:
 *
 * Returns: how far it is, 0 … 1
 */
double
sl_event_search_get_fraction (SlEventSearch *self)
{
  guint n_zones;

  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), 1);

  n_zones = sl_trace_get_n_zones (self->trace);
  return n_zones > 0 ? (double) self->sums->len / n_zones : 1;
}

/**
 * sl_event_search_get_before:
 * @zone: a zone, or one past the last that is done
 *
 * Returns: the matches in all zones before @zone, as far as they are counted
 */
guint64
sl_event_search_get_before (SlEventSearch *self, guint zone)
{
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), 0);

  zone = MIN (zone, self->sums->len);
  return zone > 0 ? g_array_index (self->sums, guint64, zone - 1) : 0;
}

/**
 * sl_event_search_locate:
 * @match: number of a match, from 0
 * @zone: (out): the zone it is in
 * @match_in_zone: (out): how many matches of that zone stand before it
 *
 * Returns: whether that many matches are known
 */
gboolean
sl_event_search_locate (SlEventSearch *self, guint64 match, guint *zone, guint *match_in_zone)
{
  guint low = 0, high;

  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), FALSE);

  if (match >= sl_event_search_get_total (self))
    return FALSE;

  /* The first zone whose sum exceeds the number. */
  high = self->sums->len - 1;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->sums, guint64, middle) > match)
        high = middle;
      else
        low = middle + 1;
    }

  *zone = low;
  *match_in_zone = (guint) (match - sl_event_search_get_before (self, low));
  return TRUE;
}
