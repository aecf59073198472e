/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What trace.dat and the tracing data of perf.data say of their records: how they and their pages are laid out, and what
 * numbers in them are called. It begins
 *
 *   17 08 44 "tracing" version NUL · u8 0 little or 1 big endian · u8 bytes of a long · u32 page size
 *
 * and then has, in version 6 of trace.dat and in perf.data, one after the other:
 *
 *   "header_page" NUL, u64 size, text · "header_event" NUL, u64 size, text
 *   u32 count, for each: u64 size, format text        the tracer's own events, system "ftrace"
 *   u32 systems, for each: name NUL, u32 count, for each: u64 size, format text
 *   u32 size, text of /proc/kallsyms
 *   u32 size, printk formats: 0x1234 : "text"
 *   u64 size, saved command lines: pid comm           not in version 0.5
 *
 * In version 7 of trace.dat each is in a section of its own. */

#include "sl-bytes-order.h"
#include "sl-event-format.h"
#include "sl-kernel-symbols.h"
#include "sl-note.h"

G_BEGIN_DECLS

/* Bytes of what all events have: a shorter record is none. */
#define SL_TRACING_COMMON_SIZE 8

/* Numbers of events that there can be. */
#define SL_TRACING_IDS 65536

/**
 * SlTracingData:
 * @version: such as "6", "7" or, in perf.data, "0.6"
 * @is_big: big endian
 * @long_size: bytes of a long of the recording program
 * @page_size: of the recorded pages
 * @commit_size: bytes of a long of the kernel, after the 8 of a page's time
 * @data_offset: where the records of a page begin
 * @type_offset: where a record has its common_type
 * @pid_offset: where it has its common_pid
 * @flags_offset: where it has its common_flags
 * @formats: (element-type SlEventFormat): of all events, in the order of the file
 * @by_id: (array fixed-size=65536): those, by their number; %NULL where there is none
 * @comms: from pid to name
 * @printk: from address to format
 * @symbols: (nullable): of the kernel
 *
 * Immutable once it was read; what is looked up is safe from any thread.
 */
typedef struct
{
  char *version;
  gboolean is_big;
  guint8 long_size;
  guint32 page_size;
  guint32 commit_size;
  guint32 data_offset;
  guint32 type_offset;
  guint32 pid_offset;
  guint32 flags_offset;
  GPtrArray *formats;
  const SlEventFormat **by_id;
  GHashTable *comms;
  GHashTable *printk;
  SlKernelSymbols *symbols;
} SlTracingData;

SlTracingData *sl_tracing_data_new (SlByteReader *reader, GError **error);
void sl_tracing_data_free (SlTracingData *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTracingData, sl_tracing_data_free)

gboolean
sl_tracing_data_read_header_info (SlTracingData *self, SlByteReader *reader, GError **error);
gboolean sl_tracing_data_read_ftrace_events (SlTracingData *self,
                                             SlByteReader *reader,
                                             SlNotes *notes,
                                             GError **error);
gboolean sl_tracing_data_read_event_formats (SlTracingData *self,
                                             SlByteReader *reader,
                                             SlNotes *notes,
                                             GError **error);
gboolean sl_tracing_data_read_kallsyms (SlTracingData *self, SlByteReader *reader, GError **error);
gboolean sl_tracing_data_read_printk (SlTracingData *self, SlByteReader *reader, GError **error);
gboolean sl_tracing_data_read_cmdlines (SlTracingData *self, SlByteReader *reader, GError **error);
gboolean sl_tracing_data_read_all (SlTracingData *self,
                                   SlByteReader *reader,
                                   SlNotes *notes,
                                   GError **error);

const SlEventFormat *
sl_tracing_data_find (const SlTracingData *self, const char *system, const char *name);
const char *sl_tracing_data_get_comm (const SlTracingData *self, guint32 pid);
const char *sl_tracing_data_get_printk (const SlTracingData *self, guint64 address);

G_END_DECLS
