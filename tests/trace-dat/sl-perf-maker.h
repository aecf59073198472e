/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes the same recording as sl-dat-writer.h as perf record does, in all forms of perf.data. Only what
 * perf.data-file-format.txt and perf_event.h say is used; nothing of the reader is. */

#include "sl-dat-writer.h"

G_BEGIN_DECLS

/**
 * SlPerfLayout:
 * @is_pipe: what perf record -o - writes; else a file
 * @is_big: of a big-endian machine
 * @packing: 0 for none, or the number of the record that packs: 81 or 83
 * @has_one_attr: all samples are of one event, without ids
 * @fields: bits of sample_type beside TID, TIME, CPU and RAW
 * @read_format: where @fields has READ
 * @has_clock: times are of CLOCK_MONOTONIC
 * @wall_shift: ns from the clock to the time of day, which is said of the file; 0 for nothing said
 * @of_command: not of the whole system
 * @is_overwritten: with --overwrite: what is there is the end of the recording
 * @round: bytes of all processors after which they are written, one processor after another
 * @n_cpus: processors
 * @seed: of what may be written in more ways than one
 */
typedef struct
{
  gboolean is_pipe;
  gboolean is_big;
  guint packing;
  gboolean has_one_attr;
  guint64 fields;
  guint64 read_format;
  gboolean has_clock;
  gint64 wall_shift;
  gboolean of_command;
  gboolean is_overwritten;
  guint round;
  guint n_cpus;
  guint32 seed;
} SlPerfLayout;

typedef struct _SlPerfMaker SlPerfMaker;

SlPerfMaker *sl_perf_maker_new (const SlPerfLayout *layout);
void sl_perf_maker_free (SlPerfMaker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfMaker, sl_perf_maker_free)

void sl_perf_maker_listen (SlPerfMaker *self, SlDatWriter *writer);
void sl_perf_maker_add (SlPerfMaker *self,
                        guint cpu,
                        guint32 type,
                        guint16 misc,
                        guint64 time,
                        gconstpointer body,
                        gsize size);
GBytes *sl_perf_maker_finish (SlPerfMaker *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
