/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a simulation gave, as files: the trace, and its task model beside it. */

#include "sl-file-set.h"
#include "sl-simulator.h"

G_BEGIN_DECLS

gboolean
sl_sim_run_save (const SlSimRun *run, GFile *trace, const SlFileSet *inputs, GError **error);

G_END_DECLS
