/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of a trace of a set, one after the other, and those of all traces in the order of the
 * axis: equal ticks in the order of the traces, then of their files. */

#include "sl-filter.h"
#include "sl-time-bounds.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

#define SL_CLI_NOT_LOST G_MAXUINT64

/**
 * SlCliFeed:
 * @trace: number in the set
 * @event: (nullable): the event at hand, resolved; %NULL at the end
 * @index: its position in its trace
 * @time: when it is, in ticks of the axis
 * @latest: in ticks of the trace: the latest that the event may be, its own time if that is known;
 *   %SL_TIME_MAX where nothing is
 * @previous: @time of the event before it; %SL_TIME_MIN for the first
 * @lost_from: position of the first event that could not be read; %SL_CLI_NOT_LOST
 */
typedef struct
{
  guint trace;
  const SlEvent *event;
  guint64 index;
  SlTime time;
  SlTime latest;
  SlTime previous;
  guint64 lost_from;

  /*< private >*/
  SlTraceSet *set;
  SlFilterRun *filter; /* NULL for all, or for none: */
  gboolean hides_all;  /* the filter cannot match here */
  SlTime own_previous; /* as @previous, in ticks of the trace */
  guint zone;          /* the block that is decoded */
  SlEvent *events;     /* of it */
  gsize n_events;
  SlTime *latest_times; /* of these */
  SlTimeBounds *bounds;
} SlCliFeed;

void sl_cli_feed_init (SlCliFeed *self,
                       SlTraceSet *set,
                       guint trace,
                       SlFilterRun *filter,
                       gboolean hides_all,
                       SlTime from);
void sl_cli_feed_clear (gpointer self);
gboolean sl_cli_feed_matches (const SlCliFeed *self);
void sl_cli_feed_next (SlCliFeed *self, gboolean skips);
gboolean sl_cli_feed_is_lost (const SlCliFeed *self);
SlCliFeed *sl_cli_feeds_get_first (GArray *feeds);

G_END_DECLS
