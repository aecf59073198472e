/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace records of the servers of single tasks, such as those of SCHED_DEADLINE. */

#include "sl-sched-state.h"

G_BEGIN_DECLS

guint32 sl_recorded_server_find (const SlSchedState *sched, SlReplay *replay, guint32 task);
gboolean sl_recorded_server_find_deadline (const SlSchedState *sched,
                                           SlReplay *replay,
                                           guint32 task,
                                           SlTime *deadline);

G_END_DECLS
