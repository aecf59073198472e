/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes a span of a trace as a trace of its own, in the same format, from the bytes of its files: what is written is what was
 * recorded, not what was understood of it. */

#include <gio/gio.h>

#include "sl-file-set.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* How much is done, from 0 to 1. */
typedef void (*SlCutProgress) (double fraction, gpointer user_data);

/**
 * SlCutRequest:
 * @trace: a complete one
 * @span: in its ticks
 * @progress: (nullable): called now and then, by the thread that cuts
 */
typedef struct
{
  SlTrace *trace;
  SlSpan span;
  SlCutProgress progress;
  gpointer user_data;
} SlCutRequest;

/**
 * SlCutResult:
 * @n_events: of the span
 * @n_before: records from before the span that were kept, or made, so that its beginning is understood
 * @size: bytes written
 * @unknown: what is not known at the beginning: an English sentence marked for translation, static
 * @starts_anew: the format has no absolute times, so the first record is at tick 0
 */
typedef struct
{
  guint64 n_events;
  guint64 n_before;
  guint64 size;
  const char *unknown;
  gboolean starts_anew;
} SlCutResult;

gboolean sl_cut_check (SlTrace *trace, GError **error);
gboolean sl_cut_write (const SlCutRequest *request,
                       GFile *target,
                       const SlFileSet *inputs,
                       SlCutResult *result,
                       GCancellable *cancellable,
                       GError **error);

G_END_DECLS
