/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What an analysis is to the loading pass: it is fed the events block by block and puts objects
 * and lanes into the builder. The layer "analysis" holds the implementations. */

#include "sl-trace-builder.h"

G_BEGIN_DECLS

/**
 * SlAnalysis:
 * @id: kebab case
 * @begin: returns the state of one run; %NULL if this analysis has nothing to do with
 *   the source (its format, say)
 * @feed: (nullable): the next events, in time order; object numbers are 0. %NULL with @sum
 * @pause: closes what is open up to @now as far as it is certain, before a snapshot; may be
 *   called any number of times; feeding goes on afterwards
 * @finish: no more events come; @end is the trace's last tick + 1
 * @sum: (nullable): what the analysis needs to know of the events of one block. Called instead of
 *   @feed, by any thread, for blocks in any order: a trace that only such analyses look at is read
 *   on all cores. Must not change the state
 * @add: takes the sum of the next block over, in order, in the thread of the other functions
 * @free_sum: frees a sum that was not added
 */
typedef struct
{
  const char *id;
  gpointer (*begin) (SlTraceBuilder *builder);
  void (*feed) (gpointer self, const SlEvent *events, gsize n_events);
  void (*pause) (gpointer self, SlTime now);
  void (*finish) (gpointer self, SlTime end);
  void (*free) (gpointer self);
  gpointer (*sum) (gpointer self, const SlEvent *events, gsize n_events);
  void (*add) (gpointer self, gpointer sum);
  GDestroyNotify free_sum;
} SlAnalysis;

G_END_DECLS
