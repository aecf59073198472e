/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All that is known of a bus cycle and of a branch trace message, for the details. */

#include "sl-btm-times.h"
#include "sl-btm.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* Names of the raw fields that only some records of a kind have; NULL-ended. */
extern const char *const sl_pentium_some_fields[];

guint sl_pentium_cycle_get_bytes (const SlPentiumBusCycle *cycle);
void sl_pentium_describe_cycle (const SlPentiumBusCycle *cycle, SlClock *clock, GArray *details);
void sl_pentium_describe_message (const SlPentiumBusCycle *cycle,
                                  SlBtmVariant variant,
                                  const SlBtmMessage *message,
                                  const SlBtmBranch *branch,
                                  SlClock *clock,
                                  GArray *details);

void
sl_pentium_describe_facts (guint32 facts, const SlBtmLag *lag, SlClock *clock, GArray *details);

G_END_DECLS
