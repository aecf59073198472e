/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

/* States, jobs, locks, servers and interrupts of whatever source says by actions what its events mean. */
extern const SlAnalysis sl_system_lanes;

G_END_DECLS
