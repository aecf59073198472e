/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Something that can be picked: by pointer, by key, in the list, through a proxy. It outlives
 * scenes and generations: lanes are named, not numbered. */

#include "sl-trace-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_TARGET_NONE,
  SL_TARGET_ROW,   /* a whole row; @track and @index mean nothing */
  SL_TARGET_ITEMS, /* @count items of a track from @index on: one box, mark or fold */
  SL_TARGET_EVENT, /* the event number @index of the trace; @row may be NULL */
} SlTargetType;

/**
 * SlTarget:
 * @trace: number in the trace set
 * @row: (nullable): key of the row, see #SlRow: it lasts as long as a set of the document that it is of
 * @track: number of the track in the row's lane
 * @index: of the first item in its track, or of the event in its trace
 * @count: items; 1 but for folds
 *
 * A plain value, copied by assignment.
 */
typedef struct
{
  SlTargetType type;
  guint trace;
  const char *row;
  guint track;
  guint64 index;
  guint64 count;
} SlTarget;

/* Stands for @track where a lane has counts instead of tracks: @index is then the tick of the row's
 * trace at which a stretch of it begins, @count its ticks. */
#define SL_TARGET_TRACK_SPAN G_MAXUINT

/* The same for a map of pages: @index is the rank of a touched page, @count the number of pages. */
#define SL_TARGET_TRACK_PAGES (G_MAXUINT - 1)

gboolean sl_target_equal (const SlTarget *one, const SlTarget *other);

G_END_DECLS
