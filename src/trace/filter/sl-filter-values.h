/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What raw fields can say of which only some words are possible, so that a comparison with another word
 * is a slip and no empty answer; and how these words may be spelt. */

#include "sl-filter-private.h"

G_BEGIN_DECLS

/* A field of every trace's events, beside those of the records. */
#define SL_FILTER_FLAGS "flags"

/* A field of tracepoints: which one it is, as in "sched:sched_switch". */
#define SL_FILTER_EVENT "event"

GPtrArray *sl_filter_values_list (SlTrace *trace, const char *field);
char *sl_filter_value_resolve (SlTrace *trace, const SlFilterNode *node);
gboolean sl_filter_check_values (const SlFilter *self,
                                 SlTrace *const *traces,
                                 guint n_traces,
                                 GError **error);

G_END_DECLS
