/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Folds of one track by the same groups, again and again: what they find out of its tree by group is kept, so that the
 * next costs no more where a track has many codes than where it has few. One thread at a time. */

#include "sl-track.h"

G_BEGIN_DECLS

typedef struct _SlFoldSums SlFoldSums;

SlFoldSums *sl_fold_sums_new (SlTrack *track, const guint8 *group_of, SlState counted);
void sl_fold_sums_free (SlFoldSums *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFoldSums, sl_fold_sums_free)

SlTrack *sl_fold_sums_get_track (const SlFoldSums *self);
SlState sl_fold_sums_get_counted (const SlFoldSums *self);
gboolean sl_fold_sums_has_groups (const SlFoldSums *self, const guint8 *group_of);
gboolean sl_fold_sums_is_empty (const SlFoldSums *self);

gboolean sl_fold_sums_look_ahead (SlFoldSums *self, guint *n_chunks);
void sl_fold_sums_fold (SlFoldSums *self, SlSpan span, guint n_columns, SlFoldColumn *columns);
void
sl_fold_sums_sum (SlFoldSums *self, SlSpan span, guint64 *time_by_group, guint64 *count_by_group);

G_END_DECLS
