/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a slice of a lane can say. The words are those of the command line's "slices". */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlState:
 *
 * A slice's detail is a number whose meaning follows the state: an object of the trace's
 * table, an #SlGapReason, a family number, or nothing (0).
 */
typedef enum
{
  SL_STATE_NONE,
  SL_STATE_RUNNING, /* task: executes, detail is the processor, 0 where there is but one · cpu: detail is the task */
  SL_STATE_INTERRUPTED, /* task: had the CPU while an interrupt runs */
  SL_STATE_READY,       /* detail: the processor in whose queue it is, as of running */
  SL_STATE_BLOCKED,     /* detail: the lock, 0 where it is not known */
  SL_STATE_THROTTLED,
  SL_STATE_SUSPENDED, /* disabled or sleeping; detail: the system call in which, 0 where none is known */
  SL_STATE_IDLE,      /* task: job finished, waits for its release · cpu: idle task runs */
  SL_STATE_UNKNOWN, /* what tells the state was not recorded; detail: of a processor the task that its events name,
                         of a task the processor whose events name it, 0 for none */
  SL_STATE_INTERRUPT, /* cpu: detail is the line or the timer */
  SL_STATE_ACTIVE, /* interrupt line, timer · server: detail is the one task it serves, 0 where nobody tells */
  SL_STATE_HELD,      /* lock: detail is the owner · task: detail is the lock it holds */
  SL_STATE_WAITED,    /* lock: detail is the waiter */
  SL_STATE_EXHAUSTED, /* server: detail as of active */
  SL_STATE_INACTIVE,  /* server: the same */
  SL_STATE_INHERITS,  /* task: runs with the priority of the task in the detail */
  SL_STATE_CLI,       /* cpu: interrupts are disabled */
  SL_STATE_REAL_MODE, /* cpu */
  SL_STATE_TRACED,    /* branch trace: packets are recorded */
  SL_STATE_BITS_16,   /* branch trace: mode of execution */
  SL_STATE_BITS_32,
  SL_STATE_BITS_64,
  SL_STATE_TRANSACTION, /* branch trace: inside of a transaction (TSX) */
  SL_STATE_GUEST,       /* branch trace: in a virtual machine */
  SL_STATE_STRAIGHT,    /* code runs straight on; detail is the address where it began, or 0 */
  SL_STATE_WRITTEN,   /* trace output: goes to the region of the entry whose number is the detail */
  SL_STATE_ASLEEP,    /* branch trace, cpu: detail is the number of the power state */
  SL_STATE_CALL,      /* a function runs or waits for one it called; detail is the function */
  SL_STATE_UNDECODED, /* too much is in sight to decode what was called */
  SL_STATE_GAP,       /* trace: detail is an SlGapReason */
  SL_STATE_NOT_RECORDED,    /* trace: detail is a family number */
  SL_STATE_UNINTERRUPTIBLE, /* task: sleeps and no signal wakes it; detail as of suspended */
  SL_STATE_STOPPED,         /* task: by a signal or a debugger */
  SL_STATE_WAKING,          /* task: is being woken, and is in no queue yet */
  SL_STATE_SOFTIRQ,         /* cpu: detail is the softirq */
  SL_N_STATES,
} SlState;

typedef enum
{
  SL_GAP_LOST = 1,
  SL_GAP_BLACKOUT,
  SL_GAP_OVERFLOW,
  SL_GAP_UNKNOWN_LENGTH,
  SL_GAP_SEAM, /* between two parts of a recording, where an event may be missing */
} SlGapReason;

/**
 * sl_state_is_interrupt:
 *
 * Returns: whether a processor in that state serves an interrupt, also a deferred one: the detail
 */
static inline gboolean
sl_state_is_interrupt (guint32 state)
{
  return state == SL_STATE_INTERRUPT || state == SL_STATE_SOFTIRQ;
}

const char *sl_state_get_id (SlState state);
const char *sl_state_get_title (SlState state);
gboolean sl_state_find (const char *id, SlState *state);
const char *sl_gap_reason_get_id (SlGapReason reason);

G_END_DECLS
