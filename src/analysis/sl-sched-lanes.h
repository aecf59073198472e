/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Lanes of processors and threads from the kernel's records of who was switched in and out. */
extern const SlAnalysis sl_sched_lanes;

G_END_DECLS
