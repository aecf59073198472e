/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What all formats share while a span is cut out: the bytes of the trace's files, its events, and the file that is written. */

#include "sl-cut.h"
#include "sl-file-writer.h"
#include "sl-input.h"

G_BEGIN_DECLS

/**
 * SlCutJob:
 * @input: the trace's files, unpacked
 * @writer: of the target
 * @first: index of the first event of the span
 * @end: index of the first event after it; above @first
 * @result: what is known of it so far
 *
 * One thread.
 */
typedef struct
{
  const SlCutRequest *request;
  SlInput *input;
  SlFileWriter *writer;
  guint64 first;
  guint64 end;
  SlCutResult *result;
  GCancellable *cancellable;
} SlCutJob;

/* Takes some events in their order; %FALSE with @error ends the visit. */
typedef gboolean (*SlCutVisitor) (gpointer data,
                                  const SlEvent *events,
                                  guint n_events,
                                  GError **error);

gboolean sl_cut_job_write (SlCutJob *self, gconstpointer bytes, gsize size, GError **error);
gboolean sl_cut_job_copy (SlCutJob *self, guint file, guint64 begin, guint64 end, GError **error);
gboolean sl_cut_job_visit (SlCutJob *self,
                           guint64 first,
                           guint64 end,
                           SlCutVisitor visitor,
                           gpointer data,
                           GError **error);
gboolean sl_cut_job_report (SlCutJob *self, double fraction, GError **error);
gboolean sl_cut_job_fail_changed (GError **error);

G_END_DECLS
