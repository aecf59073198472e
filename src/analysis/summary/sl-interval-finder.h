/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-intervals.h"

G_BEGIN_DECLS

/**
 * SlIntervalQuestion:
 * @from: events that begin an interval
 * @to: events that end one
 * @same: what both have in common
 */
typedef struct
{
  SlFilter *from;
  SlFilter *to;
  SlIntervalSame same;
} SlIntervalQuestion;

SlFilter *
sl_interval_question_make_either (const SlIntervalQuestion *self) G_GNUC_WARN_UNUSED_RESULT;

/* Looks for the intervals of one trace, block by block. One thread at a time. */
typedef struct _SlIntervalFinder SlIntervalFinder;

SlIntervalFinder *sl_interval_finder_new (const SlIntervalQuestion *question,
                                          SlTrace *trace,
                                          guint number,
                                          SlAnnotations *annotations,
                                          GError **error);
void sl_interval_finder_free (SlIntervalFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlIntervalFinder, sl_interval_finder_free)

gboolean sl_interval_finder_step (SlIntervalFinder *self, SlIntervals *intervals);
double sl_interval_finder_get_fraction (const SlIntervalFinder *self);

G_END_DECLS
