/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a perf.data file says of its machine and of its tracepoints, beside the records. */

#include "sl-perf-records.h"
#include "sl-tracing-data.h"

G_BEGIN_DECLS

/**
 * SlPerfFeatures:
 * @tracing: (nullable): the formats of tracepoints
 * @release: (nullable): of the kernel, such as "6.18.44"
 * @has_wall: @wall_shift is known
 * @wall_shift: nanoseconds from the clock of the records to Unix time
 */
typedef struct
{
  SlTracingData *tracing;
  char *release;
  gboolean has_wall;
  gint64 wall_shift;
} SlPerfFeatures;

void sl_perf_features_clear (SlPerfFeatures *self);

void sl_perf_features_read (SlPerfFeatures *self, const SlPerfRecords *records, SlNotes *notes);
void sl_perf_features_take (SlPerfFeatures *self, const SlPerfRecord *record, SlNotes *notes);

G_END_DECLS
