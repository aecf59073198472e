/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes down what other programs recorded as perf does into a pipe, for the one reader. */

#include "sl-mapping.h"
#include "sl-perf-clock.h"

G_BEGIN_DECLS

typedef struct _SlPerfWriter SlPerfWriter;

SlPerfWriter *sl_perf_writer_new (GError **error);
void sl_perf_writer_free (SlPerfWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfWriter, sl_perf_writer_free)

gboolean sl_perf_writer_begin (SlPerfWriter *self, const SlPerfClock *clock, GError **error);
gboolean
sl_perf_writer_add_switches (SlPerfWriter *self, gint32 cpu, SlMapping *records, GError **error);
gboolean sl_perf_writer_add_stream (SlPerfWriter *self,
                                    guint32 index,
                                    gint32 cpu,
                                    guint32 tid,
                                    SlMapping *packets,
                                    GError **error);
SlMapping *sl_perf_writer_finish (SlPerfWriter *self, GError **error);

G_END_DECLS
