/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-program.h"

#define PAGE  4096
#define PAGES (1 << 18) /* a machine of 1 GiB */

/* Of a program: its code, its arrays, its heap and its stack. */
#define CODE_PAGES  192
#define ARRAY_PAGES 1024
#define HEAP_PAGES  512
#define ARRAY_SIZE  (64 * PAGE)

/* Iterations until the program turns to other loops and other data. */
#define PHASE 20000

#define DEVICE 0xf4203000

/* Ticks from one request to the next: multiples of a bus clock of 8, spread as in real captures. */
static const guint16 times[32] = {
  32,  40,  48,  56,  64,  72,  80,  88,  96,  104, 112, 128, 128, 136, 136, 136,
  144, 144, 144, 152, 152, 160, 160, 168, 168, 176, 184, 200, 216, 264, 296, 344,
};

/* The shortest time between two requests. */
#define BURST 24

/* Scatters pages over memory, as an operating system does. */
static inline guint32
get_physical (guint32 address)
{
  guint32 page = (address / PAGE * 0x9e3b1u + 0x1f) & (PAGES - 1);

  return page * PAGE | (address & (PAGE - 1));
}

static SlByuStep
make_step (SlByuRandom *random, guint32 *code_offset)
{
  guint dice = sl_byu_random_below (random, 1000);
  SlByuStep step = { .size = 8, .time = times[sl_byu_random_below (random, 32)] };

  if (dice < 620)
    {
      step.type = SL_BYU_FETCH;
      step.stream = SL_BYU_CODE_STREAM;
      step.offset = *code_offset;
      *code_offset += dice < 560 ? 8 : 64;
      return step;
    }

  step.type = dice < 870 ? SL_BYU_MEMREAD : dice < 872 ? SL_BYU_MEMREADINV : SL_BYU_MEMWRITE;
  step.offset = sl_byu_random_below (random, 64) * 8;
  switch (dice % 8)
    {
    case 0:
    case 1:
    case 2:
      step.stream = SL_BYU_ARRAY_STREAM;
      break;
    case 3:
    case 4:
      step.stream = SL_BYU_HEAP_STREAM;
      break;
    case 5:
    case 6:
      step.stream = SL_BYU_STACK_STREAM;
      break;
    default:
      step.stream = dice % 64 == 7 ? SL_BYU_DEVICE_STREAM : SL_BYU_STACK_STREAM;
      break;
    }
  if (step.type == SL_BYU_MEMWRITE && dice % 50 == 0)
    {
      step.size = 1 + dice % 7;
      step.offset += 8 - step.size;
    }

  return step;
}

/* The lines of a cache, one after the other as fast as the bus can. */
static guint
add_burst (SlByuLoop *loop, guint n_steps, SlByuRandom *random)
{
  guint32 offset = sl_byu_random_below (random, 16) * 32;
  guint8 type = sl_byu_random_below (random, 3) == 0 ? SL_BYU_MEMWRITE : SL_BYU_MEMREAD;

  for (guint i = 0; i < 4 && n_steps < SL_BYU_STEPS; i++)
    loop->steps[n_steps++] = (SlByuStep) { type, 8, SL_BYU_ARRAY_STREAM, BURST, offset + 8 * i };

  return n_steps;
}

static void
make_loop (SlByuProgram *self, SlByuLoop *loop)
{
  SlByuRandom *random = &self->random;
  guint wanted = 4 + sl_byu_random_below (random, SL_BYU_STEPS - 4);
  guint32 code_offset = sl_byu_random_below (random, PAGE / 64) * 32;
  guint n_steps = 0;

  loop->code = sl_byu_random_below (random, CODE_PAGES) * PAGE;
  loop->array =
      (CODE_PAGES + self->processor * 4096 + sl_byu_random_below (random, ARRAY_PAGES)) * PAGE;
  loop->stride = 8u << sl_byu_random_below (random, 5);
  loop->steps[n_steps++] =
      (SlByuStep) { SL_BYU_FETCH, 8, SL_BYU_CODE_STREAM, times[5], code_offset };
  while (n_steps < wanted)
    {
      if (sl_byu_random_below (random, 40) == 0)
        n_steps = add_burst (loop, n_steps, random);
      else
        loop->steps[n_steps++] = make_step (random, &code_offset);
    }

  loop->n_steps = n_steps;
}

static void
begin_phase (SlByuProgram *self)
{
  for (guint i = 0; i < SL_BYU_LOOPS; i++)
    make_loop (self, &self->loops[i]);

  self->heap = (32768 + self->processor * 4096 + sl_byu_random_below (&self->random, 2048)) * PAGE;
  self->stack = (65536 + self->processor * 16) * PAGE;
  self->phase_left = PHASE / 2 + sl_byu_random_below (&self->random, PHASE);
}

/* The loops with low numbers run most. */
static void
begin_loop (SlByuProgram *self)
{
  guint first = sl_byu_random_below (&self->random, SL_BYU_LOOPS);
  guint second = sl_byu_random_below (&self->random, SL_BYU_LOOPS);

  self->loop = &self->loops[MIN (first, second)];
  self->iterations_left = 1 + sl_byu_random_below (&self->random, 64);
}

void
sl_byu_program_init (SlByuProgram *self, guint64 seed, guint8 processor)
{
  *self = (SlByuProgram) { .processor = processor };
  sl_byu_random_init (&self->random, seed * 256 + processor);
  begin_phase (self);
  begin_loop (self);
}

static inline guint32
get_address (SlByuProgram *self, const SlByuStep *step, guint32 dice)
{
  guint32 moved;

  switch (step->stream)
    {
    case SL_BYU_CODE_STREAM:
      return get_physical (self->loop->code + step->offset);
    case SL_BYU_ARRAY_STREAM:
      moved = (guint32) (self->iteration * self->loop->stride + step->offset) % ARRAY_SIZE;
      return get_physical (self->loop->array + moved);
    case SL_BYU_HEAP_STREAM:
      /* The product of two: some pages are touched far more often than others. */
      moved = ((dice & 0xffff) * (dice >> 16)) >> 16;
      moved = (guint32) ((guint64) moved * HEAP_PAGES * PAGE >> 16);
      return get_physical (self->heap + (moved & ~7u) + (step->offset & 7));
    case SL_BYU_STACK_STREAM:
      return get_physical (self->stack + step->offset + (dice & 0x3f8));
    case SL_BYU_DEVICE_STREAM:
    default:
      return DEVICE + (step->offset & ~7u);
    }
}

static void
end_iteration (SlByuProgram *self)
{
  self->step = 0;
  self->iteration++;
  if (--self->iterations_left > 0)
    return;

  if (self->phase_left <= 64)
    begin_phase (self);
  self->phase_left -= 64;
  begin_loop (self);
}

/**
 * sl_byu_program_next:
 *
 * Returns: its next request, with the ticks since its last
 */
SlByuRecord
sl_byu_program_next (SlByuProgram *self)
{
  const SlByuStep *step = &self->loop->steps[self->step];
  guint64 random = sl_byu_random_next (&self->random);
  guint jitter = (random >> 32) & 15;
  SlByuRecord record = {
    .address = get_address (self, step, (guint32) random),
    .time = step->time + (jitter < 4) - (jitter == 15),
    .type = step->type,
    .size = step->size,
    .processor = self->processor,
  };

  if (++self->step == self->loop->n_steps)
    end_iteration (self);
  return record;
}
