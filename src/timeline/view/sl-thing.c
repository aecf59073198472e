/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-thing.h"

/**
 * sl_thing_equal:
 *
 * Folds are the same thing only if they hold the same items: which neighbours fold depends on
 * the zoom.
 */
gboolean
sl_thing_equal (const SlThing *one, const SlThing *other)
{
  if (one->type != other->type || one->trace != other->trace)
    return FALSE;

  switch (one->type)
    {
    case SL_THING_NONE:
      return TRUE;
    case SL_THING_ROW:
      return one->row == other->row;
    case SL_THING_EVENT:
      return one->index == other->index;
    case SL_THING_ITEMS:
    default:
      return one->row == other->row && one->track == other->track && one->index == other->index &&
             one->count == other->count;
    }
}
