/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which events of a trace begin or end an interval, for one who goes through them in order. */

#include "sl-intervals.h"

G_BEGIN_DECLS

/**
 * SlIntervalProbe:
 * @number: of the trace, as the ends of intervals have it
 * @from: (nullable): matches events that begin an interval; %NULL for none
 * @to: (nullable): matches events that end one; %NULL for none
 * @gaps: (element-type SlRecordedGapEvent): the first event after each gap
 * @next_gap: of @gaps: the first behind the event that was looked at last
 * @n_gaps: before that event, or right before it; where both ends are on the same processor, without those of @gaps_of_cpus
 * @gaps_of_cpus: (element-type guint): how many of these are of one processor, by its number
 *
 * Borrows the filters.
 */
typedef struct
{
  guint number;
  SlIntervalSame same;
  SlFilterRun *from;
  SlFilterRun *to;
  GArray *gaps;
  guint next_gap;
  guint n_gaps;
  GArray *gaps_of_cpus;
} SlIntervalProbe;

/**
 * SlIntervalHit:
 * @end: an event; its gaps are those of its trace
 */
typedef struct
{
  SlIntervalEnd end;
  gboolean is_from;
  gboolean is_to;
} SlIntervalHit;

void sl_interval_probe_init (SlIntervalProbe *self,
                             SlTrace *trace,
                             guint number,
                             SlIntervalSame same,
                             SlFilterRun *from,
                             SlFilterRun *to);
void sl_interval_probe_clear (SlIntervalProbe *self);
gboolean sl_interval_probe_look (SlIntervalProbe *self,
                                 const SlEvent *event,
                                 guint64 index,
                                 SlTime previous,
                                 SlIntervalHit *hit);
guint sl_interval_probe_get_n_gaps (const SlIntervalProbe *self, guint cpu);

G_END_DECLS
