/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What one processor of the simulated machine executes, as its bus sees it: loops of code that
 * walk over arrays, jump about in a heap and use a stack, from phase to phase in other places. */

#include "sl-byu-random.h"
#include "sl-byu-record.h"

G_BEGIN_DECLS

/* Loops of a phase; a few of them run most of the time. */
#define SL_BYU_LOOPS 32

/* Requests of one iteration at most. */
#define SL_BYU_STEPS 48

/* Where a step's address comes from. */
typedef enum
{
  SL_BYU_CODE_STREAM,
  SL_BYU_ARRAY_STREAM,
  SL_BYU_STACK_STREAM,
  SL_BYU_HEAP_STREAM,
  SL_BYU_DEVICE_STREAM,
} SlByuStream;

typedef struct
{
  guint8 type;
  guint8 size;
  guint8 stream; /* SlByuStream */
  guint16 time;
  guint32 offset; /* in the stream */
} SlByuStep;

typedef struct
{
  guint32 code; /* page-aligned bases, in virtual pages of the processor */
  guint32 array;
  guint32 stride; /* bytes that the array's place moves by in each iteration */
  guint n_steps;
  SlByuStep steps[SL_BYU_STEPS];
} SlByuLoop;

typedef struct
{
  SlByuRandom random;
  guint8 processor;
  guint64 phase_left; /* iterations */
  guint32 heap;
  guint32 stack;
  const SlByuLoop *loop;
  guint64 iteration;
  guint iterations_left;
  guint step;
  SlByuLoop loops[SL_BYU_LOOPS];
} SlByuProgram;

void sl_byu_program_init (SlByuProgram *self, guint64 seed, guint8 processor);
SlByuRecord sl_byu_program_next (SlByuProgram *self);

G_END_DECLS
