/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a trace as the programs do, then draws it again and again, and prints what it took: "key
 * value" lines that bench.py reads. With "bare" after the file the analyses are left out, with
 * "open" nothing follows; with "jobs" its jobs are found, with "causes" also where their time went, with "stats" its bus cycles are summed up,
 * with "tracks" what its tracks take is printed,
 * with "draw" pictures of the shares of the trace that are given are drawn, with "filter" each
 * expression that follows is asked of all events. With "first" the load ends with the first picture,
 * with "cancel" it is cancelled after the share of a second that is given. */
#include <stdlib.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-bench-draw.h"
#include "sl-bus-statistics.h"
#include "sl-filter.h"
#include "sl-job-overrun.h"
#include "sl-job-splitter.h"
#include "sl-job-table.h"
#include "sl-load.h"
#include "sl-open.h"

typedef struct
{
  gint64 begin;
  gint64 first_generation;
  guint64 peak; /* of anonymous memory, as far as generations show it */
  double pause; /* seconds until the load is cancelled */
  gint64 cancelled;
  GCancellable *cancellable;
} Watch;

static double
seconds_since (gint64 begin)
{
  return (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
}

static SlSource *
open_source (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, g_file_new_for_commandline_arg (path));
  sources = sl_open (&request, NULL, NULL, cancellable, error);

  return sources != NULL ? g_object_ref (g_ptr_array_index (sources, 0)) : NULL;
}

/* What the process holds in memory beside the files that it has mapped: what malloc() gave, and what
 * it did not give. */
static guint64
get_anonymous (void)
{
  g_autofree char *text = NULL;
  const char *line = NULL;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    line = strstr (text, "RssAnon:");

  return line != NULL ? 1024 * g_ascii_strtoull (line + strlen ("RssAnon:"), NULL, 10) : 0;
}

static void
published (SlTrace *trace, double fraction, gpointer user_data)
{
  Watch *watch = user_data;

  if (watch->first_generation == 0)
    watch->first_generation = g_get_monotonic_time ();
  watch->peak = MAX (watch->peak, get_anonymous ());
}

static SlTrace *
open_trace (const char *path, gboolean analyse)
{
  static const SlAnalysis *const none[] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  guint64 memory_before = get_anonymous ();
  Watch watch = { .begin = g_get_monotonic_time () };
  double scanned, opened;

  source = open_source (path, NULL, &error);
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
  g_print ("memory %" G_GUINT64_FORMAT "\nanonymous %" G_GUINT64_FORMAT "\npeak %" G_GUINT64_FORMAT
           "\n",
           get_anonymous () - memory_before, get_anonymous (), watch.peak - memory_before);

  return g_steal_pointer (&trace);
}

/* Draws the first generation, then ends the load. */
static void
first_published (SlTrace *trace, double fraction, gpointer user_data)
{
  Watch *watch = user_data;

  if (watch->first_generation != 0)
    return;

  watch->first_generation = g_get_monotonic_time ();
  sl_bench_draw_once (trace);
  g_print ("first-picture %.6f\nfirst-events %" G_GUINT64_FORMAT "\n", seconds_since (watch->begin),
           sl_trace_get_n_events (trace));
  g_cancellable_cancel (watch->cancellable);
}

static void
draw_first (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { .begin = g_get_monotonic_time (), .cancellable = cancellable };
  g_autoptr (SlSource) source = open_source (path, NULL, &error);
  g_autoptr (SlTrace) trace = NULL;

  if (source != NULL)
    trace =
        sl_load_run (source, sl_analyses_get_all (), first_published, &watch, cancellable, &error);
  if (watch.first_generation == 0)
    g_error ("%s", error->message);
}

static gpointer
cancel_later (gpointer data)
{
  Watch *watch = data;

  g_usleep ((gulong) (watch->pause * G_USEC_PER_SEC));
  watch->cancelled = g_get_monotonic_time ();
  g_cancellable_cancel (watch->cancellable);
  return NULL;
}

/* How long a load goes on after it was cancelled, until nothing of it is left. */
static void
cancel (const char *path, double pause)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { .pause = pause, .cancellable = cancellable };
  GThread *thread = g_thread_new ("cancel", cancel_later, &watch);
  SlSource *source = open_source (path, cancellable, NULL);
  g_autoptr (SlTrace) trace = NULL;
  gint64 ended;

  if (source != NULL)
    trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, cancellable, NULL);
  g_clear_object (&source);
  ended = g_get_monotonic_time ();
  g_thread_join (thread);
  g_print ("cancel-seconds %.6f\nwhole %d\n", (double) (ended - watch.cancelled) / G_USEC_PER_SEC,
           trace != NULL);
}

/* Asks a filter of all events, as a search in the event list does: zone by zone, in one thread. */
static void
filter_events (SlTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  g_autoptr (SlFilterRun) run = filter != NULL ? sl_filter_run_new (filter, trace, &error) : NULL;
  gint64 begin = g_get_monotonic_time ();
  guint64 n_hits = 0;
  guint n_read = 0;

  if (run == NULL)
    g_error ("%s", error->message);

  for (guint zone = 0; zone < sl_trace_get_n_blocks (trace); zone++)
    {
      n_read += sl_filter_run_match_zone (run, zone) == SL_FILTER_SOME ? 1 : 0;
      n_hits += sl_filter_run_count_zone (run, zone);
    }

  g_print ("filter %.6f %" G_GUINT64_FORMAT " %u %u %s\n", seconds_since (begin), n_hits, n_read,
           sl_trace_get_n_blocks (trace), text);
}

/* How many items the tracks of each sort of lane have, and what they take. */
static void
weigh_tracks (SlTrace *trace)
{
  guint64 counts[16][32] = { 0 };
  gsize bytes[16][32] = { 0 };
  guint n_tracks[16][32] = { 0 };

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      for (guint j = 0; j < lane->n_tracks; j++)
        {
          const SlLaneTrack *track = &lane->tracks[j];

          counts[lane->type][track->role] += sl_track_get_count (track->track);
          bytes[lane->type][track->role] += sl_track_get_memory (track->track);
          n_tracks[lane->type][track->role]++;
        }
    }

  for (guint i = 0; i < 16; i++)
    for (guint j = 0; j < 32; j++)
      if (n_tracks[i][j] > 0)
        g_print ("tracks of lanes %u, role %u: %u, %" G_GUINT64_FORMAT " items, %" G_GSIZE_FORMAT
                 " bytes\n",
                 i, j, n_tracks[i][j], counts[i][j], bytes[i][j]);
}

/* Takes all jobs apart, as an export of them does. */
static void
find_causes (SlJobTable *jobs)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);
  guint64 n_all = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);
      guint n_parts;

      sl_job_splitter_split (splitter, job, sl_job_overrun_get_limit (jobs, job), &n_parts);
      n_all += n_parts;
    }

  g_print ("causes-seconds %.6f\nparts %" G_GUINT64_FORMAT "\n", seconds_since (begin), n_all);
}

static void
find_jobs (SlTrace *trace, gboolean with_causes)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);

  g_print ("jobs-seconds %.6f\njobs %u\n", seconds_since (begin), sl_job_table_get_n_jobs (jobs));
  if (with_causes)
    find_causes (jobs);
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
      g_printerr (
          "usage: bench-open FILE [bare|open|jobs|causes|stats|tracks|draw SHARE…|change|filter TEXT…|first|cancel SECONDS]\n");
      return 2;
    }

  if (strcmp (what, "first") == 0)
    {
      draw_first (argv[1]);
      return 0;
    }
  if (strcmp (what, "cancel") == 0)
    {
      cancel (argv[1], argc > 3 ? g_ascii_strtod (argv[3], NULL) : 0.1);
      return 0;
    }

  trace = open_trace (argv[1], strcmp (what, "bare") != 0);
  if (strcmp (what, "draw") == 0)
    sl_bench_draw (trace, argv + 3);
  if (strcmp (what, "change") == 0)
    sl_bench_change (trace);
  if (strcmp (what, "jobs") == 0 || strcmp (what, "causes") == 0)
    find_jobs (trace, strcmp (what, "causes") == 0);
  if (strcmp (what, "tracks") == 0)
    weigh_tracks (trace);
  if (strcmp (what, "stats") == 0)
    sum_up (trace);
  for (int i = 3; strcmp (what, "filter") == 0 && i < argc; i++)
    filter_events (trace, argv[i]);

  return 0;
}
