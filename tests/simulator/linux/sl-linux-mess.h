/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A machine of several processors whose scheduler does anything: what becomes of each job's time is known while its events are
 * made. */

#include "sl-event.h"
#include "sl-job-parts.h"
#include "sl-object.h"

G_BEGIN_DECLS

#define SL_LINUX_MESS_CPUS  3
#define SL_LINUX_MESS_TASKS 12
#define SL_LINUX_MESS_FIRST 100 /* tid */
#define SL_LINUX_MESS_CALL  17  /* the system call in which no signal wakes a task */

typedef enum
{
  SL_LINUX_MESS_TIMER, /* sleeps until its next release */
  SL_LINUX_MESS_SLEEP,
  SL_LINUX_MESS_IN_CALL, /* sleeps in a system call, and no signal wakes it */
  SL_LINUX_MESS_WAKING,
  SL_LINUX_MESS_READY,
  SL_LINUX_MESS_RUNS,
} SlLinuxMessPlace;

/* What a job's time went to, and when it ended. */
typedef struct
{
  guint task;
  SlTime end;
  gint64 sums[SL_N_CAUSES];
} SlLinuxMessJob;

typedef struct
{
  guint cpu;
  gint prio;
  SlLinuxMessPlace place;
  SlTime ready_since;
  SlTime expires; /* of its timer */
  SlTime slept;   /* when it began to wait for that */
  gboolean has_job;
  SlLinuxMessJob done; /* its last job, without a time as its end for none */
  gint64 sums[SL_N_CAUSES];
} SlLinuxMessTask;

typedef struct
{
  guint current; /* place of a task; NOBODY for the idle task */
  SlTime switched;
  gboolean is_busy; /* with an interrupt */
  SlObjectType handler;
} SlLinuxMessCpu;

/* Who woke whom; @type is NONE for a handler that was not recorded. */
typedef struct
{
  guint task;
  SlTime time;
  SlObjectType type;
  guint64 id;
} SlLinuxMessWake;

typedef struct
{
  GArray *events; /* of SlEvent */
  GArray *truths; /* of SlLinuxMessJob: finished jobs */
  GArray *wakes;  /* of SlLinuxMessWake */
  SlTime now;
  SlLinuxMessTask tasks[SL_LINUX_MESS_TASKS];
  SlLinuxMessCpu cpus[SL_LINUX_MESS_CPUS];
} SlLinuxMess;

void sl_linux_mess_run (SlLinuxMess *self);
void sl_linux_mess_clear (SlLinuxMess *self);

G_END_DECLS
