/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes a recording of any number of events, of a machine with any number of processors and tasks, as trace-cmd or as perf
 * does. */

#include <string.h>

#include "sl-dat-machine.h"
#include "sl-perf-maker.h"

static char *output;
static gint64 n_events = 100000;
static int n_cpus = 2;
static int n_tasks = 300;
static int n_lives;
static int version = 7;
static int page_size = 4096;
static int long_size = 8;
static char *codec;
static gint64 seed = 1;
static char *form;
static gboolean is_big;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where the trace goes", "FILE" },
  { "events", 0, 0, G_OPTION_ARG_INT64, &n_events, "About so many records", "N" },
  { "cpus", 0, 0, G_OPTION_ARG_INT, &n_cpus, "Processors", "N" },
  { "tasks", 0, 0, G_OPTION_ARG_INT, &n_tasks, "Tasks that live all the time", "N" },
  { "lives", 0, 0, G_OPTION_ARG_INT, &n_lives, "Tasks that are forked and end", "N" },
  { "version", 0, 0, G_OPTION_ARG_INT, &version, "6 or 7", "N" },
  { "page", 0, 0, G_OPTION_ARG_INT, &page_size, "Bytes of a page", "N" },
  { "long", 0, 0, G_OPTION_ARG_INT, &long_size, "Bytes of a long, 4 or 8", "N" },
  { "codec", 0, 0, G_OPTION_ARG_STRING, &codec, "none, zstd or zlib", "NAME" },
  { "perf", 0, 0, G_OPTION_ARG_STRING, &form, "The same as perf.data: file, packed or pipe",
    "FORM" },
  { "big", 0, 0, G_OPTION_ARG_NONE, &is_big, "Of a big-endian machine", NULL },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Other events", "N" },
  G_OPTION_ENTRY_NULL,
};

static GBytes *
generate (void)
{
  SlDatLayout layout = {
    .version = (guint) version,
    .codec = codec != NULL ? codec : "zstd",
    .is_big = is_big,
    .long_size = (guint) long_size,
    .page_size = (guint) page_size,
    .n_cpus = (guint) n_cpus,
    .n_buffers = 1,
    .pages_a_chunk = 10,
    .clock = "mono",
    .seed = (guint32) seed,
    .is_plain = TRUE,
  };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  SlDatMachine machine = {
    .n_cpus = (guint) n_cpus,
    .n_tasks = (guint) n_tasks,
    .n_lives = (guint) n_lives,
    .n_records = (guint64) n_events,
    .seed = (guint32) seed,
  };

  if (form != NULL)
    {
      SlPerfLayout perf = {
        .is_pipe = strcmp (form, "pipe") == 0,
        .is_big = is_big,
        .packing = strcmp (form, "packed") == 0 ? 81 : 0,
        .fields = 1 << 0 | 1 << 8 | 1 << 16, /* IP, PERIOD, IDENTIFIER */
        .has_clock = TRUE,
        .round = 4 << 20,
        .n_cpus = (guint) n_cpus,
        .seed = (guint32) seed,
      };
      g_autoptr (SlPerfMaker) maker = sl_perf_maker_new (&perf);

      sl_perf_maker_listen (maker, writer);
      sl_dat_machine_run (&machine, writer);
      return sl_perf_maker_finish (maker);
    }
  sl_dat_machine_run (&machine, writer);
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
      n_cpus > 256 || n_tasks < 4 * n_cpus || n_tasks > 15000 || n_lives < 0 || n_events < 1 ||
      page_size < 256 || (long_size != 4 && long_size != 8) || (version != 6 && version != 7))
    {
      g_printerr (
          "dat-generate: %s\n",
          error != NULL
              ? error->message
              : "give -o FILE, 1 to 256 CPUs, 4 to 15000 tasks for each, version 6 or 7, longs of 4 or 8 bytes, pages of at "
                "least 256");
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
