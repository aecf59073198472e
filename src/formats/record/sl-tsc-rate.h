/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How long a tick of the processor's time-stamp counter is: ns = ticks × mult >> shift. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlTscRate:
 * @mult: never 0
 * @shift: at most 63
 * @offset: ns at tick 0
 */
typedef struct
{
  guint32 mult;
  guint32 shift;
  guint64 offset;
} SlTscRate;

gboolean sl_tsc_rate_read (SlTscRate *rate);

G_END_DECLS
