/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-search.h"

#include "sl-background.h"
#include "sl-lower-bound.h"

/* How many of a trace's events a filter lets through, counted zone by zone in the background.
 * Only the counts are kept, 8 bytes for each zone: which events of a zone match is found again
 * when somebody looks at it. The thread works in short batches and shares nothing with this
 * object. */
struct _SlEventSearch
{
  GObject parent_instance;

  SlTrace *trace;
  SlFilter *filter;
  SlAnnotations *annotations;
  GArray *sums; /* of guint64: matches up to the end of each zone that is done */
  SlBackground *background;
};

G_DEFINE_FINAL_TYPE (SlEventSearch, sl_event_search, G_TYPE_OBJECT)

enum
{
  SIGNAL_ADVANCED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Short enough for cancelling to be felt at once, long enough for hand-overs to cost nothing. */
#define BATCH_USEC 50000

typedef struct
{
  SlTrace *trace;
  SlFilter *filter;
  SlAnnotations *annotations;
  SlFilterRun *run; /* made by the first batch; NULL where the filter does not fit the trace */
  guint first_zone;
  GArray *counts; /* of guint64 */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_clear_object (&batch->trace);
  g_clear_pointer (&batch->filter, sl_filter_unref);
  g_clear_pointer (&batch->annotations, sl_annotations_unref);
  g_clear_pointer (&batch->run, sl_filter_run_free);
  g_clear_pointer (&batch->counts, g_array_unref);
  g_free (batch);
}

/* A filter that cannot be bound to this trace matches nothing; the filter bar said why. */
static gpointer
count_batch (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Batch *batch = request;
  guint n_zones = sl_trace_get_n_blocks (batch->trace);
  gint64 end = g_get_monotonic_time () + BATCH_USEC;

  if (batch->run == NULL)
    batch->run =
        sl_filter_run_new_with_annotations (batch->filter, batch->trace, batch->annotations, NULL);
  if (batch->run == NULL)
    return batch;

  for (guint zone = batch->first_zone;
       zone < n_zones && g_get_monotonic_time () < end && !g_cancellable_is_cancelled (cancellable);
       zone++)
    {
      guint64 count = sl_filter_run_count_zone (batch->run, zone);

      g_array_append_val (batch->counts, count);
    }
  return batch;
}

static void
batch_done (gpointer owner, gpointer found, const GError *error)
{
  SlEventSearch *self = owner;
  Batch *batch = found;
  guint64 sum = sl_event_search_get_total (self);
  gboolean fits = batch->run != NULL;

  for (guint i = 0; i < batch->counts->len; i++)
    {
      sum += g_array_index (batch->counts, guint64, i);
      g_array_append_val (self->sums, sum);
    }
  g_array_set_size (batch->counts, 0);
  batch->first_zone = self->sums->len;

  if (fits && self->sums->len < sl_trace_get_n_blocks (self->trace))
    sl_background_start (self->background, batch);
  else
    batch_free (batch);
  if (fits)
    g_signal_emit (self, signals[SIGNAL_ADVANCED], 0);
}

static const SlBackgroundKind background_kind = {
  .work = count_batch,
  .free = batch_free,
  .free_found = batch_free,
  .priority = G_PRIORITY_LOW,
};

static void
start (SlEventSearch *self)
{
  Batch *batch;

  if (self->sums->len >= sl_trace_get_n_blocks (self->trace))
    return;

  batch = g_new0 (Batch, 1);
  batch->trace = g_object_ref (self->trace);
  batch->filter = sl_filter_ref (self->filter);
  batch->annotations = sl_annotations_ref (self->annotations);
  batch->first_zone = self->sums->len;
  batch->counts = g_array_new (FALSE, FALSE, sizeof (guint64));
  sl_background_start (self->background, batch);
}

static void
sl_event_search_finalize (GObject *object)
{
  SlEventSearch *self = SL_EVENT_SEARCH (object);

  g_clear_pointer (&self->background, sl_background_free);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->filter, sl_filter_unref);
  g_clear_pointer (&self->annotations, sl_annotations_unref);
  g_clear_pointer (&self->sums, g_array_unref);

  G_OBJECT_CLASS (sl_event_search_parent_class)->finalize (object);
}

static void
sl_event_search_class_init (SlEventSearchClass *klass)
{
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
  self->background = sl_background_new (&background_kind, batch_done, self);
  self->sums = g_array_new (FALSE, FALSE, sizeof (guint64));
}

/**
 * sl_event_search_new:
 * @annotations: (nullable): objects go by its names, times by its rate
 *
 * Starts counting.
 */
SlEventSearch *
sl_event_search_new (SlTrace *trace, SlFilter *filter, SlAnnotations *annotations)
{
  SlEventSearch *self = g_object_new (SL_TYPE_EVENT_SEARCH, NULL);

  self->trace = g_object_ref (trace);
  self->filter = sl_filter_ref (filter);
  self->annotations =
      annotations != NULL ? sl_annotations_ref (annotations) : sl_annotations_new ();
  start (self);
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

  sl_background_stop (self->background);
  if (self->sums->len > 0)
    g_array_set_size (self->sums, MIN (self->sums->len, sl_trace_get_n_blocks (trace)) - 1);
  start (self);
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

  return sl_background_is_busy (self->background);
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

  n_zones = sl_trace_get_n_blocks (self->trace);
  return n_zones > 0 ? (double) self->sums->len / n_zones : 1;
}

/**
 * sl_event_search_get_n_done:
 *
 * Returns: how many zones are counted, from the first one on
 */
guint
sl_event_search_get_n_done (SlEventSearch *self)
{
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), 0);

  return self->sums->len;
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
  g_return_val_if_fail (SL_IS_EVENT_SEARCH (self), FALSE);

  if (match >= sl_event_search_get_total (self))
    return FALSE;

  /* The first zone whose sum exceeds the number. */
  *zone = sl_lower_bound (0, self->sums->len, i, g_array_index (self->sums, guint64, i) <= match);
  *match_in_zone = (guint) (match - sl_event_search_get_before (self, *zone));
  return TRUE;
}
