/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-cli-json.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/* Nothing is added for a task that has no jobs. */
void sl_cli_json_add_distributions (JsonBuilder *builder, SlJobTable *jobs, guint32 task);

G_END_DECLS
