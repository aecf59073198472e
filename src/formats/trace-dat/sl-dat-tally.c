/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-tally.h"

#include <glib/gi18n-lib.h>

static const char *const faults[SL_DAT_N_FAULTS] = {
  [SL_DAT_FAULT_PAGE] = N_ ("A page is damaged: the rest of its records is not read"),
  [SL_DAT_FAULT_CHUNK] = N_ ("A chunk of pages cannot be unpacked: its records are not read"),
  [SL_DAT_FAULT_CUT] = N_ ("The file ends inside a page"),
  [SL_DAT_FAULT_TIME] = N_ ("A record’s time does not lie between those of the pages around it"),
  [SL_DAT_FAULT_FORMAT] = N_ ("The file has no format description for the number of an event"),
  [SL_DAT_FAULT_SHORT] = N_ ("A record is too short for the fields of its event"),
  [SL_DAT_FAULT_STATE] =
      N_ ("A task left its processor in a state for which the file’s kernel has no letter"),
};

void
sl_dat_tally_init (SlDatTally *self)
{
  *self = (SlDatTally) { .faults = sl_note_counts_new (faults, SL_DAT_N_FAULTS) };
}

void
sl_dat_tally_clear (SlDatTally *self)
{
  g_clear_pointer (&self->faults, sl_note_counts_free);
  g_clear_pointer (&self->learner, sl_event_learner_free);
}

/**
 * sl_dat_tally_count:
 * @self: (nullable): where nothing is counted
 * @place: of the record or page that shows it
 */
void
sl_dat_tally_count (SlDatTally *self, SlDatFault fault, guint64 place)
{
  if (self != NULL)
    sl_note_counts_add (self->faults, fault, place);
}
