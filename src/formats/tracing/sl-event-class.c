/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-class.h"

/* Names of fields for a, b and what else there is. */
typedef struct
{
  guint16 kind;
  SlEventIs is;
  guint16 extra_mask;
  guint16 extra_add;
  const char *names[5];
} Row;

static const Row rows[] = {
  { SL_KIND_LINUX_SCHED_SWITCH,
    SL_EVENT_IS_SWITCH,
    0,
    0,
    { "next_pid", "prev_pid", "prev_state", "prev_prio", "next_prio" } },
  { SL_KIND_LINUX_SCHED_WAKING,
    SL_EVENT_IS_WAKING,
    0,
    0,
    { "pid", "common_pid", "target_cpu", "prio", "success" } },
  { SL_KIND_LINUX_SCHED_WAKEUP,
    SL_EVENT_IS_WAKEUP,
    0xff,
    1,
    { "pid", "target_cpu", "prio", "success" } },
  { SL_KIND_LINUX_SCHED_WAKEUP_NEW,
    SL_EVENT_IS_WAKEUP,
    0xff,
    1,
    { "pid", "target_cpu", "prio", "success" } },
  { SL_KIND_LINUX_SCHED_MIGRATE_TASK, SL_EVENT_IS_MOVE, 0, 0, { "pid", "dest_cpu", "orig_cpu" } },
  { SL_KIND_LINUX_SCHED_PROCESS_FORK, SL_EVENT_IS_PLAIN, 0, 0, { "child_pid", "parent_pid" } },
  { SL_KIND_LINUX_SCHED_PROCESS_EXEC, SL_EVENT_IS_PLAIN, 0, 0, { "pid", "old_pid" } },
  { SL_KIND_LINUX_SCHED_PROCESS_EXIT, SL_EVENT_IS_PLAIN, 0, 0, { "pid", "prio" } },
  { SL_KIND_LINUX_SCHED_PROCESS_FREE, SL_EVENT_IS_PLAIN, 0, 0, { "pid", "prio" } },
  { SL_KIND_LINUX_SCHED_PROCESS_WAIT, SL_EVENT_IS_PLAIN, 0, 0, { "pid", "prio" } },
  { SL_KIND_LINUX_SCHED_STAT_RUNTIME, SL_EVENT_IS_QUIET, 0, 0, { NULL } },
  { SL_KIND_LINUX_SCHED_BLOCKED_REASON, SL_EVENT_IS_PLAIN, 1, 0, { "pid", "caller", "io_wait" } },
  { SL_KIND_LINUX_SCHED_PI_SETPRIO, SL_EVENT_IS_PLAIN, 0xff, 1, { "pid", "newprio", "oldprio" } },
  { SL_KIND_LINUX_IRQ_HANDLER_ENTRY, SL_EVENT_IS_PLAIN, 0, 0, { "irq" } },
  { SL_KIND_LINUX_IRQ_HANDLER_EXIT, SL_EVENT_IS_PLAIN, 0, 0, { "irq", "ret" } },
  { SL_KIND_LINUX_SOFTIRQ_RAISE, SL_EVENT_IS_PLAIN, 0, 0, { "vec" } },
  { SL_KIND_LINUX_SOFTIRQ_ENTRY, SL_EVENT_IS_PLAIN, 0, 0, { "vec" } },
  { SL_KIND_LINUX_SOFTIRQ_EXIT, SL_EVENT_IS_PLAIN, 0, 0, { "vec" } },
  { SL_KIND_LINUX_HRTIMER_START,
    SL_EVENT_IS_TIMER,
    0,
    0,
    { "hrtimer", "expires", "function", "mode" } },
  { SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, SL_EVENT_IS_TIMER, 0, 0, { "hrtimer", "now", "function" } },
  { SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT, SL_EVENT_IS_PLAIN, 0, 0, { "hrtimer" } },
  { SL_KIND_LINUX_HRTIMER_CANCEL, SL_EVENT_IS_PLAIN, 0, 0, { "hrtimer" } },
  { SL_KIND_LINUX_SYS_ENTER, SL_EVENT_IS_PLAIN, 0, 0, { "id", "args" } },
  { SL_KIND_LINUX_SYS_EXIT, SL_EVENT_IS_PLAIN, 0, 0, { "id", "ret" } },
  { SL_KIND_LINUX_SYS_ENTER_FUTEX,
    SL_EVENT_IS_FUTEX,
    0,
    0,
    { "__syscall_nr", "uaddr", "op", "val", "utime" } },
  { SL_KIND_LINUX_CONTENTION_BEGIN, SL_EVENT_IS_PLAIN, 0, 0, { "lock_addr", "flags" } },
  { SL_KIND_LINUX_CONTENTION_END, SL_EVENT_IS_PLAIN, 0, 0, { "lock_addr", "ret" } },
  { SL_KIND_LINUX_CPU_IDLE, SL_EVENT_IS_PLAIN, 0, 0, { "state", "cpu_id" } },
  { SL_KIND_LINUX_CPU_FREQUENCY, SL_EVENT_IS_PLAIN, 0, 0, { "state", "cpu_id" } },
  { SL_KIND_LINUX_NMI_NOISE, SL_EVENT_IS_PLAIN, 0, 0, { "start", "duration" } },
  { SL_KIND_LINUX_IRQ_NOISE, SL_EVENT_IS_NOISE, 0, 0, { "start", "duration", "vector" } },
  { SL_KIND_LINUX_SOFTIRQ_NOISE, SL_EVENT_IS_PLAIN, 0x1ff, 0, { "start", "duration", "vector" } },
  { SL_KIND_LINUX_THREAD_NOISE, SL_EVENT_IS_PLAIN, 0, 0, { "start", "duration" } },
  { SL_KIND_LINUX_SAMPLE_THRESHOLD, SL_EVENT_IS_PLAIN, 0, 0, { "start", "duration" } },
  { SL_KIND_LINUX_OSNOISE, SL_EVENT_IS_PLAIN, 0, 0, { "runtime", "noise" } },
  { SL_KIND_LINUX_TIMERLAT, SL_EVENT_IS_PLAIN, 3, 0, { "seqnum", "timer_latency", "context" } },
  { SL_KIND_LINUX_PRINT, SL_EVENT_IS_TEXT, 0, 0, { "common_pid", "buf" } },
};

/* The first element of an array; nothing of what is somewhere else or has a size that no number has. */
static SlEventPart
make_part (const SlEventField *field)
{
  SlEventPart part = { 0 };

  if (field == NULL || field->place != SL_EVENT_FIELD_FIXED || field->offset > G_MAXUINT16 ||
      (field->element != 1 && field->element != 2 && field->element != 4 && field->element != 8))
    return part;

  part.offset = (guint16) field->offset;
  part.size = (guint8) field->element;
  part.is_signed = field->is_signed;
  part.has_word = part.offset + part.size >= 8;
  part.shift = (guint8) (64 - 8 * part.size);
  part.word_at = part.has_word ? (guint16) (part.offset + part.size - 8) : 0;
  part.mask = part.is_signed ? G_MAXUINT64 : G_MAXUINT64 >> part.shift;
  return part;
}

static void
set_part (SlEventClass *self, guint number, const SlEventField *field)
{
  self->parts[number] = make_part (field);
  if (self->parts[number].size > 0)
    self->least_size =
        MAX (self->least_size, self->parts[number].offset + (guint32) self->parts[number].size);
}

static void
set_row (SlEventClass *self, const Row *row)
{
  self->is = (guint8) row->is;
  self->extra_mask = row->extra_mask;
  self->extra_add = row->extra_add;
  for (guint i = 0; i < G_N_ELEMENTS (row->names) && row->names[i] != NULL; i++)
    set_part (self, i, sl_event_format_find (self->format, row->names[i]));

  /* A text begins where it begins, however long it is. */
  if (self->is == SL_EVENT_IS_TEXT && self->parts[1].size > 0)
    self->least_size = self->parts[1].offset;
  if (self->parts[0].size == 0)
    self->flags |= row->is != SL_EVENT_IS_QUIET ? SL_EVENT_NO_A : 0;
  if (self->parts[1].size == 0)
    self->flags |= row->names[1] != NULL ? SL_EVENT_NO_B : 0;
}

/* System calls have a tracepoint each: the number first, then what they were given or give back. */
static void
set_syscall (SlEventClass *self, SlLinuxSyscall syscall)
{
  const SlEventFormat *format = self->format;
  guint first = format->n_common;

  self->is = SL_EVENT_IS_PLAIN;
  self->extra = (guint16) syscall;
  set_part (self, 0, first < format->n_fields ? &format->fields[first] : NULL);
  set_part (self, 1, first + 1 < format->n_fields ? &format->fields[first + 1] : NULL);
  if (self->parts[0].size == 0)
    self->flags |= SL_EVENT_NO_A;
  if (self->parts[1].size == 0)
    self->flags |= SL_EVENT_NO_B;
}

/**
 * sl_event_class_init:
 * @format: held as it is; must outlive the class
 *
 * Finds out what becomes of the records of a tracepoint. One thread at a time opens files, so this may add a kind.
 */
void
sl_event_class_init (SlEventClass *self, const SlEventFormat *format)
{
  SlLinuxSyscall syscall;
  gboolean is_entry;

  *self = (SlEventClass) { .format = format };
  self->kind = sl_linux_find_kind (format->system, format->name);
  self->role = (guint8) sl_linux_find_role (format->name, &syscall);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (rows[i].kind == self->kind)
        {
          set_row (self, &rows[i]);
          if (self->kind == SL_KIND_LINUX_SYS_ENTER_FUTEX && self->parts[0].size == 0)
            set_part (self, 0, sl_event_format_find (format, "nr"));
          return;
        }
    }

  if (self->role != SL_LINUX_ROLE_NONE)
    set_syscall (self, syscall);
  else if (sl_linux_kind_is_vector (self->kind, &is_entry))
    {
      self->is = SL_EVENT_IS_PLAIN;
      set_part (self, 0, sl_event_format_find (format, "vector"));
      self->flags |= self->parts[0].size == 0 ? SL_EVENT_NO_A : 0;
    }
}
