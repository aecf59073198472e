/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The files of a recording by several threads of perf: sl-perf-records.h. */

#include "sl-perf-records.h"

G_BEGIN_DECLS

void sl_perf_folder_list (SlMapping *file, GPtrArray *names);
void sl_perf_folder_note_missing (const SlPerfRecords *records, SlNotes *notes);

G_END_DECLS
