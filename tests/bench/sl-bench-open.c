/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a trace as the programs do, then draws it again and again, and prints what it took: "key
 * value" lines that bench.py reads. With "bare" after the file the analyses are left out, with
 * "open" nothing follows; with "jobs" its jobs are found, with "stats" its bus cycles are summed up,
 * with "draw" pictures of the shares of the trace that are given are drawn. */
#include <malloc.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-bench-draw.h"
#include "sl-bus-statistics.h"
#include "sl-job-table.h"
#include "sl-load.h"
#include "sl-open.h"

typedef struct
{
  gint64 begin;
  gint64 first_generation;
} Watch;

static double
seconds_since (gint64 begin)
{
  return (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
}

static void
published (SlTrace *trace, SlSpan changed, double fraction, gpointer user_data)
{
  Watch *watch = user_data;

  if (watch->first_generation == 0)
    watch->first_generation = g_get_monotonic_time ();
}

static SlSource *
open_source (const char *path, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, g_file_new_for_commandline_arg (path));
  sources = sl_open (&request, NULL, NULL, NULL, error);

  return sources != NULL ? g_object_ref (g_ptr_array_index (sources, 0)) : NULL;
}

static SlTrace *
open_trace (const char *path, gboolean analyse)
{
  static const SlAnalysis *const none[] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  gsize memory_before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  Watch watch = { .begin = g_get_monotonic_time () };
  double scanned, opened;

  source = open_source (path, &error);
  scanned = seconds_since (watch.begin);
  if (source != NULL)
    trace = sl_load_run (source, analyse ? sl_analyses_get_all () : none, published, &watch, NULL,
                         &error);
  if (trace == NULL)
    g_error ("%s", error->message);

  opened = seconds_since (watch.begin);
  g_print ("seconds %.6f\nscan %.6f\nfirst %.6f\nevents %" G_GUINT64_FORMAT "\n", opened, scanned,
           (double) (watch.first_generation - watch.begin) / G_USEC_PER_SEC,
           sl_trace_get_n_events (trace));
  g_print ("trace-memory %" G_GSIZE_FORMAT "\n", sl_trace_get_memory (trace));
  g_print ("heap %" G_GSIZE_FORMAT "\n",
           mallinfo2 ().uordblks + mallinfo2 ().hblkhd - memory_before);

  return g_steal_pointer (&trace);
}

static void
find_jobs (SlTrace *trace)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);

  g_print ("jobs-seconds %.6f\njobs %u\n", seconds_since (begin), sl_job_table_get_n_jobs (jobs));
}

static void
sum_up (SlTrace *trace)
{
  g_autoptr (SlBusStatistics) statistics = NULL;
  gint64 begin = g_get_monotonic_time ();

  statistics = sl_bus_statistics_new (trace, sl_trace_get_span (trace), NULL, NULL, NULL, NULL);
  if (statistics == NULL)
    g_error ("The trace changed");

  g_print ("stats-seconds %.6f\npages %" G_GUINT64_FORMAT "\n", seconds_since (begin),
           sl_address_tally_get_n_addresses (statistics->pages));
}

int
main (int argc, char *argv[])
{
  const char *what = argc > 2 ? argv[2] : "open";
  g_autoptr (SlTrace) trace = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: bench-open FILE [bare|open|jobs|stats|draw SHARE…]\n");
      return 2;
    }

  trace = open_trace (argv[1], strcmp (what, "bare") != 0);
  if (strcmp (what, "draw") == 0)
    sl_bench_draw (trace, argv + 3);
  if (strcmp (what, "jobs") == 0)
    find_jobs (trace);
  if (strcmp (what, "stats") == 0)
    sum_up (trace);

  return 0;
}
