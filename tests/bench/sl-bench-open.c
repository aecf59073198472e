/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a trace as the programs do, then draws it again and again at five zoom levels, and prints
 * what it took: "key value" lines that bench.py reads. With "bare" after the file the analyses are
 * left out, with "open" the drawing; with "jobs" its jobs are found instead. */
#include <malloc.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-job-table.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-painter.h"
#include "sl-scene-builder.h"

#define WIDTH    1920
#define HEIGHT   1080
#define PICTURES 101

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

static int
compare_doubles (gconstpointer one, gconstpointer other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return (a > b) - (a < b);
}

/* From a view change to the finished surface: rows, folds, scene, paint. */
static double
draw (SlTraceSet *set,
      SlViewState *state,
      SlTextMeasure *measure,
      SlPainter *painter,
      cairo_surface_t *surface)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1.0);
  SlSceneOptions options = {
    .width = WIDTH,
    .height = HEIGHT,
    .header_width = SL_HEADER_WIDTH,
    .show_ruler = TRUE,
    .show_cursors = TRUE,
    .measure = measure,
  };
  g_autoptr (SlScene) scene = sl_scene_build (rows, state, &options);
  cairo_t *cr = cairo_create (surface);

  sl_painter_draw (painter, cr, scene, sl_palette_get (SL_PALETTE_LIGHT));
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return seconds_since (begin) * 1000;
}

static void
draw_at_zoom (SlTraceSet *set,
              double share,
              SlTextMeasure *measure,
              SlPainter *painter,
              cairo_surface_t *surface)
{
  SlSpan extent = sl_trace_set_get_span (set);
  gint64 length = MAX ((gint64) ((double) sl_span_duration (extent) * share), SL_VIEW_MIN_TICKS);
  double times[PICTURES];

  for (guint i = 0; i < PICTURES; i++)
    {
      SlTime begin = extent.begin + (gint64) ((double) (sl_span_duration (extent) - length) *
                                              (i * 37 % PICTURES) / PICTURES);
      g_autoptr (SlViewState) state = sl_view_state_new ((SlSpan) { begin, begin + length });

      times[i] = draw (set, state, measure, painter, surface);
    }

  qsort (times, PICTURES, sizeof (double), compare_doubles);
  g_print ("redraw-%g-p50 %.3f\nredraw-%g-p99 %.3f\n", share, times[PICTURES / 2], share,
           times[PICTURES * 99 / 100]);
}

static void
draw_all (SlTrace *trace)
{
  static const double shares[] = { 1, 0.1, 0.01, 0.001, 0.00001 };
  g_autoptr (SlOverlay) overlay = sl_overlay_new ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, overlay);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_pango (&fonts);
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  g_autoptr (SlViewState) whole = sl_view_state_new (sl_trace_set_get_span (set));

  /* Fonts are found and layouts cached before anything counts. */
  for (guint i = 0; i < 3; i++)
    draw (set, whole, measure, painter, surface);

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    draw_at_zoom (set, shares[i], measure, painter, surface);
  cairo_surface_destroy (surface);
}

static void
find_jobs (SlTrace *trace)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);

  g_print ("jobs-seconds %.6f\njobs %u\n", seconds_since (begin), sl_job_table_get_n_jobs (jobs));
}

int
main (int argc, char *argv[])
{
  const char *what = argc > 2 ? argv[2] : "draw";
  g_autoptr (SlTrace) trace = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: bench-open FILE [bare|open|jobs|draw]\n");
      return 2;
    }

  trace = open_trace (argv[1], strcmp (what, "bare") != 0);
  if (strcmp (what, "draw") == 0)
    draw_all (trace);
  if (strcmp (what, "jobs") == 0)
    find_jobs (trace);

  return 0;
}
