/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whole numbers of up to 256 bits, for products of times and rates that must stay exact. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_WIDE_LIMBS 4

/* Results that leave this type are below this. */
#define SL_WIDE_MAX ((__int128) 1 << 126)

typedef unsigned __int128 SlMagnitude;

/* Least significant limb first. */
typedef struct
{
  guint64 limbs[SL_WIDE_LIMBS];
} SlWide;

SlWide sl_wide_from (SlMagnitude value);
SlWide sl_wide_multiply (SlWide value, guint64 factor);
SlWide sl_wide_divide (SlWide value, guint64 divisor);
gboolean sl_wide_to_magnitude (SlWide value, SlMagnitude *magnitude);

guint64 sl_greatest_common_divisor (guint64 one, guint64 other);

G_END_DECLS
