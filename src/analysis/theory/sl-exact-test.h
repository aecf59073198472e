/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether a deadline is missed for certain, not only by a bound that may be too high.
 *
 * Under fixed priorities a job takes longest where it is released together with all that are more
 * urgent (Liu and Layland's critical instant), under EDF the first deadline that is missed follows
 * such a moment. The bounds assume more than that: that a lock is held at just that moment, that
 * equal tasks all go first, that releases are as late as they may be, that servers use whole
 * budgets. Here only what really comes together counts: tasks without servers, whose offsets let
 * them be released together some day. Offsets do so where each pair of them differs by a multiple
 * of the greatest common divisor of the two periods (J. Y.-T. Leung and M. L. Merrill, "A note on
 * preemptive scheduling of periodic, real-time tasks", Information Processing Letters 11(3), 1980).
 *
 * Without locks, jitter, servers, equal priorities and such offsets the test is necessary and
 * sufficient under fixed priorities; under EDF some task then fails it just where the processor
 * demand test fails. */

#include "sl-theory-set.h"

G_BEGIN_DECLS

gboolean sl_exact_test_fails (const SlTheorySet *set, guint task, SlTheoryEffort *effort);

G_END_DECLS
