/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-unit.h"

#include "sl-cli-error.h"

/**
 * sl_cli_unit_parse:
 * @text: (nullable): value of --unit
 * @clock: of the times
 * @unit: (out): ticks where nothing is asked for
 *
 * Fails where there is no such unit, or where nobody knows how long a tick takes.
 */
gboolean
sl_cli_unit_parse (const char *text, const SlClock *clock, SlShownUnit *unit, GError **error)
{
  *unit = SL_SHOWN_TICKS;
  if (text == NULL)
    return TRUE;
  if (!sl_shown_unit_find (text, unit) || *unit == SL_SHOWN_AUTO)
    return sl_cli_refuse (error, "--unit", text, "unknown unit; use ticks, ns, us, ms or s");

  return *unit == SL_SHOWN_TICKS || sl_clock_has_rate (clock) ||
         sl_cli_refuse (error, "--unit", text,
                        "how long a tick takes is not known: give --rate HZ");
}
