/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What stands above the chunks of a growing track: nodes, and on each level what waits for its
 * siblings. */

#include "sl-track-private.h"

G_BEGIN_DECLS

/**
 * SlSumSet:
 * @places: by mark: its place in @sums. A place that does not bear the mark is stale, so that
 *   nothing needs to be cleared
 *
 * Sums by mark, in the order in which the marks came.
 */
typedef struct
{
  SlTrackSum *sums;
  guint n_sums;
  guint allocated;
  guint n_places;
  guint32 *places;
} SlSumSet;

void sl_sum_set_add (SlSumSet *self, const SlTrackSum *sum);
SlTrackSum *sl_sum_set_dup (const SlSumSet *self);
void sl_sum_set_clear (SlSumSet *self);

/* A node or chunk that waits for its siblings. */
typedef struct
{
  SlTrackChild child; /* @first_sum has no meaning here */
  SlTrackSum *sums;
} SlTrackSibling;

typedef struct
{
  guint n;
  SlTrackSibling siblings[SL_FAN_OUT];
} SlTrackLevel;

typedef struct
{
  SlArena *arena;                        /* that has the levels; NULL where malloc() has them */
  SlTrackLevel *levels[SL_TRACK_LEVELS]; /* [0]: chunks; NULL for not reached yet */
  SlSumSet sums;                         /* of the node in hand */
} SlTrackLevels;

void sl_track_levels_push (SlTrackLevels *self, SlTrackSibling sibling);
SlTrackNode *sl_track_levels_make_root (SlTrackLevels *self, SlTrackSibling last);
void sl_track_levels_clear (SlTrackLevels *self);

G_END_DECLS
