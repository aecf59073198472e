/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that a command writes: never onto one that it reads, and with status 4 where they cannot be written. */

#include "sl-cli-traces.h"
#include "sl-file-writer.h"

G_BEGIN_DECLS

SlFileSet *
sl_cli_inputs_new (const SlCliTraces *set, const SlCliRequest *request, const char *model);
void sl_cli_inputs_add_given (SlFileSet *inputs, const char *name);
gboolean sl_cli_output_is_standard (const char *name);
gboolean sl_cli_output_fail (const char *name, const GError *failure, GError **error);

G_END_DECLS
