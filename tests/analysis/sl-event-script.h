/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Event orders written as the kernel's documents write them, and lanes as text, so that a test
 * of states reads as a picture of them.
 *
 * A script is words with spaces between: a name and up to two parameters, such as S(296,264). Each
 * event stands 10 ticks after the one before; @500 puts the next one at tick 500. */

#include "sl-trace.h"

G_BEGIN_DECLS

GArray *sl_event_script_parse (const char *script);
SlTrace *sl_event_script_load (const char *script);
char *sl_event_script_print_lane (SlTrace *trace, const char *lane, SlTrackRole role);
void
sl_event_script_check (SlTrace *trace, const char *lane, SlTrackRole role, const char *expected);

G_END_DECLS
