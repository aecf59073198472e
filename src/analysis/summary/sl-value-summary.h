/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a curve of values was over a span: how far it went, and its mean over time. */

#include <gio/gio.h>

#include "sl-track.h"

G_BEGIN_DECLS

/**
 * SlValueSummary:
 * @known: ticks in which a value held that is known; 0 where the rest means nothing
 * @mean: each value by how long it held
 */
typedef struct
{
  SlTime known;
  gint64 least;
  gint64 most;
  double mean;
} SlValueSummary;

gboolean sl_value_summary_init (SlValueSummary *self,
                                const SlTrack *values,
                                SlSpan span,
                                GCancellable *cancellable,
                                GError **error);

G_END_DECLS
