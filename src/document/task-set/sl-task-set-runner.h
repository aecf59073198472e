/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-task-model-store.h"
#include "sl-task-set-run.h"

G_BEGIN_DECLS

#define SL_TYPE_TASK_SET_RUNNER (sl_task_set_runner_get_type ())
G_DECLARE_FINAL_TYPE (SlTaskSetRunner, sl_task_set_runner, SL, TASK_SET_RUNNER, GObject)

SlTaskSetRunner *sl_task_set_runner_new (SlTaskModelStore *store);
SlTaskSetRun *sl_task_set_runner_get_run (SlTaskSetRunner *self);
const SlTaskSetFault *sl_task_set_runner_get_fault (SlTaskSetRunner *self);

G_END_DECLS
