/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The event that says that a task was woken. */

#include "sl-trace.h"

G_BEGIN_DECLS

gboolean sl_wake_event_find (SlTrace *trace, guint32 task, const SlItem *wake, SlEvent *found);

G_END_DECLS
