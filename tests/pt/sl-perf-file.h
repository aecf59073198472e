/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes perf.data files in the form of a pipe: who ran when on which processor, what was mapped, and the
 * packets of Intel PT. A nanosecond of the records is a tick of the TSC. */

#include <glib.h>

G_BEGIN_DECLS

void sl_perf_file_begin (GByteArray *file);
void sl_perf_file_add_mapping (GByteArray *file,
                               guint32 pid,
                               guint64 address,
                               guint64 size,
                               guint64 file_offset,
                               const char *name);
void sl_perf_file_add_switch (GByteArray *file, guint64 time, guint32 cpu, guint32 out, guint32 in);
void sl_perf_file_add_packets (GByteArray *file, guint32 cpu, GByteArray *packets);

G_END_DECLS
