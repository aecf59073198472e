/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a task came to run: who woke it, who woke that one, and so on up to an interrupt. */

#include "sl-job-table.h"
#include "sl-wake.h"

G_BEGIN_DECLS

/* Longer chains are cut at their begin. */
#define SL_WAKE_CHAIN_MOST 16

GArray *sl_wake_chain_find (SlTrace *trace, guint32 task, SlTime time);
GArray *sl_wake_chain_find_job (const SlJobTable *jobs, guint number, guint *n_release);

G_END_DECLS
