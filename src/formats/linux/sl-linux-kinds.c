/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-kinds.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ENTER "sys_enter"
#define EXIT  "sys_exit"

/* Kinds that the files opened so far have added; what goes beyond is of one kind. */
#define MOST_ADDED 8192

/* Of a tracepoint's name. */
#define MOST_NAME 96

/* Of a mutex that somebody waits for; with the second, who holds it is in the lower bits. */
#define FUTEX_CONTENDED 2u
#define FUTEX_WAITERS   0x80000000u
#define FUTEX_OWNER     0x3fffffffu

typedef struct
{
  const char *name;
  int value;
} Word;

static const Word timers[] = {
  { "hrtimer_wakeup", SL_LINUX_TIMER_WAKEUP },  { "posix_timer_fn", SL_LINUX_TIMER_POSIX },
  { "timerfd_tmrproc", SL_LINUX_TIMER_FD },     { "it_real_fn", SL_LINUX_TIMER_ITIMER },
  { "dl_task_timer", SL_LINUX_TIMER_DEADLINE }, { "tick_nohz_handler", SL_LINUX_TIMER_TICK },
  { "tick_sched_timer", SL_LINUX_TIMER_TICK },
};

static const Word futexes[] = {
  { "FUTEX_WAIT", SL_LINUX_FUTEX_WAIT },         { "FUTEX_WAKE", SL_LINUX_FUTEX_WAKE },
  { "FUTEX_LOCK_PI", SL_LINUX_FUTEX_LOCK_PI },   { "FUTEX_UNLOCK_PI", SL_LINUX_FUTEX_UNLOCK_PI },
  { "FUTEX_LOCK_PI2", SL_LINUX_FUTEX_LOCK_PI2 },
};

static const Word syscalls[] = {
  { "futex", SL_LINUX_SYSCALL_FUTEX },
  { "sched_yield", SL_LINUX_SYSCALL_YIELD },
  { "nanosleep", SL_LINUX_SYSCALL_SLEEP },
  { "clock_nanosleep", SL_LINUX_SYSCALL_SLEEP },
  { "clock_nanosleep_time32", SL_LINUX_SYSCALL_SLEEP },
  { "read", SL_LINUX_SYSCALL_READ },
  { "poll", SL_LINUX_SYSCALL_POLL },
  { "ppoll", SL_LINUX_SYSCALL_POLL },
  { "select", SL_LINUX_SYSCALL_POLL },
  { "pselect6", SL_LINUX_SYSCALL_POLL },
  { "epoll_wait", SL_LINUX_SYSCALL_POLL },
  { "epoll_pwait", SL_LINUX_SYSCALL_POLL },
  { "epoll_pwait2", SL_LINUX_SYSCALL_POLL },
  { "rt_sigtimedwait", SL_LINUX_SYSCALL_POLL },
};

/* Where a file does not say of which system a tracepoint is: by the beginning of its name. */
static const struct
{
  const char *prefix;
  const char *system;
} systems[] = {
  { "sched_", "sched" },     { "irq_", "irq" },       { "softirq_", "irq" },
  { "tasklet_", "irq" },     { "hrtimer_", "timer" }, { "timer_", "timer" },
  { "itimer_", "timer" },    { "tick_", "timer" },    { "ipi_", "ipi" },
  { "cpu_", "power" },       { "clock_", "power" },   { "workqueue_", "workqueue" },
  { "contention_", "lock" }, { "signal_", "signal" }, { "rcu_", "rcu" },
  { "block_", "block" },     { "ext4_", "ext4" },     { "mm_", "kmem" },
};

static int
find_word (const Word *words, gsize n_words, const char *name)
{
  for (gsize i = 0; i < n_words; i++)
    if (strcmp (words[i].name, name) == 0)
      return words[i].value;

  return 0;
}

/**
 * sl_linux_get_timer:
 * @number: from 0 on
 * @timer: (out): what it is
 *
 * Returns: (nullable): the name of a timer's function that has a meaning; %NULL behind the last
 */
const char *
sl_linux_get_timer (guint number, SlLinuxTimer *timer)
{
  if (number >= G_N_ELEMENTS (timers))
    return NULL;

  *timer = (SlLinuxTimer) timers[number].value;
  return timers[number].name;
}

/**
 * sl_linux_find_timer:
 * @function: the name of a timer's function; an offset behind it does not matter
 */
SlLinuxTimer
sl_linux_find_timer (const char *function)
{
  char name[MOST_NAME];

  g_strlcpy (name, function, sizeof name);
  name[strcspn (name, "+/ [")] = '\0';
  return (SlLinuxTimer) find_word (timers, G_N_ELEMENTS (timers), name);
}

/**
 * sl_linux_find_role:
 * @name: of a tracepoint
 * @syscall: (out) (optional): which system call it is of
 *
 * Returns: what events of that tracepoint are, where their kind does not say it
 */
SlLinuxRole
sl_linux_find_role (const char *name, SlLinuxSyscall *syscall)
{
  gboolean is_enter = g_str_has_prefix (name, ENTER);
  const char *call = name + strlen (is_enter ? ENTER : EXIT);

  if (syscall != NULL)
    *syscall = SL_LINUX_SYSCALL_OTHER;
  if ((!is_enter && !g_str_has_prefix (name, EXIT)) || (call[0] != '_' && call[0] != '\0'))
    return SL_LINUX_ROLE_NONE;

  if (syscall != NULL && call[0] == '_')
    *syscall = (SlLinuxSyscall) find_word (syscalls, G_N_ELEMENTS (syscalls), call + 1);
  return is_enter ? SL_LINUX_ROLE_SYSCALL_ENTER : SL_LINUX_ROLE_SYSCALL_EXIT;
}

/**
 * sl_linux_kind_is_vector:
 * @is_entry: (out): whether the handler is entered, where it is one
 *
 * Returns: whether @kind is one of a vector of the processor
 */
gboolean
sl_linux_kind_is_vector (guint16 kind, gboolean *is_entry)
{
  *is_entry = (kind - SL_KIND_LINUX_LOCAL_TIMER_ENTRY) % 2 == 0;
  return kind >= SL_KIND_LINUX_LOCAL_TIMER_ENTRY && kind <= SL_KIND_LINUX_THERMAL_APIC_EXIT;
}

static const char *
find_system (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (systems); i++)
    if (g_str_has_prefix (name, systems[i].prefix))
      return systems[i].system;

  return "linux";
}

/* -1 is a count, or "nobody". */
static gboolean
is_owned_with_waiters (guint32 word)
{
  guint32 owner = word & FUTEX_OWNER;

  return (word & FUTEX_WAITERS) != 0 && owner > 0 && owner <= SL_LINUX_PID_MASK;
}

/**
 * sl_linux_pack_futex:
 * @op: with its flags
 * @value: "val" of the call
 * @timeout: "utime" of the call: an address, or 0 for none
 *
 * A plain mutex of glibc, GLib, musl and others is 0 when free, 1 when held, and 2, or a value with FUTEX_WAITERS set, when
 * somebody waits: tasks sleep, without a timeout, until that value changes, and whoever unlocks it wakes one of them. A
 * call that waits for another value, such as the count of a condition variable, that has a timeout, or that wakes several
 * tasks is not for a mutex.
 *
 * Returns: the extra bits of the event
 */
guint
sl_linux_pack_futex (guint64 op, guint64 value, guint64 timeout)
{
  guint extra = (guint) op & (SL_LINUX_FUTEX_OP | SL_LINUX_FUTEX_FLAGS);
  guint32 word = (guint32) value;
  gboolean is_mutex = FALSE;

  if ((extra & SL_LINUX_FUTEX_OP) == SL_LINUX_FUTEX_WAIT)
    is_mutex = timeout == 0 && (word == FUTEX_CONTENDED || is_owned_with_waiters (word));
  else if ((extra & SL_LINUX_FUTEX_OP) == SL_LINUX_FUTEX_WAKE)
    is_mutex = word == 1;
  return extra | (is_mutex ? SL_LINUX_FUTEX_IS_MUTEX : 0);
}

/**
 * sl_linux_read_futex_op:
 * @text: (array length=length): as "FUTEX_WAIT|FUTEX_PRIVATE_FLAG", as newer kernels print an operation
 *
 * Returns: its number, with its flags; %SL_LINUX_FUTEX_OP for one without a meaning here
 */
guint
sl_linux_read_futex_op (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, MIN (length, 128));
  g_auto (GStrv) words = g_strsplit (copy, "|", 4);
  guint op = SL_LINUX_FUTEX_OP;

  for (guint i = 0; words[0] != NULL && i < G_N_ELEMENTS (futexes); i++)
    if (strcmp (words[0], futexes[i].name) == 0)
      op = (guint) futexes[i].value;
  for (guint i = 1; words[0] != NULL && words[i] != NULL; i++)
    if (strcmp (words[i], "FUTEX_PRIVATE_FLAG") == 0)
      op |= 0x80;
    else if (strcmp (words[i], "FUTEX_CLOCK_REALTIME") == 0)
      op |= 0x100;

  return op;
}

/**
 * sl_linux_pack_noise:
 * @vector: number of the interrupt
 * @name: (array length=length): what the tracer calls it: the device's name of a line, or "local_timer" and so on
 *
 * Returns: what is kept of the noise of an interrupt
 */
guint
sl_linux_pack_noise (guint64 vector, const char *name, gsize length)
{
  static const char *const names[] = {
    "local_timer",
    "reschedule",
    "call_function",
    "call_function_single",
    "irq_work",
    "thermal_apic",
    "x86_platform_ipi",
    "threshold_apic",
    "deferred_error_apic",
    "deferred_error",
    "error_apic",
    "spurious_apic",
    "IPI",
  };
  guint number = (guint) MIN (vector, SL_LINUX_NOISE_IS_VECTOR - 1);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == length && memcmp (names[i], name, length) == 0)
      return number | SL_LINUX_NOISE_IS_VECTOR;

  return number;
}

/* The name as the id of a built-in kind: with dashes. */
static void
make_id (const char *name, char *id, gsize size)
{
  g_strlcpy (id, name, size);
  for (char *at = id; *at != '\0'; at++)
    *at = g_ascii_isalnum (*at) ? g_ascii_tolower (*at) : '-';
}

static gboolean
find_built_in (const char *id, guint16 *kind)
{
  for (guint i = SL_KIND_LINUX_SCHED_SWITCH; i < SL_KIND_LINUX_EVENT; i++)
    if (strcmp (sl_kind_get ((guint16) i)->id, id) == 0)
      {
        *kind = (guint16) i;
        return TRUE;
      }

  return FALSE;
}

/* The id of a kind that a file adds: "system:name", or "sys-enter-name". */
static void
make_added_id (const char *system, const char *name, char *id, gsize size)
{
  if (sl_linux_find_role (name, NULL) != SL_LINUX_ROLE_NONE)
    {
      make_id (name, id, size);
      return;
    }

  g_snprintf (id, size, "%s:%s", system != NULL && system[0] != '\0' ? system : find_system (name),
              name);
  for (char *at = id; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("-_:", *at) == NULL)
      *at = '_';
}

static guint16
add_kind (const char *id, const char *name)
{
  SlLinuxRole role = sl_linux_find_role (name, NULL);
  gboolean is_enter = role == SL_LINUX_ROLE_SYSCALL_ENTER;
  SlKind kind = {
    .id = id,
    .title = name,
    .family = "tracepoint",
    .a = { "tid", SL_FIELD_DECIMAL },
    .object_type = SL_OBJECT_TASK,
    .object_source = SL_FROM_A,
  };

  if (role != SL_LINUX_ROLE_NONE)
    {
      kind.title = is_enter ? N_ ("System call entered") : N_ ("System call left");
      kind.family = "syscall";
      kind.a = (SlField) { "number", SL_FIELD_DECIMAL };
      kind.b = is_enter ? (SlField) { "argument", SL_FIELD_HEX }
                        : (SlField) { "result", SL_FIELD_SIGNED };
      kind.object_type = SL_OBJECT_NONE;
      kind.object_source = SL_FROM_NOWHERE;
    }

  return sl_kind_register (&kind, 1);
}

/**
 * sl_linux_find_kind:
 * @system: (nullable): that the tracepoint belongs to, where the file says it
 * @name: of the tracepoint, as the kernel calls it
 *
 * Tracepoints without a kind of their own get one, which stays until the program ends. Slow: ask once for each tracepoint
 * of a file, while it is opened. Safe from any thread.
 *
 * Returns: number of the kind; that of %SL_KIND_LINUX_EVENT where there are too many of them
 */
guint16
sl_linux_find_kind (const char *system, const char *name)
{
  static GMutex mutex;
  static guint n_added;
  char id[2 * MOST_NAME];
  guint16 kind;

  if (strcmp (name, "tracing_mark_write") == 0 || strcmp (name, "osnoise_stop_tracing") == 0)
    return SL_KIND_LINUX_PRINT;
  make_id (name, id, sizeof id);
  if (find_built_in (id, &kind))
    return kind;
  if (strlen (name) >= MOST_NAME || (system != NULL && strlen (system) >= MOST_NAME) ||
      !g_str_is_ascii (name))
    return SL_KIND_LINUX_EVENT;

  make_added_id (system, name, id, sizeof id);
  g_mutex_lock (&mutex);
  if (!sl_kind_find (id, &kind))
    {
      kind = n_added < MOST_ADDED ? add_kind (id, name) : 0;
      if (kind == 0)
        kind = SL_KIND_LINUX_EVENT;
      else
        n_added++;
    }
  g_mutex_unlock (&mutex);
  return kind;
}
