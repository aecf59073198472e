/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What sl-linux-machine.c, which lets time go on, shares with sl-linux-machine-work.c, which is what tasks do. */

#include "sl-linux-machine.h"

#define BEGIN_NS  G_GUINT64_CONSTANT (5000000000)
#define RECORD_NS 20
#define LOCK      G_GUINT64_CONSTANT (0x7f0000001000)
#define TIMER     G_GUINT64_CONSTANT (0xff880000)
#define DL_TIMER  G_GUINT64_CONSTANT (0xff990000)

#define HARDIRQ 0x09
#define SOFTIRQ 0x11

#define FAIR_PRIO 120
#define IDLE_PRIO 120
#define DL_PRIO   (-1)

#define FUTEX_LOCK_PI   0x86
#define FUTEX_UNLOCK_PI 0x87

enum
{
  NR_FUTEX = 202,
  NR_SLEEP = 230,
  NR_YIELD = 24,
};

typedef enum
{
  SLEEPING,
  READY,
  BLOCKED,
  THROTTLED,
} State;

typedef struct
{
  SlMachineTask is;
  gint base; /* priority of the kernel */
  gint prio; /* with what it inherits */
  gint wcet; /* in µs, as are all times but those of the truth */
  gint quota, budget;
  gint64 period;
  gint64 release; /* its timer expires; G_MAXINT64 for never */
  gint64 due;     /* its job was to be released */
  gint64 server;  /* begin of the server's period */
  guint64 armed; /* when its timer was set to expire; SL_MACHINE_NEVER while that is not recorded */
  guint64 nominal;
  State state;
  gboolean is_pinned, uses_lock;
  guint cpu;
  gint plan[3];
  guint segment;
  guint sys;       /* the call that it is in */
  gboolean is_new; /* it did not run yet */
  gboolean has_job, is_leaving;
  guint job; /* its open one, among those of the machine */
  guint wait;
  gint64 used;
  guint64 run_begin; /* SL_MACHINE_NEVER while it does not run */
} Task;

typedef struct
{
  Task *current; /* NULL for none */
  gint64 irq_until, softirq_until;
} Cpu;

typedef struct
{
  SlLinuxMachine *machine;
  GRand *random;
  Task *tasks;
  guint n_tasks;
  Cpu *cpus;
  Task *holder;
  gboolean is_shared; /* the kernel gave the lock to its holder */
  gint64 now;         /* µs */
  guint64 ns;         /* of the next record */
} Sim;

gint sl_machine_draw (Sim *self, gint least, gint most);
guint64 sl_machine_record (Sim *self,
                           guint cpu,
                           SlDatTracepoint tracepoint,
                           guint flags,
                           gint64 a,
                           gint64 b,
                           gint64 c,
                           gint64 d,
                           gint64 e);
void sl_machine_write (Sim *self,
                       guint cpu,
                       SlDatTracepoint tracepoint,
                       guint flags,
                       gint64 a,
                       char *text);
void sl_machine_plan_job (Sim *self, Task *task);
void sl_machine_release (Sim *self, Task *task, guint64 time, guint64 nominal);
void sl_machine_complete (Sim *self, Task *task);
guint32 sl_machine_get_tid (const Task *task);
SlMachineJob *sl_machine_get_job (Sim *self, const Task *task);
void sl_machine_wake (Sim *self, guint cpu, Task *task, guint flags);
