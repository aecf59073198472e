/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-workload.h"

/* Requests from one interrupt of the timer to the next, on the mean. */
#define INTERRUPT_EVERY 56000

/* Requests that a processor makes before another has the bus. */
#define TURN 16

#define CLOCK_PORT 0x70

/* What waits to be recorded before the programs go on. */
#define MAX_PENDING 8

struct _SlByuWorkload
{
  SlByuOptions options;
  SlByuRandom random;
  guint64 n_records;
  guint next_interrupt; /* records until then */
  guint turn_left;
  SlByuProgram *program;
  SlByuRecord pending[MAX_PENDING];
  guint n_pending;
  guint next_pending;
  SlByuProgram programs[];
};

/**
 * sl_byu_workload_new:
 *
 * Returns: (transfer full): a workload at its beginning
 */
SlByuWorkload *
sl_byu_workload_new (const SlByuOptions *options)
{
  SlByuWorkload *self;

  g_return_val_if_fail (options->n_processors > 0 && options->n_processors <= SL_BYU_MAX_PROCESSORS,
                        NULL);

  self = g_malloc0 (sizeof *self + options->n_processors * sizeof (SlByuProgram));
  self->options = *options;
  sl_byu_random_init (&self->random, options->seed);
  for (guint i = 0; i < options->n_processors; i++)
    sl_byu_program_init (&self->programs[i], options->seed, (guint8) i);
  self->program = &self->programs[0];
  self->next_interrupt = 1 + sl_byu_random_below (&self->random, INTERRUPT_EVERY);
  self->turn_left = TURN;
  return self;
}

void
sl_byu_workload_free (SlByuWorkload *self)
{
  g_free (self);
}

static void
put (SlByuWorkload *self, guint8 type, guint64 address, guint8 size, guint32 time)
{
  self->pending[self->n_pending++] = (SlByuRecord) {
    .address = address,
    .time = time,
    .type = type,
    .size = size,
    .processor = self->program->processor,
  };
}

/* The timer's handler asks the real-time clock. Now and then the machine had nothing to do before
 * it. */
static void
interrupt (SlByuWorkload *self)
{
  guint32 pause = sl_byu_random_below (&self->random, 4) == 0 ? 68000 : 1400;

  self->n_pending = 0;
  self->next_pending = 0;
  if (self->options.is_pentium)
    {
      put (self, SL_BYU_INTA, 4, 1, 0);
      put (self, SL_BYU_INTA, 0, 1, 0);
    }
  put (self, SL_BYU_IOWRITE, CLOCK_PORT, 8, 400 + sl_byu_random_below (&self->random, pause));
  put (self, SL_BYU_IOREAD, CLOCK_PORT, 8, 160);
  if (!self->options.is_pentium)
    put (self, SL_BYU_DEFERREPLY, 0x32001400, 0, 450 + sl_byu_random_below (&self->random, 56));
  self->next_interrupt = 1 + sl_byu_random_below (&self->random, 2 * INTERRUPT_EVERY);
}

/* The second packet bears attribute, id and byte enables where the first has the address. */
static void
put_second_packet (SlByuWorkload *self, guint32 dice)
{
  gboolean is_line = dice % 10 < 7;

  self->n_pending = 0;
  self->next_pending = 0;
  put (self, is_line ? SL_BYU_MEMREADINV : SL_BYU_DEFERREPLY, is_line ? 0x0703ff10 : 0x0000f018,
       is_line ? 8 : 0, 7 + dice % 2);
}

static inline SlByuRecord
request (SlByuWorkload *self)
{
  SlByuRecord record;
  guint32 dice;

  if (--self->turn_left == 0)
    {
      self->turn_left = TURN;
      self->program =
          &self->programs[sl_byu_random_below (&self->random, self->options.n_processors)];
    }

  record = sl_byu_program_next (self->program);
  dice = (guint32) (sl_byu_random_next (&self->random) >> 32);
  if ((dice & 0xffff) * 1000 >> 16 < self->options.second_packets)
    put_second_packet (self, dice >> 16);
  if (self->options.random_pages > 0 &&
      sl_byu_random_below (&self->random, 1000) < self->options.random_pages)
    record.address = sl_byu_random_next (&self->random) >> 32 & ~7ull;
  if (self->options.has_lines && record.size == 8 && dice >> 24 < 20)
    record.size = dice >> 24 < 10 ? 32 : 16;
  if (--self->next_interrupt == 0)
    interrupt (self);
  return record;
}

static inline SlByuRecord
next (SlByuWorkload *self)
{
  SlByuRecord record;

  if (self->next_pending < self->n_pending)
    record = self->pending[self->next_pending++];
  else
    record = request (self);

  if (self->n_records == 0 ||
      (self->options.gap_every > 0 && self->n_records % self->options.gap_every == 0))
    record.time = SL_BYU_TIME_UNKNOWN;
  if (!self->options.has_times)
    record.time = 0;
  self->n_records++;
  return record;
}

/**
 * sl_byu_workload_next:
 * @records: (out caller-allocates): room for @n_records
 *
 * The next records of a capture without end.
 */
void
sl_byu_workload_next (SlByuWorkload *self, SlByuRecord *records, guint n_records)
{
  for (guint i = 0; i < n_records; i++)
    records[i] = next (self);
}
