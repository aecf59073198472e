/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A source of events that stand in memory, for tests of what is made of them. */

#include "sl-source.h"

G_BEGIN_DECLS

#define SL_TYPE_ARRAY_SOURCE (sl_array_source_get_type ())
G_DECLARE_FINAL_TYPE (SlArraySource, sl_array_source, SL, ARRAY_SOURCE, SlSource)

SlSource *sl_array_source_new (const char *format_id, GArray *events);
void sl_array_source_set_clock (SlArraySource *self, SlClock *clock);

G_END_DECLS
