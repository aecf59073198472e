/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-event.h"

#include <string.h>

#include "sl-ftrace-fields.h"
#include "sl-ftrace-noise.h"
#include "sl-linux-marks.h"

#define NO_CPU (-1)

static gint64
get_number (const SlFtraceLine *line, const char *name, gint64 otherwise)
{
  gint64 number;

  return sl_ftrace_find_number (&line->rest, name, &number) ? number : otherwise;
}

/* The letter of the state, which may be a number where trace-cmd was asked for raw fields. */
static char
read_state (const SlFtraceText *text, const SlLinuxStates *states, gboolean *is_preempted)
{
  gint64 number;

  if (sl_ftrace_read_number (text, &number))
    return sl_linux_states_get (states, (guint64) number, is_preempted);
  return sl_linux_state_from_text (text->begin, text->length, is_preempted);
}

/* "comm:pid [prio] S ==> comm:pid [prio]" */
static gboolean
fill_short_switch (const SlFtraceLine *line, const SlLinuxStates *states, SlEvent *event)
{
  SlFtraceText rest = line->rest, comm, state;
  gint64 prev, prev_prio, next, next_prio;
  SlFtraceNumbered numbered;
  gboolean is_preempted;
  char letter;

  if (sl_ftrace_read_numbered (&rest, &numbered))
    {
      letter = sl_linux_state_from_text (&numbered.state, 1, &is_preempted);
      event->a = (guint64) numbered.next;
      event->b = (guint64) numbered.prev;
      event->detail =
          SL_LINUX_SWITCH (letter, is_preempted, numbered.prev_prio, numbered.next_prio);
      return TRUE;
    }
  if (!sl_ftrace_read_task (&rest, TRUE, &comm, &prev, &prev_prio))
    return FALSE;

  state = (SlFtraceText) { rest.begin, 0 };
  while (state.length < rest.length && rest.begin[state.length] != ' ')
    state.length++;
  letter = read_state (&state, states, &is_preempted);
  rest.begin += state.length;
  rest.length -= state.length;
  if (!sl_ftrace_starts_with (&rest, SL_FTRACE_ARROW))
    return FALSE;
  rest.begin += strlen (SL_FTRACE_ARROW);
  rest.length -= strlen (SL_FTRACE_ARROW);
  if (!sl_ftrace_read_task (&rest, FALSE, &comm, &next, &next_prio))
    return FALSE;

  event->a = (guint64) next;
  event->b = (guint64) prev;
  event->detail = SL_LINUX_SWITCH (letter, is_preempted, prev_prio, next_prio);
  return TRUE;
}

static void
fill_switch (const SlFtraceLine *line, const SlLinuxStates *states, SlEvent *event)
{
  gboolean is_preempted;
  SlFtraceText state;
  char letter;

  if (sl_ftrace_is_short (&line->rest) || !sl_ftrace_find (&line->rest, "prev_state", &state))
    {
      if (!fill_short_switch (line, states, event))
        event->flags |= SL_EVENT_NO_A | SL_EVENT_NO_B;
      return;
    }

  letter = read_state (&state, states, &is_preempted);
  event->a = (guint64) get_number (line, "next_pid", 0);
  event->b = (guint64) get_number (line, "prev_pid", 0);
  event->detail =
      SL_LINUX_SWITCH (letter, is_preempted, get_number (line, "prev_prio", SL_LINUX_PRIO_UNKNOWN),
                       get_number (line, "next_prio", SL_LINUX_PRIO_UNKNOWN));
}

/* A wake-up: the task, its priority, and a processor, NO_CPU where that is not said. */
static void
read_wake (const SlFtraceLine *line, gint64 *pid, gint64 *prio, gint64 *cpu)
{
  SlFtraceText rest = line->rest, comm;
  SlFtraceNumbered numbered;

  if (sl_ftrace_read_numbered (&rest, &numbered))
    {
      *pid = numbered.next;
      *prio = numbered.next_prio;
      *cpu = numbered.cpu;
      return;
    }

  *cpu = get_number (line, "target_cpu", NO_CPU);
  if (!sl_ftrace_is_short (&rest) && sl_ftrace_find_number (&line->rest, "pid", pid))
    {
      *prio = get_number (line, "prio", SL_LINUX_PRIO_UNKNOWN);
      return;
    }

  *prio = SL_LINUX_PRIO_UNKNOWN;
  *pid = 0;
  if (sl_ftrace_read_task (&rest, FALSE, &comm, pid, prio))
    *cpu = get_number (line, "CPU", NO_CPU);
}

static void
fill_wake (const SlFtraceLine *line, SlEvent *event)
{
  gint64 pid, prio, cpu;

  read_wake (line, &pid, &prio, &cpu);
  event->a = (guint64) pid;
  if (get_number (line, "success", 1) == 0)
    event->flags |= SL_LINUX_FLAGS (0, SL_LINUX_ROLE_NO_WAKEUP);
  if (event->kind == SL_KIND_LINUX_SCHED_WAKING)
    {
      event->b = line->pid;
      event->detail = SL_LINUX_WAKING (MAX (cpu, 0), prio);
    }
  else
    {
      event->b = (guint64) MAX (cpu, 0);
      if (cpu == NO_CPU)
        event->flags |= SL_EVENT_NO_B;
      event->detail = SL_LINUX_DETAIL (line->pid, SL_LINUX_PRIO_PACK (prio));
    }
}

static void
fill_timer (const SlFtraceLine *line, SlEvent *event)
{
  SlLinuxTimer timer = SL_LINUX_TIMER_OTHER;
  SlFtraceText function, mode;
  gboolean has_mode = sl_ftrace_find (&line->rest, "mode", &mode);
  gint64 number;
  gboolean is_absolute =
      has_mode && (sl_ftrace_starts_with (&mode, "ABS") ||
                   (sl_ftrace_read_number (&mode, &number) && (number & 1) == 0));
  SlFtraceText address;

  if (sl_ftrace_find (&line->rest, "hrtimer", &address))
    event->a = sl_ftrace_read_hex (&address);
  if (sl_ftrace_find (&line->rest, "function", &function))
    {
      g_autofree char *name = g_strndup (function.begin, MIN (function.length, 64));

      timer = sl_linux_find_timer (name);
    }
  event->b =
      (guint64) get_number (line, event->kind == SL_KIND_LINUX_HRTIMER_START ? "expires" : "now",
                            0);
  event->detail = SL_LINUX_DETAIL (line->pid, SL_LINUX_TIMER (timer, has_mode, is_absolute));
}

/* "(which_clock: 1, …", or "__syscall_nr=230 which_clock=0x1 …"; nothing where there is none */
static SlFtraceText
find_first_argument (const SlFtraceLine *line)
{
  const char *begin = line->rest.begin, *end = begin + line->rest.length;
  const char *sign = memchr (begin, ':', line->rest.length);
  const char *equals = memchr (begin, '=', line->rest.length);

  if (sign != NULL && (equals == NULL || sign < equals))
    begin = MIN (sign + 2, end);
  else
    {
      equals = equals != NULL ? memchr (equals + 1, '=', (gsize) (end - equals - 1)) : NULL;
      begin = equals != NULL ? equals + 1 : end;
    }
  return (SlFtraceText) { begin, (gsize) (end - begin) };
}

/* A number, or names since Linux 6.18. */
static guint
read_futex_op (const SlFtraceLine *line)
{
  SlFtraceText value;
  gint64 number;

  if (!sl_ftrace_find (&line->rest, "op", &value))
    return SL_LINUX_FUTEX_OP;

  return sl_ftrace_read_number (&value, &number)
             ? (guint) number
             : sl_linux_read_futex_op (value.begin, value.length);
}

static void
fill_syscall (const SlFtraceLine *line, const SlFtraceKind *kind, SlEvent *event)
{
  SlFtraceText first = { line->rest.begin, line->rest.length };
  gint64 value = 0, number;
  guint extra = kind->syscall;

  number = get_number (line, "__syscall_nr", get_number (line, "nr", -1));
  event->a = (guint64) MAX (number, 0);
  if (number < 0)
    event->flags |= SL_EVENT_NO_A;
  if (kind->kind == SL_KIND_LINUX_SYS_ENTER_FUTEX)
    {
      extra = sl_linux_pack_futex (read_futex_op (line), (guint64) get_number (line, "val", 0),
                                   (guint64) get_number (line, "utime", 0));
      value = get_number (line, "uaddr", 0);
    }
  else if (kind->role == SL_LINUX_ROLE_SYSCALL_ENTER)
    {
      first = find_first_argument (line);
      sl_ftrace_read_number (&first, &value);
    }
  else if (!sl_ftrace_find_number (&line->rest, "ret", &value))
    {
      sl_ftrace_read_number (&first, &value);
    }
  event->b = (guint64) value;
  event->detail = SL_LINUX_DETAIL (line->pid, extra);
  event->flags |= SL_LINUX_FLAGS (0, kind->role);
}

static void
fill_contention (const SlFtraceLine *line, SlEvent *event)
{
  SlFtraceText value = line->rest;

  event->a = sl_ftrace_read_hex (&value);
  if (sl_ftrace_find (&line->rest, "lock_addr", &value))
    {
      gint64 address = 0;

      sl_ftrace_read_number (&value, &address);
      event->a = (guint64) address;
    }
  event->b =
      (guint64) get_number (line, event->kind == SL_KIND_LINUX_CONTENTION_BEGIN ? "flags" : "ret",
                            0);
}

/* Tracepoints whose a and b are two numbers. */
static gboolean
fill_numbers (const SlFtraceLine *line, SlEvent *event)
{
  static const struct
  {
    guint16 kind;
    const char *a;
    const char *b;
  } fields[] = {
    { SL_KIND_LINUX_SCHED_PROCESS_FORK, "child_pid", "pid" },
    { SL_KIND_LINUX_SCHED_PROCESS_EXEC, "pid", "old_pid" },
    { SL_KIND_LINUX_SCHED_PROCESS_EXIT, "pid", "prio" },
    { SL_KIND_LINUX_SCHED_PROCESS_FREE, "pid", "prio" },
    { SL_KIND_LINUX_SCHED_PROCESS_WAIT, "pid", "prio" },
    { SL_KIND_LINUX_SCHED_PI_SETPRIO, "pid", "newprio" },
    { SL_KIND_LINUX_SCHED_BLOCKED_REASON, "pid", NULL },
    { SL_KIND_LINUX_SCHED_STAT_RUNTIME, "pid", "runtime" },
    { SL_KIND_LINUX_IRQ_HANDLER_ENTRY, "irq", NULL },
    { SL_KIND_LINUX_IRQ_HANDLER_EXIT, "irq", NULL },
    { SL_KIND_LINUX_SOFTIRQ_RAISE, "vec", NULL },
    { SL_KIND_LINUX_SOFTIRQ_ENTRY, "vec", NULL },
    { SL_KIND_LINUX_SOFTIRQ_EXIT, "vec", NULL },
    { SL_KIND_LINUX_CPU_IDLE, "state", "cpu_id" },
    { SL_KIND_LINUX_CPU_FREQUENCY, "state", "cpu_id" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].kind == event->kind)
      {
        event->a = (guint64) get_number (line, fields[i].a, 0);
        event->b = fields[i].b != NULL ? (guint64) get_number (line, fields[i].b, 0) : 0;
        return TRUE;
      }

  return FALSE;
}

static void
fill_rest (const SlFtraceLine *line, const SlFtraceKind *kind, SlEvent *event)
{
  SlFtraceText value;
  gboolean is_entry;

  if (kind->role != SL_LINUX_ROLE_NONE)
    fill_syscall (line, kind, event);
  else if (sl_linux_kind_is_vector (event->kind, &is_entry))
    event->a = (guint64) get_number (line, "vector", 0);
  else if (!sl_ftrace_noise_fill (line, event) && !fill_numbers (line, event))
    event->a = line->pid;

  if (event->kind == SL_KIND_LINUX_SCHED_PROCESS_FORK)
    event->b = (guint64) get_number (line, "parent_pid", (gint64) event->b);
  else if (event->kind == SL_KIND_LINUX_SCHED_PI_SETPRIO)
    event->detail =
        SL_LINUX_DETAIL (line->pid,
                         SL_LINUX_PRIO_PACK (get_number (line, "oldprio", SL_LINUX_PRIO_UNKNOWN)));
  else if (event->kind == SL_KIND_LINUX_SCHED_BLOCKED_REASON)
    event->detail = SL_LINUX_DETAIL (line->pid, get_number (line, "iowait", 0) != 0);
  else if (event->kind == SL_KIND_LINUX_IRQ_HANDLER_EXIT)
    event->b = sl_ftrace_find (&line->rest, "ret", &value) &&
               (sl_ftrace_starts_with (&value, "handled") || sl_ftrace_starts_with (&value, "1"));
}

/**
 * sl_ftrace_event_fill:
 * @line: of an event
 * @kind: of its name
 * @states: what a number says as a state
 * @event: (out caller-allocates): all but its time and offset; of a mark also without its name, which
 *   sl_linux_mark_set() sets
 *
 * Safe from any thread.
 */
void
sl_ftrace_event_fill (const SlFtraceLine *line,
                      const SlFtraceKind *kind,
                      const SlLinuxStates *states,
                      SlEvent *event)
{
  *event = (SlEvent) {
    .kind = kind->kind,
    .cpu = (guint16) line->cpu,
    .flags = SL_LINUX_FLAGS (line->flags, SL_LINUX_ROLE_NONE),
    .detail = SL_LINUX_DETAIL (line->pid, 0),
  };

  switch ((int) kind->kind)
    {
    case SL_KIND_LINUX_SCHED_SWITCH:
      fill_switch (line, states, event);
      break;
    case SL_KIND_LINUX_SCHED_WAKING:
    case SL_KIND_LINUX_SCHED_WAKEUP:
    case SL_KIND_LINUX_SCHED_WAKEUP_NEW:
      fill_wake (line, event);
      break;
    case SL_KIND_LINUX_SCHED_MIGRATE_TASK:
      event->a = (guint64) get_number (line, "pid", 0);
      event->b = (guint64) get_number (line, "dest_cpu", 0);
      event->detail = (guint32) get_number (line, "orig_cpu", 0);
      break;
    case SL_KIND_LINUX_HRTIMER_START:
    case SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY:
    case SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT:
    case SL_KIND_LINUX_HRTIMER_CANCEL:
      fill_timer (line, event);
      break;
    case SL_KIND_LINUX_CONTENTION_BEGIN:
    case SL_KIND_LINUX_CONTENTION_END:
      fill_contention (line, event);
      break;
    default:
      fill_rest (line, kind, event);
      break;
    }
}
