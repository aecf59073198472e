/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Why a task took longer than the bound that schedulability analysis gives it. */

#include "sl-annotations.h"
#include "sl-schedulability.h"

G_BEGIN_DECLS

char *sl_text_theory_excess (SlJobTable *jobs,
                             SlAnnotations *annotations,
                             const SlClock *clock,
                             const SlTaskTheory *theory) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
