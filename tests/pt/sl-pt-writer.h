/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes Intel PT streams as a processor does, and keeps count of what it wrote: a program of loops,
 * calls and returns, that interrupts and other address spaces cut into. */

#include <glib.h>

#include "sl-pt-clock.h"
#include "sl-pt-packet.h"

G_BEGIN_DECLS

/**
 * SlPtWorkload:
 * @seed: another program
 * @psb_period: bytes between boundaries
 * @has_times: TSC, TMA and MTC
 * @has_cycles: CYC too
 */
typedef struct
{
  guint64 seed;
  guint psb_period;
  gboolean has_times;
  gboolean has_cycles;
} SlPtWorkload;

/**
 * SlPtWritten:
 * @types: packets by type
 * @n_branches: conditional branches
 * @n_taken: how many of @n_branches were taken
 * @first_tsc: time of the first boundary
 * @now: time of the last packet
 */
typedef struct
{
  guint64 types[SL_PT_N_TYPES];
  guint64 n_branches;
  guint64 n_taken;
  guint64 first_tsc;
  guint64 now;
} SlPtWritten;

typedef struct _SlPtWriter SlPtWriter;

extern const SlPtTiming sl_pt_writer_timing;

SlPtWriter *sl_pt_writer_new (const SlPtWorkload *workload);
void sl_pt_writer_free (SlPtWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPtWriter, sl_pt_writer_free)

void sl_pt_writer_run (SlPtWriter *self, gsize size);
GByteArray *sl_pt_writer_get_bytes (SlPtWriter *self);
const SlPtWritten *sl_pt_writer_get_written (const SlPtWriter *self);

G_END_DECLS
