/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-match-search.h"

#include <gio/gio.h>

/* One thread at a time works for a while, then hands over what there is until then. What is found
 * is frozen for each picture, which costs by the pages that were touched: the first batch is
 * short, so that something is seen at once, the others longer. */
struct _SlMatchSearch
{
  GObject parent_instance;

  GCancellable *cancellable;
  SlBusMatches *matches; /* NULL before the first batch is done, or where hits are looked for */
  SlEventHits *hits;     /* in the same way */
};

G_DEFINE_FINAL_TYPE (SlMatchSearch, sl_match_search, G_TYPE_OBJECT)

enum
{
  SIGNAL_ADVANCED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

#define FIRST_BATCH_USEC 60000
#define BATCH_USEC       300000

typedef struct
{
  SlBusMatchFinder *finder; /* or */
  SlEventHitFinder *hit_finder;
  gint64 usec;
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_clear_pointer (&batch->finder, sl_bus_match_finder_free);
  g_clear_pointer (&batch->hit_finder, sl_event_hit_finder_free);
  g_free (batch);
}

static gboolean
step (Batch *batch)
{
  return batch->finder != NULL ? sl_bus_match_finder_step (batch->finder)
                               : sl_event_hit_finder_step (batch->hit_finder);
}

static void
find_batch (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Batch *batch = task_data;
  gint64 end = g_get_monotonic_time () + batch->usec;

  while (step (batch) && g_get_monotonic_time () < end)
    if (g_task_return_error_if_cancelled (task))
      return;

  if (batch->finder != NULL)
    g_task_return_pointer (task, sl_bus_match_finder_snapshot (batch->finder),
                           (GDestroyNotify) sl_bus_matches_unref);
  else
    g_task_return_pointer (task, sl_event_hit_finder_snapshot (batch->hit_finder),
                           (GDestroyNotify) sl_event_hits_unref);
}

static void start_batch (SlMatchSearch *self, Batch *batch, gint64 usec);

/* Takes @found. Returns whether it is all that there is. */
static gboolean
take_found (SlMatchSearch *self, const Batch *batch, gpointer found)
{
  if (batch->finder != NULL)
    {
      g_clear_pointer (&self->matches, sl_bus_matches_unref);
      self->matches = found;
      return self->matches->is_complete;
    }

  g_clear_pointer (&self->hits, sl_event_hits_unref);
  self->hits = found;
  return self->hits->is_complete;
}

static void
batch_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlMatchSearch *self = SL_MATCH_SEARCH (source);
  Batch *batch = g_task_get_task_data (G_TASK (result));
  gpointer found = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Cancelled: nobody wants to know any more. */
  if (found == NULL)
    return;

  if (!take_found (self, batch, found))
    {
      Batch *next = g_new0 (Batch, 1);

      next->finder = g_steal_pointer (&batch->finder);
      next->hit_finder = g_steal_pointer (&batch->hit_finder);
      start_batch (self, next, BATCH_USEC);
    }
  g_signal_emit (self, signals[SIGNAL_ADVANCED], 0);
}

/* Takes @batch. */
static void
start_batch (SlMatchSearch *self, Batch *batch, gint64 usec)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, batch_cb, NULL);

  batch->usec = usec;
  g_task_set_task_data (task, batch, batch_free);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_run_in_thread (task, find_batch);
}

static void
sl_match_search_finalize (GObject *object)
{
  SlMatchSearch *self = SL_MATCH_SEARCH (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->matches, sl_bus_matches_unref);
  g_clear_pointer (&self->hits, sl_event_hits_unref);

  G_OBJECT_CLASS (sl_match_search_parent_class)->finalize (object);
}

static void
sl_match_search_class_init (SlMatchSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_match_search_finalize;

  /**
   * SlMatchSearch::advanced:
   *
   * More of the trace was looked at, or all of it.
   */
  signals[SIGNAL_ADVANCED] = g_signal_new ("advanced", SL_TYPE_MATCH_SEARCH, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_match_search_init (SlMatchSearch *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * sl_match_search_new:
 * @trace: complete, with rows of counts
 * @filter: (nullable) (transfer full): bound to @trace; %NULL for all events
 * @by_attribute: whether memory is grouped by its type, which the trace knows
 *
 * Starts looking for what @filter lets through of bus cycles.
 */
SlMatchSearch *
sl_match_search_new (SlTrace *trace, SlFilterRun *filter, gboolean by_attribute)
{
  SlMatchSearch *self = g_object_new (SL_TYPE_MATCH_SEARCH, NULL);
  Batch *batch = g_new0 (Batch, 1);

  batch->finder = sl_bus_match_finder_new (trace, filter);
  if (by_attribute)
    sl_bus_match_finder_group_by_attribute (batch->finder);
  start_batch (self, batch, FIRST_BATCH_USEC);
  return self;
}

/**
 * sl_match_search_new_for_hits:
 * @trace: complete
 * @filter: (transfer full): bound to @trace
 *
 * Starts looking for the events that @filter asks for, by row.
 */
SlMatchSearch *
sl_match_search_new_for_hits (SlTrace *trace, SlFilterRun *filter)
{
  SlMatchSearch *self = g_object_new (SL_TYPE_MATCH_SEARCH, NULL);
  Batch *batch = g_new0 (Batch, 1);

  batch->hit_finder = sl_event_hit_finder_new (trace, filter);
  start_batch (self, batch, FIRST_BATCH_USEC);
  return self;
}

/**
 * sl_match_search_stop:
 *
 * Gives up; nothing is heard of it any more.
 */
void
sl_match_search_stop (SlMatchSearch *self)
{
  g_return_if_fail (SL_IS_MATCH_SEARCH (self));

  g_cancellable_cancel (self->cancellable);
}

/**
 * sl_match_search_get_matches:
 *
 * Returns: (transfer none) (nullable): what was found until now
 */
SlBusMatches *
sl_match_search_get_matches (SlMatchSearch *self)
{
  g_return_val_if_fail (SL_IS_MATCH_SEARCH (self), NULL);

  return self->matches;
}

/**
 * sl_match_search_get_hits:
 *
 * Returns: (transfer none) (nullable): what was found until now
 */
SlEventHits *
sl_match_search_get_hits (SlMatchSearch *self)
{
  g_return_val_if_fail (SL_IS_MATCH_SEARCH (self), NULL);

  return self->hits;
}
