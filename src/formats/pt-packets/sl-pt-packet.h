/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The packets of Intel Processor Trace, one at a time ("Intel 64 and IA-32 Architectures Software
 * Developer's Manual", volume 3C, chapter 36, "Intel Processor Trace", Packet Definitions).
 *
 *   first byte            packet                                              bytes
 *   00                    PAD                                                     1
 *   02                    extended: the second byte decides, see below
 *   other even            Short TNT: 1 to 6 bits under a stop bit                 1
 *   …x11                  CYC: 5 bits, then 7 a byte, low bits first        1 to 10
 *   ccc01101, ccc10001,   TIP, TIP.PGE,                         1, 3, 5, 7, 7, 9 by
 *   ccc00001, ccc11101    TIP.PGD, FUP: an address          ccc = 0, 1, 2, 3, 4, 6
 *   19                    TSC: 56 bits                                            8
 *   59                    MTC: 8 bits of the crystal clock counter                2
 *   99                    MODE: leaf in bits 7..5, 0 Exec, 1 TSX                  2
 *   D9                    TRIG: flags, trigger bits, count if bit 6 is set   3 or 5
 *
 *   second byte           packet                                              bytes
 *   82 (02 82 × 8)        PSB                                                    16
 *   23                    PSBEND                                                  2
 *   73                    TMA: CTC 16 bits, 8 of 0, FastCounter 9 bits, 7 of 0    7
 *   03                    CBR: ratio, reserved                                    4
 *   A3                    Long TNT: 1 to 47 bits under a stop bit                 8
 *   43                    PIP: bit 0 NR, above it CR3 bits 51..5                  8
 *   F3, 83                OVF, TraceStop                                          2
 *   C8                    VMCS: base bits 51..12                                  7
 *   C3 88                 MNT: 8 bytes                                           11
 *   i ss 10010            PTW: 4 (ss = 0) or 8 bytes (1); i: a FUP follows  6 or 10
 *   62, E2                EXSTOP; E2: a FUP follows                               2
 *   C2                    MWAIT: hints, 3 bytes, extensions, 3 bytes             10
 *   22                    PWRE: bit 7 HW; C-state in the next byte                4
 *   A2                    PWRX: last and deepest C-state; wake reason             7
 *   63                    BBP: bit 7 items of 4 bytes, not 8; bits 4..0 type      3
 *   (in a block) iiiii100 BIP: item i, then its bytes                        5 or 9
 *   33, B3                BEP; B3: a FUP follows                                  2
 *   13                    CFE: bits 4..0 type, bit 7 a FUP follows; vector        4
 *   53                    EVD: bits 5..0 type, 8 bytes                           11
 *
 * All numbers are little-endian. An address packet of code 0 bears none (suppressed); 1, 2 and 4 bear
 * the low 2, 4 and 6 bytes of one whose upper bytes are those of the address before; 3 bears 6 that
 * are sign-extended; 6 all 8. PSB sets the address before to 0.
 *
 * A stream is walked by calling sl_pt_packet_read() at each packet's end. What does not decode is
 * skipped up to sl_pt_find_psb(). Runs of PAD and TNT, which are most of any stream, are summed up
 * faster by sl_pt_run_read(). Nothing here keeps anything; all may be called by any thread. */

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

#define SL_PT_PSB_LENGTH 16

/* No packet is longer. */
#define SL_PT_MAX_LENGTH 16

/**
 * SlPtPacketType:
 * @SL_PT_BAD: bytes that are not a packet
 * @SL_PT_CUT: the bytes end inside the packet
 */
typedef enum
{
#define SL_PT_PACKET(symbol, ...) SL_PT_##symbol,
#include "sl-pt-packet-table.h"
#undef SL_PT_PACKET
  SL_PT_N_TYPES,
  SL_PT_BAD = SL_PT_N_TYPES,
  SL_PT_CUT,
} SlPtPacketType;

/**
 * SlPtContext:
 * @last_ip: the address that compressed addresses begin like
 * @item_size: inside a block of BIP the size of an item, 4 or 8; else 0
 *
 * What a packet depends on of those before it. All zeros at a PSB.
 */
typedef struct
{
  guint64 last_ip;
  guint8 item_size;
} SlPtContext;

/**
 * SlPtPacket:
 * @type: a #SlPtPacketType
 * @length: in bytes; 0 of %SL_PT_BAD and %SL_PT_CUT
 * @flag: see below
 * @code: how many bits a TNT holds; of an address packet its compression, 0 … 6
 * @a: see below
 * @b: see below
 *
 *   type               @a                                  @b                      @flag
 *   TSC                time stamp, low 56 bits
 *   TMA                CTC                                 FastCounter
 *   MTC                counter
 *   CYC                core cycles since the last CYC
 *   CBR                core:bus ratio
 *   TNT (both)         bits, the oldest the highest,       how many are 1 (taken)
 *                      without the stop bit
 *   TIP*, FUP          address, complete; 0 with @code 0   its bytes as they stand
 *                                                          there, zero-extended
 *   PIP                CR3                                                         NR: guest
 *   MODE.Exec          64, 32 or 16; 0 if both bits are    CS.L&LMA, CS.D as bits  IF
 *   MODE.TSX           InTX                                abort
 *   VMCS               base address
 *   MNT                the 8 bytes
 *   PTW                value                               its size, 4 or 8        FUP follows
 *   EXSTOP, BEP                                                                    FUP follows
 *   MWAIT              hints                               extensions
 *   PWRE               C-state, 0 for C0                   sub-state               by hardware
 *   PWRX               last C-state << 8 | deepest         wake reason bits: 1
 *                                                          interrupt, 4 store,
 *                                                          8 hardware
 *   BBP                type of block                       item size, 4 or 8
 *   BIP                value                               item
 *   CFE                type                                vector                  FUP follows
 *   EVD                value                               type
 *   TRIG               trigger bits                        instructions; 0 if not  FUP follows
 *                                                          given
 */
typedef struct
{
  guint8 type;
  guint8 length;
  guint8 flag;
  guint8 code;
  guint64 a;
  guint64 b;
} SlPtPacket;

gboolean
sl_pt_packet_read (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet);
/* What sl_pt_packet_read() does with address packets, for loops in which its call would count. */

/* By code: bytes of the address, and what is kept of the address before. */
extern const guint8 sl_pt_address_sizes[8];
extern const guint64 sl_pt_address_masks[8];

static inline gboolean
sl_pt_address_begins (guint8 byte)
{
  const guint32 opcodes = 1u << 0x01 | 1u << 0x0d | 1u << 0x11 | 1u << 0x1d;

  /* Codes 5 and 7 are none. */
  return (opcodes >> (byte & 0x1f) & 1) != 0 && (byte & 0xa0) != 0xa0;
}

/* @bytes begin an address packet, and 9 of them may be read. */
static inline void
sl_pt_address_read (SlPtContext *context, const guint8 *bytes, SlPtPacket *packet)
{
  static const guint8 types[4] = { SL_PT_TIP_PGD, SL_PT_TIP, SL_PT_TIP_PGE, SL_PT_FUP };
  guint code = bytes[0] >> 5;
  guint n_bytes = sl_pt_address_sizes[code];
  guint64 value;

  memcpy (&value, bytes + 1, sizeof value);
  value = GUINT64_FROM_LE (value) & ~sl_pt_address_masks[code];
  packet->b = value & (code != 3 ? G_MAXUINT64 : G_GUINT64_CONSTANT (0xffffffffffff));
  if (code == 3)
    value = (guint64) ((gint64) (value << 16) >> 16);
  context->last_ip = (context->last_ip & sl_pt_address_masks[code]) | value;
  packet->type = types[(bytes[0] >> 3 & 3)];
  packet->length = (guint8) (1 + n_bytes);
  packet->flag = 0;
  packet->code = (guint8) code;
  packet->a = code != 0 ? context->last_ip : 0;
  if (packet->type != SL_PT_FUP)
    context->item_size = 0;
}

const char *sl_pt_packet_type_get_name (guint type);

gsize sl_pt_find_psb (const guint8 *bytes, gsize size, gsize from);

/**
 * SlPtRun:
 * @n_pads: PAD packets
 * @n_short: Short TNT packets
 * @n_branches: conditional branches in them, and returns that were compressed into them
 * @n_taken: how many of @n_branches were taken
 *
 * Sums over packets of which there are too many for a look at each.
 */
typedef struct
{
  guint64 n_pads;
  guint64 n_short;
  guint64 n_branches;
  guint64 n_taken;
} SlPtRun;

/* Whether a byte can begin a run: asked before the call, as every other packet begins none. */
static inline gboolean
sl_pt_run_begins (guint8 byte)
{
  return (byte & 1) == 0 && byte != 2;
}

/* What a byte adds, in fields of 8 bits: taken branches, branches, Short TNT, PAD. 0 where it begins
 * neither of the packets of a run. */
extern const guint32 sl_pt_run_sums[256];

/* The most bytes whose sums fit the fields. */
#define SL_PT_RUN_STEP 16

/* The beginning of a run, for loops in which a call would count: most runs are short. Returns its
 * length, at most %SL_PT_RUN_STEP, and adds its sums up in @total. Not inside a block of items. */
static inline guint
sl_pt_run_read_step (const guint8 *bytes, gsize size, guint32 *total)
{
  guint n_most = (guint) MIN (size, SL_PT_RUN_STEP);
  guint32 sums = 0;
  guint n;

  for (n = 0; n < n_most; n++)
    {
      guint32 one = sl_pt_run_sums[bytes[n]];

      if (one == 0)
        break;
      sums += one;
    }

  *total = sums;
  return n;
}

static inline void
sl_pt_run_add (SlPtRun *self, guint32 total)
{
  self->n_taken += total & 0xff;
  self->n_branches += total >> 8 & 0xff;
  self->n_short += total >> 16 & 0xff;
  self->n_pads += total >> 24;
}

gsize sl_pt_run_read (SlPtRun *sum, const SlPtContext *context, const guint8 *bytes, gsize size);

G_END_DECLS
