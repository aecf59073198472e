/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wide.h"

/**
 * sl_wide_from:
 *
 * Returns: @value, with room for products
 */
SlWide
sl_wide_from (SlMagnitude value)
{
  return (SlWide) { { (guint64) value, (guint64) (value >> 64) } };
}

/**
 * sl_wide_multiply:
 *
 * Callers know by the widths of their factors that the product fits.
 */
SlWide
sl_wide_multiply (SlWide value, guint64 factor)
{
  SlMagnitude carry = 0;

  for (guint i = 0; i < SL_WIDE_LIMBS; i++)
    {
      carry += (SlMagnitude) value.limbs[i] * factor;
      value.limbs[i] = (guint64) carry;
      carry >>= 64;
    }

  g_assert (carry == 0);
  return value;
}

/**
 * sl_wide_divide:
 * @divisor: above zero
 *
 * Rounds down. Dividing by one number after the other is dividing by their product.
 */
SlWide
sl_wide_divide (SlWide value, guint64 divisor)
{
  SlMagnitude rest = 0;

  for (guint i = SL_WIDE_LIMBS; i-- > 0;)
    {
      rest = rest << 64 | value.limbs[i];
      value.limbs[i] = (guint64) (rest / divisor);
      rest %= divisor;
    }

  return value;
}

/**
 * sl_wide_to_magnitude:
 * @magnitude: (out): the value where %TRUE is returned
 *
 * Returns: whether it is below %SL_WIDE_MAX
 */
gboolean
sl_wide_to_magnitude (SlWide value, SlMagnitude *magnitude)
{
  *magnitude = (SlMagnitude) value.limbs[1] << 64 | value.limbs[0];
  return value.limbs[3] == 0 && value.limbs[2] == 0 && *magnitude < (SlMagnitude) SL_WIDE_MAX;
}

/**
 * sl_greatest_common_divisor:
 *
 * Returns: the largest number that divides both; where one is 0, the other
 */
guint64
sl_greatest_common_divisor (guint64 one, guint64 other)
{
  while (other != 0)
    {
      guint64 rest = one % other;

      one = other;
      other = rest;
    }

  return one;
}
