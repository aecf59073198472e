/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the events that a filter asks for happened: by lane, as instants. An event is a hit of the lane of
 * its object, and of each lane in which a slice begins or ends by it: of its processor, of the tasks that
 * are switched, take a lock or are let go on. Where the filter asks for the task that ran, also of that
 * task's lane. What has no lane of its own is a hit of its processor. */

#include "sl-filter.h"

G_BEGIN_DECLS

/**
 * SlEventHits:
 * @lanes: (array length=n_lanes): by number of the lane, its hits; %NULL for none. The state of an
 *   instant is the event's kind
 * @all: all hits of the trace
 * @done: how much of the trace was looked at, 0 … 1
 * @is_complete: whether all of it was
 *
 * Immutable, shared by count.
 */
typedef struct _SlEventHits
{
  gatomicrefcount ref_count;
  SlTrack **lanes;
  guint n_lanes;
  SlTrack *all;
  double done;
  gboolean is_complete;
} SlEventHits;

SlEventHits *sl_event_hits_ref (SlEventHits *self);
void sl_event_hits_unref (SlEventHits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventHits, sl_event_hits_unref)
const SlTrack *sl_event_hits_get_lane (const SlEventHits *self, guint lane);

gboolean sl_event_hits_are_wanted (SlTrace *trace);

/* One thread at a time. */
typedef struct _SlEventHitFinder SlEventHitFinder;

SlEventHitFinder *sl_event_hit_finder_new (SlTrace *trace, SlFilterRun *filter);
void sl_event_hit_finder_free (SlEventHitFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventHitFinder, sl_event_hit_finder_free)
gboolean sl_event_hit_finder_step (SlEventHitFinder *self);
SlEventHits *sl_event_hit_finder_snapshot (SlEventHitFinder *self);

SlEventHits *sl_event_hits_find (SlTrace *trace, SlAnnotations *annotations, SlFilter *filter);

G_END_DECLS
