/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-random.h"

#include <string.h>

#include "sl-format-registry.h"
#include "sl-linux-kinds.h"

/* What each CPU is at. */
typedef struct
{
  guint64 time;
  guint order;
} Row;

typedef struct
{
  const SlDatLayout *layout;
  SlDatWriter *writer;
  GRand *random;
  GArray *expected;
  Row *rows;
  guint64 n_quiet;
} Run;

static void
expected_clear (gpointer data)
{
  g_free (((SlDatExpected *) data)->text);
}

static gint64
draw (Run *run, gint32 begin, gint32 end)
{
  return g_rand_int_range (run->random, begin, end);
}

static guint64
draw_long (Run *run)
{
  guint64 value = (guint64) g_rand_int (run->random) << 32 | g_rand_int (run->random);

  return run->layout->long_size == 4 ? value & G_MAXUINT32 : value;
}

static guint64
draw_step (Run *run)
{
  switch (draw (run, 0, 20))
    {
    case 0:
      return 0;
    case 1:
      return (guint64) draw (run, 0, G_MAXINT32) * 16;
    default:
      return (guint64) draw (run, 0, 5000);
    }
}

static void
draw_switch (Run *run, SlDatEvent *event, SlEvent *expected)
{
  static const struct
  {
    guint value;
    char letter;
    gboolean is_preempted;
  } states[] = { { 0, 'R', FALSE }, { 0x100, 'R', TRUE }, { 1, 'S', FALSE },
                 { 2, 'D', FALSE }, { 0x80, 'I', FALSE }, { 0x10, 'X', FALSE } };
  guint state = (guint) draw (run, 0, G_N_ELEMENTS (states));

  event->values[0] = draw (run, 0, 1 << 22);
  event->values[1] = draw (run, -1, 140);
  event->values[2] = states[state].value;
  event->values[3] = draw (run, 0, 1 << 22);
  event->values[4] = draw (run, -1, 140);
  expected->kind = SL_KIND_LINUX_SCHED_SWITCH;
  expected->a = (guint64) event->values[3];
  expected->b = (guint64) event->values[0];
  expected->detail = SL_LINUX_SWITCH (states[state].letter, states[state].is_preempted,
                                      event->values[1], event->values[4]);
}

static void
draw_wake (Run *run, SlDatEvent *event, SlEvent *expected)
{
  gboolean is_waking = event->tracepoint == SL_DAT_WAKING;

  event->values[0] = draw (run, 1, 1 << 22);
  event->values[1] = draw (run, -1, 140);
  event->values[2] = draw (run, 0, 300);
  expected->kind = is_waking ? SL_KIND_LINUX_SCHED_WAKING : SL_KIND_LINUX_SCHED_WAKEUP;
  expected->a = (guint64) event->values[0];
  expected->b = is_waking ? event->common_pid : (guint64) event->values[2];
  expected->detail = is_waking ? SL_LINUX_WAKING (event->values[2], event->values[1])
                               : SL_LINUX_DETAIL (event->common_pid, event->values[1] + 1);
}

static void
draw_timer (Run *run, SlDatEvent *event, SlEvent *expected)
{
  gboolean wakes = draw (run, 0, 2) == 0;

  event->values[0] = (gint64) draw_long (run);
  event->values[1] = wakes ? (gint64) SL_DAT_HRTIMER_WAKEUP : 16;
  event->values[2] = draw (run, 0, G_MAXINT32);
  event->values[3] = event->values[2];
  event->values[4] = draw (run, 0, 4);
  expected->kind = SL_KIND_LINUX_HRTIMER_START;
  expected->a = (guint64) event->values[0];
  expected->b = (guint64) event->values[2];
  expected->detail =
      SL_LINUX_DETAIL (event->common_pid,
                       SL_LINUX_TIMER (wakes ? SL_LINUX_TIMER_WAKEUP : SL_LINUX_TIMER_OTHER, TRUE,
                                       event->values[4] % 2 == 0));
}

/* One event, and what becomes of it; nothing for those that are only counted. */
static gboolean
draw_event (Run *run, SlDatEvent *event, SlDatExpected *expected)
{
  SlEvent *read = &expected->event;

  read->detail = SL_LINUX_DETAIL (event->common_pid, 0);
  switch ((guint) event->tracepoint)
    {
    case SL_DAT_SWITCH:
      draw_switch (run, event, read);
      return TRUE;
    case SL_DAT_WAKING:
    case SL_DAT_WAKEUP:
      draw_wake (run, event, read);
      return TRUE;
    case SL_DAT_RUNTIME:
      event->values[0] = draw (run, 1, 1000);
      event->values[1] = draw (run, 0, 1000000);
      return FALSE;
    case SL_DAT_IRQ_ENTRY:
    case SL_DAT_IRQ_EXIT:
      event->values[0] = draw (run, 0, 300);
      event->values[1] = draw (run, 0, 2);
      event->text = "an interrupt";
      read->a = (guint64) event->values[0];
      read->b = event->tracepoint == SL_DAT_IRQ_EXIT ? (guint64) event->values[1] : 0;
      read->kind = event->tracepoint == SL_DAT_IRQ_EXIT ? SL_KIND_LINUX_IRQ_HANDLER_EXIT
                                                        : SL_KIND_LINUX_IRQ_HANDLER_ENTRY;
      return TRUE;
    case SL_DAT_SOFTIRQ:
      event->values[0] = draw (run, 0, 10);
      read->a = (guint64) event->values[0];
      read->kind = SL_KIND_LINUX_SOFTIRQ_ENTRY;
      return TRUE;
    case SL_DAT_TIMER:
      draw_timer (run, event, read);
      return TRUE;
    case SL_DAT_PRINT:
      event->text = draw (run, 0, 2) == 0 ? "begin job control 7\n" : "a note without any meaning";
      read->kind = SL_KIND_LINUX_PRINT;
      return TRUE;
    case SL_DAT_CUSTOM:
    default:
      event->values[0] = draw (run, -1000, 1000);
      event->values[1] = draw (run, 0, 256);
      event->values[2] = (gint64) draw_long (run);
      expected->text = g_strnfill ((gsize) draw (run, 0, 200), 'x');
      expected->number = event->values[0];
      event->text = expected->text;
      read->kind = sl_linux_find_kind ("demo", "custom_event");
      read->a = event->common_pid;
      return TRUE;
    }
}

/* The row goes on when another one has its last event, where that is later: equal times are in the order of the rows. */
static void
meet (Run *run, Row *row)
{
  guint n_rows = run->layout->n_buffers * run->layout->n_cpus;
  const Row *other = &run->rows[draw (run, 0, (gint32) n_rows)];

  row->time = MAX (row->time, other->time);
}

static void
add_event (Run *run)
{
  guint buffer = (guint) draw (run, 0, (gint32) run->layout->n_buffers);
  guint cpu = (guint) draw (run, 0, (gint32) run->layout->n_cpus);
  Row *row = &run->rows[buffer * run->layout->n_cpus + cpu];
  SlDatEvent event = { .tracepoint = (SlDatTracepoint) draw (run, 0, SL_DAT_N_RANDOM) };
  SlDatExpected expected = { .buffer = buffer };

  row->time += draw_step (run);
  if (draw (run, 0, 4) == 0)
    meet (run, row);
  event.time = row->time;
  event.flags = (guint8) draw (run, 0, 256);
  event.common_pid = (guint32) draw (run, 0, 1 << 22);
  if (draw_event (run, &event, &expected))
    {
      SlLinuxSyscall syscall;

      expected.event.time = (SlTime) event.time;
      expected.event.cpu = (guint16) cpu;
      expected.event.flags =
          SL_LINUX_FLAGS (event.flags, sl_linux_find_role ("custom_event", &syscall));
      expected.order = row->order++;
      g_array_append_val (run->expected, expected);
    }
  else
    run->n_quiet++;
  sl_dat_writer_add (run->writer, buffer, cpu, &event);
}

/* Losses are at the next record of their CPU. */
static void
add_loss (Run *run)
{
  guint buffer = (guint) draw (run, 0, (gint32) run->layout->n_buffers);
  guint cpu = (guint) draw (run, 0, (gint32) run->layout->n_cpus);
  Row *row = &run->rows[buffer * run->layout->n_cpus + cpu];
  gint64 count = draw (run, 0, 2) == 0 ? -1 : draw (run, 1, 100000);
  SlDatExpected expected = { .buffer = buffer, .order = row->order++ };
  SlDatEvent after = { SL_DAT_SOFTIRQ, .time = ++row->time };
  SlDatExpected next = expected;

  expected.event = (SlEvent) {
    .time = (SlTime) row->time,
    .a = (guint64) MAX (count, 0),
    .flags = SL_EVENT_LOST | (count < 0 ? SL_EVENT_NO_A : 0),
    .kind = SL_KIND_LINUX_LOST,
    .cpu = (guint16) cpu,
  };
  next.event = (SlEvent) { .time = (SlTime) row->time,
                           .kind = SL_KIND_LINUX_SOFTIRQ_ENTRY,
                           .cpu = (guint16) cpu };
  next.order = row->order++;
  g_array_append_val (run->expected, expected);
  g_array_append_val (run->expected, next);
  sl_dat_writer_lose (run->writer, buffer, cpu, count);
  sl_dat_writer_add (run->writer, buffer, cpu, &after);
}

static int
compare_expected (gconstpointer one, gconstpointer other)
{
  const SlDatExpected *a = one;
  const SlDatExpected *b = other;

  if (a->event.time != b->event.time)
    return a->event.time < b->event.time ? -1 : 1;
  if (a->buffer != b->buffer)
    return a->buffer < b->buffer ? -1 : 1;
  if (a->event.cpu != b->event.cpu)
    return a->event.cpu < b->event.cpu ? -1 : 1;
  return a->order < b->order ? -1 : 1;
}

/**
 * sl_dat_random_write:
 * @expected: (out) (transfer full) (element-type SlDatExpected): in the order of reading
 * @n_quiet: (out): records that are counted only
 *
 * Returns: (transfer full): a file
 */
GBytes *
sl_dat_random_write (const SlDatLayout *layout, guint n_events, GArray **expected, guint64 *n_quiet)
{
  return sl_dat_random_write_also (layout, n_events, NULL, expected, n_quiet);
}

/**
 * sl_dat_random_write_also:
 * @maker: (nullable): gets the same
 *
 * As sl_dat_random_write().
 */
GBytes *
sl_dat_random_write_also (const SlDatLayout *layout,
                          guint n_events,
                          SlPerfMaker *maker,
                          GArray **expected,
                          guint64 *n_quiet)
{
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (layout);
  g_autofree Row *rows = g_new0 (Row, layout->n_buffers * layout->n_cpus);
  Run run = {
    .layout = layout,
    .writer = writer,
    .random = g_rand_new_with_seed (layout->seed),
    .expected = g_array_new (FALSE, FALSE, sizeof (SlDatExpected)),
    .rows = rows,
  };

  if (maker != NULL)
    sl_perf_maker_listen (maker, writer);
  g_array_set_clear_func (run.expected, expected_clear);
  for (guint i = 0; i < layout->n_buffers * layout->n_cpus; i++)
    rows[i].time = G_GUINT64_CONSTANT (5000000000) + (guint64) draw (&run, 0, 1000);
  for (guint i = 0; i < n_events; i++)
    {
      if (draw (&run, 0, 200) == 0)
        add_loss (&run);
      else
        add_event (&run);
    }
  g_rand_free (run.random);
  g_array_sort (run.expected, compare_expected);
  *expected = run.expected;
  *n_quiet = run.n_quiet;
  return sl_dat_writer_finish (writer);
}

/**
 * sl_dat_test_open:
 *
 * Returns: (transfer full) (nullable): the events of a file
 */
SlSource *
sl_dat_test_open (GBytes *bytes, GError **error)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test.dat");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);

  return sl_formats_find ("trace-dat")->open (input, NULL, NULL, error);
}
