/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes a span of a trace as a trace of its own: in the same format, from the bytes of its files, so that what is written is what
 * was recorded and not what was understood of it; or as neutral events where that cannot be. */

#include <gio/gio.h>

#include "sl-file-set.h"
#include "sl-file-writer.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* How much is done, from 0 to 1. */
typedef void (*SlCutProgress) (double fraction, gpointer user_data);

/* Writes the span as neutral events, which say what any trace says: sl_action_cut_write(), of which formats know nothing.
 * @n_events, @n_before and @size as in SlCutResult. */
typedef gboolean (*SlCutNeutrally) (SlTrace *trace,
                                    SlSpan span,
                                    SlFileWriter *writer,
                                    SlCutProgress progress,
                                    gpointer user_data,
                                    guint64 *n_events,
                                    guint64 *n_before,
                                    guint64 *size,
                                    GCancellable *cancellable,
                                    GError **error);

/**
 * SlCutRequest:
 * @trace: a complete one
 * @span: in its ticks
 * @neutrally: (nullable): what is done with a trace whose format cannot be cut; it is refused without that
 * @progress: (nullable): called now and then, by the thread that cuts
 */
typedef struct
{
  SlTrace *trace;
  SlSpan span;
  SlCutNeutrally neutrally;
  SlCutProgress progress;
  gpointer user_data;
} SlCutRequest;

/**
 * SlCutResult:
 * @n_events: of the span; of neutral events all that were written
 * @n_before: records from before the span that were kept, or made, so that its beginning is understood
 * @size: bytes written
 * @unknown: what is not known at the beginning: an English sentence marked for translation, static
 * @why_neutral: (nullable): why it was written as neutral events; static, English
 * @starts_anew: the format has no absolute times, so the first record is at tick 0
 */
typedef struct
{
  guint64 n_events;
  guint64 n_before;
  guint64 size;
  const char *unknown;
  const char *why_neutral;
  gboolean starts_anew;
} SlCutResult;

const char *sl_cut_get_obstacle (SlTrace *trace);
gboolean sl_cut_write (const SlCutRequest *request,
                       GFile *target,
                       const SlFileSet *inputs,
                       SlCutResult *result,
                       GCancellable *cancellable,
                       GError **error);

G_END_DECLS
