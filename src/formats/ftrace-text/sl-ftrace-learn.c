/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ftrace-learn.h"

#include <string.h>

#include "sl-ftrace-describe.h"
#include "sl-ftrace-fields.h"
#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"

/* Of the flags of clone(): the child is a thread of the same process. */
#define CLONE_THREAD 0x00010000

static void
learn_comm (const SlFtraceLine *line, SlLinuxNames *names, guint64 tid, const char *name)
{
  SlFtraceText comm;

  if (tid <= SL_LINUX_PID_MASK && sl_ftrace_find_comm (&line->rest, name, &comm))
    sl_linux_names_add_comm (names, (guint32) tid, line->time, comm.begin, comm.length);
}

/* A task as trace-cmd's plugins print it; @rest is behind it then. */
static gboolean
learn_task (const SlFtraceLine *line, SlLinuxNames *names, gboolean is_prev, SlFtraceText *rest)
{
  SlFtraceText comm;
  gint64 pid, prio;

  if (!sl_ftrace_read_task (rest, is_prev, &comm, &pid, &prio))
    return FALSE;

  if (pid >= 0 && pid <= SL_LINUX_PID_MASK)
    sl_linux_names_add_comm (names, (guint32) pid, line->time, comm.begin, comm.length);
  return TRUE;
}

static void
learn_short (const SlFtraceLine *line, gboolean is_switch, SlLinuxNames *names)
{
  SlFtraceText rest = line->rest;
  SlFtraceNumbered numbered;

  if (sl_ftrace_read_numbered (&rest, &numbered) && numbered.next > 0)
    sl_linux_names_add_comm (names, (guint32) numbered.next, line->time, numbered.comm.begin,
                             numbered.comm.length);
  if (is_switch && learn_task (line, names, TRUE, &rest))
    {
      while (!sl_ftrace_starts_with (&rest, SL_FTRACE_ARROW))
        {
          rest.begin++;
          rest.length--;
        }
      rest.begin += strlen (SL_FTRACE_ARROW);
      rest.length -= strlen (SL_FTRACE_ARROW);
      learn_task (line, names, FALSE, &rest);
    }
  else if (!is_switch)
    learn_task (line, names, FALSE, &rest);
}

static void
learn_fork (const SlFtraceLine *line, const SlEvent *event, SlLinuxNames *names)
{
  SlFtraceText comm;

  if (event->a <= SL_LINUX_PID_MASK && sl_ftrace_find_comm (&line->rest, "child_comm", &comm))
    sl_linux_names_fork (names, (guint32) event->a, line->time, comm.begin, comm.length);
}

/* A new thread is one of the process that made it, or else a process of its own. */
static void
learn_birth (const SlFtraceLine *line, SlLinuxNames *names)
{
  SlFtraceText text;
  gint64 tid;
  gboolean is_thread;

  if (!sl_ftrace_find_number (&line->rest, "pid", &tid) || tid <= 0 || tid > SL_LINUX_PID_MASK ||
      !sl_ftrace_find (&line->rest, "clone_flags", &text))
    return;

  is_thread = (sl_ftrace_read_hex (&text) & CLONE_THREAD) != 0;
  sl_linux_names_bear (names, (guint32) tid, line->time, is_thread ? line->pid : 0);
}

static void
learn_mark (const SlFtraceLine *line, SlLinuxNames *names)
{
  SlFtraceText text = sl_ftrace_get_mark (line);

  sl_linux_mark_learn (names, text.begin, text.length);
}

/**
 * sl_ftrace_learn:
 * @event: as sl_ftrace_event_fill() filled it
 *
 * Takes the names that the event says.
 */
void
sl_ftrace_learn (const SlFtraceLine *line, const SlEvent *event, SlLinuxNames *names)
{
  SlFtraceText value;

  switch ((int) event->kind)
    {
    case SL_KIND_LINUX_SCHED_SWITCH:
      learn_comm (line, names, event->b, "prev_comm");
      learn_comm (line, names, event->a, "next_comm");
      if (sl_ftrace_is_short (&line->rest))
        learn_short (line, TRUE, names);
      break;
    case SL_KIND_LINUX_SCHED_WAKING:
    case SL_KIND_LINUX_SCHED_WAKEUP:
      learn_comm (line, names, event->a, "comm");
      if (sl_ftrace_is_short (&line->rest))
        learn_short (line, FALSE, names);
      break;
    case SL_KIND_LINUX_SCHED_PROCESS_FORK:
      learn_fork (line, event, names);
      break;
    case SL_KIND_LINUX_IRQ_HANDLER_ENTRY:
      if (sl_ftrace_find (&line->rest, "name", &value))
        sl_linux_names_add_object (names, SL_OBJECT_IRQ, event->a, value.begin, value.length);
      break;
    case SL_KIND_LINUX_PRINT:
      learn_mark (line, names);
      break;
    case SL_KIND_LINUX_SCHED_PROCESS_EXEC:
      if (event->a > 0 && event->a <= SL_LINUX_PID_MASK)
        sl_linux_names_exec (names, (guint32) event->a, line->time);
      break;
    default:
      if (strcmp (line->name, "task_newtask") == 0)
        learn_birth (line, names);
      break;
    }
}
