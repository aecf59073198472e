/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Several sources as one, by time: the streams of several processors, the parts of a set. */

#include "sl-source.h"

G_BEGIN_DECLS

#define SL_TYPE_MERGE_SOURCE (sl_merge_source_get_type ())
G_DECLARE_FINAL_TYPE (SlMergeSource, sl_merge_source, SL, MERGE_SOURCE, SlSource)

SlSource *sl_merge_source_new (SlSource *const *sources, guint n_sources, SlClock *clock);

G_END_DECLS
