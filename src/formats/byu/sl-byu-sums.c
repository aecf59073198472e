/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-sums.h"

#include "sl-byu-record.h"
#include "sl-prefetch.h"
#include "sl-vector.h"

/* The first reading of the file, at the speed of memory. Four records are looked at together. */

/* The times of four records. */
static inline SlQuad
load_times (const guint8 *records, gsize record_size)
{
  if (record_size == SL_BYU_RECORD_SIZE_12)
    {
      SlQuad first_two =
          __builtin_shufflevector (sl_quad_load (records), sl_quad_load (records + 16), 2, 5, 2, 5);

      return __builtin_shufflevector (first_two, sl_quad_load (records + 32), 0, 1, 4, 7);
    }
  else
    {
      SlQuad first_two =
          __builtin_shufflevector (sl_quad_load (records), sl_quad_load (records + 16), 3, 7, 3, 7);
      SlQuad last_two = __builtin_shufflevector (sl_quad_load (records + 32),
                                                 sl_quad_load (records + 48), 3, 7, 3, 7);

      return __builtin_shufflevector (first_two, last_two, 0, 1, 4, 5);
    }
}

static inline void
add_one (SlByuSums *self, guint32 time)
{
  gboolean is_gap = time == SL_BYU_TIME_UNKNOWN;

  self->time += is_gap ? 0 : time;
  self->n_gaps += is_gap;
  self->n_second_packets += sl_byu_time_is_second_packet (time);
}

G_STATIC_ASSERT (SL_BYU_SECOND_PACKET_TIME + 1 == SL_BYU_SECOND_PACKET_TIME_MAX);

/* @n_records is less than 2³², so that no lane of the counts runs over. */
static inline guint
add_quads (SlByuSums *self, const guint8 *records, guint n_records, gsize record_size)
{
  SlPair even = { 0, 0 };
  SlPair odd = { 0, 0 };
  SlQuad gaps = { 0, 0, 0, 0 };
  SlQuad second_packets = { 0, 0, 0, 0 };
  guint done;

  for (done = 0; n_records - done >= 4; done += 4)
    {
      const guint8 *four = records + done * record_size;
      SlQuad times = load_times (four, record_size);
      SlQuad is_gap = (SlQuad) (times == SL_BYU_TIME_UNKNOWN);
      SlQuad is_second = (SlQuad) ((times == SL_BYU_SECOND_PACKET_TIME) |
                                   (times == SL_BYU_SECOND_PACKET_TIME_MAX));

      sl_prefetch_ahead (four);
      times &= ~is_gap;
      even += (SlPair) times & G_MAXUINT32;
      odd += (SlPair) times >> 32;
      gaps -= is_gap;
      second_packets -= is_second;
    }

  self->time += even[0] + even[1] + odd[0] + odd[1];
  self->n_gaps += (guint64) gaps[0] + gaps[1] + gaps[2] + gaps[3];
  self->n_second_packets +=
      (guint64) second_packets[0] + second_packets[1] + second_packets[2] + second_packets[3];
  return done;
}

/* The place of the first record from number @first on that is a gap, or else a second packet. */
static guint64
find_first (const SlRecordBlock *block, gsize record_size, guint first, gboolean gap)
{
  for (guint i = first; i < block->n_records; i++)
    {
      guint32 time = sl_byu_record_read (block->records + i * record_size, record_size).time;

      if (gap ? time == SL_BYU_TIME_UNKNOWN : sl_byu_time_is_second_packet (time))
        return sl_record_block_get_offset (block, record_size, i);
    }

  return SL_OFFSET_NONE;
}

static inline void
add_records (SlByuSums *self,
             const guint8 *records,
             guint first,
             guint n_records,
             gsize record_size)
{
  guint i = first;

  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    i += add_quads (self, records + i * record_size, n_records - i, record_size);
  for (; i < n_records; i++)
    add_one (self, sl_byu_record_read (records + i * record_size, record_size).time);
}

/**
 * sl_byu_sums_init:
 *
 * Adds up the records of @block. The first record of the file has no time before it, whatever it
 * says. Safe from any thread.
 */
void
sl_byu_sums_init (SlByuSums *self, const SlRecordBlock *block, gsize record_size)
{
  guint first = block->n_before == 0 && block->n_records > 0 ? 1 : 0;

  memset (self, 0, sizeof *self);
  if (record_size == SL_BYU_RECORD_SIZE_12)
    add_records (self, block->records, first, block->n_records, SL_BYU_RECORD_SIZE_12);
  else
    add_records (self, block->records, first, block->n_records, SL_BYU_RECORD_SIZE_16);

  if (self->n_gaps > 0)
    self->first_gap = find_first (block, record_size, first, TRUE);
  if (self->n_second_packets > 0)
    self->first_second_packet = find_first (block, record_size, first, FALSE);
}

/**
 * sl_byu_sums_add:
 * @next: of the records that follow those of @self
 */
void
sl_byu_sums_add (SlByuSums *self, const SlByuSums *next)
{
  if (self->n_gaps == 0)
    self->first_gap = next->first_gap;
  if (self->n_second_packets == 0)
    self->first_second_packet = next->first_second_packet;
  self->time += next->time;
  self->n_gaps += next->n_gaps;
  self->n_second_packets += next->n_second_packets;
}
