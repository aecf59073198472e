/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-writer.h"

#include <string.h>

/* TSC ticks a crystal tick, the MTC frequency, and the nominal ratio of the machine; ticks between
 * two MTC. */
#define CTC_TICKS     84
#define MTC_FREQUENCY 3
#define MTC_TICKS     (CTC_TICKS << MTC_FREQUENCY)
#define NOMINAL_RATIO 24

const SlPtTiming sl_pt_writer_timing = { CTC_TICKS, 1, MTC_FREQUENCY, NOMINAL_RATIO };

#define N_FUNCTIONS 512
#define N_SPACES    5

struct _SlPtWriter
{
  SlPtWorkload workload;
  SlPtWritten written;
  GByteArray *bytes;
  guint64 random;
  guint64 functions[N_FUNCTIONS];

  guint64 last_ip;
  guint64 ip;
  guint64 cr3;
  guint8 cbr;
  guint branches; /* not yet written, under a stop bit */
  guint64 next_mtc;
  guint64 last_cyc;
  gsize next_psb;
  gboolean is_on;
};

static guint64
next_random (SlPtWriter *self, guint64 below)
{
  self->random = self->random * G_GUINT64_CONSTANT (6364136223846793005) + 1442695040888963407;
  return (self->random >> 33) % below;
}

static void
put (SlPtWriter *self, guint type, const guint8 *bytes, guint length)
{
  g_byte_array_append (self->bytes, bytes, length);
  self->written.types[type]++;
}

/* A packet of a few bytes of head and a number behind them. */
static void
put_number (SlPtWriter *self, guint type, const char *head, guint n_head, guint64 value, guint n)
{
  guint8 bytes[SL_PT_MAX_LENGTH];

  memcpy (bytes, head, n_head);
  for (guint i = 0; i < n; i++)
    bytes[n_head + i] = (guint8) (value >> (8 * i));
  put (self, type, bytes, n_head + n);
}

static void
put_branches (SlPtWriter *self)
{
  guint8 byte = (guint8) (self->branches << 1);

  if (self->branches <= 1)
    return;

  put (self, SL_PT_TNT_SHORT, &byte, 1);
  self->branches = 1;
}

static void
put_address (SlPtWriter *self, guint type, guint8 opcode, guint64 ip)
{
  guint8 bytes[9];
  guint n_bytes = 8, code = 6;

  put_branches (self);
  if ((ip ^ self->last_ip) >> 16 == 0)
    n_bytes = 2, code = 1;
  else if ((ip ^ self->last_ip) >> 32 == 0)
    n_bytes = 4, code = 2;
  else if ((guint64) ((gint64) (ip << 16) >> 16) == ip)
    n_bytes = 6, code = 3;

  bytes[0] = (guint8) (opcode | code << 5);
  for (guint i = 0; i < n_bytes; i++)
    bytes[1 + i] = (guint8) (ip >> (8 * i));
  put (self, type, bytes, 1 + n_bytes);
  self->last_ip = ip;
  self->ip = ip;
}

static guint64
get_crystal (const SlPtWriter *self)
{
  return self->written.now / CTC_TICKS;
}

static void
put_tsc (SlPtWriter *self)
{
  guint64 fast = self->written.now % CTC_TICKS;
  guint64 tma = (get_crystal (self) & 0xffff) | fast << 24;

  put_number (self, SL_PT_TSC, "\x19", 1, self->written.now, 7);
  put_number (self, SL_PT_TMA, "\x02\x73", 2, tma, 5);
  self->next_mtc = (self->written.now / MTC_TICKS + 1) * MTC_TICKS;
  self->last_cyc = self->written.now;
}

static void
put_pip (SlPtWriter *self)
{
  put_number (self, SL_PT_PIP, "\x02\x43", 2, self->cr3 >> 5 << 1, 6);
}

static void
put_boundary (SlPtWriter *self)
{
  put_branches (self);
  put (self, SL_PT_PSB,
       (const guint8 *) "\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82\x02\x82",
       SL_PT_PSB_LENGTH);
  self->last_ip = 0;
  if (self->workload.has_times)
    put_tsc (self);
  put_number (self, SL_PT_CBR, "\x02\x03", 2, self->cbr, 2);
  put_number (self, SL_PT_MODE_EXEC, "\x99\x01", 2, 0, 0);
  put_pip (self);
  if (self->is_on)
    put_address (self, SL_PT_FUP, 0x1d, self->ip);
  put_number (self, SL_PT_PSBEND, "\x02\x23", 2, 0, 0);
  self->next_psb = self->bytes->len + self->workload.psb_period;
}

static void
put_cyc (SlPtWriter *self)
{
  guint64 cycles = (self->written.now - self->last_cyc) * self->cbr / NOMINAL_RATIO;
  guint8 bytes[3] = { (guint8) (cycles << 3 | 3), 0, 0 };
  guint length = 1;

  if (!self->workload.has_cycles || cycles == 0 || cycles >= 1 << 19)
    return;

  if (cycles >= 32)
    {
      bytes[0] |= 4;
      bytes[length++] = (guint8) (cycles >> 5 << 1);
    }
  if (cycles >= 32 << 7)
    {
      bytes[1] |= 1;
      bytes[length++] = (guint8) (cycles >> 12 << 1);
    }
  put_branches (self);
  put (self, SL_PT_CYC, bytes, length);
  self->last_cyc += cycles * NOMINAL_RATIO / self->cbr;
}

/* Time goes by; the crystal clock is heard of. */
static void
pass (SlPtWriter *self, guint64 ticks)
{
  self->written.now += ticks;
  while (self->workload.has_times && self->written.now >= self->next_mtc)
    {
      put_branches (self);
      put_number (self, SL_PT_MTC, "\x59", 1, self->next_mtc / CTC_TICKS >> MTC_FREQUENCY, 1);
      self->next_mtc += MTC_TICKS;
    }
}

static void
branch (SlPtWriter *self, gboolean taken)
{
  self->branches = self->branches << 1 | taken;
  self->written.n_branches++;
  self->written.n_taken += taken;
  if (self->branches >> 6 != 0)
    {
      put_cyc (self);
      put_branches (self);
    }
}

static void
run_loop (SlPtWriter *self)
{
  guint64 n_rounds = 1 + next_random (self, 24);

  for (guint64 i = 0; i < n_rounds; i++)
    {
      branch (self, next_random (self, 3) == 0);
      branch (self, i + 1 < n_rounds);
      pass (self, 2 + next_random (self, 12));
    }
}

static void
run_call (SlPtWriter *self)
{
  guint64 target = self->functions[next_random (self, N_FUNCTIONS)];

  put_cyc (self);
  put_address (self, SL_PT_TIP, 0x0d, target);
  pass (self, 1 + next_random (self, 20));
}

/* The kernel runs for a while and comes back, now and then to another program. */
static void
run_interrupt (SlPtWriter *self)
{
  guint64 from = self->ip + next_random (self, 64);

  put_address (self, SL_PT_FUP, 0x1d, from);
  put_address (self, SL_PT_TIP, 0x0d,
               G_GUINT64_CONSTANT (0xffffffff81000000) + 16 * next_random (self, 8));
  for (guint i = 0; i < 4; i++)
    run_loop (self);
  if (next_random (self, 4) == 0)
    {
      self->cr3 = 0x100000 + 0x2000 * next_random (self, N_SPACES);
      put_branches (self);
      put_pip (self);
    }
  put_address (self, SL_PT_TIP, 0x0d, from);
}

static void
switch_off_and_on (SlPtWriter *self)
{
  put_address (self, SL_PT_TIP_PGD, 0x01, self->ip);
  self->is_on = FALSE;
  for (guint i = 0; i < 8; i++)
    put (self, SL_PT_PAD, (const guint8 *) "", 1);
  self->written.now += next_random (self, 200000);
  if (self->workload.has_times)
    put_tsc (self);
  self->is_on = TRUE;
  put_address (self, SL_PT_TIP_PGE, 0x11, self->ip);
}

/* What is rare. */
static void
run_rare (SlPtWriter *self)
{
  put_branches (self);
  switch (next_random (self, 4))
    {
    case 0:
      put_cyc (self);
      self->cbr = (guint8) (12 + next_random (self, 30));
      put_number (self, SL_PT_CBR, "\x02\x03", 2, self->cbr, 2);
      break;
    case 1:
      put_number (self, SL_PT_PTW, "\x02\x32", 2, next_random (self, 1000), 8);
      break;
    case 2:
      put_number (self, SL_PT_PWRE, "\x02\x22\x00", 3, next_random (self, 6) << 4, 1);
      self->written.now += 5000;
      if (self->workload.has_times)
        put_tsc (self);
      put_number (self, SL_PT_PWRX, "\x02\xa2", 2, 0x0111, 5);
      break;
    default:
      switch_off_and_on (self);
      break;
    }
}

/**
 * sl_pt_writer_new:
 * @workload: copied
 */
SlPtWriter *
sl_pt_writer_new (const SlPtWorkload *workload)
{
  SlPtWriter *self = g_new0 (SlPtWriter, 1);

  self->workload = *workload;
  self->bytes = g_byte_array_new ();
  self->random = workload->seed * 2 + 1;
  self->written.now = self->written.first_tsc = 1000000 + next_random (self, 1u << 30);
  self->cbr = NOMINAL_RATIO;
  self->cr3 = 0x100000;
  self->branches = 1;
  for (guint i = 0; i < N_FUNCTIONS; i++)
    self->functions[i] =
        (next_random (self, 8) == 0 ? G_GUINT64_CONSTANT (0x7f0000000000) : 0x400000) +
        16 * next_random (self, 1 << 14);
  self->ip = self->functions[0];
  self->is_on = TRUE;
  put_boundary (self);
  return self;
}

void
sl_pt_writer_free (SlPtWriter *self)
{
  g_byte_array_unref (self->bytes);
  g_free (self);
}

/**
 * sl_pt_writer_run:
 * @size: in bytes
 *
 * Writes on until there are @size bytes or a few more, and all branches are written.
 */
void
sl_pt_writer_run (SlPtWriter *self, gsize size)
{
  while (self->bytes->len < size)
    {
      guint64 what = next_random (self, 1000);

      if (self->bytes->len >= self->next_psb)
        put_boundary (self);
      if (what < 400)
        run_loop (self);
      else if (what < 985)
        run_call (self);
      else if (what < 997)
        run_interrupt (self);
      else
        run_rare (self);
    }
  put_branches (self);
}

/**
 * sl_pt_writer_get_bytes:
 *
 * Returns: (transfer none): all that was written; it may be emptied, then sizes count from there
 */
GByteArray *
sl_pt_writer_get_bytes (SlPtWriter *self)
{
  return self->bytes;
}

const SlPtWritten *
sl_pt_writer_get_written (const SlPtWriter *self)
{
  return &self->written;
}
