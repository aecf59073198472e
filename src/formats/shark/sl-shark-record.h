/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One record of the S.Ha.R.K. kernel's tracer (S.Ha.R.K. User Manual, Volume V, "The S.Ha.R.K. New
 * Tracer"), and what its codes are. A file has no header and consists of records up to its end.
 *
 *   offset  size  field
 *        0     2  code; bit 15: a fast record, whose parameter 2 means nothing
 *        2     2  parameter 1
 *        4     4  TSC, high part
 *        8     4  TSC, low part
 *       12     4  parameter 2
 *
 * All integers are little-endian. A slot whose code is 0 is empty. A cyclic chunk that wrapped has
 * its newest records first; each chunk is a file of its own, "0trace.dat", "1trace.dat" …, or they
 * follow one another. Sent over the network the records come in datagrams (sl-shark-datagram.c). */

#include "sl-byte-reader.h"
#include "sl-kind.h"

G_BEGIN_DECLS

#define SL_SHARK_RECORD_SIZE 16

/* Bit 15 of a code: written by the fast logger, which leaves parameter 2 as it was. */
#define SL_SHARK_FAST 0x8000

typedef enum
{
  SL_SHARK_EMPTY = 0,
#define SL_SHARK_CODE(code, symbol, ...) SL_SHARK_##symbol = code,
#include "sl-shark-code-table.h"
#undef SL_SHARK_CODE
} SlSharkCode;

/**
 * SlSharkRecord:
 * @code: as it stands in the file, with %SL_SHARK_FAST
 * @parameter_1: meaning by code
 * @parameter_2: meaning by code; nothing in a fast record
 * @tsc: time stamp counter, both words joined
 */
typedef struct
{
  guint16 code;
  guint16 parameter_1;
  guint32 parameter_2;
  guint64 tsc;
} SlSharkRecord;

static inline SlSharkRecord
sl_shark_record_read (const guint8 *bytes)
{
  guint64 head = sl_bytes_u64_le (bytes);
  guint64 tail = sl_bytes_u64_le (bytes + 8);

  return (SlSharkRecord) {
    .code = (guint16) head,
    .parameter_1 = (guint16) (head >> 16),
    .parameter_2 = (guint32) (tail >> 32),
    .tsc = (head & ~G_GUINT64_CONSTANT (0xffffffff)) | (tail & 0xffffffff),
  };
}

extern const guint16 sl_shark_kinds_plus_one[256];

/* The kind of an event; a code that no document defines keeps its number. */
static inline guint16
sl_shark_code_get_kind (guint16 code)
{
  guint16 plus_one = sl_shark_kinds_plus_one[code & 0xff];

  if (G_UNLIKELY (plus_one == 0 || (code & 0x7f00) != 0))
    return SL_KIND_UNKNOWN + (code & 0x7fff);

  return plus_one - 1;
}

gboolean sl_shark_code_is_known (guint16 code);
const char *sl_shark_code_get_name (guint16 code);

G_END_DECLS
