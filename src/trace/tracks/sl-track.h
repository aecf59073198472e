/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A sequence of slices, instants or values in time order, packed into a few bytes an item under
 * a pyramid of sums, so that a picture of it costs pixels and not items.
 *
 * Items go in through one writer (one thread) and are frozen block by block. A snapshot is
 * immutable, shares the frozen blocks, and may be read by any thread. */

#include "sl-state.h"
#include "sl-time.h"

G_BEGIN_DECLS

typedef enum
{
  SL_TRACK_SLICES,   /* [begin, end), never overlapping, state and detail */
  SL_TRACK_INSTANTS, /* begin == end; state holds the kind's number, detail an object or number */
  SL_TRACK_VALUES,   /* begin == end; value holds from there to the next */
} SlTrackType;

/**
 * SlItem:
 * @begin: first tick
 * @end: first tick after it; @begin for instants and values
 * @state: #SlState of a slice, kind number of an instant
 * @detail: see #SlState
 * @value: of a value; else 0
 * @index: position in the track, from 0
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  guint32 state;
  guint32 detail;
  gint64 value;
  guint64 index;
} SlItem;

typedef struct _SlTrackWriter SlTrackWriter;

SlTrackWriter *sl_track_writer_new (SlTrackType type);
void sl_track_writer_free (SlTrackWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTrackWriter, sl_track_writer_free)

void sl_track_writer_add_slice (SlTrackWriter *self,
                                SlTime begin,
                                SlTime end,
                                SlState state,
                                guint32 detail);
void sl_track_writer_add_instant (SlTrackWriter *self, SlTime time, guint16 kind, guint32 detail);
void sl_track_writer_add_value (SlTrackWriter *self, SlTime time, gint64 value);
SlTime sl_track_writer_get_end (const SlTrackWriter *self);

/* Immutable, shared by count. */
typedef struct _SlTrack SlTrack;

SlTrack *sl_track_writer_snapshot (SlTrackWriter *self);
void sl_track_writer_close (SlTrackWriter *self);
SlTrack *sl_track_ref (SlTrack *self);
void sl_track_unref (SlTrack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTrack, sl_track_unref)

SlTrackType sl_track_get_type_of_items (const SlTrack *self);
guint64 sl_track_get_count (const SlTrack *self);
SlSpan sl_track_get_span (const SlTrack *self);
gsize sl_track_get_memory (const SlTrack *self);

/* Walks forward from the first item that ends after @from (slices) or stands at or after it. */
typedef struct
{
  const SlTrack *track;
  guint64 next_index;
  guint64 opaque[10];
} SlTrackIter;

void sl_track_iter_init (SlTrackIter *self, const SlTrack *track, SlTime from);
gboolean sl_track_iter_next (SlTrackIter *self, SlItem *item);
guint sl_track_iter_read (SlTrackIter *self, SlItem *items, guint n_items);
gboolean sl_track_find_at (const SlTrack *self, SlTime time, SlItem *item);
gboolean sl_track_find_before (const SlTrack *self, SlTime time, SlItem *item);
guint64 sl_track_count_between (const SlTrack *self, SlSpan span);

/* The codes of a track: each distinct (state, detail) it holds, by number. Instants have one code
 * a kind, with detail 0; values have one code. */
guint sl_track_get_n_codes (const SlTrack *self);
void sl_track_get_code (const SlTrack *self, guint code, guint32 *state, guint32 *detail);

/* At most this many groups in one fold. */
#define SL_FOLD_GROUPS 16

/**
 * SlFoldColumn:
 * @count: items that begin in the column; see #SlFoldQuery
 * @busy: ticks of the column that any slice takes whose group is not %SL_FOLD_IGNORE
 * @groups: bit g is set where group g takes a tick of the column or begins in it
 * @time: ticks by group
 * @minimum: smallest value that holds in the column (values only), the one before it included
 * @maximum: largest value that holds in the column (values only); below @minimum for none
 *
 * What a track does between two ticks. Over a set of columns that adjoin, counts and times add
 * up to those of the whole, whatever the columns.
 */
typedef struct
{
  guint64 count;
  guint64 busy;
  guint32 groups;
  guint64 time[SL_FOLD_GROUPS];
  gint64 minimum;
  gint64 maximum;
} SlFoldColumn;

#define SL_FOLD_IGNORE 0xff

typedef struct
{
  SlSpan span; /* column c begins at begin + ⌊length × c ÷ n_columns⌋; at most 2⁶² ticks */
  guint n_columns;
  const guint8 *group_of; /* code → group below SL_FOLD_GROUPS, or SL_FOLD_IGNORE */
  SlState counted;        /* only slices in this state count; SL_STATE_NONE for all items */
} SlFoldQuery;

void sl_track_fold (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns);
void sl_track_sum (const SlTrack *self, SlSpan span, guint64 *time_by_code, guint64 *count_by_code);
void sl_track_sum_groups (const SlTrack *self,
                          SlSpan span,
                          const guint8 *group_of,
                          guint64 *time_by_group,
                          guint64 *count_by_group);

G_END_DECLS
