/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Binary search. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * sl_lower_bound:
 * @first: the first number that may be the answer
 * @end: the first that may not be asked about, not below @first; its type is that of the answer
 * @i: name that @is_before calls the number at hand by
 * @is_before: an expression, true for the numbers of @first … @end − 1 up to some number and false from
 *   there on
 *
 * Evaluates @is_before as often as the range can be halved.
 *
 * Returns: the first number for which @is_before is false; @end where it is true for all
 */
#define sl_lower_bound(first, end, i, is_before)                                                   \
  __extension__({                                                                                  \
    __typeof__ ((end) + 0) sl_low = (first), sl_high = (end);                                      \
                                                                                                   \
    while (sl_low < sl_high)                                                                       \
      {                                                                                            \
        const __typeof__ (sl_low) i =                                                              \
            (__typeof__ (sl_low)) ((guint64) sl_low + ((guint64) sl_high - (guint64) sl_low) / 2); \
                                                                                                   \
        if (is_before)                                                                             \
          sl_low = i + 1;                                                                          \
        else                                                                                       \
          sl_high = i;                                                                             \
      }                                                                                            \
    sl_low;                                                                                        \
  })

G_END_DECLS
