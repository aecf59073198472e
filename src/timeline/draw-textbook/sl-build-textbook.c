/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture in the textbook look: its page, grid and axis. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-lock-blockers.h"

#define TOP_MARGIN    12
#define BOTTOM_MARGIN 14
#define AXIS_DROP     20 /* of the axis, below the last row */
#define LEGEND_DROP   34
#define CAPTION_DROP  30

/* No page is higher below its rows; what is too high is cut off. */
#define PAGE_REST 2000

/**
 * sl_textbook_is_window:
 *
 * Returns: whether the rows lie between a legend and the axis and are scrolled; on a page all of
 *   them are drawn, and legend and caption stand below
 */
gboolean
sl_textbook_is_window (const SlBuild *build)
{
  return build->options->height > 0 && build->options->show_cursors;
}

/* In reference ticks. */
static gint64
find_shortest_period (SlRows *rows)
{
  gint64 shortest = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      gint64 period = sl_row_get_reference_length (rows, row, row->period);

      if (period > 0 && (shortest == 0 || period < shortest))
        shortest = period;
    }

  return shortest;
}

/* The compact look of a task's row, standing on the same base line. */
static void
add_compact_row (SlTextbook *self)
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
add_row (SlTextbook *self)
{
  SlBuild *build = self->build;
  guint trace = build->info->lane.trace;
  SlElement element = {
    .type = SL_ELEMENT_ROW,
    .row = build->row,
    .target = { SL_TARGET_ROW, trace, build->info->key, 0, 0, 1 },
    .span = build->view.visible,
  };
  guint32 number = sl_scene_add_element (build->scene, &element);
  const SlTarget *picked = sl_view_state_get_picked (build->state);
  g_autofree char *symbol = sl_textbook_dup_symbol (self, build->info);

  build->top = build->info->y + build->row_shift;
  build->base = sl_textbook_get_base (build, build->info);
  build->lane = sl_rows_get_lane (build->rows, build->row);
  build->trace = sl_trace_set_get_trace (build->set, trace);
  build->visible.begin = sl_trace_set_from_reference (build->set, trace, build->view.visible.begin);
  build->visible.end = sl_trace_set_from_reference (build->set, trace, build->view.visible.end);
  build->strength = build->info->matches ? 1 : SL_STRENGTH_DIMMED;
  build->idle_task =
      sl_annotations_get_idle_task (sl_trace_set_get_annotations (build->set, trace), build->trace);
  sl_build_place (build, number,
                  sl_box (0, build->top, sl_scene_get_width (build->scene), build->info->height));
  sl_scene_edit_element (build->scene, number)->label = sl_scene_add_string (build->scene, symbol);
  if (sl_textbook_is_window (build) && picked->type != SL_TARGET_NONE &&
      picked->row == build->info->key)
    sl_build_box (build, SL_LAYER_PAGE, number,
                  sl_box (build->plot_x, build->top, build->view.width, build->info->height),
                  sl_paint_alpha (SL_PAINT_ACCENT, 0.07));

  if (self->compact)
    add_compact_row (self);
  else if (build->info->lane_type == SL_LANE_SERVER)
    sl_textbook_add_budget (self);
  else
    sl_textbook_add_row (self);
}

static void
add_rows (SlTextbook *self)
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

/* What cannot be shown is said, in the place of the legend. */
static void
add_excuse (SlTextbook *self, double y)
{
  SlBuild *build = self->build;
  double ratio = self->unit.wanted_pixels / SL_TEXTBOOK_MIN_UNIT;
  SlSpan most = { build->view.visible.begin, build->view.visible.begin };
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;

  most.end += (SlTime) ((double) sl_span_duration (build->view.visible) * MIN (ratio, 1));
  duration = sl_textbook_unit_dup_long (&self->unit, most);
  if (ratio < 1)
    text = g_strdup_printf (_ ("Rows are drawn compact: at this width, the textbook symbols fit "
                               "spans of up to %s."),
                            duration);
  else
    text = g_strdup (_ ("Rows are drawn compact: too much happens here for the textbook symbols."));
  sl_textbook_add_text (self, SL_LAYER_FRAME, 0, SL_TEXTBOOK_NORMAL, SL_ANCHOR_LEFT, build->plot_x,
                        y, text, sl_paint (SL_PAINT_INK));
}

static void
add_window_chrome (SlTextbook *self, double axis)
{
  SlBuild *build = self->build;
  double height = 2 * SL_RULER_BAND_HEIGHT;

  sl_build_box (build, SL_LAYER_FRAME, 0,
                sl_box (0, 0, sl_scene_get_width (build->scene), build->plot_y),
                sl_paint (SL_PAINT_VIEW));
  if (self->compact)
    add_excuse (self, height / 2 + 8);
  else
    sl_textbook_add_window_legend (self, height);
  sl_build_cursor_strip (build, (int) height);
  sl_textbook_add_axis (self, axis);
}

/* Returns: the page's height. */
static double
add_page_chrome (SlTextbook *self, double axis)
{
  double y = axis + AXIS_DROP + LEGEND_DROP;

  sl_textbook_add_axis (self, axis);
  if (self->compact)
    add_excuse (self, y);
  y = self->compact ? y + 14
                    : sl_textbook_add_legend (self, self->build->plot_x, y,
                                              self->build->view.width + SL_TEXTBOOK_RIGHT);
  y = sl_textbook_add_caption (self, self->build->plot_x, y + CAPTION_DROP,
                               self->build->view.width + SL_TEXTBOOK_RIGHT - 8);

  return y + BOTTOM_MARGIN;
}

static void
clip (SlBuild *build, double axis)
{
  float width = (float) sl_scene_get_width (build->scene);
  float left = (float) build->plot_x - 1, inner = (float) build->view.width + 2;
  float top = sl_textbook_is_window (build) ? (float) build->plot_y : 0;
  float bottom =
      sl_textbook_is_window (build) ? (float) axis : (float) sl_scene_get_height (build->scene);

  for (SlLayer layer = SL_LAYER_PAGE; layer < SL_LAYER_FRAME; layer++)
    sl_scene_set_clip (build->scene, layer, 0, top, width, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_PAGE, 0, 0, width,
                     (float) sl_scene_get_height (build->scene));
  sl_scene_set_clip (build->scene, SL_LAYER_BOXES, left, top, inner, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_GAPS, left, top, inner, bottom - top);
  sl_scene_set_clip (build->scene, SL_LAYER_FRAME, 0, 0, width,
                     (float) sl_scene_get_height (build->scene));
}

/**
 * sl_build_textbook:
 * @build: with its view; the rest of it is filled in here
 *
 * Makes the scene in the textbook look. Under 6 pixels a unit its rows are drawn compact, and it
 * says so.
 */
void
sl_build_textbook (SlBuild *build)
{
  const SlSceneOptions *options = build->options;
  g_autoptr (GHashTable) served =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) lock_of = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) locks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) places = sl_textbook_new_places ();
  g_autoptr (GHashTable) taken =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (SlTextbookWish));
  g_autoptr (GHashTable) blockers =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sl_lock_blockers_free);
  g_autoptr (GString) explained = g_string_new (NULL);
  SlTextbook self = { .build = build,
                      .served = served,
                      .lock_of = lock_of,
                      .locks = locks,
                      .places = places,
                      .explained = explained,
                      .taken = taken,
                      .wishes = wishes,
                      .blockers = blockers };
  int top = sl_textbook_is_window (build) ? 2 * SL_RULER_BAND_HEIGHT + SL_CURSOR_STRIP_HEIGHT
                                          : TOP_MARGIN;
  double rows_end =
      top - options->scroll_y + sl_rows_get_height (build->rows) - SL_TEXTBOOK_AXIS_HEIGHT;
  double axis = rows_end + AXIS_DROP / 2.0;

  if (sl_textbook_is_window (build))
    axis = MIN (axis, options->height - SL_TEXTBOOK_AXIS_HEIGHT + AXIS_DROP);
  build->plot_x = options->header_width + options->margin;
  build->plot_y = top;
  build->row_shift = top - options->scroll_y;
  build->plot_bottom = options->height > 0 ? options->height : (int) ceil (rows_end);
  build->scene = sl_scene_new (options->width, build->plot_bottom, build->view, build->rows);
  sl_scene_set_plot (build->scene, build->plot_x, build->plot_y, build->row_shift);
  sl_scene_set_header_width (build->scene, options->header_width);
  sl_textbook_unit_init (&self.unit, sl_trace_set_get_clock (build->set), &build->view,
                         sl_view_state_get_axis (build->state),
                         sl_view_state_get_origin (build->state),
                         find_shortest_period (build->rows));
  self.compact = self.unit.wanted_pixels < SL_TEXTBOOK_MIN_UNIT || sl_textbook_is_crowded (&self);
  if (!self.compact)
    sl_scene_set_unit (build->scene, &self.unit);

  sl_build_box (build, SL_LAYER_PAGE, 0,
                sl_box (0, 0, options->width, build->plot_bottom + PAGE_REST),
                sl_paint (SL_PAINT_VIEW));
  sl_textbook_add_grid (&self, top + 8, axis);
  add_rows (&self);
  sl_textbook_add_locks (&self);
  sl_textbook_grant_wishes (&self);
  sl_textbook_add_names (&self);
  sl_build_gaps (build);
  if (sl_textbook_is_window (build))
    add_window_chrome (&self, axis);
  else if (options->height > 0)
    add_page_chrome (&self, axis);
  else
    sl_scene_set_height (build->scene, (int) ceil (add_page_chrome (&self, axis)));

  sl_build_user (build);
  clip (build, axis);
}
