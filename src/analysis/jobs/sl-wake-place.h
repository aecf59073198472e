/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* On which processor a task was woken. */

#include "sl-processors.h"

G_BEGIN_DECLS

gboolean sl_wake_place_choose (SlTrace *trace,
                               SlProcessors *processors,
                               guint32 task,
                               const SlItem *wake,
                               guint *number);
guint32 sl_wake_place_find (SlTrace *trace, guint32 task, const SlItem *wake);

G_END_DECLS
