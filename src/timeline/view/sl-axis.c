/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-axis.h"

static const char *const axis_ids[SL_N_AXES] = { "tsc", "time", "delta", "wall" };
static const char *const style_ids[SL_N_STYLES] = { "compact", "textbook" };

static gboolean
find (const char *const *ids, guint n_ids, const char *id, guint *number)
{
  for (guint i = 0; i < n_ids; i++)
    {
      if (g_str_equal (ids[i], id))
        {
          *number = i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_axis_get_id:
 *
 * Returns: the word of the command line: "tsc", "time", "delta" or "wall"
 */
const char *
sl_axis_get_id (SlAxis axis)
{
  g_return_val_if_fail ((guint) axis < SL_N_AXES, axis_ids[0]);

  return axis_ids[axis];
}

/**
 * sl_axis_find:
 * @axis: (out): set on success only
 *
 * Returns: whether an axis is called @id
 */
gboolean
sl_axis_find (const char *id, SlAxis *axis)
{
  guint number;

  if (!find (axis_ids, SL_N_AXES, id, &number))
    return FALSE;

  *axis = (SlAxis) number;
  return TRUE;
}

/**
 * sl_style_get_id:
 *
 * Returns: the word of the command line: "compact" or "textbook"
 */
const char *
sl_style_get_id (SlStyle style)
{
  g_return_val_if_fail ((guint) style < SL_N_STYLES, style_ids[0]);

  return style_ids[style];
}

/**
 * sl_style_find:
 * @style: (out): set on success only
 *
 * Returns: whether a look is called @id
 */
gboolean
sl_style_find (const char *id, SlStyle *style)
{
  guint number;

  if (!find (style_ids, SL_N_STYLES, id, &number))
    return FALSE;

  *style = (SlStyle) number;
  return TRUE;
}
