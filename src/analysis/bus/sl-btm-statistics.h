/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the branch trace messages of a capture amount to: what the branches were, and how late the
 * bus heard of them. */

#include <gio/gio.h>

#include "sl-branch-cause.h"
#include "sl-gap-histogram.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlBtmStatistics:
 * @n_messages: bus cycles that bear one
 * @n_branches: that messages tell of
 * @n_pairs: of these, those with source and target
 * @causes: branches by #SlBranchCause
 * @n_repeated: branches that are the same as the one before
 * @n_stalled: branches that were taken before the message of the one before was sent
 * @delays: from what the bus shows of a branch, which is its target's code being read or an
 *   interrupt acknowledge, to its first message; of branches of which it shows that
 * @pairs: from the first message of a pair to the second
 *
 * All zero is of no messages.
 */
typedef struct
{
  guint64 n_messages;
  guint64 n_branches;
  guint64 n_pairs;
  guint64 causes[SL_N_BRANCH_CAUSES];
  guint64 n_repeated;
  guint64 n_stalled;
  SlGapHistogram delays;
  SlGapHistogram pairs;
} SlBtmStatistics;

gboolean sl_btm_statistics_add (SlBtmStatistics *self,
                                SlTrace *trace,
                                SlSpan span,
                                GCancellable *cancellable);

G_END_DECLS
