/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-line-key.h"

/**
 * sl_line_key_compare:
 * @one: a figure or %SL_LINE_NO_KEY, as @other
 *
 * Returns: below 0 where the line of @one comes first, above 0 where that of @other does, 0 where the
 *   keys do not say
 */
int
sl_line_key_compare (gint64 one, gint64 other, gboolean descending)
{
  if (one == other)
    return 0;
  if (one == SL_LINE_NO_KEY || other == SL_LINE_NO_KEY)
    return one == SL_LINE_NO_KEY ? 1 : -1;

  return (one < other) == !descending ? -1 : 1;
}
