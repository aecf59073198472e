/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Task models that a command reads: the one that is given, or the one beside the trace. */

#include "sl-cli-input.h"
#include "sl-task-model.h"

G_BEGIN_DECLS

GFile *sl_cli_model_find (const SlCliTrace *trace);
SlTaskModel *sl_cli_model_load (GFile *file, GError **error);
SlTaskModel *sl_cli_model_load_given (const char *path, GError **error);
SlTaskModel *sl_cli_model_load_set (const char *path, GError **error);
void sl_cli_model_name_objects (SlCliTrace *trace, const SlCliRequest *request);
void sl_cli_model_note_meant (const SlTaskModel *model, const SlCliTrace *trace);

G_END_DECLS
