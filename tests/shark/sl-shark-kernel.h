/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A small simulated S.Ha.R.K. kernel: earliest deadline first with a capacity timer, priority
 * inheritance, hard constant bandwidth servers, semaphores and interrupts. It logs what the real
 * one logs, in its order, and keeps the truth about what it did. One processor, one thread. */

#include "sl-shark-truth.h"
#include "sl-shark-writer.h"

G_BEGIN_DECLS

#define SL_SHARK_MAX_TASKS   24
#define SL_SHARK_MAX_LOCKS   8
#define SL_SHARK_MAX_LINES   8
#define SL_SHARK_MAX_PENDING 8

/**
 * SlSharkStep:
 * @what: what a task does next in its job
 * @value: microseconds to compute, or the number of the mutex, semaphore, task, point or event
 */
typedef struct
{
  enum
  {
    SL_SHARK_END, /* of the list: the job is finished */
    SL_SHARK_COMPUTE,
    SL_SHARK_LOCK,
    SL_SHARK_UNLOCK,
    SL_SHARK_WAIT,
    SL_SHARK_POST,
    SL_SHARK_CREATE, /* a task, which is activated at once */
    SL_SHARK_POINT,
    SL_SHARK_FAST_POINT,
    SL_SHARK_USER,
    SL_SHARK_FREQUENCY, /* in kHz */
    SL_SHARK_EXIT,      /* of the task itself */
  } what;
  guint value;
} SlSharkStep;

/**
 * SlSharkTaskSpec:
 * @level: number of its scheduling module
 * @offset_us: above 0: its first release comes this long after its creation
 * @activated_ahead: its activation with that offset is logged when it is created
 * @sporadic: each activation releases a job by timer, where the task sleeps and may be released
 * @refused: so many of its first activations release none
 * @reactivated: of a soft server without records: the first job is released by the activation at its
 *   creation, the others by timer
 * @queued: it sleeps when it is created; each activation releases a job, also while others wait
 * @period_us: 0 for a task that is only activated
 * @deadline_us: relative, 0 for the period; %SL_SHARK_BACKGROUND without one
 * @budget_us: above 0: it is served by a server of its own, refilled each @period_us
 * @server: the server's address
 * @jitter: computing takes up to so many percent less
 * @late_job: the job with this number, from 1, computes three times as long; 0 for none
 * @steps: of each job
 */
typedef struct
{
  guint16 level;
  guint offset_us;
  gboolean activated_ahead;
  gboolean sporadic;
  guint refused;
  gboolean reactivated;
  gboolean queued;
  guint period_us;
  guint deadline_us;
  guint budget_us;
  guint32 server;
  guint jitter;
  guint late_job;
  SlSharkStep steps[16];
} SlSharkTaskSpec;

#define SL_SHARK_BACKGROUND G_MAXUINT

/**
 * SlSharkLineSpec:
 * @line: 1 to 15
 * @first_us: of its first interrupt
 * @period_us: from one to the next
 * @body_us: that the handler takes
 * @nested_line: another line that interrupts the handler, 0 for none
 * @activates: number of the task that it activates, -1 for none
 */
typedef struct
{
  guint line;
  guint first_us;
  guint period_us;
  guint body_us;
  guint nested_line;
  int activates;
} SlSharkLineSpec;

typedef struct _SlSharkKernel SlSharkKernel;

/**
 * SlSharkSetup:
 * @khz: of the processor, as the trace says
 * @start: TSC of the first record
 * @seed: of what varies
 * @fixed_priorities: the shortest relative deadline goes first, as rate monotonic scheduling has it;
 *   else the earliest absolute one
 * @no_inheritance: mutexes leave priorities alone, and give themselves to their first waiter
 */
typedef struct
{
  guint32 khz;
  guint64 start;
  guint32 seed;
  gboolean fixed_priorities;
  gboolean no_inheritance;
} SlSharkSetup;

SlSharkKernel *
sl_shark_kernel_new (const SlSharkSetup *setup, SlSharkWriter *writer, SlSharkTruth *truth);
void sl_shark_kernel_free (SlSharkKernel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkKernel, sl_shark_kernel_free)

guint sl_shark_kernel_add_task (SlSharkKernel *self, const SlSharkTaskSpec *spec);
void sl_shark_kernel_add_line (SlSharkKernel *self, const SlSharkLineSpec *spec);

void sl_shark_kernel_boot (SlSharkKernel *self, const SlSharkTaskSpec *main_task);
void sl_shark_kernel_run (SlSharkKernel *self, guint64 duration_us);
void sl_shark_kernel_shut_down (SlSharkKernel *self);

guint64 sl_shark_kernel_get_now (const SlSharkKernel *self);
guint16 sl_shark_kernel_get_context (const SlSharkKernel *self, guint task);
guint64
sl_shark_kernel_log (SlSharkKernel *self, guint16 code, guint16 parameter_1, guint32 parameter_2);
void sl_shark_kernel_filter (SlSharkKernel *self, guint family, gboolean filtered);

G_END_DECLS
