/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Programs of x86-64 with the packets that running them gives: small ones worked out by hand, and
 * one that calls in many depths, run by a machine that knows as many instructions as it needs. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_PROGRAM_ADDRESS 0x401000

/* Packets. */
void sl_packets_psb (GByteArray *bytes, guint64 tsc, guint64 ip);
void sl_packets_tsc (GByteArray *bytes, guint64 tsc);
void sl_packets_ip (GByteArray *bytes, guint8 code, guint64 ip);
void sl_packets_tnt (GByteArray *bytes, const char *bits);

#define SL_PACKET_TIP 0x0d
#define SL_PACKET_PGE 0x11
#define SL_PACKET_PGD 0x01
#define SL_PACKET_FUP 0x1d

/* Code. */
void sl_code_call (guint8 *code, guint at, guint to);
void sl_code_jump (guint8 *code, guint at, guint to);

/**
 * SlPtProgram:
 * @elf: the program
 * @stream: of packets
 * @n_instructions: that ran
 * @n_calls: that happened
 * @deepest: functions in each other
 */
typedef struct
{
  GBytes *elf;
  GBytes *stream;
  guint64 n_instructions;
  guint64 n_calls;
  guint deepest;
} SlPtProgram;

SlPtProgram *sl_pt_program_new (guint seed, gsize size);
void sl_pt_program_free (SlPtProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPtProgram, sl_pt_program_free)

G_END_DECLS
