/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pins of a Pentium that a capture of its bus may hold, by the names of the data sheet:
 *
 *   A31-A3, D63-D0, BE7#-BE0#     address, data, byte enables
 *   M/IO#, D/C#, W/R#, CACHE#     the type of a cycle
 *   ADS#, BRDY#, NA#, BOFF#       where it begins, each transfer, pipelining, back-off
 *   LOCK#, HLDA, KEN#, D/P#       locked, bus given away, cacheable, which processor of two
 *   CLK, RESET, INIT, BT3-BT0     the clock; BT3-BT0 only at 60 and 66 MHz
 */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_PIN_MIO,
  SL_PIN_DC,
  SL_PIN_WR,
  SL_PIN_CACHE,
  SL_PIN_LOCK,
  SL_PIN_ADS,
  SL_PIN_BRDY,
  SL_PIN_NA,
  SL_PIN_BOFF,
  SL_PIN_HLDA,
  SL_PIN_KEN,
  SL_PIN_DP,
  SL_PIN_CLK,
  SL_PIN_RESET,
  SL_PIN_INIT,
  SL_PIN_BT, /* here the buses begin */
  SL_PIN_BE,
  SL_PIN_A,
  SL_PIN_D,
  SL_PIN_TIME, /* columns of a listing that are not pins */
  SL_PIN_TYPE,
  SL_N_PINS,
} SlPin;

#define SL_PIN_BIT(pin) (1u << (pin))

/**
 * SlPinLevels:
 * @d: D63-D0
 * @a: A31-A0
 * @lines: by SL_PIN_BIT(), of the pins that are not a bus
 * @be: BE7#-BE0#
 * @bt: BT3-BT0
 */
typedef struct
{
  guint64 d;
  guint32 a;
  guint32 lines;
  guint8 be;
  guint8 bt;
} SlPinLevels;

/**
 * SlPinName:
 * @pin: which pin, or which bus
 * @has_range: whether the name says which bits
 * @high: its highest bit
 * @low: its lowest bit
 */
typedef struct
{
  SlPin pin;
  gboolean has_range;
  guint high;
  guint low;
} SlPinName;

/* Names that the user gave: what a name in the file stands for. */
typedef struct _SlPinMap SlPinMap;

SlPinMap *sl_pin_map_new (const char *text, GError **error);
void sl_pin_map_free (SlPinMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPinMap, sl_pin_map_free)
gboolean sl_pin_map_find (const SlPinMap *self, const char *name, SlPinName *found);

const char *sl_pin_get_name (SlPin pin);
guint sl_pin_get_width (SlPin pin);
void sl_pin_levels_init (SlPinLevels *self);
void sl_pin_levels_set (SlPinLevels *self, SlPin pin, guint low, guint width, guint64 value);

static inline gboolean
sl_pin_levels_get (const SlPinLevels *self, SlPin pin)
{
  return (self->lines & SL_PIN_BIT (pin)) != 0;
}

G_END_DECLS
