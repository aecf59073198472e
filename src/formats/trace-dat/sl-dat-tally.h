/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the first pass over a trace.dat file counts and learns. */

#include "sl-event-learner.h"
#include "sl-note-counts.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DAT_FAULT_PAGE,
  SL_DAT_FAULT_CHUNK,
  SL_DAT_FAULT_CUT,
  SL_DAT_FAULT_TIME,
  SL_DAT_FAULT_FORMAT,
  SL_DAT_FAULT_SHORT,
  SL_DAT_FAULT_STATE,
  SL_DAT_N_FAULTS,
} SlDatFault;

/**
 * SlDatTally:
 * @n_runtime: records of sched_stat_runtime, which are not events
 * @faults: what was odd
 * @learner: (nullable): of names
 */
typedef struct
{
  guint64 n_runtime;
  SlNoteCounts *faults;
  SlEventLearner *learner;
} SlDatTally;

void sl_dat_tally_init (SlDatTally *self);
void sl_dat_tally_clear (SlDatTally *self);
void sl_dat_tally_count (SlDatTally *self, SlDatFault fault, guint64 place);

G_END_DECLS
