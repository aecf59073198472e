/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Folds kept from one picture to the next, for redraws of a view that has not moved: what a pointer
 * hovers over, cursors and selections change nothing of them. And for redraws of views that show the same rows: which
 * group of a fold each code of a track belongs to, and what its parts sum up to by these groups. One thread at a time. */

#include "sl-fold-sums.h"
#include "sl-rows.h"
#include "sl-view.h"

G_BEGIN_DECLS

typedef struct _SlFoldCache SlFoldCache;

/* Returns: a group below %SL_FOLD_GROUPS, or %SL_FOLD_IGNORE */
typedef guint8 (*SlGroupFunc) (guint32 state, guint32 detail, gpointer user_data);

/**
 * SlFoldGroups:
 * @rows: (nullable): of the picture
 * @shown: the state whose slices alone the row shows; %SL_STATE_NONE for all
 * @group: gives the same for the same rows, track and state, whatever its user data
 *
 * What the groups of the codes of a track depend on.
 */
typedef struct
{
  SlRows *rows;
  const SlTrack *track;
  SlState shown;
  SlGroupFunc group;
} SlFoldGroups;

guint8 *sl_fold_groups_make (const SlFoldGroups *groups,
                             gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;

SlFoldCache *sl_fold_cache_new (void);
void sl_fold_cache_free (SlFoldCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFoldCache, sl_fold_cache_free)

const SlFoldColumn *
sl_fold_cache_get (SlFoldCache *self, const SlTrack *track, const SlFoldQuery *query);
void sl_fold_cache_fold (SlFoldCache *self,
                         const SlTrack *track,
                         const SlFoldQuery *query,
                         const SlView *view,
                         SlFoldColumn *columns);
void sl_fold_cache_sum (SlFoldCache *self,
                        const SlTrack *track,
                        const SlFoldQuery *query,
                        SlSpan span,
                        guint64 *time_by_group,
                        guint64 *count_by_group);
const guint8 *
sl_fold_cache_get_groups (SlFoldCache *self, const SlFoldGroups *groups, gpointer user_data);
gboolean sl_fold_cache_look_ahead (SlFoldCache *self, guint n_chunks);
void sl_fold_cache_sweep (SlFoldCache *self);

G_END_DECLS
