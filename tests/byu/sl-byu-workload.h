/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The bus of a simulated machine: what its processors request, its interrupts, and what a capture
 * makes of it. The same options give the same records. */

#include "sl-byu-program.h"

G_BEGIN_DECLS

#define SL_BYU_MAX_PROCESSORS 16

/**
 * SlByuOptions:
 * @seed: any number
 * @n_processors: 1 to %SL_BYU_MAX_PROCESSORS
 * @second_packets: of a thousand requests so many are followed by their second packet
 * @random_pages: of a thousand requests so many touch any page of 4 GiB
 * @gap_every: after so many records a time is unknown; 0 for never but in the first record
 * @has_lines: whether some transfers are of 16 and 32 bytes, as of version 1.1
 * @has_times: else all times are 0
 * @is_pentium: interrupts are acknowledged in pairs, and there are no deferred replies
 */
typedef struct
{
  guint64 seed;
  guint n_processors;
  guint second_packets;
  guint random_pages;
  guint64 gap_every;
  gboolean has_lines;
  gboolean has_times;
  gboolean is_pentium;
} SlByuOptions;

/* As real captures are. */
#define SL_BYU_OPTIONS_DEFAULT                                            \
  {                                                                       \
    .seed = 1, .n_processors = 1, .second_packets = 45, .has_times = TRUE \
  }

typedef struct _SlByuWorkload SlByuWorkload;

SlByuWorkload *sl_byu_workload_new (const SlByuOptions *options);
void sl_byu_workload_free (SlByuWorkload *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlByuWorkload, sl_byu_workload_free)

void sl_byu_workload_next (SlByuWorkload *self, SlByuRecord *records, guint n_records);

G_END_DECLS
