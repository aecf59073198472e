/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-match-search.h"

#include "sl-background.h"

/* One thread at a time works for a while, then hands over what there is until then. What is found
 * is frozen for each picture, which costs by the pages that were touched: the first batch is
 * short, so that something is seen at once, the others longer. */
struct _SlMatchSearch
{
  GObject parent_instance;

  SlBackground *background;
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
  gpointer found; /* SlBusMatches or SlEventHits; NULL before the batch is done */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  if (batch->finder != NULL)
    g_clear_pointer (&batch->found, sl_bus_matches_unref);
  else
    g_clear_pointer (&batch->found, sl_event_hits_unref);
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

static gpointer
find_batch (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Batch *batch = request;
  gint64 end = g_get_monotonic_time () + batch->usec;

  while (step (batch) && g_get_monotonic_time () < end)
    if (g_cancellable_is_cancelled (cancellable))
      return batch;

  batch->found = batch->finder != NULL ? (gpointer) sl_bus_match_finder_snapshot (batch->finder)
                                       : sl_event_hit_finder_snapshot (batch->hit_finder);
  return batch;
}

/* Returns whether it is all that there is. */
static gboolean
take_found (SlMatchSearch *self, Batch *batch)
{
  if (batch->finder != NULL)
    {
      g_clear_pointer (&self->matches, sl_bus_matches_unref);
      self->matches = g_steal_pointer (&batch->found);
      return self->matches->is_complete;
    }

  g_clear_pointer (&self->hits, sl_event_hits_unref);
  self->hits = g_steal_pointer (&batch->found);
  return self->hits->is_complete;
}

static void
batch_done (gpointer owner, gpointer found, const GError *error)
{
  SlMatchSearch *self = owner;
  Batch *batch = found;

  if (take_found (self, batch))
    batch_free (batch);
  else
    {
      batch->usec = BATCH_USEC;
      sl_background_start (self->background, batch);
    }
  g_signal_emit (self, signals[SIGNAL_ADVANCED], 0);
}

static const SlBackgroundKind background_kind = {
  .work = find_batch,
  .free = batch_free,
  .free_found = batch_free,
  .priority = G_PRIORITY_LOW,
};

/* Takes the finders. */
static void
start (SlMatchSearch *self, SlBusMatchFinder *finder, SlEventHitFinder *hit_finder)
{
  Batch *batch = g_new0 (Batch, 1);

  batch->finder = finder;
  batch->hit_finder = hit_finder;
  batch->usec = FIRST_BATCH_USEC;
  sl_background_start (self->background, batch);
}

static void
sl_match_search_finalize (GObject *object)
{
  SlMatchSearch *self = SL_MATCH_SEARCH (object);

  g_clear_pointer (&self->background, sl_background_free);
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
  self->background = sl_background_new (&background_kind, batch_done, self);
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
  SlBusMatchFinder *finder = sl_bus_match_finder_new (trace, filter);

  if (by_attribute)
    sl_bus_match_finder_group_by_attribute (finder);
  start (self, finder, NULL);
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

  start (self, NULL, sl_event_hit_finder_new (trace, filter));
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

  sl_background_stop (self->background);
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
