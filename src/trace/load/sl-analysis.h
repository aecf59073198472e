/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What an analysis is to the loading pass: it is fed the events block by block and puts objects
 * and lanes into the builder. The layer "analysis" holds the implementations. */

#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* A sum is of so many blocks at most. */
#define SL_ANALYSIS_ROW SL_PAGE_SUM_BLOCKS

/**
 * SlAnalysis:
 * @id: kebab case
 * @begin: returns the state of one run; %NULL if this analysis has nothing to do with
 *   the source (its format, say)
 * @feed: (nullable): the next events, in time order; object numbers are 0. %NULL with @sum_new
 * @pause: closes what is open up to @now as far as it is certain, before a snapshot; may be
 *   called any number of times; feeding goes on afterwards
 * @finish: no more events come; @end is the trace's last tick + 1
 * @sum_new: (nullable): returns the sum of a batch, of none as yet. With it the analysis is
 *   not fed: threads sum up batches, in any order, and a trace that only such
 *   analyses look at is read on all cores. Neither this nor what follows may change the state
 * @sum_events: adds what the analysis needs to know of the batch's next block, which is not empty
 * @sum_columns: (nullable): does what @sum_events does with a block that comes as columns, counted
 * @sum_end: no more blocks are added
 * @add: takes the sum of the next batch over, in order, in the thread of the other functions
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
  gpointer (*sum_new) (gpointer self);
  void (*sum_events) (gpointer sum, const SlEvent *events, gsize n_events);
  void (*sum_columns) (gpointer sum, const SlColumns *columns);
  void (*sum_end) (gpointer sum);
  void (*add) (gpointer self, gpointer sum);
  GDestroyNotify free_sum;
} SlAnalysis;

G_END_DECLS
