/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the processors of a trace did: which one did something, and whether any switched in between. */

#include "sl-trace.h"
#include "sl-track-cursor.h"

G_BEGIN_DECLS

typedef struct _SlProcessors SlProcessors;

guint sl_processors_count_lanes (SlTrace *trace);

SlProcessors *sl_processors_new (SlTrace *trace);
void sl_processors_free (SlProcessors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlProcessors, sl_processors_free)

gboolean sl_processors_are_steady (SlProcessors *self, SlTime begin, SlTime end);
SlTime sl_processors_find_idle (const SlProcessors *self, guint32 idle_task);
guint sl_processors_get_count (const SlProcessors *self);
SlTrackCursor *sl_processors_get (SlProcessors *self, guint number);
guint32 sl_processors_get_object (const SlProcessors *self, guint number);
guint sl_processors_count_users (SlProcessors *self, guint32 object, SlTime time, guint *number);
gboolean sl_processors_find_user (SlProcessors *self, guint32 object, SlTime time, guint *number);

G_END_DECLS
