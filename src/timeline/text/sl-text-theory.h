/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sentences for people about what schedulability analysis says. Strings are (transfer full) where they are not const. */

#include "sl-annotations.h"
#include "sl-schedulability.h"

G_BEGIN_DECLS

const char *sl_text_policy (SlPolicy policy);
const char *sl_text_protocol (SlProtocol protocol);
const char *sl_text_verdict (SlVerdict verdict);
char *sl_text_theory_doubt (const SlSchedulability *theory,
                            SlJobTable *jobs,
                            SlAnnotations *annotations,
                            const SlTaskTheory *task) G_GNUC_WARN_UNUSED_RESULT;

GPtrArray *sl_text_theory_totals (const SlSchedulability *theory,
                                  SlJobTable *jobs,
                                  SlAnnotations *annotations,
                                  const SlClock *clock);
char *sl_text_estimated (guint estimated) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
