/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-program.h"

#include <string.h>

#include "sl-elf-writer.h"

static void
put (GByteArray *bytes, guint64 value, guint size)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, size);
}

/**
 * sl_packets_psb:
 * @ip: where control is; 0 while tracing is off
 *
 * A boundary with its state: time, 64-bit mode, address.
 */
void
sl_packets_psb (GByteArray *bytes, guint64 tsc, guint64 ip)
{
  for (guint i = 0; i < 8; i++)
    put (bytes, 0x8202, 2);
  sl_packets_tsc (bytes, tsc);
  put (bytes, 0x0199, 2);
  if (ip != 0)
    sl_packets_ip (bytes, SL_PACKET_FUP, ip);
  put (bytes, 0x2302, 2);
}

void
sl_packets_tsc (GByteArray *bytes, guint64 tsc)
{
  put (bytes, tsc << 8 | 0x19, 8);
}

/**
 * sl_packets_ip:
 * @code: %SL_PACKET_TIP and the like
 *
 * An address in six bytes.
 */
void
sl_packets_ip (GByteArray *bytes, guint8 code, guint64 ip)
{
  put (bytes, code | 0x60, 1);
  put (bytes, ip, 6);
}

/**
 * sl_packets_tnt:
 * @bits: 'T' and 'N', six at most
 */
void
sl_packets_tnt (GByteArray *bytes, const char *bits)
{
  guint value = 1;

  for (; *bits != '\0'; bits++)
    value = value << 1 | (*bits == 'T');
  put (bytes, value << 1, 1);
}

static void
put_relative (guint8 *code, guint at, guint8 opcode, guint to)
{
  guint32 distance = GUINT32_TO_LE (to - (at + 5));

  code[at] = opcode;
  memcpy (code + at + 1, &distance, sizeof distance);
}

/**
 * sl_code_call:
 * @at, @to: offsets in the code
 */
void
sl_code_call (guint8 *code, guint at, guint to)
{
  put_relative (code, at, 0xe8, to);
}

/**
 * sl_code_jump:
 * @at, @to: offsets in the code
 */
void
sl_code_jump (guint8 *code, guint at, guint to)
{
  put_relative (code, at, 0xe9, to);
}

/* The large program: functions of up to four calls, each behind a branch that leaves it out, to
 * functions of the next layer. */
#define N_LAYERS  14
#define N_A_LAYER 6
#define SLOT      0x40
#define N_CALLS   4

static const char *const words[] = {
  "parse", "read_header", "next_token", "scan",   "lookup", "hash_insert", "evaluate",
  "apply", "plan",        "dispatch",   "encode", "flush",  "write_block", "checksum",
};

typedef struct
{
  GRand *rand;
  GByteArray *packets;
  char bits[8];
  guint n_bits;
  guint64 tsc;
  gsize size;
  gsize last_psb;
  guint8 n_calls[N_LAYERS][N_A_LAYER];
  guint8 callees[N_LAYERS][N_A_LAYER][N_CALLS];
  SlPtProgram *program;
} Machine;

static guint
get_offset (guint layer, guint number)
{
  return (layer * N_A_LAYER + number) * SLOT;
}

static void
flush (Machine *self)
{
  self->bits[self->n_bits] = '\0';
  if (self->n_bits > 0)
    sl_packets_tnt (self->packets, self->bits);
  self->n_bits = 0;
}

static void
branch (Machine *self, gboolean taken)
{
  self->bits[self->n_bits++] = taken ? 'T' : 'N';
  if (self->n_bits == 6)
    flush (self);
}

/* A boundary now and then, before the instruction at @ip. */
static void
tick (Machine *self, guint64 ip)
{
  self->tsc += (guint64) g_rand_int_range (self->rand, 40, 90);
  if (self->packets->len - self->last_psb < 1500)
    return;

  flush (self);
  self->last_psb = self->packets->len;
  sl_packets_psb (self->packets, self->tsc, ip);
}

/* Each call is "jz over; call"; then nops and the return. */
static void
run_function (Machine *self, guint layer, guint number, guint depth, guint64 back)
{
  guint offset = get_offset (layer, number);
  guint n_calls = self->n_calls[layer][number];

  self->program->deepest = MAX (self->program->deepest, depth);
  for (guint i = 0; i < n_calls; i++)
    {
      guint at = offset + i * 7;
      gboolean skips =
          self->packets->len >= self->size || g_rand_int_range (self->rand, 0, 100) < 35;

      tick (self, SL_PROGRAM_ADDRESS + at);
      branch (self, skips);
      self->program->n_instructions++;
      if (skips)
        continue;

      self->program->n_instructions++;
      self->program->n_calls++;
      run_function (self, layer + 1, self->callees[layer][number][i], depth + 1,
                    SL_PROGRAM_ADDRESS + at + 7);
    }

  self->program->n_instructions += 3;
  flush (self);
  sl_packets_tsc (self->packets, self->tsc);
  sl_packets_ip (self->packets, back != 0 ? SL_PACKET_TIP : SL_PACKET_PGD,
                 back != 0 ? back : 0x500000);
}

static void
write_code (Machine *self, guint8 *code, SlElfSymbol *symbols)
{
  for (guint layer = 0; layer < N_LAYERS; layer++)
    {
      for (guint number = 0; number < N_A_LAYER; number++)
        {
          guint offset = get_offset (layer, number);
          guint n_calls = layer + 1 < N_LAYERS ? (guint) g_rand_int_range (self->rand, 1, 5) : 0;
          guint at = offset;

          self->n_calls[layer][number] = (guint8) n_calls;
          for (guint i = 0; i < n_calls; i++, at += 7)
            {
              guint callee = (guint) g_rand_int_range (self->rand, 0, N_A_LAYER);

              self->callees[layer][number][i] = (guint8) callee;
              code[at] = 0x74;
              code[at + 1] = 5;
              sl_code_call (code, at + 2, get_offset (layer + 1, callee));
            }
          code[at] = code[at + 1] = 0x90;
          code[at + 2] = 0xc3;
          symbols[layer * N_A_LAYER + number] =
              (SlElfSymbol) { number == 0 ? g_strdup (layer == 0 ? "main" : words[layer])
                                          : g_strdup_printf ("%s_%u", words[layer], number),
                              offset, at + 3 - offset, 0x12 };
        }
    }
}

/**
 * sl_pt_program_new:
 * @seed: another program
 * @size: of the stream, at least, in bytes
 *
 * Writes a program of many functions that call each other, and runs its main function over and over.
 */
SlPtProgram *
sl_pt_program_new (guint seed, gsize size)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree guint8 *code = g_malloc0 (N_LAYERS * N_A_LAYER * SLOT);
  SlPtProgram *self = g_new0 (SlPtProgram, 1);
  SlElfSymbol symbols[N_LAYERS * N_A_LAYER];
  Machine machine = {
    .rand = rand,
    .packets = g_byte_array_new (),
    .tsc = 0x100000,
    .size = size,
    .program = self,
  };
  SlElfPlan plan = { TRUE,
                     FALSE,
                     SL_PROGRAM_ADDRESS,
                     code,
                     N_LAYERS * N_A_LAYER * SLOT,
                     symbols,
                     G_N_ELEMENTS (symbols) };

  write_code (&machine, code, symbols);
  self->elf = sl_elf_write (&plan);
  sl_packets_psb (machine.packets, machine.tsc, 0);
  do
    {
      sl_packets_tsc (machine.packets, machine.tsc);
      sl_packets_ip (machine.packets, SL_PACKET_PGE, SL_PROGRAM_ADDRESS);
      run_function (&machine, 0, 0, 1, 0);
      machine.tsc += 200;
    }
  while (machine.packets->len < size);
  self->stream = g_byte_array_free_to_bytes (machine.packets);
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    g_free ((char *) symbols[i].name);
  return self;
}

void
sl_pt_program_free (SlPtProgram *self)
{
  g_bytes_unref (self->elf);
  g_bytes_unref (self->stream);
  g_free (self);
}
