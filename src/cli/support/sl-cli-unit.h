/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The unit of times in tables: ticks, unless --unit asks for another one. */

#include "sl-clock-shown.h"

G_BEGIN_DECLS

/* For the entries of a command that prints a table of times. */
#define SL_CLI_UNIT_ENTRY(text)                                       \
  {                                                                   \
    "unit", 0, 0, G_OPTION_ARG_FILENAME, &(text),                     \
        "Unit of times: ticks (the default), ns, us, ms or s", "UNIT" \
  }

gboolean
sl_cli_unit_parse (const char *text, const SlClock *clock, SlShownUnit *unit, GError **error);

G_END_DECLS
