/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A span of any trace as neutral events: format "slackline-events". */

#include <gio/gio.h>

#include "sl-file-writer.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* How much is done, from 0 to 1. */
typedef void (*SlActionCutProgress) (double fraction, gpointer user_data);

gboolean sl_action_cut_write (SlTrace *trace,
                              SlSpan span,
                              SlFileWriter *writer,
                              SlActionCutProgress progress,
                              gpointer user_data,
                              guint64 *n_events,
                              guint64 *n_before,
                              guint64 *size,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
