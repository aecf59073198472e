/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-intervals.h"

G_BEGIN_DECLS

/**
 * SlIntervalSuggestion:
 * @from: kind of the events that begin an interval
 * @to: kind of those that end one
 *
 * Intervals that are worth asking for.
 */
typedef struct
{
  const char *from;
  const char *to;
  SlIntervalSame same;
} SlIntervalSuggestion;

const SlIntervalSuggestion *sl_interval_suggestion_find (SlTrace *trace);

G_END_DECLS
