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

static int
compare_lines (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const gboolean *descending = user_data;
  const SlLine *a = one, *b = other;
  int by_key = sl_line_key_compare (a->key, b->key, *descending);

  if (by_key != 0)
    return by_key;
  if (a->trace != b->trace)
    return a->trace < b->trace ? -1 : 1;

  return a->number < b->number ? -1 : a->number > b->number;
}

/**
 * sl_lines_sort:
 * @lines: (element-type SlLine): sorted by their keys; where these do not say, by trace and place, in
 *   either direction
 */
void
sl_lines_sort (GArray *lines, gboolean descending)
{
  g_array_sort_with_data (lines, compare_lines, &descending);
}
