/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-sequence.h"

#include "sl-lower-bound.h"

#define N_CACHED 8

typedef struct
{
  guint zone;
  guint n_events; /* 0: the slot is empty */
  SlEvent *events;
  guint16 *matches; /* which of them match */
  guint n_matches;
  gboolean has_matches; /* they have been looked for */
  guint64 used;
} CachedBlock;

struct _SlEventSequence
{
  SlTrace *trace;
  SlAnnotations *annotations;
  SlEventSearch *search; /* what is shown; NULL for all */
  SlFilterRun *run;      /* of the search's filter, for the zones that are looked at */
  SlFilter *marking;     /* what counts as a match; NULL for all */
  SlFilterRun *marking_run;

  CachedBlock cache[N_CACHED];
  guint64 clock; /* counts uses of the cache */
};

static void
drop_cache (SlEventSequence *self)
{
  for (guint i = 0; i < N_CACHED; i++)
    {
      self->cache[i].n_events = 0;
      self->cache[i].has_matches = FALSE;
      self->cache[i].used = 0;
    }
}

static SlTime
get_time_before (SlEventSequence *self, guint zone)
{
  return zone > 0 ? sl_trace_get_zone (self->trace, zone - 1)->time_max : SL_TIME_MIN;
}

static CachedBlock *
get_zone (SlEventSequence *self, guint zone)
{
  CachedBlock *slot = &self->cache[0];
  gssize n_events;

  for (guint i = 0; i < N_CACHED; i++)
    {
      if (self->cache[i].n_events > 0 && self->cache[i].zone == zone)
        {
          self->cache[i].used = ++self->clock;
          return &self->cache[i];
        }
      if (self->cache[i].used < slot->used)
        slot = &self->cache[i];
    }

  if (slot->events == NULL)
    {
      slot->events = g_new (SlEvent, SL_BLOCK_EVENTS);
      slot->matches = g_new (guint16, SL_BLOCK_EVENTS);
    }
  n_events = sl_trace_read_block (self->trace, zone, slot->events);
  slot->zone = zone;
  slot->n_events = n_events > 0 ? (guint) n_events : 0;
  slot->has_matches = FALSE;
  slot->used = ++self->clock;
  sl_trace_resolve (self->trace, slot->events, slot->n_events);
  return slot;
}

static void
ensure_matches (SlEventSequence *self, CachedBlock *cached)
{
  SlTime previous = get_time_before (self, cached->zone);

  if (cached->has_matches)
    return;

  cached->n_matches = 0;
  cached->has_matches = TRUE;
  for (guint i = 0; self->run != NULL && i < cached->n_events; i++)
    {
      if (sl_filter_run_match_event (self->run, &cached->events[i], previous))
        cached->matches[cached->n_matches++] = (guint16) i;
      previous = cached->events[i].time;
    }
}

static void
remake_runs (SlEventSequence *self)
{
  g_clear_pointer (&self->run, sl_filter_run_free);
  g_clear_pointer (&self->marking_run, sl_filter_run_free);
  if (self->search != NULL)
    self->run = sl_filter_run_new_with_annotations (sl_event_search_get_filter (self->search),
                                                    self->trace, self->annotations, NULL);
  if (self->marking != NULL)
    self->marking_run =
        sl_filter_run_new_with_annotations (self->marking, self->trace, self->annotations, NULL);
  drop_cache (self);
}

/**
 * sl_event_sequence_new:
 * @annotations: names and rate that filters go by
 *
 * Returns: (transfer full): all events of @trace
 */
SlEventSequence *
sl_event_sequence_new (SlTrace *trace, SlAnnotations *annotations)
{
  SlEventSequence *self = g_new0 (SlEventSequence, 1);

  self->trace = g_object_ref (trace);
  self->annotations = sl_annotations_ref (annotations);
  return self;
}

/**
 * sl_event_sequence_free:
 * @self: (transfer full):
 */
void
sl_event_sequence_free (SlEventSequence *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < N_CACHED; i++)
    {
      g_free (self->cache[i].events);
      g_free (self->cache[i].matches);
    }
  g_clear_object (&self->search);
  g_clear_pointer (&self->run, sl_filter_run_free);
  g_clear_pointer (&self->marking_run, sl_filter_run_free);
  g_clear_pointer (&self->marking, sl_filter_unref);
  sl_annotations_unref (self->annotations);
  g_object_unref (self->trace);
  g_free (self);
}

SlTrace *
sl_event_sequence_get_trace (SlEventSequence *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->trace;
}

/**
 * sl_event_sequence_set_trace:
 * @trace: the next generation: its last zone may have been a part of a block before
 */
void
sl_event_sequence_set_trace (SlEventSequence *self, SlTrace *trace)
{
  g_return_if_fail (self != NULL);

  if (g_set_object (&self->trace, trace))
    remake_runs (self);
}

/**
 * sl_event_sequence_set_annotations:
 * @annotations: (transfer none): names and rate that filters go by from now on
 */
void
sl_event_sequence_set_annotations (SlEventSequence *self, SlAnnotations *annotations)
{
  g_return_if_fail (self != NULL);

  sl_annotations_ref (annotations);
  sl_annotations_unref (self->annotations);
  self->annotations = annotations;
  remake_runs (self);
}

/**
 * sl_event_sequence_set_filters:
 * @search: (nullable): what is shown; %NULL for all events
 * @marking: (nullable): what of it counts as a match; %NULL for all
 */
void
sl_event_sequence_set_filters (SlEventSequence *self, SlEventSearch *search, SlFilter *marking)
{
  g_return_if_fail (self != NULL);

  g_set_object (&self->search, search);
  g_clear_pointer (&self->marking, sl_filter_unref);
  if (marking != NULL)
    self->marking = sl_filter_ref (marking);
  remake_runs (self);
}

/**
 * sl_event_sequence_get_count:
 *
 * Returns: how many events there are, as far as they are known
 */
guint64
sl_event_sequence_get_count (SlEventSequence *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->search != NULL ? sl_event_search_get_total (self->search)
                              : sl_trace_get_n_events (self->trace);
}

/* From a place in the sequence to an event of a zone. */
static CachedBlock *
locate (SlEventSequence *self, guint64 place, guint *in_zone)
{
  CachedBlock *cached;
  guint zone;

  if (self->search != NULL)
    {
      guint match;

      if (!sl_event_search_locate (self->search, place, &zone, &match))
        return NULL;

      cached = get_zone (self, zone);
      ensure_matches (self, cached);
      if (match >= cached->n_matches)
        return NULL;
      *in_zone = cached->matches[match];
      return cached;
    }

  zone = sl_trace_block_of_index (self->trace, place);
  cached = get_zone (self, zone);
  *in_zone = (guint) (place - sl_trace_get_zone (self->trace, zone)->first);
  return *in_zone < cached->n_events ? cached : NULL;
}

/**
 * sl_event_sequence_get:
 * @place: below the count
 * @event: (out): resolved
 * @index: (out): its position in the trace
 * @previous: (out): time of the trace's event before it; %SL_TIME_MIN for the first
 * @is_match: (out): whether it counts as a match
 *
 * Returns: %FALSE where the file has shrunk since its events were counted
 */
gboolean
sl_event_sequence_get (SlEventSequence *self,
                       guint64 place,
                       SlEvent *event,
                       guint64 *index,
                       SlTime *previous,
                       gboolean *is_match)
{
  CachedBlock *cached;
  guint in_zone;

  g_return_val_if_fail (self != NULL, FALSE);

  cached = locate (self, place, &in_zone);
  if (cached == NULL)
    return FALSE;

  *event = cached->events[in_zone];
  *index = sl_trace_get_zone (self->trace, cached->zone)->first + in_zone;
  *previous = in_zone > 0 ? cached->events[in_zone - 1].time : get_time_before (self, cached->zone);
  *is_match =
      self->marking == NULL || (self->marking_run != NULL &&
                                sl_filter_run_match_event (self->marking_run, event, *previous));
  return TRUE;
}

/**
 * sl_event_sequence_find:
 * @index: of an event in the trace
 * @place: (out): where it stands; where it is left out, the place of the one after it
 *
 * Returns: whether the event itself is there
 */
gboolean
sl_event_sequence_find (SlEventSequence *self, guint64 index, guint64 *place)
{
  guint zone, match = 0;
  CachedBlock *cached;
  guint64 first;

  g_return_val_if_fail (self != NULL, FALSE);

  *place = 0;
  if (index >= sl_trace_get_n_events (self->trace))
    return FALSE;
  *place = index;
  if (self->search == NULL)
    return TRUE;

  zone = sl_trace_block_of_index (self->trace, index);
  first = sl_trace_get_zone (self->trace, zone)->first;
  cached = get_zone (self, zone);
  ensure_matches (self, cached);
  while (match < cached->n_matches && first + cached->matches[match] < index)
    match++;

  *place = sl_event_search_get_before (self->search, zone) + match;
  return match < cached->n_matches && first + cached->matches[match] == index;
}

/**
 * sl_event_sequence_count_before:
 * @time: in ticks of the trace
 *
 * Returns: how many of the events lie before @time
 */
guint64
sl_event_sequence_count_before (SlEventSequence *self, SlTime time)
{
  CachedBlock *cached;
  guint zone;
  guint64 place;

  g_return_val_if_fail (self != NULL, 0);

  if (sl_trace_get_n_blocks (self->trace) == 0 || time <= sl_trace_get_span (self->trace).begin)
    return 0;
  if (time >= sl_trace_get_span (self->trace).end)
    return sl_event_sequence_get_count (self);

  zone = sl_trace_block_of_time (self->trace, time);
  cached = get_zone (self, zone);
  place = sl_trace_get_zone (self->trace, zone)->first +
          sl_lower_bound (0, cached->n_events, i, cached->events[i].time < time);
  if (self->search != NULL && place < sl_trace_get_n_events (self->trace))
    sl_event_sequence_find (self, place, &place);
  return MIN (place, sl_event_sequence_get_count (self));
}
