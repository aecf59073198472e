/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tracepoints of Linux as events, whatever file they come from: which kind a tracepoint is, and how its fields are kept
 * in the 48 bytes of an SlEvent, so that the translator needs nothing else.
 *
 * common_flags of the record, always: bits 16 to 23 of the event's flags. A tid has 22 bits (PID_MAX_LIMIT is 4194304).
 *
 * kind                          a           b              detail
 * sched-switch                  next tid    previous tid   SL_LINUX_SWITCH (state letter, preempted, prev_prio, next_prio)
 * sched-waking                  tid         common_pid     SL_LINUX_WAKING (target_cpu, prio)
 * sched-migrate-task            tid         dest_cpu       orig_cpu
 * print                         its name   its number     SL_LINUX_DETAIL (common_pid, verb): sl_linux_mark_set ()
 * lost (LINUX_LOST)             number of events; the flag SL_EVENT_NO_A where nobody counted
 *
 * all others: SL_LINUX_DETAIL (common_pid, extra); extra has 10 bits
 * sched-wakeup, -wakeup-new     tid         target_cpu     prio + 1
 * sched-process-fork            child tid   parent tid     0
 * sched-process-exec            tid         old_pid        0
 * sched-process-exit, -free, -wait  tid     prio           0
 * sched-stat-runtime            counted with sl_source_extras_count_unlisted(), never an event
 * sched-blocked-reason          tid         caller         io_wait
 * sched-pi-setprio              tid         newprio        oldprio + 1
 * irq-handler-entry             irq                        0; its name goes to SlLinuxNames
 * irq-handler-exit              irq         ret            0
 * softirq-raise, -entry, -exit  vec                        0
 * local-timer-entry, … -exit    vector                     0
 * hrtimer-start                 hrtimer     expires        SL_LINUX_TIMER (class of function, mode)
 * hrtimer-expire-entry          hrtimer     now            the same
 * hrtimer-expire-exit, -cancel  hrtimer                    0
 * sys-enter-futex               nr          uaddr          sl_linux_pack_futex (op, val, utime)
 * sys-enter-X, sys-enter        nr          args[0]        an SlLinuxSyscall; role SL_LINUX_ROLE_SYSCALL_ENTER
 * sys-exit-X, sys-exit          nr          ret            the same; role SL_LINUX_ROLE_SYSCALL_EXIT
 * contention-begin, -end        lock_addr   flags, ret     0
 * nmi-noise, thread-noise, sample-threshold  start  duration   0
 * irq-noise                     start       duration       vector, and SL_LINUX_NOISE_IS_VECTOR
 * softirq-noise                 start       duration       vector
 * osnoise                       runtime     noise          0
 * timerlat                      seqnum      timer_latency  an SlLinuxTimerlat
 * bprint                        common_pid                0
 * cpu-idle                      state       cpu_id         0
 * cpu-frequency                 state, kHz  cpu_id         0
 * any other tracepoint          common_pid                 0
 *
 * Bits 24 to 30 of the event's flags are its role: system calls have a kind for each call, so kinds do not say it. Bit 31 says that
 * the events which follow on the same processor were lost, so that it is known at once and not only as the loss is reported. */

#include "sl-event.h"
#include "sl-kind.h"

G_BEGIN_DECLS

#define SL_LINUX_LOSS_FOLLOWS (1u << 31)

/* common_flags of a record. */
enum
{
  SL_LINUX_IRQS_OFF = 0x01,
  SL_LINUX_NEED_RESCHED = 0x04,
  SL_LINUX_HARDIRQ = 0x08,
  SL_LINUX_SOFTIRQ = 0x10,
  SL_LINUX_NMI = 0x40,
};

/* What an event is to the translator where its kind does not say it. */
typedef enum
{
  SL_LINUX_ROLE_NONE,
  SL_LINUX_ROLE_SYSCALL_ENTER,
  SL_LINUX_ROLE_SYSCALL_EXIT,
  SL_LINUX_ROLE_NO_WAKEUP, /* of a task that was awake: success is 0 */
  SL_LINUX_ROLE_MISSING,   /* of a loss: not the recorder lost these events, the file lacks them */
} SlLinuxRole;

/* System calls that say what a sleep is. */
typedef enum
{
  SL_LINUX_SYSCALL_OTHER,
  SL_LINUX_SYSCALL_FUTEX,
  SL_LINUX_SYSCALL_YIELD,
  SL_LINUX_SYSCALL_SLEEP, /* nanosleep, clock_nanosleep */
  SL_LINUX_SYSCALL_READ,  /* may be of a timerfd */
  SL_LINUX_SYSCALL_POLL,  /* poll, select, epoll_wait, sigtimedwait: with a time-out */
} SlLinuxSyscall;

/* Operations of a futex, without its flags. */
typedef enum
{
  SL_LINUX_FUTEX_WAIT = 0,
  SL_LINUX_FUTEX_WAKE = 1,
  SL_LINUX_FUTEX_LOCK_PI = 6,
  SL_LINUX_FUTEX_UNLOCK_PI = 7,
  SL_LINUX_FUTEX_LOCK_PI2 = 13,
} SlLinuxFutex;

/* What is kept of a futex' operation: its number and its flags FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME, and whether its
 * value is what a plain mutex would give. */
#define SL_LINUX_FUTEX_OP       0x7f
#define SL_LINUX_FUTEX_FLAGS    0x180
#define SL_LINUX_FUTEX_PRIVATE  0x80
#define SL_LINUX_FUTEX_IS_MUTEX 0x200

/* Of the noise of an interrupt: its number is that of a vector of the processor itself. */
#define SL_LINUX_NOISE_IS_VECTOR 0x200

/* Whose latency a timerlat is. */
typedef enum
{
  SL_LINUX_TIMERLAT_IRQ,
  SL_LINUX_TIMERLAT_THREAD,
  SL_LINUX_TIMERLAT_USER,
} SlLinuxTimerlat;

/* Functions of timers that mean something. */
typedef enum
{
  SL_LINUX_TIMER_OTHER,
  SL_LINUX_TIMER_WAKEUP,   /* hrtimer_wakeup: nanosleep, time-outs */
  SL_LINUX_TIMER_POSIX,    /* posix_timer_fn */
  SL_LINUX_TIMER_FD,       /* timerfd_tmrproc */
  SL_LINUX_TIMER_ITIMER,   /* it_real_fn */
  SL_LINUX_TIMER_DEADLINE, /* dl_task_timer: replenishment of SCHED_DEADLINE */
  SL_LINUX_TIMER_TICK,     /* tick_nohz_handler, tick_sched_timer */
  SL_LINUX_TIMER_UNKNOWN,  /* the file has only its address */
} SlLinuxTimer;

#define SL_LINUX_PID_BITS 22
#define SL_LINUX_PID_MASK ((1u << SL_LINUX_PID_BITS) - 1)

/* A priority of the kernel, -1 to 139, as it is kept in a byte; what is none of these is 255. */
#define SL_LINUX_PRIO_PACK(prio) \
  ((gint64) (prio) >= -1 && (gint64) (prio) < 254 ? (guint) ((gint64) (prio) + 1) : 255u)
#define SL_LINUX_PRIO_UNPACK(byte) ((gint) (byte) -1)
#define SL_LINUX_PRIO_UNKNOWN      254

#define SL_LINUX_FLAGS(common_flags, role) ((guint32) (common_flags) << 16 | (guint32) (role) << 24)
#define SL_LINUX_DETAIL(common_pid, extra) \
  (((guint32) (common_pid) &SL_LINUX_PID_MASK) | ((guint32) (extra) &0x3ff) << SL_LINUX_PID_BITS)

#define SL_LINUX_SWITCH(letter, is_preempted, prev_prio, next_prio) \
  ((guint32) (guint8) (letter) | ((is_preempted) ? 1u << 8 : 0u) |  \
   SL_LINUX_PRIO_PACK (prev_prio) << 16 | SL_LINUX_PRIO_PACK (next_prio) << 24)
#define SL_LINUX_SWITCH_LETTER(detail)       ((char) ((detail) &0xff))
#define SL_LINUX_SWITCH_IS_PREEMPTED(detail) (((detail) >> 8 & 1) != 0)
#define SL_LINUX_SWITCH_PREV_PRIO(detail)    SL_LINUX_PRIO_UNPACK ((detail) >> 16 & 0xff)
#define SL_LINUX_SWITCH_NEXT_PRIO(detail)    SL_LINUX_PRIO_UNPACK ((detail) >> 24)

#define SL_LINUX_WAKING(target_cpu, prio) \
  ((guint32) (guint16) (target_cpu) | SL_LINUX_PRIO_PACK (prio) << 24)
#define SL_LINUX_WAKING_CPU(detail)  ((guint16) (detail))
#define SL_LINUX_WAKING_PRIO(detail) SL_LINUX_PRIO_UNPACK ((detail) >> 24)

/* Of a timer: its function, and whether the mode is known and whether it is an absolute time. */
#define SL_LINUX_TIMER(timer, has_mode, is_absolute) \
  ((guint32) (timer) | ((has_mode) ? 1u << 6 : 0u) | ((is_absolute) ? 1u << 7 : 0u))
#define SL_LINUX_TIMER_CLASS(extra)       ((SlLinuxTimer) ((extra) &0x3f))
#define SL_LINUX_TIMER_IS_RELATIVE(extra) (((extra) >> 6 & 3) == 1)

static inline guint
sl_linux_get_common_flags (const SlEvent *event)
{
  return event->flags >> 16 & 0xff;
}

static inline SlLinuxRole
sl_linux_get_role (const SlEvent *event)
{
  return (SlLinuxRole) (event->flags >> 24 & 0x7f);
}

static inline guint
sl_linux_get_extra (const SlEvent *event)
{
  return event->detail >> SL_LINUX_PID_BITS;
}

/**
 * sl_linux_get_common_pid:
 *
 * Returns: the tid that its processor ran when the event was recorded; 0 for an idle one
 */
static inline guint32
sl_linux_get_common_pid (const SlEvent *event)
{
  guint16 kind = event->kind;

  if (kind == SL_KIND_LINUX_SCHED_SWITCH || kind == SL_KIND_LINUX_SCHED_WAKING)
    return (guint32) event->b;
  if (kind == SL_KIND_LINUX_SCHED_MIGRATE_TASK || kind == SL_KIND_LINUX_LOST)
    return 0;

  return event->detail & SL_LINUX_PID_MASK;
}

guint sl_linux_pack_noise (guint64 vector, const char *name, gsize length);
guint16 sl_linux_find_kind (const char *system, const char *name);
SlLinuxRole sl_linux_find_role (const char *name, SlLinuxSyscall *syscall);
const char *sl_linux_get_timer (guint number, SlLinuxTimer *timer);
SlLinuxTimer sl_linux_find_timer (const char *function);
guint sl_linux_pack_futex (guint64 op, guint64 value, guint64 timeout);
guint sl_linux_read_futex_op (const char *text, gsize length);
gboolean sl_linux_kind_is_vector (guint16 kind, gboolean *is_entry);

G_END_DECLS
