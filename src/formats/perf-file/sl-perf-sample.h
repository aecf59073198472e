/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When and where a record of perf was written. */

#include "sl-perf-records.h"

G_BEGIN_DECLS

/**
 * SlPerfSample:
 * @ip: of a sample; 0 for other records
 * @period: likewise
 *
 * When and where a record was written, as far as its trailer tells; a sample's first fields.
 */
typedef struct
{
  gboolean has_tid;
  gboolean has_time;
  gboolean has_cpu;
  guint32 pid;
  guint32 tid;
  guint32 cpu;
  guint64 time;
  guint64 ip;
  guint64 period;
} SlPerfSample;

void sl_perf_records_get_sample (const SlPerfRecords *self,
                                 const SlPerfRecord *record,
                                 SlPerfSample *sample);

G_END_DECLS
