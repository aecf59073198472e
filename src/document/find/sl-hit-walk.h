/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From one hit of a filter to the next, over all traces of a document. */

#include "sl-document.h"
#include "sl-event-search.h"

G_BEGIN_DECLS

typedef enum
{
  SL_HIT_NONE,
  SL_HIT_LATER, /* the search has not come that far */
  SL_HIT_FOUND,
} SlHitStep;

/**
 * SlHit:
 * @trace: number in the set
 * @index: of the event in that trace
 * @number: among the hits of all traces, from 0
 */
typedef struct
{
  guint trace;
  guint64 index;
  guint64 number;
} SlHit;

typedef struct _SlHitWalk SlHitWalk;

SlHitWalk *sl_hit_walk_new (SlTraceSet *set, GPtrArray *searches);
void sl_hit_walk_free (SlHitWalk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlHitWalk, sl_hit_walk_free)

guint64 sl_hit_walk_get_total (SlHitWalk *self);
SlHitStep sl_hit_walk_find (SlHitWalk *self, guint trace, guint64 index, SlHit *hit);
SlHitStep sl_hit_walk_step_from (SlHitWalk *self, const SlHit *from, int direction, SlHit *hit);
SlHitStep sl_hit_walk_step_from_time (SlHitWalk *self, SlTime time, int direction, SlHit *hit);
SlHitStep sl_hit_walk_step (SlHitWalk *self, SlDocument *document, int direction, SlHit *hit);

G_END_DECLS
