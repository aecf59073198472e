/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-target.h"

/**
 * sl_target_equal:
 *
 * Folds are the same target only if they hold the same items: which neighbours fold depends on
 * the zoom.
 */
gboolean
sl_target_equal (const SlTarget *one, const SlTarget *other)
{
  if (one->type != other->type || one->trace != other->trace)
    return FALSE;

  switch (one->type)
    {
    case SL_TARGET_NONE:
      return TRUE;
    case SL_TARGET_ROW:
      return g_strcmp0 (one->row, other->row) == 0;
    case SL_TARGET_EVENT:
      return one->index == other->index;
    case SL_TARGET_ITEMS:
    default:
      return g_strcmp0 (one->row, other->row) == 0 && one->track == other->track &&
             one->index == other->index && one->count == other->count;
    }
}
