/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What was before a span that was cut out of a recording, as far as the jobs in it depend on it: of each task the last mark that says its
 * rules, and the last ones that begin or end jobs; and timers that had been started and not expired. The option is a line for each of
 * them:
 *
 * TID MARK                       the decimal tid, and the mark as it was written
 * TID prio -1                    the task was of SCHED_DEADLINE; of those that have a mark of rules
 * 0 timer 0xADDRESS EXPIRES      when it expires, in ns of its own clock, decimal */

#include <glib.h>

G_BEGIN_DECLS

/* A line has room for that much of a mark. */
#define SL_EARLIER_MOST_MARK 512

/* Marks that are kept; a damaged file may have any number. */
#define SL_EARLIER_MOST_MARKS 65536

/* In place of a mark. */
#define SL_EARLIER_DEADLINE "prio -1"

GArray *sl_earlier_marks_parse (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
