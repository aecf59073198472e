/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The streams of Intel PT of a perf.data file, put together from their pieces. */

#include "sl-perf-capture.h"
#include "sl-pt-stream.h"

G_BEGIN_DECLS

typedef struct _SlPerfStreams SlPerfStreams;

SlPerfStreams *sl_perf_streams_new (const SlPerfCapture *capture,
                                    const SlPtStreamOptions *options,
                                    SlNotes *notes,
                                    GCancellable *cancellable,
                                    GError **error);
void sl_perf_streams_free (SlPerfStreams *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfStreams, sl_perf_streams_free)

guint sl_perf_streams_get_count (const SlPerfStreams *self);
gboolean sl_perf_streams_has_time (const SlPerfStreams *self);
guint64 sl_perf_streams_get_first_tsc (const SlPerfStreams *self);
void sl_perf_streams_to_sources (SlPerfStreams *self,
                                 const SlPerfCapture *capture,
                                 SlClock *clock,
                                 GPtrArray *sources);

G_END_DECLS
