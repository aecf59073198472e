/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-trace-set.h"

G_BEGIN_DECLS

char *sl_trace_title_of_file (GFile *file) G_GNUC_WARN_UNUSED_RESULT;
char *sl_trace_title_tell_apart (GFile *file, GPtrArray *others) G_GNUC_WARN_UNUSED_RESULT;
char *sl_trace_title_of_several (const char *first, guint n_others) G_GNUC_WARN_UNUSED_RESULT;
char *sl_trace_title_of_files (GPtrArray *files) G_GNUC_WARN_UNUSED_RESULT;
char *sl_trace_title_of_set (SlTraceSet *set) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
