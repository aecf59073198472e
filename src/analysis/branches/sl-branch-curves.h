/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How many branches a processor made, how many of them were taken, and how many bytes of the stream
 * tell so, over time. */

#include "sl-branch-sum.h"
#include "sl-track.h"

G_BEGIN_DECLS

/**
 * SlBranchCurves:
 * @branches: in each thousand ticks
 * @taken: per cent of them
 * @bytes: of the stream in each thousand ticks
 *
 * Filled with zeros but for the three writers, it is ready.
 */
typedef struct
{
  SlTrackWriter *branches;
  SlTrackWriter *taken;
  SlTrackWriter *bytes;

  /*< private >*/
  gboolean has_bucket;
  SlBranchBucket bucket; /* not yet written */
} SlBranchCurves;

void sl_branch_curves_add (SlBranchCurves *self, const SlBranchBucket *bucket);
void sl_branch_curves_finish (SlBranchCurves *self, SlTime end);

G_END_DECLS
