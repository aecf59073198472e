/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a recording of any number of events: tasks that switch, wake each other and are interrupted. */

#include "sl-dat-writer.h"

static char *output;
static gint64 n_events = 100000;
static int n_cpus = 2;
static int version = 7;
static int page_size = 4096;
static char *codec;
static gint64 seed = 1;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the trace goes", "FILE" },
  { "events", 0, 0, G_OPTION_ARG_INT64, &n_events, "About so many records", "N" },
  { "cpus", 0, 0, G_OPTION_ARG_INT, &n_cpus, "Processors", "N" },
  { "version", 0, 0, G_OPTION_ARG_INT, &version, "6 or 7", "N" },
  { "page", 0, 0, G_OPTION_ARG_INT, &page_size, "Bytes of a page", "N" },
  { "codec", 0, 0, G_OPTION_ARG_STRING, &codec, "none, zstd or zlib", "NAME" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Other events", "N" },
  G_OPTION_ENTRY_NULL,
};

/* One processor of the machine. */
typedef struct
{
  guint64 time;
  guint32 running;
} Cpu;

static void
add (SlDatWriter *writer, guint cpu, Cpu *state, SlDatEvent *event, GRand *random)
{
  state->time += (guint64) g_rand_int_range (random, 200, 3000);
  event->time = state->time;
  event->common_pid = state->running;
  sl_dat_writer_add (writer, 0, cpu, event);
}

static guint
wake (SlDatWriter *writer, guint cpu, Cpu *state, guint32 pid, GRand *random)
{
  SlDatEvent waking = { SL_DAT_WAKING, .flags = 0x01, .values = { pid, 120, (gint64) cpu },
                        .text = NULL };
  SlDatEvent wakeup = waking;

  wakeup.tracepoint = SL_DAT_WAKEUP;
  add (writer, cpu, state, &waking, random);
  add (writer, cpu, state, &wakeup, random);
  return 2;
}

static guint
switch_to (SlDatWriter *writer, guint cpu, Cpu *state, guint32 pid, GRand *random)
{
  gint64 sleeps = g_rand_int_range (random, 0, 3) > 0;
  SlDatEvent runtime = { SL_DAT_RUNTIME, .values = { state->running, 12345 } };
  SlDatEvent event = { SL_DAT_SWITCH, .values = { state->running, 120, sleeps, pid, 120 } };

  add (writer, cpu, state, &runtime, random);
  add (writer, cpu, state, &event, random);
  state->running = pid;
  return 2;
}

static guint
interrupt (SlDatWriter *writer, guint cpu, Cpu *state, GRand *random)
{
  SlDatEvent entry = { SL_DAT_IRQ_ENTRY, .flags = 0x09, .values = { 24 + cpu }, .text = "nvme0q1" };
  SlDatEvent timer = { SL_DAT_TIMER, .flags = 0x09,
                       .values = { 0x12345678, SL_DAT_HRTIMER_WAKEUP, 1000000, 1000000, 0 } };
  SlDatEvent exit = { SL_DAT_IRQ_EXIT, .flags = 0x09, .values = { 24 + cpu, 1 } };

  add (writer, cpu, state, &entry, random);
  add (writer, cpu, state, &timer, random);
  add (writer, cpu, state, &exit, random);
  return 3;
}

static GBytes *
generate (void)
{
  SlDatLayout layout = {
    .version = (guint) version,
    .codec = codec != NULL ? codec : "zstd",
    .long_size = 8,
    .page_size = (guint) page_size,
    .n_cpus = (guint) n_cpus,
    .n_buffers = 1,
    .pages_a_chunk = 10,
    .clock = "mono",
    .seed = (guint32) seed,
    .is_plain = TRUE,
  };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);
  g_autofree Cpu *cpus = g_new0 (Cpu, (guint) n_cpus);

  for (int i = 0; i < n_cpus; i++)
    cpus[i].time = G_GUINT64_CONSTANT (1000000000);
  for (gint64 i = 0; i < n_events;)
    {
      guint cpu = (guint) g_rand_int_range (random, 0, n_cpus);
      guint32 pid = 1000 + (guint32) g_rand_int_range (random, 0, 200);

      if (g_rand_int_range (random, 0, 8) == 0)
        i += interrupt (writer, cpu, &cpus[cpu], random);
      i += wake (writer, cpu, &cpus[cpu], pid, random);
      i += switch_to (writer, cpu, &cpus[cpu], pid, random);
    }
  return sl_dat_writer_finish (writer);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- write a trace.dat");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize size;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || output == NULL || n_cpus < 1 ||
      n_cpus > 256 || page_size < 256 || (version != 6 && version != 7))
    {
      g_printerr ("dat-generate: %s\n",
                  error != NULL
                      ? error->message
                      : "give -o FILE, 1 to 256 CPUs, version 6 or 7, pages of at least 256 bytes");
      return 2;
    }

  bytes = generate ();
  data = g_bytes_get_data (bytes, &size);
  if (!g_file_set_contents (output, data, (gssize) size, &error))
    {
      g_printerr ("dat-generate: %s\n", error->message);
      return 4;
    }
  return 0;
}
