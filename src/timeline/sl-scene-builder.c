/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-builder.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-build-density-private.h"
#include "sl-build-textbook-private.h"
#include "sl-kind-action.h"

#define TITLE_HEIGHT 30

static void
add_heading (SlRowPen *self)
{
  SlElement element = {
    .type = SL_ELEMENT_HEADING,
    .row = self->row,
    .target = { SL_TARGET_ROW, 0, self->info->key, 0, 0, 1 },
  };
  guint32 number = sl_scene_add_element (self->picture->scene, &element);
  double width = sl_scene_get_width (self->picture->scene), height = self->info->height;

  sl_build_place (self->picture, number, sl_box (0, self->top, width, height));
  sl_build_box (self->picture, SL_LAYER_PAGE, number, sl_box (0, self->top, width, height),
                sl_paint (SL_PAINT_GROUP));
  sl_build_line (self->picture, SL_LAYER_PAGE, number, sl_box (0, self->top + 0.5, width, 0),
                 sl_paint_alpha (SL_PAINT_BASE, 0.5), 1);
  self->hit_columns = sl_row_hits_fold_below (self->picture->rows, self->row, self->picture->state,
                                              &self->picture->view);
  sl_build_hits (self);
  g_free (self->hit_columns);
}

static gpointer
get_of_trace (GPtrArray *by_trace, guint trace)
{
  return by_trace != NULL && trace < by_trace->len ? g_ptr_array_index (by_trace, trace) : NULL;
}

static void
add_row (SlRowPen *self)
{
  SlPicture *picture = self->picture;
  guint trace = self->info->lane.trace;
  SlElement element = {
    .type = SL_ELEMENT_ROW,
    .row = self->row,
    .target = { SL_TARGET_ROW, trace, self->info->key, 0, 0, 1 },
    .span = picture->view.visible,
  };
  guint32 number = sl_scene_add_element (picture->scene, &element);
  const SlTarget *picked = sl_view_state_get_picked (picture->state);
  double width = sl_scene_get_width (picture->scene);

  sl_build_place (picture, number, sl_box (0, self->top, width, self->info->height));
  if (picked->type != SL_TARGET_NONE && g_strcmp0 (picked->row, self->info->key) == 0)
    sl_build_box (picture, SL_LAYER_PAGE, number,
                  sl_box (picture->options->header_width, self->top, width, self->info->height),
                  sl_paint_alpha (SL_PAINT_ACCENT, 0.07));

  if (self->info->is_thin)
    return;

  self->filter = self->info->matches ? picture->filters[trace] : NULL;
  self->matches = get_of_trace (picture->options->matches, trace);
  self->attributes = get_of_trace (picture->options->attributes, trace);
  sl_build_find_hits (self);
  sl_build_row (self);
  sl_build_recorded (self);
  sl_build_hits (self);
  g_free (self->hit_columns);
}

static void
add_rows (SlPicture *self)
{
  guint n_rows = sl_rows_get_count (self->rows);
  guint first = 0;

  if (self->plot_y > self->row_shift)
    sl_rows_at (self->rows, self->plot_y - self->row_shift, &first);

  for (guint i = first; i < n_rows; i++)
    {
      SlRowPen pen;

      sl_row_pen_init (&pen, self, i, sl_rows_get (self->rows, i));
      if (pen.top >= self->plot_bottom)
        break;

      if (pen.info->part == SL_ROW_HEADING)
        add_heading (&pen);
      else
        add_row (&pen);
    }
}

/* One for each trace of the set. */
static SlFilterRun **
make_filters (const SlRows *rows)
{
  guint n_traces = sl_trace_set_get_size (sl_rows_get_set (rows));
  SlFilterRun **filters = g_new0 (SlFilterRun *, n_traces + 1);

  for (guint i = 0; i < n_traces; i++)
    {
      SlFilterBinding *filter = sl_rows_get_filter (rows, i);

      filters[i] = filter != NULL ? sl_filter_run_new_bound (filter) : NULL;
    }

  return filters;
}

static void
free_filters (SlFilterRun **filters, guint n_traces)
{
  for (guint i = 0; i < n_traces; i++)
    g_clear_pointer (&filters[i], sl_filter_run_free);
  g_free (filters);
}

static void
lay_out (SlPicture *self, int height)
{
  const SlSceneOptions *options = self->options;
  int y = options->title != NULL ? TITLE_HEIGHT : 0;

  if (options->show_ruler)
    y += sl_ruler_get_height (self->rows, self->state);
  if (options->show_cursors)
    y += self->band;

  self->plot_x = options->header_width + options->margin;
  self->plot_y = y;
  self->plot_bottom = height > 0 ? height : y + sl_rows_get_height (self->rows);
  self->row_shift = y - options->scroll_y;
}

static void
clip_layers (SlPicture *self, int width)
{
  float top = (float) self->plot_y, height = (float) MAX (self->plot_bottom - self->plot_y, 0);
  int margin = self->options->margin;

  for (SlLayer layer = SL_LAYER_PAGE; layer < SL_LAYER_FRAME; layer++)
    sl_scene_set_clip (self->scene, layer, (float) (self->plot_x - margin), top,
                       (float) (self->view.width + 2 * margin), height);
  /* What lasts ends with the plot; only signs of an instant reach into the margin. */
  sl_scene_set_clip (self->scene, SL_LAYER_BOXES, (float) self->plot_x, top,
                     (float) self->view.width, height);
  sl_scene_set_clip (self->scene, SL_LAYER_PAGE, 0, 0, (float) width, (float) self->plot_bottom);
}

static void
add_chrome (SlPicture *self)
{
  const SlSceneOptions *options = self->options;
  int y = options->title != NULL ? TITLE_HEIGHT : 0;

  if (options->header_width > 0)
    sl_build_headers (self);
  if (options->title != NULL)
    {
      sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (0, 0, options->width, TITLE_HEIGHT),
                    sl_paint (SL_PAINT_VIEW));
      sl_build_text (self, SL_LAYER_FRAME,
                     (SlTextSpot) { SL_FONT_TITLE, SL_ANCHOR_LEFT, 14,
                                    sl_build_middle (self, SL_FONT_TITLE, TITLE_HEIGHT / 2.0) },
                     options->title, sl_paint (SL_PAINT_INK));
    }
  if (options->show_ruler)
    {
      sl_build_ruler (self, y);
      y += sl_ruler_get_height (self->rows, self->state);
    }
  if (options->show_cursors)
    sl_build_cursor_strip (self, y);
}

static void
build_compact (SlPicture *self)
{
  int width = self->options->width;

  lay_out (self, self->options->height);
  self->scene = sl_scene_new (width, self->plot_bottom, self->view, self->rows);
  sl_scene_set_plot (self->scene, self->plot_x, self->plot_y, self->row_shift);
  sl_scene_set_header_width (self->scene, self->options->header_width);
  clip_layers (self, width);

  sl_build_box (self, SL_LAYER_PAGE, 0, sl_box (0, 0, width, self->plot_bottom),
                sl_paint (SL_PAINT_VIEW));
  add_rows (self);
  sl_build_processes (self);
  sl_build_gaps (self);
  sl_build_breaks (self);
  add_chrome (self);
  sl_build_user (self);
}

/**
 * sl_scene_build:
 * @rows: of @state; see sl_rows_new()
 *
 * Costs the pixels of the rows on screen, however many events they show.
 *
 * Returns: (transfer full):
 */
SlScene *
sl_scene_build (SlRows *rows, SlViewState *state, const SlSceneOptions *options)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  SlTraceSet *set = sl_rows_get_set (rows);
  gboolean is_textbook = sl_view_state_get_style (state) == SL_STYLE_TEXTBOOK;
  SlPicture self = {
    .rows = rows,
    .set = set,
    .state = state,
    .measure = options->measure,
    .options = options,
    .names = names,
    .band = sl_band_get_height (rows),
  };
  guint n_breaks;
  const SlSpan *breaks = sl_rows_get_breaks (rows, &n_breaks);

  self.view = sl_view_make_broken (sl_trace_set_get_span (set), sl_view_state_get_visible (state),
                                   options->width - options->header_width - options->margin -
                                       (is_textbook ? SL_TEXTBOOK_RIGHT : options->margin),
                                   breaks, n_breaks);
  self.filters = make_filters (rows);
  self.zones = options->zones != NULL ? options->zones : sl_block_cache_new ();
  if (is_textbook)
    sl_build_textbook (&self);
  else
    build_compact (&self);
  sl_build_mask (&self);
  free_filters (self.filters, sl_trace_set_get_size (set));
  if (options->cache != NULL)
    sl_fold_cache_sweep (options->cache);
  sl_build_forget_events (&self);
  if (options->zones == NULL)
    sl_block_cache_free (self.zones);

  return self.scene;
}

/* Whether what the trace says of a task has a release or an end of a job. */
static gboolean
has_jobs (const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);

  for (guint i = 0; marks != NULL && i < sl_track_get_n_codes (marks); i++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, i, &kind, &detail);
      if (sl_kind_is_release (kind) || sl_kind_get_action (kind) == SL_ACTION_FINISH)
        return TRUE;
    }
  return FALSE;
}

/**
 * sl_style_get_obstacle:
 *
 * Returns: (nullable): why @set cannot be drawn in that look, a translated sentence; %NULL where it can
 */
const char *
sl_style_get_obstacle (SlStyle style, SlTraceSet *set)
{
  gboolean has_tasks = FALSE;

  if (style != SL_STYLE_TEXTBOOK)
    return NULL;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      for (guint number = 0; number < sl_trace_get_n_lanes (trace); number++)
        {
          const SlLane *lane = sl_trace_get_lane (trace, number);

          if (lane->type != SL_LANE_TASK)
            continue;
          if (has_jobs (lane))
            return NULL;
          has_tasks = TRUE;
        }
    }

  return has_tasks ? _ ("The textbook look shows jobs, and no task of this trace has any")
                   : _ ("The textbook look shows tasks, and this trace has none");
}
