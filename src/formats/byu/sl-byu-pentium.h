/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One bus cycle of a Pentium as its pins show it, and one record of a BYU 6-byte address trace.
 *
 *   offset  size  field
 *        0     4  physical address, big-endian; its bits 2..0 are always 0
 *        4     1  byte enables BE7#..BE0#, bit 7 for byte 7; a byte is requested where its bit is 0
 *        5     1  control; bits 7..4 are the pins M/IO#, D/C#, W/R#, CACHE#, the others nothing
 */

#include "sl-byte-reader.h"
#include "sl-kind.h"
#include "sl-source.h"

G_BEGIN_DECLS

#define SL_PENTIUM_RECORD_SIZE 6

/* Bytes of a cache line, which a burst moves whatever the byte enables say. */
#define SL_PENTIUM_LINE 32

/* The four pins; the other values are not a cycle. */
typedef enum
{
  SL_PENTIUM_INTERRUPT_ACKNOWLEDGE = 1,
  SL_PENTIUM_SPECIAL = 3,
  SL_PENTIUM_IO_READ = 5,
  SL_PENTIUM_IO_WRITE = 7,
  SL_PENTIUM_CODE_READ = 8,
  SL_PENTIUM_CODE_READ_NONCACHEABLE = 9,
  SL_PENTIUM_DATA_READ = 12,
  SL_PENTIUM_DATA_READ_NONCACHEABLE = 13,
  SL_PENTIUM_WRITE_BACK = 14,
  SL_PENTIUM_DATA_WRITE = 15,
} SlPentiumCycle;

/* By cycle; invalid ones too. Special cycles are told apart by sl_pentium_special_get_kind(). */
extern const guint16 sl_pentium_kinds[16];

guint16 sl_pentium_special_get_kind (guint32 address, guint8 byte_enables);

static inline guint16
sl_pentium_get_kind (guint8 cycle, guint32 address, guint8 byte_enables)
{
  if (G_UNLIKELY (cycle == SL_PENTIUM_SPECIAL))
    return sl_pentium_special_get_kind (address, byte_enables);

  return sl_pentium_kinds[cycle];
}

static inline gboolean
sl_pentium_cycle_is_valid (guint8 cycle)
{
  return sl_pentium_kinds[cycle] != SL_KIND_PENTIUM_INVALID;
}

/* What of the requested bytes counts, and how many are moved beside them. */
typedef struct
{
  guint8 mask;
  guint8 burst;
} SlPentiumTransfer;

extern const guint8 sl_pentium_n_requested[256];
extern const SlPentiumTransfer sl_pentium_transfers[16];

/* The number of bytes that a cycle moves. */
static inline guint
sl_pentium_get_bytes (guint8 cycle, guint8 byte_enables)
{
  SlPentiumTransfer transfer = sl_pentium_transfers[cycle];

  return (sl_pentium_n_requested[byte_enables] & transfer.mask) + transfer.burst;
}

const char *sl_pentium_cycle_get_name (guint8 cycle);
void sl_pentium_describe_byte_enables (guint8 byte_enables, GArray *details);
const char *sl_pentium_acknowledge_get_name (guint8 byte_enables);

G_END_DECLS
