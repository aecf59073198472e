/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When the processors of a trace switched, for those who ask what happened in between. */

#include "sl-trace.h"

G_BEGIN_DECLS

typedef struct _SlProcessors SlProcessors;

SlProcessors *sl_processors_new (SlTrace *trace);
void sl_processors_free (SlProcessors *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlProcessors, sl_processors_free)

gboolean sl_processors_are_steady (SlProcessors *self, SlTime begin, SlTime end);
SlTime sl_processors_find_idle (const SlProcessors *self, guint32 idle_task);

G_END_DECLS
