/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The simulator's own record against what is read from its trace. */

#include "sl-simulator.h"

G_BEGIN_DECLS

void sl_sim_assert_decoded (const SlSimRun *run, guint n_tasks);

G_END_DECLS
