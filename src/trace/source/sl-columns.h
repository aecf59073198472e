/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One block of events as columns: what the sums of a trace of fixed-size records need of each
 * record, side by side, and nothing else. An SlEvent is made only where one is looked at; a load
 * of 10⁸ records looks at none. A source that can fill columns saves most of what a load costs,
 * and no sum can tell which way it was made: filled or not, blocks say the same. */

#include "sl-event.h"
#include "sl-zone-map.h"

G_BEGIN_DECLS

/* Events between two running sums. */
#define SL_COLUMNS_GROUP  64
#define SL_COLUMNS_GROUPS (SL_BLOCK_EVENTS / SL_COLUMNS_GROUP)

/* A block with more pairs of kind and processor is not read as columns. */
#define SL_COLUMNS_PAIRS 128

typedef struct
{
  guint8 code; /* which of the kinds */
  guint8 agent;
  guint16 kind;
  guint16 count; /* events in the block */
} SlColumnsPair;

/**
 * SlColumns:
 * @n_events: in the block; what follows has one value for each
 * @begin: time of the first event
 * @kinds: the kind of each code, 256 of them; no two codes that occur have the same
 * @bytes: how many bytes each moves: @b or @detail
 * @a: first parameter, or the low half of it
 * @a_high: the high half, where @is_wide; else all of them are 0 and nothing is filled in
 * @steps: ticks since the previous event; 0 for the first
 * @codes: which of @kinds
 * @agents: the processor
 * @b: second parameter
 * @detail: room for another parameter
 * @n_gaps: events with %SL_EVENT_GAP; no event has any other flag
 * @gaps: their numbers, ascending
 * @n_pairs: found by sl_columns_count(), as is everything below
 * @pairs: pairs of code and processor in the order of their first event
 * @before: by group, the time that its first step is counted from
 * @bytes_to: by group, bytes moved up to its end
 * @counts: by group and pair, events up to the group's end
 *
 * The source fills the members above @n_pairs, sl_columns_count() the rest.
 */
typedef struct
{
  guint n_events;
  SlTime begin;
  const guint16 *kinds;
  const guint8 *bytes;
  guint32 a[SL_BLOCK_EVENTS];
  guint32 a_high[SL_BLOCK_EVENTS];
  guint32 steps[SL_BLOCK_EVENTS];
  guint8 codes[SL_BLOCK_EVENTS];
  guint8 agents[SL_BLOCK_EVENTS];
  guint8 b[SL_BLOCK_EVENTS];
  guint8 detail[SL_BLOCK_EVENTS];
  gboolean is_wide;
  guint n_gaps;
  guint16 gaps[SL_BLOCK_EVENTS];

  guint n_pairs;
  SlColumnsPair pairs[SL_COLUMNS_PAIRS];
  SlTime before[SL_COLUMNS_GROUPS + 1];
  guint32 bytes_to[SL_COLUMNS_GROUPS];
  guint16 counts[SL_COLUMNS_GROUPS][SL_COLUMNS_PAIRS];
} SlColumns;

SlColumns *sl_columns_new (void);
void sl_columns_free (SlColumns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlColumns, sl_columns_free)

void sl_columns_set_steady (SlColumns *self, SlTime begin);
gboolean sl_columns_count (SlColumns *self);
SlTime sl_columns_get_time (const SlColumns *self, guint event);
SlTime sl_columns_get_end (const SlColumns *self);
void sl_columns_add_to_zone (const SlColumns *self, SlZone *zone);

static inline guint64
sl_columns_get_a (const SlColumns *self, guint event)
{
  return self->is_wide ? (guint64) self->a_high[event] << 32 | self->a[event] : self->a[event];
}

static inline guint
sl_columns_get_n_groups (const SlColumns *self)
{
  return (self->n_events + SL_COLUMNS_GROUP - 1) / SL_COLUMNS_GROUP;
}

G_END_DECLS
