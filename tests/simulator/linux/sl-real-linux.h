/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Real recordings of Linux and what lies beside them, as far as they are here. */

#include "sl-job-table.h"

G_BEGIN_DECLS

SlTrace *sl_real_linux_load (const char *names);
SlJobTable *sl_real_linux_find_jobs (SlTrace *trace, const char *model_text);
char **sl_real_linux_read_lines (const char *name);
guint64 sl_real_linux_get_tid (SlJobTable *table, const SlJob *job);

G_END_DECLS
