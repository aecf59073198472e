/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which instant of one row is which of another. */

#include "sl-time.h"

G_BEGIN_DECLS

/* In place of an instant that the other row does not have. */
#define SL_NO_INSTANT G_MAXUINT

/**
 * SlInstantPair:
 * @places: in either row; %SL_NO_INSTANT in one of them where the other one's stands alone
 */
typedef struct
{
  guint places[2];
} SlInstantPair;

GArray *sl_instant_pairs_find (const GArray *one, const GArray *other, gint64 period);

G_END_DECLS
