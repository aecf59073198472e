/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Runs a task set that stands in a test. */

#include "sl-simulator.h"

G_BEGIN_DECLS

SlSimRun *sl_sim_set_run (const char *text, const SlSimOptions *options);
char *sl_sim_set_print (const SlSimRun *run, gint64 unit);

G_END_DECLS
