/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The intervals from events of one sort to events of another: what both events have in common, how
 * long the intervals are, and which are the longest. */

#include "sl-filter.h"
#include "sl-gap-histogram.h"
#include "sl-interval-matcher.h"

G_BEGIN_DECLS

typedef enum
{
  SL_INTERVAL_SAME_ANY,
  SL_INTERVAL_SAME_OBJECT, /* both act on it */
  SL_INTERVAL_SAME_TASK,   /* it was running at both */
  SL_INTERVAL_SAME_CPU,
  SL_N_INTERVAL_SAMES,
} SlIntervalSame;

gboolean sl_interval_same_find (const char *id, SlIntervalSame *same);
gboolean sl_interval_end_init (SlIntervalEnd *self,
                               SlIntervalSame same,
                               guint trace,
                               SlFilterRun *run,
                               const SlEvent *event);

/* One of them: @from and @to as #SlIntervalFunc has them. */
typedef struct
{
  SlIntervalEnd from;
  SlIntervalEnd to;
} SlInterval;

/**
 * SlIntervals:
 * @list: (element-type SlInterval): at most @most of them, the longest
 * @most: how many are kept; 0 for none
 * @longer: all are longer than this; -1 for all
 * @lengths: of all of them, also of those that are not kept
 * @n_over_gaps: during which recording was interrupted
 * @n_open: events that would begin one and have no end
 * @has_from: whether any event begins one
 * @has_to: whether any event would end one
 *
 * Immutable once they are finished, shared by count.
 */
typedef struct
{
  GArray *list;
  guint most;
  SlTime longer;
  SlGapHistogram lengths;
  guint64 n_over_gaps;
  guint64 n_open;
  gboolean has_from;
  gboolean has_to;
} SlIntervals;

SlIntervals *sl_intervals_new (guint most, SlTime longer);
void sl_intervals_unref (SlIntervals *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlIntervals, sl_intervals_unref)

gboolean sl_intervals_add (SlIntervals *self, const SlIntervalEnd *from, const SlIntervalEnd *to);
void sl_intervals_take_rest (SlIntervals *self, const SlIntervalMatcher *matcher);
void sl_intervals_finish (SlIntervals *self);

G_END_DECLS
