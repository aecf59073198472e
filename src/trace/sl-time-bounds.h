/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The latest that events may be whose time is only known as an interval: the time of the next event
 * of the same processor that is known exactly, which may stand blocks later. For one reader that goes
 * through the blocks; one thread. */

#include "sl-trace.h"

G_BEGIN_DECLS

typedef struct _SlTimeBounds SlTimeBounds;

SlTimeBounds *sl_time_bounds_new (SlTrace *trace);
void sl_time_bounds_free (SlTimeBounds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTimeBounds, sl_time_bounds_free)

void sl_time_bounds_find (SlTimeBounds *self,
                          guint zone,
                          const SlEvent *events,
                          gsize n_events,
                          SlTime *latest);

G_END_DECLS
