/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* On which processor a task was woken. */

#include "sl-trace.h"

G_BEGIN_DECLS

guint32 sl_wake_place_read (SlTrace *trace, guint32 task, const SlItem *wake);
guint32 sl_wake_place_find (SlTrace *trace, guint32 task, const SlItem *wake);

G_END_DECLS
