/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a span is cut out of the files of each format. */

#include "sl-cut-job.h"

G_BEGIN_DECLS

/* All return %FALSE with @error. */
gboolean sl_cut_byu6 (SlCutJob *job, GError **error);
gboolean sl_cut_byu12 (SlCutJob *job, GError **error);
gboolean sl_cut_byu16 (SlCutJob *job, GError **error);
gboolean sl_cut_shark (SlCutJob *job, GError **error);
gboolean sl_cut_listing (SlCutJob *job, GError **error);
gboolean sl_cut_ftrace_text (SlCutJob *job, GError **error);
gboolean sl_cut_chrome (SlCutJob *job, GError **error);
gboolean sl_cut_dat (SlCutJob *job, GError **error);

G_END_DECLS
