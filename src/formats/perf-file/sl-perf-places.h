/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The records that names, mappings and owners are learned from, by time: few, but where samples are asked as well. */

#include "sl-perf-records.h"

G_BEGIN_DECLS

/**
 * SlPerfPlace:
 * @time: in the kernel's nanoseconds; 0 for what was there before recording began
 * @offset: of the record
 */
typedef struct
{
  guint64 time;
  guint64 offset;
} SlPerfPlace;

void sl_perf_places_add_samples (GArray *places, const SlPerfRecords *records);
void sl_perf_places_sort (GArray *places);

G_END_DECLS
