/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a trace again and again, from the whole of it to single events.
 *
 * A picture is timed from the view change to the finished surface: rows, folds, scene, paint. What
 * counts is the time that passes, since rows are folded on all processors. Views never come twice,
 * so that no cache is flattered: each zoom level is drawn at random places and widths ("jump"), and
 * panned by some pixels at a time ("pan"). "cold" is the very first picture, with no text laid out
 * and nothing folded; "parts" are the means of making rows, building the scene and painting it.
 */

#include "sl-bench-draw.h"

#include <string.h>

#include "sl-painter.h"
#include "sl-scene-builder.h"

#define WIDTH    1920
#define HEIGHT   1080
#define PICTURES 101
#define CHANGES  11

#define LOOK_AHEAD 200 /* chunks at a time */

typedef struct
{
  SlTraceSet *set;
  SlTextMeasure *measure;
  SlPainter *painter;
  SlFoldCache *cache;
  SlBlockCache *zones;
  cairo_surface_t *surface;
  GRand *random;
  SlViewState *state; /* of the last picture; NULL before the first */
  SlRows *rows;       /* of it */
  double parts[3];    /* sums since the last print */
} Bench;

static double
get_milliseconds (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

/* As the window does: rows stay while the view does not change them. */
static void
show (Bench *self, SlViewState *state)
{
  g_autoptr (SlViewState) last = g_steal_pointer (&self->state);

  self->state = sl_view_state_ref (state);
  if (last != NULL && !sl_rows_depend_on (self->set, last, self->state))
    return;

  g_clear_pointer (&self->rows, sl_rows_unref);
  self->rows = sl_rows_new (self->set, self->state, 1.0);
}

static double
draw_state (Bench *self, SlViewState *state)
{
  double begin = get_milliseconds (), with_rows, with_scene, end;
  g_autoptr (SlScene) scene = NULL;
  SlSceneOptions options = {
    .width = WIDTH,
    .height = HEIGHT,
    .header_width = SL_HEADER_WIDTH,
    .show_ruler = TRUE,
    .show_cursors = TRUE,
    .measure = self->measure,
    .cache = self->cache,
    .zones = self->zones,
  };

  show (self, state);
  with_rows = get_milliseconds ();
  sl_block_cache_begin (self->zones, SL_BLOCKS_A_FRAME);
  scene = sl_scene_build (self->rows, self->state, &options);
  with_scene = get_milliseconds ();
  sl_painter_draw_image (self->painter, self->surface, scene, sl_palette_get (SL_PALETTE_LIGHT), 1);

  end = get_milliseconds ();
  self->parts[0] += with_rows - begin;
  self->parts[1] += with_scene - with_rows;
  self->parts[2] += end - with_scene;
  return end - begin;
}

static double
draw (Bench *self, SlSpan visible)
{
  g_autoptr (SlViewState) state = sl_view_state_new (visible);

  return draw_state (self, state);
}

static int
compare_doubles (gconstpointer one, gconstpointer other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return (a > b) - (a < b);
}

static void
print_times (const char *how, guint number, double *times)
{
  qsort (times, PICTURES, sizeof (double), compare_doubles);
  g_print ("%s-%u %.3f %.3f\n", how, number, times[PICTURES / 2], times[PICTURES * 99 / 100]);
}

/* Somewhere in the trace, up to a tenth shorter than @length. */
static SlSpan
choose_span (Bench *self, gint64 length)
{
  SlSpan extent = sl_trace_set_get_span (self->set);
  gint64 shown = MAX (length - (gint64) (g_rand_double (self->random) * 0.1 * (double) length),
                      SL_VIEW_MIN_TICKS);
  gint64 room = MAX (sl_span_duration (extent) - shown, 0);
  SlTime begin = extent.begin + (gint64) (g_rand_double (self->random) * (double) room);

  return (SlSpan) { begin, begin + shown };
}

static void
draw_at_zoom (Bench *self, guint number, double share)
{
  SlSpan extent = sl_trace_set_get_span (self->set);
  gint64 length = MAX ((gint64) ((double) sl_span_duration (extent) * share), SL_VIEW_MIN_TICKS);
  double times[PICTURES];
  SlSpan span;

  memset (self->parts, 0, sizeof self->parts);
  for (guint i = 0; i < PICTURES; i++)
    times[i] = draw (self, choose_span (self, length));
  print_times ("jump", number, times);
  g_print ("parts-%u %.3f %.3f %.3f\n", number, self->parts[0] / PICTURES,
           self->parts[1] / PICTURES, self->parts[2] / PICTURES);

  span = choose_span (self, length - length / 5);
  for (guint i = 0; i < PICTURES; i++)
    {
      SlView view = sl_view_make (extent, span, WIDTH - SL_HEADER_WIDTH);

      span = sl_view_pan (&view, g_rand_int_range (self->random, 1, 12));
      if (span.end == extent.end)
        span = (SlSpan) { extent.begin, extent.begin + sl_span_duration (span) };
      times[i] = draw (self, span);
    }
  print_times ("pan", number, times);
}

static void
bench_init (Bench *self, SlTrace *trace)
{
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  SlFontSet fonts = SL_FONT_SET_DEFAULT;

  *self = (Bench) {
    .set = sl_trace_set_new_single (trace, annotations),
    .measure = sl_text_measure_new_pango (&fonts),
    .painter = sl_painter_new (&fonts),
    .cache = sl_fold_cache_new (),
    .zones = sl_block_cache_new (),
    .surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT),
    .random = g_rand_new_with_seed (7),
  };
}

static void
bench_clear (Bench *self)
{
  g_clear_pointer (&self->rows, sl_rows_unref);
  g_clear_pointer (&self->state, sl_view_state_unref);
  g_clear_object (&self->set);
  sl_text_measure_free (self->measure);
  sl_painter_free (self->painter);
  sl_fold_cache_free (self->cache);
  sl_block_cache_free (self->zones);
  cairo_surface_destroy (self->surface);
  g_rand_free (self->random);
}

/**
 * sl_bench_draw_once:
 *
 * Draws the whole trace.
 */
void
sl_bench_draw_once (SlTrace *trace)
{
  Bench self;

  bench_init (&self, trace);
  draw (&self, sl_trace_set_get_span (self.set));
  bench_clear (&self);
}

/**
 * sl_bench_draw:
 * @shares: (array zero-terminated=1): of the trace that are seen, as text
 *
 * Prints "HOW-NUMBER MEDIAN P99" lines in milliseconds, NUMBER being that of the share.
 */
void
sl_bench_draw (SlTrace *trace, char **shares)
{
  Bench self;

  bench_init (&self, trace);
  g_print ("cold %.3f\n", draw (&self, sl_trace_set_get_span (self.set)));

  /* Digits and names are laid out before anything counts. */
  for (guint i = 0; i < 20; i++)
    draw (&self, choose_span (&self, sl_span_duration (sl_trace_set_get_span (self.set))));
  /* As the window does once its picture rests. */
  while (sl_fold_cache_look_ahead (self.cache, LOOK_AHEAD))
    ;
  for (guint i = 0; shares[i] != NULL; i++)
    draw_at_zoom (&self, i, g_ascii_strtod (shares[i], NULL));

  bench_clear (&self);
}

/* What is done to the rows, in turns with its opposite. */
static SlViewState *
change (Bench *self, guint number)
{
  static const struct
  {
    SlNameSet set;
    const char *name;
  } changes[SL_BENCH_CHANGES - 1] = {
    { SL_NAMES_SHOWN_SIGNS, SL_TASK_PROCESSES }, { SL_NAMES_SHOWN_SIGNS, SL_THIN_QUIET_ROWS },
    { SL_NAMES_SHOWN_SIGNS, SL_SORT_BY_LOAD },   { SL_NAMES_COLLAPSED, "tasks" },
    { SL_NAMES_HIDDEN_ROWS, "cpu:0" },
  };
  g_autoptr (SlFilter) filter = NULL;

  if (number < G_N_ELEMENTS (changes))
    return sl_view_state_with_name (self->state, changes[number].set, changes[number].name,
                                    !sl_view_state_has_name (self->state, changes[number].set,
                                                             changes[number].name));

  if (sl_view_state_get_filter (self->state) == NULL)
    filter = sl_filter_parse ("task ~ 7", NULL);
  return sl_view_state_with_filter (self->state, filter, TRUE);
}

/**
 * sl_bench_change:
 *
 * Changes what rows a picture of the whole trace has: tasks by process, rows in which nothing happens thin, rows by
 * the processor time they took, tasks folded, a row hidden, a filter. Prints "change-NUMBER ROWS SCENE PAINT", medians in
 * milliseconds.
 */
void
sl_bench_change (SlTrace *trace)
{
  Bench self;

  bench_init (&self, trace);
  draw (&self, sl_trace_set_get_span (self.set));
  for (guint number = 0; number < SL_BENCH_CHANGES; number++)
    {
      double parts[3][CHANGES];

      for (guint i = 0; i < CHANGES; i++)
        {
          g_autoptr (SlViewState) state = change (&self, number);

          memset (self.parts, 0, sizeof self.parts);
          draw_state (&self, state);
          for (guint part = 0; part < 3; part++)
            parts[part][i] = self.parts[part];
        }
      g_print ("change-%u", number);
      for (guint part = 0; part < 3; part++)
        {
          qsort (parts[part], CHANGES, sizeof (double), compare_doubles);
          g_print (" %.3f", parts[part][CHANGES / 2]);
        }
      g_print ("\n");
    }
  bench_clear (&self);
}
