/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture in the textbook look: its page, grid and axis. */

#include "sl-build-book-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TOP_MARGIN    12
#define BOTTOM_MARGIN 14
#define AXIS_DROP     20 /* of the axis, below the last row */
#define AXIS_LINE     2
#define GRID_THIN     0.6
#define GRID_TENTH    1.0
#define LEGEND_DROP   34
#define CAPTION_DROP  30

/* Pixels a slice of a row, on the average, from which rows are not drawn compact. */
#define MIN_SLICE 1.5

/* No page is higher below its rows; what is too high is cut off. */
#define PAGE_REST 2000

/* In a window the rows lie between a legend and the axis and are scrolled; on a page all of them
 * are drawn, and legend and caption stand below. */
static gboolean
is_window (const SlBuild *build)
{
  return build->options->height > 0 && build->options->show_cursors;
}

static gint64
find_shortest_period (SlRows *rows)
{
  gint64 shortest = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      gint64 period = sl_rows_get (rows, i)->period;

      if (period > 0 && (shortest == 0 || period < shortest))
        shortest = period;
    }

  return shortest;
}

/* Whether some row has more slices than the signs have room for. */
static gboolean
is_crowded (SlBuild *build)
{
  for (guint i = 0; i < sl_rows_get_count (build->rows); i++)
    {
      const SlLane *lane = sl_rows_get_lane (build->rows, i);
      const SlRow *row = sl_rows_get (build->rows, i);
      SlSpan own = {
        sl_trace_set_from_reference (build->set, row->lane.trace, build->view.visible.begin),
        sl_trace_set_from_reference (build->set, row->lane.trace, build->view.visible.end),
      };

      for (guint track = 0; track < lane->n_tracks; track++)
        {
          if ((double) sl_track_count_between (lane->tracks[track].track, own) * MIN_SLICE >
              build->view.width)
            return TRUE;
        }
    }

  return FALSE;
}

static void
add_grid (SlBook *self, double top, double bottom)
{
  SlBuild *build = self->build;
  SlTime time;

  for (gint64 i = sl_book_unit_first (&self->unit, build->view.visible.begin);
       sl_book_unit_to_time (&self->unit, i, &time) && time <= build->view.visible.end; i++)
    {
      double x = build->plot_x + sl_view_x (&build->view, time);

      sl_build_line (build, SL_LAYER_PAGE, 0, x, top, 0, bottom - top, sl_paint (SL_PAINT_GRID),
                     i % 10 == 0 ? GRID_TENTH : GRID_THIN);
    }
}

/* Up to @end, where the axis has its name. */
static void
add_numbers (SlBook *self, double y, double end)
{
  SlBuild *build = self->build;
  SlTime time;

  for (gint64 i = sl_book_unit_first (&self->unit, build->view.visible.begin);
       sl_book_unit_to_time (&self->unit, i, &time) && time <= build->view.visible.end; i++)
    {
      double x = build->plot_x + sl_view_x (&build->view, time);
      gboolean numbered = i % self->unit.number_every == 0;
      g_autofree char *number = NULL;

      sl_build_line (build, SL_LAYER_CHROME, 0, x, y, 0, numbered ? 6 : 4, sl_paint (SL_PAINT_INK),
                     1.1);
      if (!numbered)
        continue;

      number = sl_book_unit_number (&self->unit, i);
      if (x + sl_book_text_width (self, SL_BOOK_NORMAL, number) / 2 > end)
        continue;
      sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_NORMAL, SL_ANCHOR_MIDDLE, x, y + 20,
                        number, sl_paint (SL_PAINT_INK));
    }
}

/* An arrow to the right, numbered, with the unit at its head. */
static void
add_axis (SlBook *self, double y)
{
  SlBuild *build = self->build;
  double end = build->plot_x + build->view.width + 30;
  SlElement element = { .type = SL_ELEMENT_RULER, .row = G_MAXUINT };
  guint32 number = sl_scene_add_element (build->scene, &element);
  g_autofree char *name = NULL;

  sl_build_place (build, number, build->plot_x, y - 4, build->view.width, 28);
  if (is_window (build))
    sl_build_box (build, SL_LAYER_CHROME, number, 0, y - 6, sl_scene_get_width (build->scene),
                  sl_scene_get_height (build->scene) - y + 6, sl_paint (SL_PAINT_VIEW));
  sl_build_line (build, SL_LAYER_CHROME, number, build->plot_x - 6, y, end - build->plot_x, 0,
                 sl_paint (SL_PAINT_INK), AXIS_LINE);
  sl_book_add_head (self, SL_LAYER_CHROME, number, end + 6, y, -14, 0, 4.6,
                    sl_paint (SL_PAINT_INK));
  name = *self->unit.name != '\0'
             ? g_strdup_printf (SL_BOOK_I "t" SL_BOOK_R " / %s", self->unit.name)
             : g_strdup (SL_BOOK_I "t");
  add_numbers (self, y, end + 2 - sl_book_text_width (self, SL_BOOK_NORMAL, name));
  sl_book_add_text (self, SL_LAYER_CHROME, number, SL_BOOK_NORMAL, SL_ANCHOR_RIGHT, end + 8, y + 20,
                    name, sl_paint (SL_PAINT_INK));
}

/* The compact look of a task's row, standing on the same base line. */
static void
add_compact_row (SlBook *self)
{
  static const int height = 36;
  SlBuild *build = self->build;
  SlRow row = *build->info;
  const SlRow *info = build->info;

  row.height = height;
  build->info = &row;
  build->top = build->base - height + 6;
  sl_build_row (build);
  build->info = info;
}

static void
add_row (SlBook *self)
{
  SlBuild *build = self->build;
  guint trace = build->info->lane.trace;
  SlElement element = {
    .type = SL_ELEMENT_ROW,
    .row = build->row,
    .thing = { SL_THING_ROW, trace, build->info->key, 0, 0, 1 },
    .span = build->view.visible,
  };
  guint32 number = sl_scene_add_element (build->scene, &element);
  const SlThing *picked = sl_view_state_get_picked (build->state);
  g_autofree char *symbol = sl_book_dup_symbol (self, build->info);

  build->top = build->info->y + build->row_shift;
  build->base = build->top + SL_BOOK_BASE;
  build->lane = sl_rows_get_lane (build->rows, build->row);
  build->trace = sl_trace_set_get_trace (build->set, trace);
  build->visible.begin = sl_trace_set_from_reference (build->set, trace, build->view.visible.begin);
  build->visible.end = sl_trace_set_from_reference (build->set, trace, build->view.visible.end);
  build->strength = build->info->matches ? 1 : SL_STRENGTH_DIMMED;
  build->idle_task =
      sl_overlay_get_idle_task (sl_trace_set_get_overlay (build->set, trace), build->trace);
  sl_build_place (build, number, 0, build->top, sl_scene_get_width (build->scene),
                  build->info->height);
  sl_scene_edit_element (build->scene, number)->label = sl_scene_add_string (build->scene, symbol);
  if (is_window (build) && picked->type != SL_THING_NONE && picked->row == build->info->key)
    sl_build_box (build, SL_LAYER_PAGE, number, build->plot_x, build->top, build->view.width,
                  build->info->height, sl_paint_alpha (SL_PAINT_ACCENT, 0.07));

  self->label_end = 0;
  if (self->compact)
    add_compact_row (self);
  else if (build->info->lane_type == SL_LANE_SERVER)
    sl_book_add_budget (self);
  else
    sl_book_add_row (self);
}

static void
add_rows (SlBook *self)
{
  SlBuild *build = self->build;

  for (guint i = 0; i < sl_rows_get_count (build->rows); i++)
    {
      build->row = i;
      build->info = sl_rows_get (build->rows, i);
      if (build->info->y + build->row_shift + build->info->height > build->plot_y &&
          build->info->y + build->row_shift < build->plot_bottom)
        add_row (self);
    }
  build->info = NULL;
}

/* Share of the time in which processors ran tasks; negative where nobody knows. */
static double
get_utilization (SlBuild *build)
{
  double busy = 0, whole = 0;

  for (guint i = 0; i < sl_trace_set_get_size (build->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (build->set, i);
      guint32 idle = sl_overlay_get_idle_task (sl_trace_set_get_overlay (build->set, i), trace);
      SlSpan own = { sl_trace_set_from_reference (build->set, i, build->view.visible.begin),
                     sl_trace_set_from_reference (build->set, i, build->view.visible.end) };

      for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
        {
          const SlLane *info = sl_trace_get_lane (trace, lane);
          const SlTrack *states = sl_lane_get_track (info, SL_ROLE_STATES);
          g_autofree guint64 *times = NULL;

          if (info->type != SL_LANE_CPU || states == NULL)
            continue;

          times = g_new0 (guint64, sl_track_get_n_codes (states) + 1);
          sl_track_sum (states, own, times, NULL);
          whole += (double) sl_span_duration (own);
          for (guint code = 0; code < sl_track_get_n_codes (states); code++)
            {
              guint32 state, detail;

              sl_track_get_code (states, code, &state, &detail);
              if (state == SL_STATE_RUNNING && (detail == 0 || detail != idle))
                busy += (double) times[code];
            }
        }
    }

  return whole > 0 ? busy / whole : -1;
}

/* What cannot be shown is said, in the place of the legend. */
static void
add_excuse (SlBook *self, double y)
{
  SlBuild *build = self->build;
  double ratio = self->unit.pixels / SL_BOOK_MIN_UNIT;
  SlSpan most = { build->view.visible.begin, build->view.visible.begin };
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;

  most.end += (SlTime) ((double) sl_span_duration (build->view.visible) * MIN (ratio, 1));
  duration = sl_book_unit_duration (&self->unit, most);
  if (ratio < 1)
    text =
        g_strdup_printf (_ ("Rows are drawn compact: the textbook's signs have room for %s %s at "
                            "this width."),
                         duration, self->unit.name);
  else
    text = g_strdup (_ ("Rows are drawn compact: too much happens here for the textbook's signs."));
  sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_NORMAL, SL_ANCHOR_LEFT, build->plot_x, y,
                    text, sl_paint (SL_PAINT_INK));
}

static double
add_legend (SlBook *self, double y)
{
  SlBuild *build = self->build;

  if (!self->compact)
    return sl_book_add_legend (self, build->plot_x, y, build->view.width + SL_BOOK_RIGHT);

  add_excuse (self, y);
  return y + 14;
}

static void
add_window_chrome (SlBook *self, double axis)
{
  SlBuild *build = self->build;
  double height = 2 * SL_RULER_BAND_HEIGHT;

  sl_build_box (build, SL_LAYER_CHROME, 0, 0, 0, sl_scene_get_width (build->scene), build->plot_y,
                sl_paint (SL_PAINT_VIEW));
  add_legend (self, height / 2 + 8);
  sl_build_cursor_strip (build, (int) height);
  add_axis (self, axis);
}

/* Returns: the page's height. */
static double
add_page_chrome (SlBook *self, double axis)
{
  double y;

  add_axis (self, axis);
  y = add_legend (self, axis + AXIS_DROP + LEGEND_DROP);
  y = sl_book_add_caption (self, self->build->plot_x, y + CAPTION_DROP,
                           self->build->view.width + SL_BOOK_RIGHT - 8);

  return y + BOTTOM_MARGIN;
}

static void
clip (SlBuild *build, double axis)
{
  float width = (float) sl_scene_get_width (build->scene);
  float left = (float) build->plot_x - 1, inner = (float) build->view.width + 2;
  float top = is_window (build) ? (float) build->plot_y : 0;
  float bottom = is_window (build) ? (float) axis : (float) sl_scene_get_height (build->scene);

  for (SlLayer layer = SL_LAYER_PAGE; layer < SL_LAYER_CHROME; layer++)
    sl_scene_set_clip (build->scene, layer, 0, top, width, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_PAGE, 0, 0, width,
                     (float) sl_scene_get_height (build->scene));
  sl_scene_set_clip (build->scene, SL_LAYER_BOXES, left, top, inner, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_GAPS, left, top, inner, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_CHROME, 0, 0, width,
                     (float) sl_scene_get_height (build->scene));
}

/**
 * sl_build_book:
 * @build: with its view; the rest of it is filled in here
 *
 * Makes the scene in the textbook look. Under 6 pixels a unit its rows are drawn compact, and it
 * says so.
 */
void
sl_build_book (SlBuild *build)
{
  const SlSceneOptions *options = build->options;
  g_autoptr (GHashTable) letters = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) explained = g_string_new (NULL);
  SlBook self = { .build = build, .letters = letters, .explained = explained };
  int top = is_window (build) ? 2 * SL_RULER_BAND_HEIGHT + SL_CURSOR_STRIP_HEIGHT : TOP_MARGIN;
  double rows_end =
      top - options->scroll_y + sl_rows_get_height (build->rows) - SL_BOOK_AXIS_HEIGHT;
  double axis = rows_end + AXIS_DROP / 2.0;

  if (is_window (build))
    axis = MIN (axis, options->height - SL_BOOK_AXIS_HEIGHT + AXIS_DROP);
  build->plot_x = options->header_width;
  build->plot_y = top;
  build->row_shift = top - options->scroll_y;
  build->plot_bottom = options->height > 0 ? options->height : (int) ceil (rows_end);
  build->scene = sl_scene_new (options->width, build->plot_bottom, build->view, build->rows);
  sl_scene_set_plot (build->scene, build->plot_x, build->plot_y, build->row_shift);
  sl_book_unit_init (&self.unit, sl_trace_set_get_clock (build->set), &build->view,
                     sl_view_state_get_axis (build->state), sl_view_state_get_origin (build->state),
                     find_shortest_period (build->rows));
  self.compact = self.unit.pixels < SL_BOOK_MIN_UNIT || is_crowded (build);
  self.utilization = get_utilization (build);
  if (!self.compact)
    sl_scene_set_unit (build->scene, &self.unit);

  sl_build_box (build, SL_LAYER_PAGE, 0, 0, 0, options->width, build->plot_bottom + PAGE_REST,
                sl_paint (SL_PAINT_VIEW));
  add_grid (&self, top + 8, axis);
  add_rows (&self);
  sl_book_add_names (&self);
  sl_build_gaps (build);
  if (is_window (build))
    add_window_chrome (&self, axis);
  else if (options->height > 0)
    add_page_chrome (&self, axis);
  else
    sl_scene_set_height (build->scene, (int) ceil (add_page_chrome (&self, axis)));

  sl_build_user (build);
  clip (build, axis);
}
