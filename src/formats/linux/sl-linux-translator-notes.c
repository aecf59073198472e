/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was not recorded, or cannot be used, and is said once. */

#include "sl-linux-translator-private.h"

#include <glib/gi18n-lib.h>

/* Whether the ticks of the clock are as long as only the user may know. */
static gboolean
may_get_rate (const SlClock *clock)
{
  return !sl_clock_has_rate (clock) && sl_clock_get_unit (clock) != SL_UNIT_RECORDS;
}

/**
 * sl_linux_add_notes:
 *
 * Adds what is said of the recording once, at its end.
 */
void
sl_linux_add_notes (const SlLinuxState *self, SlNotes *notes)
{
  if (self->has_switches && self->n_missing > 0)
    sl_notes_add (
        notes, self->missing_at, self->n_missing,
        N_ ("A switch between tasks was not recorded: who ran is unknown since the event before on that processor"));
  if (!self->has_switches && self->has_unseen)
    sl_notes_add (
        notes, self->unseen_at, 1,
        N_ ("No switch between tasks was recorded: each event names who ran at that time, and who runs in between is unknown"));
  if (self->n_refused > 0)
    sl_notes_add (
        notes, self->refused_at, self->n_refused,
        N_ ("A period or deadline that a program wrote is too long to be kept exactly: it is left out"));
  if (self->n_rules_ns > 0 && may_get_rate (self->clock))
    sl_notes_add (
        notes, self->rules_ns_at, self->n_rules_ns,
        N_ ("Periods and deadlines that programs wrote are in nanoseconds, and the trace does not say how long a tick takes: they "
            "count once the rate of the clock is given"));
}
