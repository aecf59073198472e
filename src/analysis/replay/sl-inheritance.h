/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whose effective priority a task has because it is in the way of others. */

#include "sl-sched-state.h"

G_BEGIN_DECLS

gboolean sl_inheritance_is_known (SlReplay *replay);
void sl_inheritance_find (SlSchedState *sched);

G_END_DECLS
