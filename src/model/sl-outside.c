/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-outside.h"

#include "sl-bus-kinds.h"
#include "sl-vector.h"

/* Above 32 bits there is one range for all. */
#define MOST_BITS (SL_N_OUTSIDE_RANGES / 2)

/**
 * sl_outside_range_of:
 *
 * Returns: the range that @a lies in; it grows with @a
 */
guint
sl_outside_range_of (guint64 a)
{
  guint bits;

  if (a < 2)
    return 0;

  bits = 64 - (guint) __builtin_clzll (a);
  return bits > MOST_BITS ? SL_N_OUTSIDE_RANGES - 1
                          : 2 * (bits - 1) + (guint) (a >> (bits - 2) & 1);
}

/**
 * sl_outside_get_range:
 * @range: below %SL_N_OUTSIDE_RANGES
 * @first: (out): the least a that lies in it
 * @last: (out): the greatest; no number lies in range 1
 */
void
sl_outside_get_range (guint range, guint64 *first, guint64 *last)
{
  guint64 half = G_GUINT64_CONSTANT (1) << range / 2 >> 1;

  if (range < 2)
    {
      *first = range;
      *last = 1 - range;
      return;
    }

  *first = (2 + range % 2) * half;
  *last = range == SL_N_OUTSIDE_RANGES - 1 ? G_MAXUINT64 : *first + half - 1;
}

static inline guint64
get_bit (guint64 a)
{
  return G_GUINT64_CONSTANT (1) << sl_outside_range_of (a);
}

/**
 * sl_outside_of_events:
 *
 * Returns: bit i is set where an event that touches neither memory nor a port has its a in range i
 */
guint64
sl_outside_of_events (const SlEvent *events, gsize n_events)
{
  guint64 ranges = 0;

  for (gsize i = 0; i < n_events; i++)
    if (sl_bus_kind_is_outside (events[i].kind))
      ranges |= get_bit (events[i].a);

  return ranges;
}

/* Looks at sixteen events at a time for one code. */
static guint64
find_code (const SlColumns *columns, guint8 code)
{
  SlBytes16 wanted = sl_bytes16_fill (code);
  guint64 ranges = 0;

  for (guint first = 0; first < columns->n_events; first += SL_VECTOR_SIZE)
    {
      SlQuad equal = (SlQuad) (sl_bytes16_load (columns->codes + first) == wanted);
      guint end = MIN (first + SL_VECTOR_SIZE, columns->n_events);

      if (sl_quad_is_zero (equal))
        continue;
      for (guint i = first; i < end; i++)
        if (columns->codes[i] == code)
          ranges |= get_bit (sl_columns_get_a (columns, i));
    }

  return ranges;
}

/**
 * sl_outside_of_columns:
 * @columns: counted
 *
 * Returns: what sl_outside_of_events() returns for the same block
 */
guint64
sl_outside_of_columns (const SlColumns *columns)
{
  guint64 seen[256 / 64] = { 0 };
  guint64 ranges = 0;

  for (guint i = 0; i < columns->n_pairs; i++)
    {
      const SlColumnsPair *pair = &columns->pairs[i];
      guint64 bit = G_GUINT64_CONSTANT (1) << pair->code % 64;

      if (!sl_bus_kind_is_outside (pair->kind) || (seen[pair->code / 64] & bit) != 0)
        continue;
      seen[pair->code / 64] |= bit;
      ranges |= find_code (columns, pair->code);
    }

  return ranges;
}
