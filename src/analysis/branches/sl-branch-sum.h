/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the lanes of a branch trace need to know of one block of events: the few packets that change
 * a state, and sums over the many that do not. Any thread, any order. */

#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlBranchItem:
 * @n_tips: targets of the block that lie before it
 *
 * A packet that the lanes follow one by one.
 */
typedef struct
{
  SlTime time;
  guint64 a;
  guint64 b;
  guint64 offset;
  guint32 flags;
  guint32 n_tips;
  guint16 kind;
  guint16 cpu;
} SlBranchItem;

/**
 * SlBranchTip:
 * @ip: low half of the target
 * @after: ticks since the block's first event
 *
 * The target of an indirect branch: one of them ends an interrupt.
 */
typedef struct
{
  guint32 ip;
  guint32 after;
  guint16 cpu;
} SlBranchTip;

/**
 * SlBranchBucket:
 * @begin: time of its first event
 * @first_offset: of its first event
 * @last_offset: of its last event
 * @n_branches: conditional branches
 * @n_taken: how many of @n_branches were taken
 *
 * Successive events of one processor.
 */
typedef struct
{
  SlTime begin;
  guint64 first_offset;
  guint64 last_offset;
  guint64 n_branches;
  guint64 n_taken;
  guint32 n_events;
  guint16 cpu;
} SlBranchBucket;

typedef struct
{
  SlTime begin;
  GArray *items; /* of SlBranchItem */
  SlBranchTip *tips;
  guint n_tips;
  GArray *buckets; /* of SlBranchBucket, in the order of their first events */
} SlBranchSum;

SlBranchSum *sl_branch_sum_new (const SlEvent *events, gsize n_events);
void sl_branch_sum_free (SlBranchSum *self);

G_END_DECLS
