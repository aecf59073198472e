/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which cycles of a bus trace a filter lets through, as counts over time and as maps of pages: what
 * rows of counts show of a filter, however many events there are. Without a filter these are all: so
 * they get into a map by their types of memory. A finder reads the trace zone by
 * zone, skipping those that cannot match, and can be asked at any time for what it knows. */

#include "sl-filter.h"

G_BEGIN_DECLS

/**
 * SlBusMatches:
 * @density: counts of the events that match, by the same groups and codes as those of the trace; the
 *   others of a group where one matches count as kind %SL_BUS_NO_MATCH of processor 0
 * @maps: by plane, what they touch; a tile for each zone that was looked at
 * @by_attribute: whether the groups of the map of memory are types of memory (#SlBusAttribute) instead of
 *   types of cycles
 * @n_events: so many match
 * @done: how much of the trace was looked at, 0 … 1
 * @is_complete: whether all of it was
 *
 * Immutable, shared by count.
 */
typedef struct
{
  gatomicrefcount ref_count;
  SlDensity *density;
  SlPageMap *maps[SL_N_PLANES];
  gboolean by_attribute;
  guint64 n_events;
  double done;
  gboolean is_complete;
} SlBusMatches;

/* A kind that no trace has. */
#define SL_BUS_NO_MATCH G_MAXUINT16

SlBusMatches *sl_bus_matches_ref (SlBusMatches *self);
void sl_bus_matches_unref (SlBusMatches *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBusMatches, sl_bus_matches_unref)
gboolean sl_bus_matches_find_measure (const SlBusMatches *self, const SlLane *lane, guint *measure);

/* One thread at a time. */
typedef struct _SlBusMatchFinder SlBusMatchFinder;

SlBusMatchFinder *sl_bus_match_finder_new (SlTrace *trace, SlFilterRun *filter);
void sl_bus_match_finder_group_by_attribute (SlBusMatchFinder *self);
void sl_bus_match_finder_free (SlBusMatchFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBusMatchFinder, sl_bus_match_finder_free)
gboolean sl_bus_match_finder_step (SlBusMatchFinder *self);
SlBusMatches *sl_bus_match_finder_snapshot (SlBusMatchFinder *self);

gboolean sl_bus_matches_are_wanted (SlTrace *trace);
gboolean sl_bus_matches_may_go_by_attribute (SlTrace *trace);
void sl_bus_matches_mark (SlTrace *trace,
                          guint zone,
                          SlFilterRun *filter,
                          const SlEvent *events,
                          guint n_events,
                          guint8 *matches);

G_END_DECLS
