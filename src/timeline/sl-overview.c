/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole trace in one strip: where events are dense, what is missing, where deadlines were
 * missed, and what part is on screen. */

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sl-event-hits.h"
#include "sl-job-table.h"
#include "sl-kind-action.h"
#include "sl-lower-bound.h"
#include "sl-recorded-gaps.h"
#include "sl-recorded-misses.h"
#include "sl-row-hits.h"
#include "sl-scene-builder.h"

#define MISS_RADIUS  5.5f
#define MIN_WINDOW   9
#define BIN_WIDTH    3
#define TOP_MARGIN   8
#define MAX_DIAMONDS 4096
#define HIT_HEIGHT   6
#define PART_HEIGHT  6 /* of a gap of one processor */

typedef struct
{
  SlScene *scene;
  SlTraceSet *set;
  SlView view;
  int x;
  int height;
} Overview;

static SlShape *
add_box (Overview *self,
         SlLayer layer,
         double x,
         double y,
         double width,
         double height,
         SlPaint fill)
{
  SlShape *shape = sl_scene_add_shape (self->scene, layer, SL_SHAPE_BOX, 0);

  shape->x = (float) x;
  shape->y = (float) y;
  shape->width = (float) width;
  shape->height = (float) height;
  shape->fill = fill;

  return shape;
}

/* Adds the events of one trace to the pixels' bins; a trace's own bins are finer or coarser. */
static void
add_density (Overview *self, guint trace, double *bins, guint n_bins)
{
  SlTrace *owner = sl_trace_set_get_trace (self->set, trace);
  SlSpan span = sl_trace_get_span (owner);
  SlTime bin_width;
  guint n_own;
  const guint32 *own = sl_trace_get_density (owner, &n_own, &bin_width);

  for (guint i = 0; own != NULL && i < n_own; i++)
    {
      SlTime begin = sl_time_add (span.begin, (gint64) i * bin_width);
      double from = sl_view_x (&self->view, sl_trace_set_to_reference (self->set, trace, begin));
      double to =
          sl_view_x (&self->view,
                     sl_trace_set_to_reference (self->set, trace, sl_time_add (begin, bin_width)));
      guint first = (guint) CLAMP (from / BIN_WIDTH, 0, n_bins - 1);
      guint last = (guint) CLAMP ((to - 0.001) / BIN_WIDTH, first, n_bins - 1);

      for (guint bin = first; bin <= last && own[i] > 0; bin++)
        bins[bin] += (double) own[i] / (last - first + 1);
    }
}

/* Each trace has a row of its own, with its own scale: a bus trace has a thousand times the events of
 * the schedule beside it. */
static void
draw_density (Overview *self, guint trace)
{
  guint n_bins = (guint) (self->view.width + BIN_WIDTH - 1) / BIN_WIDTH;
  g_autofree double *bins = g_new0 (double, n_bins);
  guint n_traces = sl_trace_set_get_size (self->set);
  double height = (self->height - TOP_MARGIN - 3 - (n_traces - 1)) / (double) n_traces;
  double most = 0;
  SlShape *strip;
  guint8 *values;

  add_density (self, trace, bins, n_bins);
  for (guint i = 0; i < n_bins; i++)
    most = MAX (most, bins[i]);
  if (most <= 0 || height < 1)
    return;

  strip = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, 0);
  strip->x = (float) self->x;
  strip->y = (float) (TOP_MARGIN + trace * (height + 1));
  strip->width = (float) self->view.width;
  strip->height = (float) height;
  strip->fill = sl_paint_alpha (SL_PAINT_DENSITY, 0.5);
  values = sl_scene_add_values (self->scene, strip, (guint) self->view.width);
  for (int i = 0; i < self->view.width; i++)
    {
      double share = bins[i / BIN_WIDTH] / most;

      if (share > 0)
        values[i * 2 + 1] = (guint8) CLAMP (share * 255, MIN (2 * 255 / height, 255), 255);
    }
}

static void
add_diamond (Overview *self, double x)
{
  const float cx = (float) x, cy = MISS_RADIUS + 1, r = MISS_RADIUS, arm = r * 0.28f;
  const SlPoint points[] = { { cx, cy - r }, { cx + r, cy }, { cx, cy + r }, { cx - r, cy } };
  SlElement element = { .type = SL_ELEMENT_MISS,
                        .row = G_MAXUINT,
                        .count = 1,
                        .x = cx - r,
                        .y = cy - r,
                        .width = 2 * r,
                        .height = 2 * r };
  guint32 number;
  SlShape *shape;

  element.span.begin = element.span.end = sl_view_time (&self->view, x - self->x);
  number = sl_scene_add_element (self->scene, &element);
  shape = sl_scene_add_shape (self->scene, SL_LAYER_MISSES, SL_SHAPE_PATH, number);
  shape->fill = sl_paint (SL_PAINT_MISS);
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
  for (int direction = -1; direction <= 1; direction += 2)
    {
      SlShape *line = sl_scene_add_shape (self->scene, SL_LAYER_MISSES, SL_SHAPE_LINE, number);

      line->x = cx - arm;
      line->y = cy - arm * (float) direction;
      line->width = arm * 2;
      line->height = arm * 2 * (float) direction;
      line->stroke = sl_paint (SL_PAINT_VIEW);
      line->line_width = r * 0.21f;
    }
}

/* Marks the columns in which a task misses a deadline. */
static void
find_misses (Overview *self, guint trace, const SlTrack *track, gboolean *missed)
{
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint8 *group_of = g_new (guint8, n_codes + 1);
  g_autofree SlFoldColumn *columns = NULL;
  SlFoldQuery query = { .counted = SL_STATE_NONE };

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 kind, detail;

      sl_track_get_code (track, i, &kind, &detail);
      group_of[i] = sl_kind_get_action (kind) == SL_ACTION_MISS ? 0 : SL_FOLD_IGNORE;
    }

  query.span.begin = sl_trace_set_from_reference (self->set, trace, self->view.visible.begin);
  query.span.end = sl_trace_set_from_reference (self->set, trace, self->view.visible.end);
  query.n_columns = (guint) self->view.width;
  query.group_of = group_of;
  columns = g_new (SlFoldColumn, query.n_columns);
  sl_track_fold (track, &query, columns);
  for (guint i = 0; i < query.n_columns; i++)
    missed[i] = missed[i] || (columns[i].groups & 1) != 0;
}

/* Whether deadlines say when the task's jobs have to be finished: then those are in force, and not the misses that
 * the trace records. */
static gboolean
is_deadline_given (const SlJobTable *table, guint32 task)
{
  return table != NULL && sl_job_table_has_deadlines (table, task);
}

/* The same for the jobs' misses: one look a column, however many they are. */
static void
find_job_misses (Overview *self, guint trace, const SlJobTable *jobs, gboolean *missed)
{
  guint n_misses, at = 0;
  const guint *misses = sl_job_table_get_misses (jobs, FALSE, &n_misses);

  for (int column = 0; column < self->view.width && at < n_misses; column++)
    {
      SlSpan span = sl_view_column_span (&self->view, column);
      guint before = at;

      span.end = sl_trace_set_from_reference (self->set, trace, span.end);
      at = sl_lower_bound (before, n_misses, i,
                           sl_job_get_miss_time (sl_job_table_get (jobs, misses[i])) < span.end);
      missed[column] = missed[column] || at > before;
    }
}

static void
draw_gaps (Overview *self, guint trace, const SlTrack *track)
{
  SlTrackIter iter;
  SlItem item;
  gboolean is_by_processor =
      sl_recorded_gaps_are_of_processors (sl_trace_set_get_trace (self->set, trace));
  guint left = MAX_DIAMONDS;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (left-- > 0 && sl_track_iter_next (&iter, &item))
    {
      double y = is_by_processor && item.detail == SL_GAP_LOST ? self->height - PART_HEIGHT : 0;
      double x = self->x +
                 sl_view_x (&self->view, sl_trace_set_to_reference (self->set, trace, item.begin));
      double end =
          self->x + sl_view_x (&self->view, sl_trace_set_to_reference (self->set, trace, item.end));
      SlShape *hatch;

      if (item.state != SL_STATE_GAP)
        continue;

      add_box (self, SL_LAYER_GAPS, x - 1, y, MAX (end - x, 2) + 1, self->height - y,
               sl_paint (SL_PAINT_GAP));
      hatch = sl_scene_add_shape (self->scene, SL_LAYER_GAPS, SL_SHAPE_HATCH, 0);
      hatch->hatch = SL_HATCH_GAP;
      hatch->x = (float) x - 1;
      hatch->width = (float) MAX (end - x, 2) + 1;
      hatch->y = (float) y;
      hatch->height = (float) (self->height - y);
      hatch->stroke = sl_paint (SL_PAINT_GAP_HATCH);
      hatch->spacing = 5;
      hatch->line_width = 1.2f;
    }
}

static void
draw_trace_gaps (Overview *self, guint trace)
{
  const SlLane *lane = sl_trace_get_own_lane (sl_trace_set_get_trace (self->set, trace), NULL);
  const SlTrack *track = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;

  /* What one processor lost is in what the trace did. */
  if (track != NULL && lane->object == 0)
    draw_gaps (self, trace, track);
}

static void
draw_misses (Overview *self, GPtrArray *tables)
{
  g_autofree gboolean *missed = g_new0 (gboolean, self->view.width);
  double last = -100;

  for (guint trace = 0; trace < sl_trace_set_get_size (self->set); trace++)
    {
      SlTrace *owner = sl_trace_set_get_trace (self->set, trace);
      const SlJobTable *table =
          tables != NULL && trace < tables->len ? g_ptr_array_index (tables, trace) : NULL;
      guint n_lanes;
      const guint *lanes = sl_recorded_misses_get_lanes (owner, &n_lanes);

      for (guint i = 0; i < n_lanes; i++)
        {
          const SlLane *lane = sl_trace_get_lane (owner, lanes[i]);

          if (!is_deadline_given (table, lane->object))
            find_misses (self, trace, sl_lane_get_track (lane, SL_ROLE_MARKS), missed);
        }
      if (table != NULL)
        find_job_misses (self, trace, table, missed);
    }

  for (int i = 0; i < self->view.width; i++)
    {
      if (!missed[i] || i - last < MISS_RADIUS)
        continue;
      add_diamond (self, self->x + i + 0.5);
      last = i;
    }
}

static void
draw_window (Overview *self, SlSpan visible)
{
  double x = self->x + sl_view_x (&self->view, visible.begin);
  double end = self->x + sl_view_x (&self->view, visible.end);
  double width = MAX (end - x, MIN_WINDOW);
  SlElement element = { .type = SL_ELEMENT_SELECTION, .row = G_MAXUINT, .span = visible };
  SlShape *box;

  x = CLAMP ((x + end - width) / 2, self->x, self->x + self->view.width - width);
  element.x = (float) x;
  element.width = (float) width;
  element.height = (float) self->height;
  sl_scene_add_element (self->scene, &element);
  box = add_box (self, SL_LAYER_USER, x + 0.5, 2.5, width - 1, self->height - 5,
                 sl_paint_alpha (SL_PAINT_ACCENT, 0.12));
  box->radius = 4;
  box->stroke = sl_paint (SL_PAINT_ACCENT);
  box->line_width = 2;
}

static void
find_hits (Overview *self, guint trace, const SlEventHits *hits, SlViewState *state, guint8 *found)
{
  SlView own = sl_view_in_trace (&self->view, self->set, trace);
  const SlRowHits all = { hits->all, NULL, SL_ROW_STATES, state };
  g_autofree guint8 *columns = sl_row_hits_fold (&all, &own);

  for (int i = 0; columns != NULL && i < self->view.width; i++)
    found[i] |= columns[i];
}

/* Ticks at the bottom where the events are that the filter asks for. */
static void
draw_hits (Overview *self, GPtrArray *hits, SlViewState *state)
{
  guint width = (guint) self->view.width;
  g_autofree guint8 *found = g_new0 (guint8, width + 2);
  SlShape *shape;
  guint8 *values;

  for (guint trace = 0; hits != NULL && trace < hits->len; trace++)
    if (g_ptr_array_index (hits, trace) != NULL)
      find_hits (self, trace, g_ptr_array_index (hits, trace), state, found);
  if (memchr (found, 1, width) == NULL)
    return;

  shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_STRIP, 0);
  shape->x = (float) self->x;
  shape->y = (float) (self->height - HIT_HEIGHT - 1);
  shape->width = (float) width;
  shape->height = HIT_HEIGHT;
  shape->fill = sl_paint (SL_PAINT_ACCENT);
  values = sl_scene_add_values (self->scene, shape, width);
  for (guint i = 0; i < width; i++)
    values[2 * i + 1] = found[i] != 0 || (i > 0 && found[i - 1] != 0) ? 255 : 0;
}

/* A pennant for each of the user's markers, and a band for what lasts. */
static void
draw_markers (Overview *self, SlMarkers *markers)
{
  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);
      double x = floor (self->x + sl_view_x (&self->view, marker->span.begin));
      double end = self->x + sl_view_x (&self->view, marker->span.end);
      const float left = (float) x;
      const SlPoint points[] = { { left, 1 }, { left + 8, 4.5f }, { left, 8 } };
      SlPaint edge = sl_paint_object (SL_PAINT_EDGE, marker->colour, 1);
      SlShape *pennant;

      if (marker->span.end > marker->span.begin)
        {
          add_box (self, SL_LAYER_GAPS, x, 0, MAX (end - x, 2), self->height,
                   sl_paint_object (SL_PAINT_OBJECT, marker->colour, 0.3));
          add_box (self, SL_LAYER_GAPS, x, self->height - 3, MAX (end - x, 2), 1.6, edge);
          continue;
        }
      add_box (self, SL_LAYER_GAPS, x, 1, 1.6, self->height - 2, edge);
      pennant = sl_scene_add_shape (self->scene, SL_LAYER_GAPS, SL_SHAPE_PATH, 0);
      pennant->fill = sl_paint_object (SL_PAINT_OBJECT, marker->colour, 1);
      sl_scene_add_points (self->scene, pennant, points, G_N_ELEMENTS (points));
    }
}

/* What the user shall foresee first. */
static void
draw_cover (Overview *self)
{
  double end = sl_scene_get_width (self->scene);
  SlSpan hidden;
  double x;

  if (!sl_trace_set_get_hidden (self->set, &hidden))
    return;

  x = self->x + CLAMP (sl_view_x (&self->view, hidden.begin), 0, self->view.width);
  add_box (self, SL_LAYER_MISSES, x, 0, end - x, self->height, sl_paint (SL_PAINT_WINDOW));
}

static void
draw_header (Overview *self, int width, SlTextMeasure *measure)
{
  double ascent, descent;
  SlShape *text;

  add_box (self, SL_LAYER_FRAME, 0, 0, width, self->height, sl_paint (SL_PAINT_WINDOW));
  sl_text_measure_height (measure, SL_FONT_RULER, &ascent, &descent);
  text = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_TEXT, 0);
  text->font = SL_FONT_RULER;
  text->x = 14;
  text->y = (float) (self->height / 2.0 + (ascent - descent) / 2);
  text->text = sl_scene_add_string (self->scene, _ ("Overview"));
  text->width = (float) sl_text_measure_width (measure, SL_FONT_RULER, text->text);
  text->stroke = sl_paint (SL_PAINT_DIM);
}

/**
 * sl_scene_build_overview:
 * @tables: (nullable) (element-type SlJobTable): as in sl_rows_new_with_findings()
 * @hits: (nullable) (element-type SlEventHits): in the same way
 * @options: width, height (%SL_OVERVIEW_HEIGHT fits), header width, margin and measure are used;
 *   in the header is a word
 *
 * All of the trace set, with the part that @state shows. The scene's view turns pixels of the
 * plot into ticks; an element of type %SL_ELEMENT_SELECTION is the view window.
 *
 * Returns: (transfer full):
 */
SlScene *
sl_scene_build_overview (SlTraceSet *set,
                         SlViewState *state,
                         GPtrArray *tables,
                         GPtrArray *hits,
                         const SlSceneOptions *options)
{
  SlSpan span = sl_trace_set_get_span (set);
  int width = options->width, height = options->height, header_width = options->header_width;
  Overview self = { .set = set, .x = header_width + options->margin, .height = height };
  SlShape *line;

  self.view = sl_view_make (span, span, width - header_width - 2 * options->margin);
  self.scene = sl_scene_new (width, height, self.view, NULL);
  sl_scene_set_plot (self.scene, self.x, 0, 0);
  sl_scene_set_header_width (self.scene, header_width);
  add_box (&self, SL_LAYER_PAGE, 0, 0, width, height, sl_paint (SL_PAINT_VIEW));
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      draw_density (&self, i);
      draw_trace_gaps (&self, i);
    }
  draw_misses (&self, tables);
  draw_hits (&self, hits, state);
  draw_markers (&self, sl_view_state_get_markers (state));
  draw_cover (&self);
  draw_window (&self, sl_view_state_get_visible (state));
  if (header_width > 0)
    draw_header (&self, header_width, options->measure);

  line = sl_scene_add_shape (self.scene, SL_LAYER_FRAME, SL_SHAPE_LINE, 0);
  line->y = (float) height - 0.5f;
  line->width = (float) width;
  line->stroke = sl_paint_alpha (SL_PAINT_BASE, 0.7);
  line->line_width = 1;

  return self.scene;
}
