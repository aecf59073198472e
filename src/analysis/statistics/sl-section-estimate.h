/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The critical sections of a task as a trace shows them, where no model tells. */

#include "sl-job-table.h"

G_BEGIN_DECLS

GArray *sl_section_estimate_find (const SlJobTable *jobs, const SlJobTask *task);

G_END_DECLS
