/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A page of the kernel's ring buffer:
 *
 *   u64 time, absolute · long commit: bits 0 … 26 bytes of records, bit 31 records were lost before this
 *   page, bit 30 their number is stored, as a long behind the records · records
 *
 * A record begins with u32: 5 bits type_len (the low ones in little endian, the high ones in big endian)
 * and 27 bits of time since the record before:
 *
 *   1 … 28   data of type_len × 4 bytes
 *   0        u32 length, which counts itself, and data, up to a multiple of 4
 *   29       without time: the page ends; else u32 length of a record that was discarded
 *   30       u32: time goes on by that << 27 + the 27 bits
 *   31       u32: time is that << 27 + the 27 bits; its upper 5 bits are those of the page's time
 *
 * Discarded records move time on, as they do in libtraceevent. */

#include "sl-bytes-order.h"

G_BEGIN_DECLS

#define SL_RING_COMMIT_MASK 0x07ffffffu
#define SL_RING_LOST        0x80000000u
#define SL_RING_LOST_STORED 0x40000000u
#define SL_RING_STAMP_MASK  ((G_GUINT64_CONSTANT (1) << 59) - 1)

typedef enum
{
  SL_RING_DATA_MOST = 28,
  SL_RING_PADDING = 29,
  SL_RING_EXTEND = 30,
  SL_RING_STAMP = 31,
} SlRingType;

/**
 * SlRingLayout:
 * @is_big: big endian
 * @commit_size: bytes of the kernel's long
 * @data_offset: where the records begin
 */
typedef struct
{
  gboolean is_big;
  guint32 commit_size;
  guint32 data_offset;
} SlRingLayout;

/**
 * SlRingPage:
 * @bytes: where the page begins
 * @head: the record that sl_ring_page_next() gave
 * @at: the next record
 * @end: behind the last one
 * @time: of the page, then of the record that sl_ring_page_next() gave
 * @has_lost: records were lost before this page
 * @n_lost: how many; 0 where nobody knows
 * @is_damaged: the rest cannot be read
 */
typedef struct
{
  const guint8 *bytes;
  const guint8 *head;
  const guint8 *at;
  const guint8 *end;
  guint64 time;
  guint64 n_lost;
  gboolean has_lost;
  gboolean is_damaged;
} SlRingPage;

gboolean sl_ring_page_is_behind_loss (const guint8 *head, const SlRingLayout *layout);
void
sl_ring_page_open (SlRingPage *self, const SlRingLayout *layout, const guint8 *bytes, gsize size);

/**
 * sl_ring_page_next:
 * @is_big: of the layout; a constant where speed counts
 * @size: (out): of its data, a multiple of 4
 *
 * Moves to the next record that holds data.
 *
 * Returns: (transfer none) (nullable): its data; %NULL at the end of the page, or where it is damaged
 */
static inline const guint8 *
sl_ring_page_next (SlRingPage *self, gboolean is_big, guint32 *size)
{
  while (self->end - self->at >= 4)
    {
      guint32 head = sl_bytes_u32 (self->at, is_big);
      guint32 type = is_big ? head >> 27 : head & 31;
      guint32 delta = is_big ? head & 0x07ffffff : head >> 5;
      const guint8 *data = self->at + 4;
      gsize left = (gsize) (self->end - data);
      guint32 extra;

      self->head = self->at;
      if (G_LIKELY (type - 1 < SL_RING_DATA_MOST))
        {
          *size = type * 4;
          if (G_UNLIKELY (*size > left))
            break;
          self->time += delta;
          self->at = data + *size;
          return data;
        }

      if (type == SL_RING_PADDING && delta == 0)
        {
          self->at = self->end;
          return NULL;
        }
      if (left < 4)
        break;

      extra = sl_bytes_u32 (data, is_big);
      if (type >= SL_RING_EXTEND)
        {
          guint64 time = ((guint64) extra << 27) + delta;

          self->time = type == SL_RING_EXTEND
                           ? self->time + time
                           : (time & SL_RING_STAMP_MASK) | (self->time & ~SL_RING_STAMP_MASK);
          self->at = data + 4;
          continue;
        }

      /* A length that does not count itself, or ends behind the records, is none. */
      if (extra < 4 || extra > left || ((extra + 3) & ~3u) > left)
        break;
      self->time += delta;
      self->at = data + ((extra + 3) & ~3u);
      if (type == SL_RING_PADDING)
        continue;
      *size = ((extra + 3) & ~3u) - 4;
      return data + 4;
    }

  self->is_damaged |= self->at != self->end;
  self->at = self->end;
  return NULL;
}

G_END_DECLS
