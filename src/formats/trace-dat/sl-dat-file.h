/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is in a trace.dat file, versions 6 and 7 (trace-cmd.dat.v6(5), trace-cmd.dat.v7(5)): the head of
 * "sl-tracing-data.h", then
 *
 * version 6   all parts of the head one after the other · u32 CPUs · tags of 10 bytes: "options  " with options,
 *             "latency  " with the text of a tracer of latencies, "flyrecord" with the CPUs of the top
 *             buffer: u64 offset, u64 size each, then u64 size and the clock
 * version 7   compression NUL version NUL · u64 offset of the first section of options. A section is u16 id,
 *             u16 flags (1: packed), u32 id of its title, u64 size; if packed, u32 packed size and u32 size
 *
 * An option is u16 id, u32 size and data. Options with id 0 end a list: in version 7 with the u64 offset of the next section of
 * options. Data of CPUs are pages of the ring buffer; those of a packed section are u32 chunks, and each
 * chunk is u32 packed size, u32 size and the packed pages.
 *
 * A place is where a byte of a page is in the unpacked pages of all CPUs of all buffers, one after the other: it is the same
 * however the file is packed. */

#include "sl-clock.h"
#include "sl-dat-codec.h"
#include "sl-mapping.h"
#include "sl-note.h"
#include "sl-tracing-data.h"
#include "sl-tracing-peers.h"

G_BEGIN_DECLS

/* More rows than these are not read. */
#define SL_DAT_MOST_ROWS 8192

/**
 * SlDatChunk:
 * @offset: of its bytes in the file
 * @packed: how many those are
 * @size: what they unpack to, in whole pages but for the last chunk of a file that was cut off
 * @place: of its first byte
 */
typedef struct
{
  guint64 offset;
  guint64 packed;
  guint64 size;
  guint64 place;
} SlDatChunk;

/**
 * SlDatRow:
 * @buffer: number of its buffer
 * @cpu: as the file numbers it
 * @is_packed: whether its chunks have to be unpacked
 * @is_cut: more pages of it are missing at its end
 * @chunks: (element-type SlDatChunk): in the order of the file, at least one
 *
 * The pages of one CPU in one buffer.
 */
typedef struct
{
  guint buffer;
  guint32 cpu;
  gboolean is_packed;
  gboolean is_cut;
  GArray *chunks;
} SlDatRow;

/**
 * SlDatBuffer:
 * @name: of the instance; empty for the top buffer
 * @clock: such as "mono"; empty where the file does not say it
 * @page_size: in bytes
 */
typedef struct
{
  char *name;
  char *clock;
  guint32 page_size;
} SlDatBuffer;

/**
 * SlDatKept:
 * @id: of its option, an SlDatOption
 * @is_section: it is what a section holds, unpacked; otherwise the data of the option itself
 * @bytes: of it
 *
 * A part of the head as the file has it.
 */
typedef struct
{
  guint16 id;
  gboolean is_section;
  GBytes *bytes;
} SlDatKept;

/**
 * SlDatFile:
 * @tracing: how events are laid out
 * @codec: how sections and chunks are packed
 * @buffers: (element-type SlDatBuffer): the top one first
 * @rows: (element-type SlDatRow): of those that hold pages, by buffer, in the order of the file
 * @release: (nullable): of the kernel
 * @clock: such as “mono”
 * @shift: ns to add to times
 * @has_date: times are Unix time then
 * @tsc_mult: ticks of x86-tsc are ns when they are multiplied by this; 0 where nobody knows
 * @tsc_shift: and shifted right by this
 * @trace_id: 0 where there is none
 * @text: (nullable): what a tracer of latencies wrote, as tracefs has it
 * @peers: recordings that were made with it
 * @n_cpus: of the machine, as far as the file says it
 * @marks: of an SlDatMarks: what it says of itself as a span of a recording
 * @earlier_marks: (nullable): of a span of a recording: sl-earlier-marks.h
 * @lacks_rows: of some CPUs all pages are missing, or nobody knows that none are
 * @overrun: records that were overwritten before the first page
 * @end_place: behind the last page
 * @n_sections: bytes of all sections that were opened, unpacked
 * @has_instances: options tell of buffers besides the top one
 * @read_parts: bit of the id of each part of the head that was read
 * @known: set of offsets of sections that something pointed to, owned
 * @n_claimed: bytes of the file that are pages, packed or not
 * @parts: (nullable) (element-type SlDatKept): of the head, in the order of the file, if they are kept
 *
 * Immutable once it was read.
 */
typedef struct
{
  SlMapping *mapping;
  SlTracingData *tracing;
  SlDatCodecType codec;
  GArray *buffers;
  GArray *rows;
  char *release;
  char *clock;
  gint64 shift;
  gboolean has_date;
  guint32 tsc_mult;
  guint32 tsc_shift;
  guint64 trace_id;
  GBytes *text;
  SlTracingPeers *peers;
  guint32 n_cpus;
  guint marks;
  char *earlier_marks;
  gboolean lacks_rows;
  guint64 overrun;
  guint64 end_place;
  guint64 n_sections;
  guint64 n_claimed;
  gboolean has_instances;
  guint32 read_parts;
  GHashTable *known;
  GArray *parts;
} SlDatFile;

SlDatFile *sl_dat_file_new (SlMapping *mapping, SlNotes *notes, GError **error);
SlDatFile *sl_dat_file_new_with_parts (SlMapping *mapping, SlNotes *notes, GError **error);
void sl_dat_file_free (SlDatFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatFile, sl_dat_file_free)

const SlDatBuffer *sl_dat_file_get_buffer (const SlDatFile *self, guint row);
gboolean sl_dat_file_find_place (const SlDatFile *self, guint64 place, guint *row, guint *chunk);
SlClock *sl_dat_file_make_clock (const SlDatFile *self, guint64 first);

G_END_DECLS
