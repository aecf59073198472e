/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The traces of the simulated kernel, loaded. */

#include "sl-trace.h"

G_BEGIN_DECLS

SlTrace *sl_scenario_load (GPtrArray *files);

G_END_DECLS
