/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Follows the packets of one processor and writes its lanes: tracing on and off, address space,
 * mode, interrupts, power, curves. */

#include "sl-branch-sum.h"
#include "sl-recording.h"

G_BEGIN_DECLS

typedef struct _SlBranchCpu SlBranchCpu;

SlBranchCpu *sl_branch_cpu_new (SlTraceBuilder *builder, guint16 cpu, SlTime time);
void sl_branch_cpu_free (SlBranchCpu *self);

void sl_branch_cpu_add_item (SlBranchCpu *self, const SlBranchItem *item);
void sl_branch_cpu_add_tips (SlBranchCpu *self, const SlBranchSum *sum, guint first, guint end);
void sl_branch_cpu_add_bucket (SlBranchCpu *self, const SlBranchBucket *bucket);
void sl_branch_cpu_write (SlBranchCpu *self, SlTime time);
void sl_branch_cpu_finish (SlBranchCpu *self, SlTime end);

/* Packets that were lost are no longer; gaps of all processors are told to the one recording. */
gboolean
sl_branch_cpu_take_gap (SlBranchCpu *self, SlTime *begin, SlTime *end, SlGapReason *reason);

G_END_DECLS
