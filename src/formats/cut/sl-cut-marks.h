/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Marks of Linux from before a span, and timers that were started, as far as the jobs in it depend on them. */

#include "sl-cut-job.h"

G_BEGIN_DECLS

GString *
sl_cut_marks_find (SlCutJob *job, const char *earlier, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
