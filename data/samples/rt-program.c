/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A small real-time program to record: three periodic tasks under SCHED_FIFO on one processor. “sensor” is the most urgent and
 * shares a lock with “logger”, the least urgent one; “filter” in between needs no lock but much time.
 *
 *     cc -O2 -pthread -o rt-program rt-program.c
 *     sudo slackline-cli record -o run.dat -- ./rt-program
 *
 * Each task declares its period and deadline, and marks where its jobs begin and end.
 *
 * The lock has no priority inheritance, so “sensor” misses deadlines while “filter” keeps “logger” from releasing it;
 * “rt-program inherit” has it. A number of milliseconds as last argument says how long it runs, 500 without. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MS          1000000LL
#define N_OF(array) (sizeof (array) / sizeof (array)[0])

typedef struct
{
  const char *name;
  int priority;
  int64_t phase, period, deadline;
  int64_t before, locked, after; /* ns; what a job executes before, with and after the lock */
} Task;

/* “sensor” responds after 21 ms: late also where the loops are found to be slower than they are, as on a busy machine. */
static const Task tasks[] = {
  { "sensor", 30, 3 * MS, 50 * MS, 15 * MS, 1 * MS, 1 * MS, 1 * MS },
  { "filter", 20, 5 * MS, 50 * MS, 50 * MS, 15 * MS, 0, 0 },
  { "logger", 10, 0, 50 * MS, 50 * MS, 1 * MS, 5 * MS, 1 * MS },
};

static pthread_mutex_t lock;
static int marker = -1;
static int64_t begin, end;
static double loops_per_ns;

static int64_t
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000 * MS + time.tv_nsec;
}

/* Where the kernel’s tracefs is, or was in older systems. */
static void
open_marker (void)
{
  static const char *const paths[] = { "/sys/kernel/tracing/trace_marker",
                                       "/sys/kernel/debug/tracing/trace_marker" };

  for (size_t i = 0; i < N_OF (paths) && marker < 0; i++)
    marker = open (paths[i], O_WRONLY | O_CLOEXEC);
  if (marker < 0)
    perror ("rt-program: No jobs or deadlines are marked: trace_marker");
}

/* One line, whole, in the recording. */
__attribute__ ((format (printf, 1, 2))) static void
mark (const char *format, ...)
{
  char text[128];
  va_list arguments;
  int length;

  va_start (arguments, format);
  length = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  if (marker >= 0 && write (marker, text, (size_t) length) < 0)
    marker = -1;
}

static void
loop (int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    __asm__ volatile("");
}

/* A counted loop: one that looked at the time of its thread would make the kernel record that, too. */
static void
execute (int64_t ns)
{
  loop ((int64_t) ((double) ns * loops_per_ns));
}

static void
calibrate (void)
{
  for (int i = 0; i < 5; i++)
    {
      int64_t before = now (CLOCK_THREAD_CPUTIME_ID);
      double speed;

      loop (5000000);
      speed = 5000000.0 / (double) (now (CLOCK_THREAD_CPUTIME_ID) - before);
      if (speed > loops_per_ns)
        loops_per_ns = speed;
    }
}

static void
sleep_until (int64_t time)
{
  struct timespec until = { time / (1000 * MS), time % (1000 * MS) };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
    ;
}

static void
run_job (const Task *task, int number)
{
  mark ("begin job %s %d\n", task->name, number);
  execute (task->before);
  if (task->locked > 0)
    {
      pthread_mutex_lock (&lock);
      mark ("locked %s\n", task->name);
      execute (task->locked);
      mark ("unlock %s\n", task->name);
      pthread_mutex_unlock (&lock);
    }
  execute (task->after);
  mark ("end job %s %d\n", task->name, number);
}

static void *
run_task (void *data)
{
  const Task *task = data;
  struct sched_param parameters = { .sched_priority = task->priority };
  cpu_set_t processors;
  int number = 0;

  pthread_setname_np (pthread_self (), task->name);
  CPU_ZERO (&processors);
  CPU_SET (0, &processors);
  sched_setaffinity (0, sizeof processors, &processors);
  if (sched_setscheduler (0, SCHED_FIFO, &parameters) != 0)
    perror ("rt-program: SCHED_FIFO");
  mark ("task %s tid %d period %lld deadline %lld\n", task->name, (int) syscall (SYS_gettid),
        (long long) task->period, (long long) task->deadline);

  for (int64_t release = begin + task->phase; release < end; release += task->period)
    {
      sleep_until (release);
      run_job (task, number++);
    }
  return NULL;
}

int
main (int argc, char *argv[])
{
  int inherits = argc > 1 && strcmp (argv[1], "inherit") == 0;
  int64_t length = argc > 1 + inherits ? atoi (argv[1 + inherits]) : 500;
  pthread_mutexattr_t attributes;
  pthread_t threads[N_OF (tasks)];

  open_marker ();
  pthread_mutexattr_init (&attributes);
  if (inherits)
    pthread_mutexattr_setprotocol (&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init (&lock, &attributes);
  calibrate ();

  begin = now (CLOCK_MONOTONIC) + 20 * MS;
  end = begin + length * MS;
  for (size_t i = 0; i < N_OF (tasks); i++)
    pthread_create (&threads[i], NULL, run_task, (void *) &tasks[i]);
  for (size_t i = 0; i < N_OF (tasks); i++)
    pthread_join (threads[i], NULL);
  return 0;
}
