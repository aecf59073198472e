/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pass over all records, on all cores: where times go on and where they leap, and the clock rates
 * that are recorded. What follows from that, sl-shark-scan.h says. */

#include "sl-shark-stretch.h"

G_BEGIN_DECLS

/**
 * SlSharkFoundRate:
 * @offset: of the record, with its file
 * @tsc: of the record
 * @khz: above 0
 */
typedef struct
{
  guint64 offset;
  guint64 tsc;
  guint32 khz;
} SlSharkFoundRate;

/**
 * SlSharkPass:
 * @stretches: (element-type SlSharkStretch): in the order of the segments
 * @rates: (element-type SlSharkFoundRate): likewise
 */
typedef struct
{
  GArray *stretches;
  GArray *rates;
} SlSharkPass;

SlSharkPass *sl_shark_pass_new (SlInput *input,
                                const SlSharkSegment *segments,
                                guint n_segments,
                                SlNotes *notes,
                                GCancellable *cancellable,
                                GError **error);
void sl_shark_pass_free (SlSharkPass *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkPass, sl_shark_pass_free)

G_END_DECLS
