/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The loading pass: one way through the blocks of a source that feeds the analyses, builds the
 * lanes and publishes generations. */

#include <gio/gio.h>

#include "sl-analysis.h"

G_BEGIN_DECLS

/* A thread of a shared pass reads this many blocks at a time, from a multiple of it on. */
#define SL_LOAD_RANGE 16

/**
 * SlLoadFunc:
 * @trace: (transfer none): the new generation
 * @fraction: how far the pass is, 0 … 1
 *
 * Called from the loading thread.
 */
typedef void (*SlLoadFunc) (SlTrace *trace, double fraction, gpointer user_data);

SlTrace *sl_load_run (SlSource *source,
                      const SlAnalysis *const *analyses,
                      SlLoadFunc publish,
                      gpointer user_data,
                      GCancellable *cancellable,
                      GError **error);

G_END_DECLS
