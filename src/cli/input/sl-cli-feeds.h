/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The feeds of all traces that a command works on, and filters bound to these traces. */

#include "sl-cli-feed.h"
#include "sl-cli-traces.h"

G_BEGIN_DECLS

gboolean
sl_cli_filter_parse (const char *option, const char *text, SlFilter **filter, GError **error);
GPtrArray *sl_cli_filter_runs_new (const SlCliTraces *set,
                                   const char *option,
                                   SlFilter *filter,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

GArray *sl_cli_feeds_new (const SlCliTraces *set, SlFilter *filter, SlTime from, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
guint64 sl_cli_feeds_get_index (GArray *feeds);
gboolean sl_cli_feeds_check (const SlCliTraces *set, GArray *feeds, GError **error);

G_END_DECLS
