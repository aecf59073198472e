/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Random numbers that are the same everywhere and cost next to nothing (xorshift64*). */

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 state; /* never 0 */
} SlByuRandom;

static inline void
sl_byu_random_init (SlByuRandom *self, guint64 seed)
{
  self->state = (seed + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;
}

static inline guint64
sl_byu_random_next (SlByuRandom *self)
{
  self->state ^= self->state >> 12;
  self->state ^= self->state << 25;
  self->state ^= self->state >> 27;
  return self->state * G_GUINT64_CONSTANT (0x2545f4914f6cdd1d);
}

/* Below @end, which must fit 32 bits and be above zero. */
static inline guint32
sl_byu_random_below (SlByuRandom *self, guint32 end)
{
  return (guint32) (((sl_byu_random_next (self) >> 32) * end) >> 32);
}

G_END_DECLS
