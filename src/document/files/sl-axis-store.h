/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/* Where a trace stands on the axis of another one, and its rate, from one time to the next. */

char *sl_axis_store_dup_path (GPtrArray *files, SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
void sl_axis_store_restore (const char *path, SlDocument *document, guint number);
void sl_axis_store_save (const char *path, SlDocument *document, guint number);

G_END_DECLS
