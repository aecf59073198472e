/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The records of a perf.data file: the container, and what single records say. From Linux,
 * tools/perf/Documentation/perf.data-file-format.txt and include/uapi/linux/perf_event.h. All numbers
 * are in the order of the machine, as those eight bytes are that say it.
 *
 * | offset | size | file form |
 * | --- | --- | --- |
 * | 0 | 8 | "PERFILE2"; "2ELIFREP" where all is big endian |
 * | 8 | 8 | size of this header: 104; 16 in pipe form, where records follow at once |
 * | 16 | 8 | size of an attribute with the place of its ids |
 * | 24 | 16 | offset and size of the attributes |
 * | 40 | 16 | offset and size of the records |
 *
 * | 72 | 32 | which features there are, a bit each; offset and size of each lie behind the records |
 *
 * An attribute (sl-perf-attrs.h) has offset and size of its ids behind it in file form; in pipe form it is a record (64)
 * with the ids behind it. Features are records (80) there, with their number first, and tracing data is a record
 * of its own.
 *
 * | offset | size | record |
 * | --- | --- | --- |
 * | 0 | 4 | type |
 * | 4 | 2 | misc |
 * | 6 | 2 | size, with these eight bytes |
 *
 * Behind the record of AUXTRACE, and of TRACING_DATA in pipe form, lie bytes that its size does not
 * count. Types below 64 are records of the kernel.
 *
 * Records may be packed: COMPRESSED holds a piece of one zstd stream of records, which run over its borders. Unpacked
 * they have offsets from the end of the file on.
 *
 * perf record --threads writes a folder: "data" is a whole file with a feature (24) that says so, and the files "data.0",
 * "data.1" and so on, one for each thread of perf, are records alone, as they would follow each other in "data". */

#include "sl-input.h"
#include "sl-note.h"
#include "sl-perf-attrs.h"

G_BEGIN_DECLS

/* What a file begins with. */
#define SL_PERF_MAGIC     "PERFILE2"
#define SL_PERF_MAGIC_BIG "2ELIFREP"

/* Bytes of the header of a record. */
#define SL_PERF_HEADER_SIZE 8

typedef enum
{
  SL_PERF_MMAP = 1,
  SL_PERF_LOST = 2,
  SL_PERF_COMM = 3,
  SL_PERF_EXIT = 4,
  SL_PERF_FORK = 7,
  SL_PERF_SAMPLE = 9,
  SL_PERF_MMAP2 = 10,
  SL_PERF_AUX = 11,
  SL_PERF_ITRACE_START = 12,
  SL_PERF_LOST_SAMPLES = 13,
  SL_PERF_SWITCH = 14,
  SL_PERF_SWITCH_CPU_WIDE = 15,
  SL_PERF_FIRST_OF_TOOL = 64, /* what perf itself adds, without a trailer */
  SL_PERF_HEADER_ATTR = 64,
  SL_PERF_TRACING_DATA = 66,
  SL_PERF_ID_INDEX = 69,
  SL_PERF_AUXTRACE_INFO = 70,
  SL_PERF_AUXTRACE = 71,
  SL_PERF_TIME_CONV = 79,
  SL_PERF_HEADER_FEATURE = 80,
  SL_PERF_COMPRESSED = 81,
  SL_PERF_COMPRESSED2 = 83,
} SlPerfType;

#define SL_PERF_MISC_LOST_BY_FILTER     0x8000 /* of LOST_SAMPLES: a filter left them out */
#define SL_PERF_MISC_COMM_EXEC          0x2000
#define SL_PERF_MISC_SWITCH_OUT         0x2000
#define SL_PERF_MISC_SWITCH_OUT_PREEMPT 0x4000

#define SL_PERF_AUX_TRUNCATED 0x1
#define SL_PERF_AUX_PARTIAL   0x4
#define SL_PERF_AUX_COLLISION 0x8

/**
 * SlPerfRecord:
 * @body: behind the eight bytes of the header; @size of them
 * @offset: of the header in the file
 * @data_size: bytes that lie behind the record; fewer than it claims where the file ends before
 * @is_big: its numbers are big endian
 */
typedef struct
{
  guint32 type;
  guint16 misc;
  gsize size;
  const guint8 *body;
  guint64 offset;
  guint64 data_size;
  gboolean is_big;
} SlPerfRecord;

/**
 * SlPerfPosition:
 * @bytes: (array length=left): from the record on that is read next
 * @offset: of that record
 */
typedef struct
{
  const guint8 *bytes;
  guint64 left;
  guint64 offset;
} SlPerfPosition;

typedef struct _SlPerfRecords SlPerfRecords;

SlPerfRecords *sl_perf_records_new (SlInput *input, SlNotes *notes, GError **error);
void sl_perf_records_free (SlPerfRecords *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfRecords, sl_perf_records_free)

const SlPerfAttrs *sl_perf_records_get_attrs (const SlPerfRecords *self);
guint sl_perf_records_get_most_files (const SlPerfRecords *self);
SlInput *sl_perf_records_get_input (const SlPerfRecords *self);
guint64 sl_perf_records_get_begin (const SlPerfRecords *self, guint file);
guint64 sl_perf_records_get_unpacked_begin (const SlPerfRecords *self, guint file);
gboolean sl_perf_records_is_unpacked (const SlPerfRecords *self, guint64 offset);
gboolean sl_perf_records_are_big (const SlPerfRecords *self);
gboolean sl_perf_records_is_cut_off (const SlPerfRecords *self);
void sl_perf_records_take_unpacked (SlPerfRecords *self, guint file, SlMapping *unpacked);
const guint8 *sl_perf_records_find_bytes (const SlPerfRecords *self, guint64 offset, guint64 *left);
guint64 sl_perf_record_find_data_size (const SlPerfRecord *record, guint64 left);
gboolean sl_perf_records_read (const SlPerfRecords *self, guint64 offset, SlPerfRecord *record);
void sl_perf_records_add_attr (SlPerfRecords *self, const SlPerfRecord *record);
void sl_perf_records_add_ids (SlPerfRecords *self, const SlPerfRecord *record);
const guint8 *sl_perf_records_find_feature (const SlPerfRecords *self,
                                            guint feature,
                                            gsize *size,
                                            guint64 *offset);
const guint8 *sl_perf_record_get_data (const SlPerfRecord *record);
void sl_perf_records_note_end (const SlPerfRecords *self, guint64 offset, SlNotes *notes);

/**
 * sl_perf_record_get_u32:
 *
 * Returns: the number @at bytes into the body; 0 where the record is too short for it
 */
static inline guint32
sl_perf_record_get_u32 (const SlPerfRecord *record, gsize at)
{
  return at <= record->size && record->size - at >= 4
             ? sl_bytes_u32 (record->body + at, record->is_big)
             : 0;
}

/**
 * sl_perf_record_get_u64:
 *
 * Returns: as sl_perf_record_get_u32()
 */
static inline guint64
sl_perf_record_get_u64 (const SlPerfRecord *record, gsize at)
{
  return at <= record->size && record->size - at >= 8
             ? sl_bytes_u64 (record->body + at, record->is_big)
             : 0;
}

/**
 * sl_perf_record_get_end:
 *
 * Returns: where the next record stands
 */
static inline guint64
sl_perf_record_get_end (const SlPerfRecord *record)
{
  return record->offset + 8 + record->size + record->data_size;
}

/**
 * sl_perf_record_parse:
 * @bytes: (array length=left) (nullable): from the record on, as sl_perf_records_find_bytes() gives them
 * @offset: of the record
 * @is_big: of the file
 * @record: (out): points into @bytes
 *
 * Returns: %FALSE if no whole record stands there
 */
static inline gboolean
sl_perf_record_parse (const guint8 *bytes,
                      guint64 left,
                      guint64 offset,
                      gboolean is_big,
                      SlPerfRecord *record)
{
  guint16 size;

  if (G_UNLIKELY (left < SL_PERF_HEADER_SIZE))
    return FALSE;

  size = sl_bytes_u16 (bytes + 6, is_big);
  if (G_UNLIKELY (size < SL_PERF_HEADER_SIZE || size > left))
    return FALSE;

  record->type = sl_bytes_u32 (bytes, is_big);
  record->misc = sl_bytes_u16 (bytes + 4, is_big);
  record->size = (gsize) size - SL_PERF_HEADER_SIZE;
  record->body = bytes + SL_PERF_HEADER_SIZE;
  record->offset = offset;
  record->data_size = 0;
  record->is_big = is_big;
  if (G_UNLIKELY (record->type == SL_PERF_AUXTRACE || record->type == SL_PERF_TRACING_DATA))
    record->data_size = sl_perf_record_find_data_size (record, left);
  return TRUE;
}

/* Goes on by @size bytes, of which there are as many at least. */
static inline void
sl_perf_position_move (SlPerfPosition *self, guint64 size)
{
  self->bytes += size;
  self->left -= size;
  self->offset += size;
}

G_END_DECLS
