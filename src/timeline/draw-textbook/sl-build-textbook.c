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
#define EXCUSE_LINE   20

/* No page is higher below its rows; what is too high is cut off. */
#define PAGE_REST 2000

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
  SlRowPen pen = *self->pen;
  SlRow row = *pen.info;

  row.height = height;
  pen.info = &row;
  pen.top = pen.base - height + 6;
  sl_build_row (&pen);
}

static void
add_row (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  guint trace = pen->info->lane.trace;
  SlElement element = {
    .type = SL_ELEMENT_ROW,
    .row = pen->row,
    .target = { SL_TARGET_ROW, trace, pen->info->key, 0, 0, 1 },
    .span = picture->view.visible,
  };
  guint32 number = sl_scene_add_element (picture->scene, &element);
  const SlTarget *picked = sl_view_state_get_picked (picture->state);
  g_autofree char *symbol = sl_textbook_dup_symbol (self, pen->info);

  pen->base = sl_textbook_get_base (picture, pen->info);
  sl_build_place (picture, number,
                  sl_box (0, pen->top, sl_scene_get_width (picture->scene), pen->info->height));
  sl_scene_edit_element (picture->scene, number)->label =
      sl_scene_add_string (picture->scene, symbol);
  if (sl_textbook_is_window (picture) && picked->type != SL_TARGET_NONE &&
      g_strcmp0 (picked->row, pen->info->key) == 0)
    sl_build_box (picture, SL_LAYER_PAGE, number,
                  sl_box (picture->plot_x, pen->top, picture->view.width, pen->info->height),
                  sl_paint_alpha (SL_PAINT_ACCENT, 0.07));

  if (self->compact)
    add_compact_row (self);
  else if (pen->info->lane_type == SL_LANE_SERVER)
    sl_textbook_add_budget (self);
  else
    sl_textbook_add_row (self);
}

static void
add_rows (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  SlRowPen *page = self->pen;

  for (guint i = 0; i < sl_rows_get_count (picture->rows); i++)
    {
      const SlRow *row = sl_rows_get (picture->rows, i);
      SlRowPen pen;

      if (row->y + picture->row_shift + row->height <= picture->plot_y ||
          row->y + picture->row_shift >= picture->plot_bottom)
        continue;

      sl_row_pen_init (&pen, picture, i, row);
      self->pen = &pen;
      if (row->part == SL_ROW_HEADING)
        sl_textbook_add_heading (self);
      else
        add_row (self);
    }
  self->pen = page;
}

/* Whether there are rows of tasks that migrate, and whether the compact look tells apart where they ran. */
static gboolean
migrates (SlRows *rows, gboolean *is_said)
{
  gboolean found = FALSE;

  *is_said = TRUE;
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlTrack *states = sl_rows_get (rows, i)->migrates
                                  ? sl_lane_get_track (sl_rows_get_lane (rows, i), SL_ROLE_STATES)
                                  : NULL;

      for (guint code = 0; states != NULL && code < sl_track_get_n_codes (states); code++)
        {
          guint32 state, detail;

          sl_track_get_code (states, code, &state, &detail);
          *is_said = *is_said && (state != SL_STATE_RUNNING || detail != 0);
          found = TRUE;
        }
    }

  return found;
}

static void
add_sentence (SlTextbook *self, double y, const char *text)
{
  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_NORMAL, text,
                                            sl_paint (SL_PAINT_INK) },
                        (SlTextbookPlace) { SL_ANCHOR_LEFT, self->picture->plot_x, y });
}

/* What cannot be shown is said, in the place of the legend. @y: of the last line's letters */
static void
add_excuse (SlTextbook *self, double y)
{
  SlPicture *picture = self->picture;
  double ratio = self->unit.wanted_pixels / SL_TEXTBOOK_MIN_UNIT;
  SlSpan most = { picture->view.visible.begin, picture->view.visible.begin };
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;
  gboolean is_said;

  most.end += (SlTime) ((double) sl_span_duration (picture->view.visible) * MIN (ratio, 1));
  duration = sl_textbook_unit_dup_long (&self->unit, most);
  if (ratio < 1)
    text = g_strdup_printf (_ ("Rows are drawn compact: at this width, the textbook symbols fit "
                               "spans of up to %s."),
                            duration);
  else
    text = g_strdup (_ ("Rows are drawn compact: too much happens here for the textbook symbols."));
  if (!migrates (picture->rows, &is_said))
    {
      add_sentence (self, y, text);
      return;
    }

  add_sentence (self, y - sl_textbook_scaled (self, EXCUSE_LINE), text);
  add_sentence (self, y,
                is_said ? _ ("Pale: on another processor.")
                        : _ ("Tasks that migrate are drawn whole."));
}

static void
add_window_chrome (SlTextbook *self, double axis)
{
  SlPicture *picture = self->picture;
  double height = 2 * picture->band;
  gboolean is_said;

  sl_build_box (picture, SL_LAYER_FRAME, 0,
                sl_box (0, 0, sl_scene_get_width (picture->scene), picture->plot_y),
                sl_paint (SL_PAINT_VIEW));
  if (self->compact)
    add_excuse (self, height / 2 +
                          sl_textbook_scaled (self, migrates (picture->rows, &is_said) ? 18 : 8));
  else
    sl_textbook_add_window_legend (self, height);
  sl_build_cursor_strip (picture, (int) height);
  sl_textbook_add_axis (self, axis);
}

/* The strip in which a page has the flags of the user's cursors and markers. */
static int
get_flags_height (const SlPicture *self)
{
  return sl_view_state_has_flags (self->state) ? self->band : 0;
}

/* Returns: the page's height. */
static double
add_page_chrome (SlTextbook *self, double axis)
{
  double y = axis + sl_textbook_scaled (self, AXIS_DROP + LEGEND_DROP);
  gboolean is_said;

  sl_build_flags (self->picture, self->picture->plot_y - self->picture->band);
  sl_textbook_add_axis (self, axis);
  if (self->compact && migrates (self->picture->rows, &is_said))
    y += sl_textbook_scaled (self, EXCUSE_LINE);
  if (self->compact)
    add_excuse (self, y);
  y = self->compact ? y + sl_textbook_scaled (self, 14)
                    : sl_textbook_add_legend (self, self->picture->plot_x, y,
                                              self->picture->view.width + SL_TEXTBOOK_RIGHT);
  y = sl_textbook_add_caption (self, self->picture->plot_x,
                               y + sl_textbook_scaled (self, CAPTION_DROP),
                               self->picture->view.width + SL_TEXTBOOK_RIGHT - 8);

  return y + BOTTOM_MARGIN;
}

static void
clip (SlPicture *picture, double axis)
{
  float width = (float) sl_scene_get_width (picture->scene);
  float left = (float) picture->plot_x - 1, inner = (float) picture->view.width + 2;
  float top = sl_textbook_is_window (picture) ? (float) picture->plot_y : 0;
  float bottom =
      sl_textbook_is_window (picture) ? (float) axis : (float) sl_scene_get_height (picture->scene);

  for (SlLayer layer = SL_LAYER_PAGE; layer < SL_LAYER_FRAME; layer++)
    sl_scene_set_clip (picture->scene, layer, 0, top, width, bottom - top);
  sl_scene_set_clip (picture->scene, SL_LAYER_PAGE, 0, 0, width,
                     (float) sl_scene_get_height (picture->scene));
  sl_scene_set_clip (picture->scene, SL_LAYER_BOXES, left, top, inner, bottom - top);
  sl_scene_set_clip (picture->scene, SL_LAYER_GAPS, left, top, inner, bottom - top);
  sl_scene_set_clip (picture->scene, SL_LAYER_FRAME, 0, 0, width,
                     (float) sl_scene_get_height (picture->scene));
}

static void
textbook_init (SlTextbook *self, SlPicture *picture)
{
  *self = (SlTextbook) {
    .picture = picture,
    .served = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref),
    .lock_of = g_hash_table_new (NULL, NULL),
    .locks = g_ptr_array_new_with_free_func (g_free),
    .places = sl_textbook_new_places (),
    .explained = g_string_new (NULL),
    .taken = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref),
    .wishes = g_array_new (FALSE, FALSE, sizeof (SlTextbookWish)),
    .counted = g_hash_table_new (NULL, NULL),
    .blockers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sl_lock_blockers_free),
  };
}

static void
textbook_clear (SlTextbook *self)
{
  g_hash_table_unref (self->served);
  g_hash_table_unref (self->lock_of);
  g_ptr_array_unref (self->locks);
  g_array_unref (self->places);
  g_string_free (self->explained, TRUE);
  g_hash_table_unref (self->taken);
  g_array_unref (self->wishes);
  g_hash_table_unref (self->blockers);
  g_hash_table_unref (self->counted);
  g_clear_pointer (&self->processors, g_array_unref);
}

/* Begins the scene. Returns: y of the axis. */
static double
lay_out (SlPicture *self)
{
  const SlSceneOptions *options = self->options;
  int top = sl_textbook_is_window (self) ? 3 * self->band : TOP_MARGIN + get_flags_height (self);
  int below = sl_build_scaled (self, SL_TEXTBOOK_AXIS_HEIGHT),
      drop = sl_build_scaled (self, AXIS_DROP);
  double rows_end = top - options->scroll_y + sl_rows_get_height (self->rows) - below;
  double axis = rows_end + drop / 2.0;
  int height = options->height > 0 ? options->height : (int) ceil (rows_end);

  self->plot_x = options->header_width + options->margin;
  self->plot_y = top;
  self->row_shift = top - options->scroll_y;
  self->scene = sl_scene_new (options->width, height, self->view, self->rows);
  /* What goes through all rows of a page ends at its axis; below are the legend and the caption. */
  self->plot_bottom = sl_textbook_is_window (self) ? height : MIN (height, (int) ceil (rows_end));
  sl_scene_set_plot (self->scene, self->plot_x, self->plot_y, self->row_shift);
  sl_scene_set_header_width (self->scene, options->header_width);
  sl_build_box (self, SL_LAYER_PAGE, 0, sl_box (0, 0, options->width, height + PAGE_REST),
                sl_paint (SL_PAINT_VIEW));
  return sl_textbook_is_window (self) ? MIN (axis, options->height - below + drop) : axis;
}

static void
choose_unit (SlTextbook *self)
{
  SlPicture *picture = self->picture;

  sl_textbook_unit_init (&self->unit, sl_trace_set_get_clock (picture->set), &picture->view,
                         sl_view_state_get_axis (picture->state),
                         sl_view_state_get_origin (picture->state),
                         find_shortest_period (picture->rows));
  self->compact = self->unit.wanted_pixels < SL_TEXTBOOK_MIN_UNIT || sl_textbook_is_crowded (self);
  if (!self->compact)
    sl_scene_set_unit (picture->scene, &self->unit);
}

/**
 * sl_build_textbook:
 * @picture: with its view; the rest of it is filled in here
 *
 * Makes the scene in the textbook look. Under 6 pixels a unit its rows are drawn compact, and it
 * says so.
 */
void
sl_build_textbook (SlPicture *picture)
{
  SlRowPen page = { .picture = picture, .strength = 1 };
  double axis = lay_out (picture);
  SlTextbook self;

  textbook_init (&self, picture);
  self.pen = &page;
  choose_unit (&self);

  sl_textbook_add_grid (&self, picture->plot_y + 8, axis);
  add_rows (&self);
  sl_textbook_add_locks (&self);
  sl_textbook_grant_wishes (&self);
  sl_textbook_add_names (&self);
  sl_build_gaps (picture);
  if (sl_textbook_is_window (picture))
    add_window_chrome (&self, axis);
  else if (picture->options->height > 0)
    add_page_chrome (&self, axis);
  else
    sl_scene_set_height (picture->scene, (int) ceil (add_page_chrome (&self, axis)));

  sl_build_user (picture);
  clip (picture, axis);
  textbook_clear (&self);
}
