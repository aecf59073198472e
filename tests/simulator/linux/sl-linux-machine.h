/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A machine of some processors that schedules tasks as Linux does, and what a recording of it has: SCHED_DEADLINE with
 * throttling and yields, SCHED_FIFO under timers, a lock that inherits priorities, interrupts, deferred ones, tasks that
 * move. It knows what is true; nothing of the program is used. */

#include "sl-perf-maker.h"

G_BEGIN_DECLS

#define SL_MACHINE_NEVER G_MAXUINT64

/* What a task is there for. */
typedef enum
{
  SL_MACHINE_HOG,    /* fair, always ready */
  SL_MACHINE_WORKER, /* fair, woken by interrupts */
  SL_MACHINE_FAIR,   /* fair, woken by timers */
  SL_MACHINE_FIFO,   /* woken by timers */
  SL_MACHINE_SLEEP,  /* SCHED_DEADLINE, woken by timers */
  SL_MACHINE_YIELD,  /* SCHED_DEADLINE, yields its budget */
} SlMachineKind;

/* A record, and the processor that made it. */
typedef struct
{
  guint cpu;
  SlDatEvent event;
} SlMachineEvent;

/* From one switch to the next. */
typedef struct
{
  guint32 tid;
  guint cpu;
  guint64 begin;
  guint64 end;
} SlMachineRun;

/**
 * SlMachineJob:
 * @nominal: when it was due; %SL_MACHINE_NEVER where no record says it
 * @finish: %SL_MACHINE_NEVER where the recording ends before it is known
 * @is_late: the task was late for it, and not woken
 * @deadline: by a mark that was written before; %SL_MACHINE_NEVER for none
 */
typedef struct
{
  guint32 tid;
  guint64 release;
  guint64 nominal;
  guint64 finish;
  guint64 deadline;
  gboolean is_late;
} SlMachineJob;

/**
 * SlMachineWait:
 * @begin: as the waiter left its processor
 * @end: as it was woken
 * @boosts: the holder got the waiter's priority, so that the recording says who it is
 *
 * A task that waited for a lock of another.
 */
typedef struct
{
  guint32 waiter;
  guint32 holder;
  guint64 lock;
  guint64 begin;
  guint64 end;
  gboolean boosts;
} SlMachineWait;

/* Records of a processor that were lost. */
typedef struct
{
  guint cpu;
  guint64 before; /* its last record before; 0 where the begin of the recording was overwritten */
  guint64 after;  /* its first record after */
  guint n_events;
} SlMachineLoss;

/* What a task is, in ns. */
typedef struct
{
  guint32 tid;
  SlMachineKind kind;
  guint64 period;
  gboolean has_mark;
} SlMachineTask;

typedef struct
{
  guint n_cpus;
  GArray *events; /* of SlMachineEvent, in order of time, no two at one */
  GArray *runs;   /* of SlMachineRun; those that began and ended with a switch */
  GArray *jobs;   /* of SlMachineJob, of a task by release */
  GArray *waits;  /* of SlMachineWait, that are over */
  GArray *tasks;  /* of SlMachineTask */
  GArray *losses; /* of SlMachineLoss */
} SlLinuxMachine;

SlLinuxMachine *sl_linux_machine_run (guint32 seed, guint n_cpus, guint n_ms);
void sl_linux_machine_free (SlLinuxMachine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLinuxMachine, sl_linux_machine_free)

GBytes *sl_linux_machine_write_dat (const SlLinuxMachine *self,
                                    const SlDatLayout *layout) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_linux_machine_write_perf (const SlLinuxMachine *self,
                                     const SlPerfLayout *layout) G_GNUC_WARN_UNUSED_RESULT;
char *sl_linux_machine_print (const SlLinuxMachine *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_linux_machine_overwrite (SlLinuxMachine *self, guint cpu, guint64 end);
gboolean sl_linux_machine_lose (SlLinuxMachine *self, guint cpu, guint64 begin, guint64 end);
void sl_linux_machine_lose_some (SlLinuxMachine *self, guint n_ms);

G_END_DECLS
