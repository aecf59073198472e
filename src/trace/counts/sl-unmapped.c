/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unmapped.h"

#include "sl-bus-kinds.h"
#include "sl-vector.h"

/* Above 32 bits there is one range for all. */
#define MOST_BITS (SL_N_UNMAPPED_RANGES / 2)

/**
 * sl_unmapped_range_of:
 *
 * Returns: the range that @a lies in; it grows with @a
 */
guint
sl_unmapped_range_of (guint64 a)
{
  guint bits;

  if (a < 2)
    return 0;

  bits = 64 - (guint) __builtin_clzll (a);
  return bits > MOST_BITS ? SL_N_UNMAPPED_RANGES - 1
                          : 2 * (bits - 1) + (guint) (a >> (bits - 2) & 1);
}

/**
 * sl_unmapped_get_range:
 * @range: below %SL_N_UNMAPPED_RANGES
 * @first: (out): the least a that lies in it
 * @last: (out): the greatest; no number lies in range 1
 */
void
sl_unmapped_get_range (guint range, guint64 *first, guint64 *last)
{
  guint64 half = G_GUINT64_CONSTANT (1) << range / 2 >> 1;

  if (range < 2)
    {
      *first = range;
      *last = 1 - range;
      return;
    }

  *first = (2 + range % 2) * half;
  *last = range == SL_N_UNMAPPED_RANGES - 1 ? G_MAXUINT64 : *first + half - 1;
}

static inline guint64
get_bit (guint64 a)
{
  return G_GUINT64_CONSTANT (1) << sl_unmapped_range_of (a);
}

/**
 * sl_unmapped_of_events:
 *
 * Returns: bit i is set where an event that touches neither memory nor a port has its a in range i
 */
guint64
sl_unmapped_of_events (const SlEvent *events, gsize n_events)
{
  guint64 ranges = 0;

  for (gsize i = 0; i < n_events; i++)
    if (sl_bus_kind_is_unmapped (events[i].kind))
      ranges |= get_bit (events[i].a);

  return ranges;
}

/* The ranges of the events of one code among those from @first on, sixteen at a time. */
static guint64
find_code (const SlColumns *columns, guint8 code, guint first, guint end)
{
  SlBytes16 wanted = sl_bytes16_fill (code);
  guint64 ranges = 0;

  for (guint i = first; i < end; i += SL_VECTOR_SIZE)
    {
      SlBytes16 equal = (SlBytes16) (sl_bytes16_load (columns->codes + i) == wanted);

      for (guint set = sl_bytes16_mask (equal); set != 0; set &= set - 1)
        {
          guint event = i + (guint) __builtin_ctz (set);

          if (event < end)
            ranges |= get_bit (sl_columns_get_a (columns, event));
        }
    }

  return ranges;
}

/* Such events are few: groups without any are passed over. What other processors do with the same
 * code lies outside as well. */
static guint64
find_pair (const SlColumns *columns, guint pair)
{
  guint64 ranges = 0;
  guint before = 0;

  for (guint group = 0; group < sl_columns_get_n_groups (columns); group++)
    {
      guint count = columns->counts[group][pair];
      guint first = group * SL_COLUMNS_GROUP;

      if (count > before)
        ranges |= find_code (columns, columns->pairs[pair].code, first,
                             MIN (first + SL_COLUMNS_GROUP, columns->n_events));
      before = count;
    }

  return ranges;
}

/**
 * sl_unmapped_of_columns:
 * @columns: counted
 *
 * Returns: what sl_unmapped_of_events() returns for the same block
 */
guint64
sl_unmapped_of_columns (const SlColumns *columns)
{
  guint64 ranges = 0;

  for (guint i = 0; i < columns->n_pairs; i++)
    {
      if (sl_bus_kind_is_unmapped (columns->pairs[i].kind))
        ranges |= find_pair (columns, i);
    }

  return ranges;
}
