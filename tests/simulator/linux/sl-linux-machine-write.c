/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A machine's recording as trace.dat and as ftrace's text. */
#include <string.h>

#include "sl-linux-machine.h"

#define N_LOSSES 6

static const SlMachineLoss *
find_loss (const SlLinuxMachine *self, const SlMachineEvent *event)
{
  for (guint i = 0; i < self->losses->len; i++)
    {
      const SlMachineLoss *loss = &g_array_index (self->losses, SlMachineLoss, i);

      if (loss->cpu == event->cpu && loss->after == event->event.time)
        return loss;
    }

  return NULL;
}

/* Loses the records of a processor between two times, @begin being 0 for the begin of the recording. */
static gboolean
take_away (SlLinuxMachine *self, guint cpu, guint64 begin, guint64 end)
{
  SlMachineLoss loss = { .cpu = cpu };
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (SlMachineEvent));

  for (guint i = 0; i < self->events->len; i++)
    {
      const SlMachineEvent *event = &g_array_index (self->events, SlMachineEvent, i);

      if (event->cpu == cpu && event->event.time >= begin && event->event.time < end)
        {
          loss.n_events++;
          continue;
        }
      g_array_append_val (kept, *event);
      if (event->cpu != cpu)
        continue;
      if (event->event.time < begin)
        loss.before = event->event.time;
      else if (loss.after == 0)
        loss.after = event->event.time;
    }
  if (loss.n_events == 0 || (loss.before == 0) != (begin == 0) || loss.after == 0)
    {
      g_array_unref (kept);
      return FALSE;
    }

  g_array_append_val (self->losses, loss);
  g_array_unref (self->events);
  self->events = kept;
  return TRUE;
}

/**
 * sl_linux_machine_lose:
 * @begin: in ns
 * @end: behind it
 *
 * Loses the records of a processor between two times.
 *
 * Returns: whether there were some, and others before and after them
 */
gboolean
sl_linux_machine_lose (SlLinuxMachine *self, guint cpu, guint64 begin, guint64 end)
{
  return take_away (self, cpu, begin, end);
}

/**
 * sl_linux_machine_lose_some:
 * @n_ms: how long it ran
 *
 * Loses records of random processors at random times.
 */
void
sl_linux_machine_lose_some (SlLinuxMachine *self, guint n_ms)
{
  guint64 start = g_array_index (self->events, SlMachineEvent, 0).event.time;

  for (guint i = 0; i < N_LOSSES; i++)
    {
      guint64 begin = start + (guint64) g_test_rand_int_range (1000, (gint32) n_ms * 900) * 1000;

      sl_linux_machine_lose (self, (guint) g_test_rand_int_range (0, (gint32) self->n_cpus), begin,
                             begin + (guint64) g_test_rand_int_range (10, 6000) * 1000);
    }
}

/**
 * sl_linux_machine_overwrite:
 * @end: in ns
 *
 * Loses the records of a processor before a time, as where its buffer was full. Call it before anything else is lost.
 *
 * Returns: whether there were some, and others behind them
 */
gboolean
sl_linux_machine_overwrite (SlLinuxMachine *self, guint cpu, guint64 end)
{
  return take_away (self, cpu, 0, end);
}

/* @is_overwritten: the file says that, and not how much of which processor */
static void
write_events (const SlLinuxMachine *self, SlDatWriter *writer, gboolean is_overwritten)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const SlMachineEvent *event = &g_array_index (self->events, SlMachineEvent, i);
      const SlMachineLoss *loss = find_loss (self, event);

      if (loss != NULL && !(loss->before == 0 && is_overwritten))
        sl_dat_writer_lose (writer, 0, event->cpu, loss->n_events);
      sl_dat_writer_add (writer, 0, event->cpu, &event->event);
    }
}

/**
 * sl_linux_machine_write_dat:
 * @layout: its processors are those of the machine, or more
 *
 * Returns: (transfer full): a file
 */
GBytes *
sl_linux_machine_write_dat (const SlLinuxMachine *self, const SlDatLayout *layout)
{
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (layout);

  write_events (self, writer, FALSE);
  return sl_dat_writer_finish (writer);
}

/**
 * sl_linux_machine_write_perf:
 * @layout: its processors are those of the machine, or more
 *
 * Returns: (transfer full): a perf.data
 */
GBytes *
sl_linux_machine_write_perf (const SlLinuxMachine *self, const SlPerfLayout *layout)
{
  const SlDatLayout heard = {
    .version = 7,
    .codec = "none",
    .long_size = 8,
    .page_size = 4096,
    .n_cpus = layout->n_cpus,
    .n_buffers = 1,
    .pages_a_chunk = 1,
    .clock = "mono",
    .seed = 1,
  };
  g_autoptr (SlPerfMaker) maker = sl_perf_maker_new (layout);
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&heard);

  sl_perf_maker_listen (maker, writer);
  write_events (self, writer, layout->is_overwritten);
  return sl_perf_maker_finish (maker);
}

static const char *
get_function (gint64 address)
{
  return address == (gint64) SL_DAT_DL_TASK_TIMER ? "dl_task_timer" : "hrtimer_wakeup";
}

/* "task-101 prev_pid=101", of a field's prefix. */
static void
print_task (GString *text, const char *prefix, gint64 tid)
{
  g_string_append_printf (text, "%scomm=%s%" G_GINT64_FORMAT " %spid=%" G_GINT64_FORMAT, prefix,
                          tid == 0 ? "swapper/" : "task-", tid, prefix, tid);
}

static void
print_sched (GString *text, const SlDatEvent *event)
{
  const gint64 *v = event->values;

  switch ((int) event->tracepoint)
    {
    case SL_DAT_SWITCH:
      g_string_append (text, "sched_switch: ");
      print_task (text, "prev_", v[0]);
      g_string_append_printf (text, " prev_prio=%d prev_state=%s ==> ", (int) v[1],
                              v[2] == 0       ? "R"
                              : v[2] == 0x100 ? "R+"
                                              : "S");
      print_task (text, "next_", v[3]);
      g_string_append_printf (text, " next_prio=%d", (int) v[4]);
      break;
    case SL_DAT_WAKING:
    case SL_DAT_WAKEUP:
      g_string_append (text,
                       event->tracepoint == SL_DAT_WAKING ? "sched_waking: " : "sched_wakeup: ");
      print_task (text, "", v[0]);
      g_string_append_printf (text, " prio=%d target_cpu=%03d", (int) v[1], (int) v[2]);
      break;
    case SL_DAT_MIGRATE:
      g_string_append (text, "sched_migrate_task: ");
      print_task (text, "", v[0]);
      g_string_append_printf (text, " prio=%d orig_cpu=%d dest_cpu=%d", (int) v[1], (int) v[2],
                              (int) v[3]);
      break;
    case SL_DAT_PI_SETPRIO:
    default:
      g_string_append (text, "sched_pi_setprio: ");
      print_task (text, "", v[0]);
      g_string_append_printf (text, " oldprio=%d newprio=%d", (int) v[1], (int) v[2]);
      break;
    }
}

static void
print_interrupt (GString *text, const SlDatEvent *event)
{
  const gint64 *v = event->values;
  guint64 address = (guint64) v[0];

  switch ((int) event->tracepoint)
    {
    case SL_DAT_IRQ_ENTRY:
      g_string_append_printf (text, "irq_handler_entry: irq=%d name=%s", (int) v[0], event->text);
      break;
    case SL_DAT_IRQ_EXIT:
      g_string_append_printf (text, "irq_handler_exit: irq=%d ret=handled", (int) v[0]);
      break;
    case SL_DAT_SOFTIRQ:
      g_string_append_printf (text, "softirq_entry: vec=%d [action=NET_RX]", (int) v[0]);
      break;
    case SL_DAT_SOFTIRQ_EXIT:
      g_string_append_printf (text, "softirq_exit: vec=%d [action=NET_RX]", (int) v[0]);
      break;
    case SL_DAT_TIMER:
      g_string_append_printf (text,
                              "hrtimer_start: hrtimer=%016" G_GINT64_MODIFIER
                              "x function=%s expires=%" G_GINT64_FORMAT
                              " softexpires=%" G_GINT64_FORMAT " mode=ABS",
                              address, get_function (v[1]), v[2], v[3]);
      break;
    case SL_DAT_EXPIRE_ENTRY:
      g_string_append_printf (text,
                              "hrtimer_expire_entry: hrtimer=%016" G_GINT64_MODIFIER
                              "x function=%s now=%" G_GINT64_FORMAT,
                              address, get_function (v[2]), v[1]);
      break;
    case SL_DAT_EXPIRE_EXIT:
    default:
      g_string_append_printf (text, "hrtimer_expire_exit: hrtimer=%016" G_GINT64_MODIFIER "x",
                              address);
      break;
    }
}

static void
print_call (GString *text, const SlDatEvent *event)
{
  static const struct
  {
    SlDatTracepoint tracepoint;
    const char *name;
  } names[] = {
    { SL_DAT_ENTER_FUTEX, "sys_enter_futex" },
    { SL_DAT_EXIT_FUTEX, "sys_exit_futex" },
    { SL_DAT_ENTER_SLEEP, "sys_enter_clock_nanosleep" },
    { SL_DAT_EXIT_SLEEP, "sys_exit_clock_nanosleep" },
    { SL_DAT_ENTER_YIELD, "sys_enter_sched_yield" },
    { SL_DAT_EXIT_YIELD, "sys_exit_sched_yield" },
  };
  const gint64 *v = event->values;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].tracepoint == event->tracepoint)
      g_string_append_printf (text, "%s: __syscall_nr=%d", names[i].name, (int) v[0]);
  if (event->tracepoint == SL_DAT_ENTER_FUTEX)
    g_string_append_printf (text, " uaddr=0x%" G_GINT64_MODIFIER "x op=0x%x", v[1], (guint) v[2]);
  else if (event->tracepoint == SL_DAT_ENTER_SLEEP)
    g_string_append_printf (text, " which_clock=0x%x flags=0x%x", (guint) v[1], (guint) v[2]);
  else if (event->tracepoint != SL_DAT_ENTER_YIELD)
    g_string_append_printf (text, " ret=%d", (int) v[1]);
}

static void
print_event (GString *text, const SlDatEvent *event)
{
  switch ((int) event->tracepoint)
    {
    case SL_DAT_SWITCH:
    case SL_DAT_WAKING:
    case SL_DAT_WAKEUP:
    case SL_DAT_MIGRATE:
    case SL_DAT_PI_SETPRIO:
      print_sched (text, event);
      break;
    case SL_DAT_IRQ_ENTRY:
    case SL_DAT_IRQ_EXIT:
    case SL_DAT_SOFTIRQ:
    case SL_DAT_SOFTIRQ_EXIT:
    case SL_DAT_TIMER:
    case SL_DAT_EXPIRE_ENTRY:
    case SL_DAT_EXPIRE_EXIT:
      print_interrupt (text, event);
      break;
    case SL_DAT_PRINT:
      g_string_append_printf (text, "tracing_mark_write: %.*s", (int) strcspn (event->text, "\n"),
                              event->text);
      break;
    default:
      print_call (text, event);
      break;
    }
}

/* How many records are missing at the begin. */
static guint
count_overwritten (const SlLinuxMachine *self)
{
  guint n_events = 0;

  for (guint i = 0; i < self->losses->len; i++)
    if (g_array_index (self->losses, SlMachineLoss, i).before == 0)
      n_events += g_array_index (self->losses, SlMachineLoss, i).n_events;

  return n_events;
}

/**
 * sl_linux_machine_print:
 *
 * Returns: (transfer full): the recording as text, with nanoseconds
 */
char *
sl_linux_machine_print (const SlLinuxMachine *self)
{
  GString *text = g_string_new ("# tracer: nop\n#\n");

  g_string_append_printf (text, "# entries-in-buffer/entries-written: %u/%u   #P:%u\n#\n",
                          self->events->len, self->events->len + count_overwritten (self),
                          self->n_cpus);
  for (guint i = 0; i < self->events->len; i++)
    {
      const SlMachineEvent *event = &g_array_index (self->events, SlMachineEvent, i);
      const SlMachineLoss *loss = find_loss (self, event);
      guint flags = event->event.flags;
      guint32 pid = event->event.common_pid;

      if (loss != NULL && loss->before != 0)
        g_string_append_printf (text, "CPU:%u [LOST %u EVENTS]\n", loss->cpu, loss->n_events);
      g_string_append_printf (text,
                              "%12s-%u [%03u] %c.%c%c. %5u.%09u: ", pid == 0 ? "<idle>" : "task",
                              pid, event->cpu, (flags & 1) != 0 ? 'd' : '.',
                              (flags & 8) != 0    ? 'h'
                              : (flags & 16) != 0 ? 's'
                                                  : '.',
                              '1', (guint) (event->event.time / 1000000000),
                              (guint) (event->event.time % 1000000000));
      print_event (text, &event->event);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
