/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Lanes of tasks, processor, interrupts, locks and servers from the events of S.Ha.R.K. */
extern const SlAnalysis sl_shark_states;

G_END_DECLS
