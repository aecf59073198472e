/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-background.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlAddressTarget:
 * @first, @last: the stretch that an event is to touch, both inclusive
 */
typedef struct
{
  SlPlane plane;
  guint64 first;
  guint64 last;
} SlAddressTarget;

/* Looks for one event in a whole trace, in the background. */

SlBackground *sl_event_finder_new (SlBackgroundFunc done, gpointer owner);
void sl_event_finder_find_offset (SlBackground *self, SlTrace *trace, guint64 offset);
void sl_event_finder_find_address (SlBackground *self,
                                   SlTrace *trace,
                                   const SlAddressTarget *target,
                                   guint64 from,
                                   int direction);

G_END_DECLS
