/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From what a task does at an instant to who has to do with it: where it runs, who runs instead, who has the lock that it
 * waits for. Times are ticks of the trace, objects numbers of its table. */

#include "sl-trace.h"

G_BEGIN_DECLS

gboolean sl_relation_find_state (SlTrace *trace, guint32 object, SlTime time, SlItem *item);
guint32 sl_relation_find_processor (SlTrace *trace, guint32 task, SlTime time);
guint32 sl_relation_find_task_on (SlTrace *trace, guint32 cpu, SlTime time);
guint32 sl_relation_find_rival (SlTrace *trace, guint32 task, const SlItem *waiting, SlTime *time);
guint32 sl_relation_find_holder (SlTrace *trace, guint32 task, guint32 lock, SlTime time);
gboolean
sl_relation_find_run (SlTrace *trace, guint32 task, SlTime time, int direction, SlItem *run);
guint32
sl_relation_find_move (SlTrace *trace, guint32 task, SlTime time, int direction, SlItem *run);

G_END_DECLS
