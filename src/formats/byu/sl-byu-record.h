/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One record of a BYU address trace with times, in either layout, and what its codes are.
 *
 *   12 bytes  16 bytes  field
 *   offset    offset
 *     0  4      0  8    address
 *     4  1      8  1    request type
 *     5  1      9  1    size of the transfer in bytes
 *     6  1     10  1    attribute: bits 1..0 the memory type
 *     7  1     11  1    processor or agent
 *     8  4     12  4    time since the record before, in clock ticks
 *
 * All integers are little-endian; there is no header. The layout of 12 bytes is that of BYU's own
 * document ("Address Trace Format v1.0" and "v1.1", p2AddrTr); that of 16 is what courses made of
 * it on machines with addresses of 64 bits.
 */

#include "sl-byte-reader.h"
#include "sl-kind.h"

G_BEGIN_DECLS

/* The two layouts by the size of their records, which all functions take as @record_size. */
#define SL_BYU_RECORD_SIZE_12 12
#define SL_BYU_RECORD_SIZE_16 16

/* A time that was not recorded, as in the first record of a capture: a gap of unknown length. */
#define SL_BYU_TIME_UNKNOWN G_MAXUINT32

/* The bus cannot make two requests in one bus clock, some 8 ticks: a record at this distance from
 * the one before is the second packet of that request, taken for a request of its own. */
#define SL_BYU_SECOND_PACKET_TIME     7
#define SL_BYU_SECOND_PACKET_TIME_MAX 8

typedef enum
{
#define SL_BYU_CODE(code, symbol, ...) SL_BYU_##symbol = code,
#include "sl-byu-code-table.h"
#undef SL_BYU_CODE
} SlByuCode;

typedef struct
{
  guint64 address;
  guint32 time;
  guint8 type;
  guint8 size;
  guint8 attribute;
  guint8 processor;
} SlByuRecord;

static inline SlByuRecord
sl_byu_record_read (const guint8 *bytes, gsize record_size)
{
  const guint8 *fields = bytes + record_size - 8;
  gboolean is_wide = record_size == SL_BYU_RECORD_SIZE_16;

  return (SlByuRecord) {
    .address = is_wide ? sl_bytes_u64_le (bytes) : sl_bytes_u32_le (bytes),
    .time = sl_bytes_u32_le (fields + 4),
    .type = fields[0],
    .size = fields[1],
    .attribute = fields[2],
    .processor = fields[3],
  };
}

/* The bits of an attribute that are the type of the memory. */
#define SL_BYU_ATTRIBUTE_TYPE 3

/* For each code, what turns its unknown kind into its own; 0 where nobody knows it. */
extern const guint16 sl_byu_kind_steps[256];

static inline guint16
sl_byu_code_get_kind (guint8 code)
{
  return (guint16) (SL_KIND_UNKNOWN_BUS + code + sl_byu_kind_steps[code]);
}

static inline gboolean
sl_byu_code_is_known (guint8 code)
{
  return sl_byu_kind_steps[code] != 0;
}

static inline gboolean
sl_byu_time_is_second_packet (guint32 time)
{
  return time - SL_BYU_SECOND_PACKET_TIME <=
         SL_BYU_SECOND_PACKET_TIME_MAX - SL_BYU_SECOND_PACKET_TIME;
}

const char *sl_byu_code_get_name (guint8 code);
const char *sl_byu_attribute_get_name (guint8 attribute);

G_END_DECLS
