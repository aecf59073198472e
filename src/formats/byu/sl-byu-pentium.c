/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-pentium.h"

#include "sl-bus-kinds.h"

/* Address bit of the halt special cycle that makes it a stop grant. */
#define STOP_GRANT_ADDRESS 0x10

const guint16 sl_pentium_kinds[16] = {
  [0] = SL_KIND_PENTIUM_INVALID,
  [SL_PENTIUM_INTERRUPT_ACKNOWLEDGE] = SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE,
  [2] = SL_KIND_PENTIUM_INVALID,
  [SL_PENTIUM_SPECIAL] = SL_KIND_PENTIUM_SPECIAL,
  [4] = SL_KIND_PENTIUM_INVALID,
  [SL_PENTIUM_IO_READ] = SL_KIND_PENTIUM_IO_READ,
  [6] = SL_KIND_PENTIUM_INVALID,
  [SL_PENTIUM_IO_WRITE] = SL_KIND_PENTIUM_IO_WRITE,
  [SL_PENTIUM_CODE_READ] = SL_KIND_PENTIUM_CODE_READ,
  [SL_PENTIUM_CODE_READ_NONCACHEABLE] = SL_KIND_PENTIUM_CODE_READ_NONCACHEABLE,
  [10] = SL_KIND_PENTIUM_INVALID,
  [11] = SL_KIND_PENTIUM_INVALID,
  [SL_PENTIUM_DATA_READ] = SL_KIND_PENTIUM_DATA_READ,
  [SL_PENTIUM_DATA_READ_NONCACHEABLE] = SL_KIND_PENTIUM_DATA_READ_NONCACHEABLE,
  [SL_PENTIUM_WRITE_BACK] = SL_KIND_PENTIUM_WRITE_BACK,
  [SL_PENTIUM_DATA_WRITE] = SL_KIND_PENTIUM_DATA_WRITE,
};

/* How many bytes a byte says to be requested: zeros are. */
#define ZEROS_2(n) n, n - 1, n - 1, n - 2
#define ZEROS_4(n) ZEROS_2 (n), ZEROS_2 (n - 1), ZEROS_2 (n - 1), ZEROS_2 (n - 2)
#define ZEROS_6(n) ZEROS_4 (n), ZEROS_4 (n - 1), ZEROS_4 (n - 1), ZEROS_4 (n - 2)

const guint8 sl_pentium_n_requested[256] = { ZEROS_6 (8), ZEROS_6 (7), ZEROS_6 (7), ZEROS_6 (6) };

/* Special cycles and those that are none move nothing. */
const SlPentiumTransfer sl_pentium_transfers[16] = {
  [SL_PENTIUM_INTERRUPT_ACKNOWLEDGE] = { 0xff, 0 },
  [SL_PENTIUM_IO_READ] = { 0xff, 0 },
  [SL_PENTIUM_IO_WRITE] = { 0xff, 0 },
  [SL_PENTIUM_CODE_READ] = { 0, SL_PENTIUM_LINE },
  [SL_PENTIUM_CODE_READ_NONCACHEABLE] = { 0xff, 0 },
  [SL_PENTIUM_DATA_READ] = { 0, SL_PENTIUM_LINE },
  [SL_PENTIUM_DATA_READ_NONCACHEABLE] = { 0xff, 0 },
  [SL_PENTIUM_WRITE_BACK] = { 0, SL_PENTIUM_LINE },
  [SL_PENTIUM_DATA_WRITE] = { 0xff, 0 },
};

/**
 * sl_pentium_special_get_kind:
 *
 * Returns: which special cycle it is, by the one byte enable that is low
 */
guint16
sl_pentium_special_get_kind (guint32 address, guint8 byte_enables)
{
  switch (byte_enables)
    {
    case 0xfe:
      return SL_KIND_PENTIUM_SHUTDOWN;
    case 0xfd:
      return SL_KIND_PENTIUM_FLUSH;
    case 0xfb:
      return (address & STOP_GRANT_ADDRESS) != 0 ? SL_KIND_PENTIUM_STOP_GRANT
                                                 : SL_KIND_PENTIUM_HALT;
    case 0xf7:
      return SL_KIND_PENTIUM_WRITE_BACK_INVALIDATE;
    case 0xef:
      return SL_KIND_PENTIUM_FLUSH_ACKNOWLEDGE;
    case 0xdf:
      return SL_KIND_PENTIUM_BRANCH_TRACE;
    default:
      return SL_KIND_PENTIUM_SPECIAL;
    }
}

/**
 * sl_pentium_cycle_get_name:
 * @cycle: below 16
 *
 * Returns: (transfer none): as the document's table spells it
 */
const char *
sl_pentium_cycle_get_name (guint8 cycle)
{
  static const char *const names[16] = {
    "Invalid",           "Interrupt Acknowledge",
    "Invalid",           "Special Bus Cycle",
    "Invalid",           "Input/Output Read",
    "Invalid",           "Input/Output Write",
    "Instruction Fetch", "Noncacheable Instruction Fetch",
    "Invalid",           "Invalid",
    "Data Read",         "Noncacheable Data Read",
    "Data Writeback",    "Data Write",
  };

  g_return_val_if_fail (cycle < G_N_ELEMENTS (names), "Invalid");

  return names[cycle];
}

/**
 * sl_pentium_describe_byte_enables:
 *
 * Adds which of the bytes 7 … 0 are requested, as a row of digits and dots.
 */
void
sl_pentium_describe_byte_enables (guint8 byte_enables, GArray *details)
{
  char bytes[] = "........";

  for (guint i = 0; i < 8; i++)
    {
      if ((byte_enables >> i & 1) == 0)
        bytes[7 - i] = (char) ('0' + i);
    }

  sl_details_add (details, "Byte enables", "0x%02x", byte_enables);
  sl_details_add_number (details, "Requested bytes", "requested", (guint8) ~byte_enables, "%s",
                         bytes);
}

/**
 * sl_pentium_acknowledge_get_name:
 *
 * Returns: (transfer none): which of the two cycles of an interrupt acknowledge it is
 */
const char *
sl_pentium_acknowledge_get_name (guint8 byte_enables)
{
  const SlEvent event = { .kind = SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, .b = byte_enables };

  switch (sl_bus_event_get_acknowledge (&event))
    {
    case SL_BUS_FIRST_ACKNOWLEDGE:
      return "first of the pair";
    case SL_BUS_SECOND_ACKNOWLEDGE:
      return "second of the pair, which reads the vector";
    case SL_BUS_NO_ACKNOWLEDGE:
    default:
      return "not part of a pair: byte enables 0xef and 0xfe make one";
    }
}
