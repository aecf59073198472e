/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-columns.h"

#include "sl-byu-record.h"
#include "sl-vector.h"

/* Records that are looked at together. */
#define ROUND SL_VECTOR_SIZE

/* Four records, field by field. @fields is type, size, attribute and processor, from the lowest
 * byte on. */
typedef struct
{
  SlQuad address;
  SlQuad address_high;
  SlQuad fields;
  SlQuad times;
} Four;

static inline Four
load_four_12 (const guint8 *records)
{
  SlQuad one = sl_quad_load (records);        /* a0 f0 t0 a1 */
  SlQuad two = sl_quad_load (records + 16);   /* f1 t1 a2 f2 */
  SlQuad three = sl_quad_load (records + 32); /* t2 a3 f3 t3 */
  SlQuad a2_a3 = __builtin_shufflevector (two, three, 2, 2, 5, 5);
  SlQuad f0_f1 = __builtin_shufflevector (one, two, 1, 1, 4, 4);
  SlQuad f2_f3 = __builtin_shufflevector (two, three, 3, 3, 6, 6);
  SlQuad t0_t1 = __builtin_shufflevector (one, two, 2, 2, 5, 5);

  return (Four) {
    .address = __builtin_shufflevector (one, a2_a3, 0, 3, 4, 6),
    .fields = __builtin_shufflevector (f0_f1, f2_f3, 0, 2, 4, 6),
    .times = __builtin_shufflevector (t0_t1, three, 0, 2, 4, 7),
  };
}

static inline Four
load_four_16 (const guint8 *records)
{
  SlQuad r0 = sl_quad_load (records);
  SlQuad r1 = sl_quad_load (records + 16);
  SlQuad r2 = sl_quad_load (records + 32);
  SlQuad r3 = sl_quad_load (records + 48);
  SlQuad low_01 = __builtin_shufflevector (r0, r1, 0, 4, 1, 5);
  SlQuad low_23 = __builtin_shufflevector (r2, r3, 0, 4, 1, 5);
  SlQuad high_01 = __builtin_shufflevector (r0, r1, 2, 6, 3, 7);
  SlQuad high_23 = __builtin_shufflevector (r2, r3, 2, 6, 3, 7);

  return (Four) {
    .address = __builtin_shufflevector (low_01, low_23, 0, 1, 4, 5),
    .address_high = __builtin_shufflevector (low_01, low_23, 2, 3, 6, 7),
    .fields = __builtin_shufflevector (high_01, high_23, 0, 1, 4, 5),
    .times = __builtin_shufflevector (high_01, high_23, 2, 3, 6, 7),
  };
}

/* What is not a field but found on the way, in any of the four. */
typedef struct
{
  SlQuad has_gap;
  SlQuad high;
} Found;

static inline gboolean
is_any_set (SlQuad quad)
{
  SlPair halves = (SlPair) quad;

  return (halves[0] | halves[1]) != 0;
}

/* One byte of the fields of a round, @shift bits up. */
static inline void
store_field (guint8 *column, const SlQuad *fields, guint shift)
{
  SlBytes16 packed = sl_quads_pack (fields[0] >> shift & 0xff, fields[1] >> shift & 0xff,
                                    fields[2] >> shift & 0xff, fields[3] >> shift & 0xff);

  memcpy (column, &packed, sizeof packed);
}

/* Fills whole rounds; returns how many records that were. */
static inline guint
fill_rounds (SlColumns *columns, const guint8 *records, guint n, gsize record_size, Found *found)
{
  guint done;

  for (done = 0; n - done >= ROUND; done += ROUND)
    {
      SlQuad fields[4];

      for (guint i = 0; i < 4; i++)
        {
          guint first = done + 4 * i;
          const guint8 *bytes = records + first * record_size;
          Four four =
              record_size == SL_BYU_RECORD_SIZE_12 ? load_four_12 (bytes) : load_four_16 (bytes);

          sl_quad_store (columns->a + first, four.address);
          sl_quad_store (columns->steps + first, four.times);
          if (record_size == SL_BYU_RECORD_SIZE_16)
            sl_quad_store (columns->a_high + first, four.address_high);
          fields[i] = four.fields;
          found->has_gap |= (SlQuad) (four.times == SL_BYU_TIME_UNKNOWN);
          found->high |= four.address_high;
        }

      store_field (columns->codes + done, fields, 0);
      store_field (columns->b + done, fields, 8);
      store_field (columns->detail + done, fields, 16);
      store_field (columns->agents + done, fields, 24);
    }

  return done;
}

static inline gboolean
fill (SlColumns *columns, const SlRecordBlock *block, gsize record_size)
{
  Found found = { { 0 }, { 0 } };
  guint done = 0;
  gboolean has_gap;

  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    done = fill_rounds (columns, block->records, block->n_records, record_size, &found);
  has_gap = is_any_set (found.has_gap);
  columns->is_wide = is_any_set (found.high);

  for (guint i = done; i < block->n_records; i++)
    {
      SlByuRecord record = sl_byu_record_read (block->records + i * record_size, record_size);

      columns->a[i] = (guint32) record.address;
      columns->a_high[i] = (guint32) (record.address >> 32);
      columns->steps[i] = record.time;
      columns->codes[i] = record.type;
      columns->b[i] = record.size;
      columns->detail[i] = record.attribute;
      columns->agents[i] = record.processor;
      has_gap |= record.time == SL_BYU_TIME_UNKNOWN;
      columns->is_wide |= record.address >> 32 != 0;
    }

  columns->n_events = block->n_records;
  return has_gap;
}

/**
 * sl_byu_columns_fill:
 * @record_size: %SL_BYU_RECORD_SIZE_12 or %SL_BYU_RECORD_SIZE_16
 *
 * Fills in what the records of @block say; times are taken for steps as they stand.
 *
 * Returns: whether any time is %SL_BYU_TIME_UNKNOWN
 */
gboolean
sl_byu_columns_fill (SlColumns *columns, const SlRecordBlock *block, gsize record_size)
{
  if (record_size == SL_BYU_RECORD_SIZE_12)
    return fill (columns, block, SL_BYU_RECORD_SIZE_12);
  else
    return fill (columns, block, SL_BYU_RECORD_SIZE_16);
}
