/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Folds kept from one picture to the next, for redraws of a view that has not moved: what a pointer
 * hovers over, cursors and selections change nothing of them. One thread at a time. */

#include "sl-track.h"

G_BEGIN_DECLS

typedef struct _SlFoldCache SlFoldCache;

SlFoldCache *sl_fold_cache_new (void);
void sl_fold_cache_free (SlFoldCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFoldCache, sl_fold_cache_free)

const SlFoldColumn *
sl_fold_cache_get (SlFoldCache *self, const SlTrack *track, const SlFoldQuery *query);
void sl_fold_cache_sweep (SlFoldCache *self);

G_END_DECLS
