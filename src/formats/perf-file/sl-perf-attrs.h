/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What was recorded: the events of a perf.data file, each a struct perf_event_attr of include/uapi/linux/perf_event.h,
 * and where its records have which field.
 *
 * | offset | size | struct perf_event_attr |
 * | --- | --- | --- |
 * | 0 | 4 | type: 2 is a tracepoint |
 * | 4 | 4 | size of the struct |
 * | 8 | 8 | config: the number of a tracepoint |
 * | 24 | 8 | sample_type |
 * | 32 | 8 | read_format |
 * | 40 | 8 | flags: bit 12 enable_on_exec, 18 sample_id_all, 25 use_clockid, 26 context_switch; bits of C, which a
 *   big-endian machine counts from the highest one of the first byte |
 * | 92 | 4 | clockid |
 *
 * The body of a sample has those fields whose bit of sample_type is set, in this order: IDENTIFIER (bit 16), IP (0),
 * TID (1), TIME (2), ADDR (3), ID (6), STREAM_ID (9), CPU (7), PERIOD (8), all of 8 bytes; READ (4), as read_format says;
 * CALLCHAIN (5), u64 n and n × u64; RAW (10), u32 size and that many bytes: a record as the tracer writes it. Other records of
 * the kernel end with TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER. Which event a record is of, its id says. */

#include "sl-bytes-order.h"

G_BEGIN_DECLS

/* The least of a struct perf_event_attr: up to its flags. */
#define SL_PERF_ATTR_LEAST 48

/* Of SlPerfAttr.type. */
#define SL_PERF_TYPE_SOFTWARE   1
#define SL_PERF_TYPE_TRACEPOINT 2

/* Bits of sample_type. */
typedef enum
{
  SL_PERF_HAS_IP = 1 << 0,
  SL_PERF_HAS_TID = 1 << 1,
  SL_PERF_HAS_TIME = 1 << 2,
  SL_PERF_HAS_ADDR = 1 << 3,
  SL_PERF_HAS_READ = 1 << 4,
  SL_PERF_HAS_CALLCHAIN = 1 << 5,
  SL_PERF_HAS_ID = 1 << 6,
  SL_PERF_HAS_CPU = 1 << 7,
  SL_PERF_HAS_PERIOD = 1 << 8,
  SL_PERF_HAS_STREAM_ID = 1 << 9,
  SL_PERF_HAS_RAW = 1 << 10,
  SL_PERF_HAS_IDENTIFIER = 1 << 16,
} SlPerfSampleType;

/**
 * SlPerfAttr:
 * @is_big: its records are big endian
 * @has_trailer: records beside samples end with fields too
 * @has_switches: the kernel writes records of switches
 * @is_of_command: it counts from when a program begins: not what others do
 * @is_overwritten: the kernel overwrote what it had written, and kept the latest
 * @has_clock: times are of @clock, a clockid_t; else of the scheduler's clock
 * @ip_at: where the body of a sample has its address, in bytes; -1 where it has none. The others likewise
 * @head_size: bytes of the fields up to @cpu_at's, which all attributes of a file have as a rule
 * @fixed_size: bytes of all fields up to the first one whose size varies
 */
typedef struct
{
  guint32 type;
  guint64 config;
  guint64 sample_type;
  guint64 read_format;
  gboolean is_big;
  gboolean has_trailer;
  gboolean has_switches;
  gboolean is_of_command;
  gboolean is_overwritten;
  gboolean has_clock;
  gint32 clock;
  gint32 ip_at;
  gint32 tid_at;
  gint32 time_at;
  gint32 cpu_at;
  gint32 period_at;
  guint32 head_size;
  guint32 fixed_size;
} SlPerfAttr;

/* One thread adds; then immutable. */
typedef struct _SlPerfAttrs SlPerfAttrs;

SlPerfAttrs *sl_perf_attrs_new (gboolean is_big);
void sl_perf_attrs_free (SlPerfAttrs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfAttrs, sl_perf_attrs_free)

gboolean sl_perf_attrs_add (SlPerfAttrs *self,
                            const guint8 *attr,
                            gsize size,
                            const guint8 *ids,
                            gsize n_ids);
void sl_perf_attrs_set_owner (SlPerfAttrs *self, guint64 id, gint64 cpu, gint64 tid);

guint sl_perf_attrs_get_count (const SlPerfAttrs *self);
const SlPerfAttr *sl_perf_attrs_get (const SlPerfAttrs *self, guint number);
const SlPerfAttr *
sl_perf_attrs_find (const SlPerfAttrs *self, gboolean is_sample, const guint8 *body, gsize size);
const SlPerfAttr *sl_perf_attrs_get_only (const SlPerfAttrs *self);
const SlPerfAttr *sl_perf_attrs_get_head (const SlPerfAttrs *self);
gboolean
sl_perf_attrs_find_cpu (const SlPerfAttrs *self, const guint8 *body, gsize size, guint32 *cpu);
gboolean sl_perf_attrs_are_of_tasks (const SlPerfAttrs *self);
gboolean sl_perf_attrs_are_overwritten (const SlPerfAttrs *self);
const SlPerfAttr *sl_perf_attrs_find_type (const SlPerfAttrs *self, guint32 type);

guint32 sl_perf_attr_get_trailer_size (const SlPerfAttr *self);
const guint8 *sl_perf_attr_find_raw_behind (const SlPerfAttr *self,
                                            const guint8 *body,
                                            gsize size,
                                            guint32 *raw_size);

/* Whether the record of a tracepoint follows the fields whose size is fixed. */
static inline gboolean
sl_perf_attr_has_raw_next (const SlPerfAttr *self)
{
  return (self->sample_type & (SL_PERF_HAS_RAW | SL_PERF_HAS_READ | SL_PERF_HAS_CALLCHAIN)) ==
         SL_PERF_HAS_RAW;
}

/**
 * sl_perf_attr_find_raw:
 * @body: (array length=size): of a sample
 * @raw_size: (out): of the result
 *
 * Returns: (transfer none) (nullable): the record that a tracepoint's sample holds; %NULL where it holds none
 */
static inline const guint8 *
sl_perf_attr_find_raw (const SlPerfAttr *self, const guint8 *body, gsize size, guint32 *raw_size)
{
  gsize at = self->fixed_size;

  if (G_UNLIKELY (!sl_perf_attr_has_raw_next (self)))
    return sl_perf_attr_find_raw_behind (self, body, size, raw_size);
  if (at + 4 > size)
    return NULL;

  *raw_size = sl_bytes_u32 (body + at, self->is_big);
  return *raw_size <= size - at - 4 ? body + at + 4 : NULL;
}

G_END_DECLS
