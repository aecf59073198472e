/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One block of events as columns: what the sums of a trace of fixed-size records need of each
 * record, side by side, and nothing else. An SlEvent is made where somebody looks at one; a load
 * of 10⁸ records looks at none. A source that can fill columns saves most of what a load costs,
 * and no sum can tell which way it was made: filled or not, blocks say the same. */

#include "sl-event.h"
#include "sl-zone-map.h"

G_BEGIN_DECLS

/* Events between two running sums. */
#define SL_COLUMNS_GROUP  64
#define SL_COLUMNS_GROUPS (SL_BLOCK_EVENTS / SL_COLUMNS_GROUP)

/* A block that tells more pairs of kind and processor apart is no work for columns. */
#define SL_COLUMNS_CODES 128

/* The two bytes of a key: which of the kinds, and the processor. */
#define SL_COLUMNS_KEY(code, cpu) ((guint16) ((code) << 8 | (cpu)))
#define SL_COLUMNS_KEY_CODE(key)  ((key) >> 8)
#define SL_COLUMNS_KEY_CPU(key)   ((key) &0xff)

typedef struct
{
  guint16 key;
  guint16 kind;
  guint16 cpu;
  guint16 count; /* events in the block */
} SlColumnsCode;

/**
 * SlColumns:
 * @n_events: in the block; what follows has one value for each
 * @begin: time of the first event
 * @kinds: the kind of each code, 256 of them; no two codes that occur have the same
 * @bytes: how many bytes each moves: @b or @detail
 * @a: first parameter
 * @steps: ticks since the event before; 0 for the first
 * @keys: as SL_COLUMNS_KEY()
 * @b: second parameter
 * @detail: room for another parameter
 * @n_gaps: events with %SL_EVENT_GAP; no event has any other flag
 * @gaps: their numbers, growing
 * @n_codes: found by sl_columns_count(), as is all below
 * @codes: pairs of kind and processor in the order of their first event
 * @before: by group, the time that its first step is counted from
 * @bytes_to: by group, bytes moved up to its end
 * @counts: by group and code, events up to the group's end
 * @by_key: scratch: zeros
 *
 * The source fills what stands above @n_codes, sl_columns_count() the rest.
 */
typedef struct
{
  guint n_events;
  SlTime begin;
  const guint16 *kinds;
  const guint8 *bytes;
  guint64 a[SL_BLOCK_EVENTS];
  guint32 steps[SL_BLOCK_EVENTS];
  guint16 keys[SL_BLOCK_EVENTS];
  guint8 b[SL_BLOCK_EVENTS];
  guint8 detail[SL_BLOCK_EVENTS];
  guint n_gaps;
  guint16 gaps[SL_BLOCK_EVENTS];

  guint n_codes;
  SlColumnsCode codes[SL_COLUMNS_CODES];
  SlTime before[SL_COLUMNS_GROUPS + 1];
  guint32 bytes_to[SL_COLUMNS_GROUPS];
  guint16 counts[SL_COLUMNS_GROUPS][SL_COLUMNS_CODES];
  guint16 by_key[G_MAXUINT16 + 1];
} SlColumns;

SlColumns *sl_columns_new (void);
void sl_columns_free (SlColumns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlColumns, sl_columns_free)

void sl_columns_set_steady (SlColumns *self, SlTime begin);
gboolean sl_columns_count (SlColumns *self);
SlTime sl_columns_get_time (const SlColumns *self, guint event);
SlTime sl_columns_get_end (const SlColumns *self);
void sl_columns_add_to_zone (const SlColumns *self, SlZone *zone);

static inline guint
sl_columns_get_n_groups (const SlColumns *self)
{
  return (self->n_events + SL_COLUMNS_GROUP - 1) / SL_COLUMNS_GROUP;
}

G_END_DECLS
