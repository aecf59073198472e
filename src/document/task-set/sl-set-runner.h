/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-model-store.h"
#include "sl-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_SET_RUNNER (sl_set_runner_get_type ())
G_DECLARE_FINAL_TYPE (SlSetRunner, sl_set_runner, SL, SET_RUNNER, GObject)

SlSetRunner *sl_set_runner_new (SlModelStore *store);
SlSetRun *sl_set_runner_get_run (SlSetRunner *self);
const SlSetFault *sl_set_runner_get_fault (SlSetRunner *self);

G_END_DECLS
