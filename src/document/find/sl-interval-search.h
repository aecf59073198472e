/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Looks for intervals in all traces of a document, in the background. */

#include "sl-background.h"
#include "sl-interval-finder.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/* How many are kept, the longest. */
#define SL_INTERVAL_SEARCH_MOST 100000

SlBackground *sl_interval_search_new (SlBackgroundFunc done, gpointer owner);
gboolean sl_interval_search_start (SlBackground *self,
                                   SlTraceSet *set,
                                   const SlIntervalQuestion *question,
                                   SlTime longer,
                                   GError **error);

G_END_DECLS
