/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was not recorded: bands through all rows for gaps, through the rows of a family for what
 * a filter kept out. Unknown is hatched, never white. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-recorded-gaps.h"
#include "sl-row-units.h"
#include "sl-text.h"

#define MIN_WIDTH   3
#define EDGE_FROM   14
#define TEXT_FROM   18
#define TOOTH       8
#define TOOTH_DEPTH 2

/* Gaps that leave less room than this between them would hide what lies there: they are a strip above
 * the rows. */
#define CROWDED      5
#define CROWD_HEIGHT 8

static guint8
one_group (guint32 state, guint32 detail, gpointer user_data)
{
  return 0;
}

/**
 * sl_build_torn_edge:
 *
 * Draws where what is known ends.
 */
void
sl_build_torn_edge (SlPicture *self,
                    SlLayer layer,
                    guint32 element,
                    double x,
                    double y,
                    double height)
{
  guint n_points = (guint) ceil (height / TOOTH) + 1;
  g_autofree SlPoint *points = g_new (SlPoint, n_points);
  SlShape *shape = sl_scene_add_shape (self->scene, layer, SL_SHAPE_PATH, element);

  for (guint i = 0; i < n_points; i++)
    {
      points[i].x = (float) (x + (i % 2 == 0 ? -TOOTH_DEPTH : TOOTH_DEPTH));
      points[i].y = (float) (y + i * TOOTH);
    }
  shape->stroke = sl_paint (SL_PAINT_DIM);
  shape->line_width = 1;
  sl_scene_add_points (self->scene, shape, points, n_points);
}

/**
 * sl_build_gap_band:
 *
 * Draws that nothing is known of a rectangle, with torn edges left and right where it is wide enough.
 */
void
sl_build_gap_band (SlPicture *self, SlLayer layer, guint32 element, SlBox box)
{
  sl_build_box (self, layer, element, box, sl_paint (SL_PAINT_GAP));
  sl_build_hatch (self, layer, element, SL_HATCH_GAP, box, sl_paint (SL_PAINT_GAP_HATCH));
  if (box.width < EDGE_FROM)
    return;

  sl_build_torn_edge (self, layer, element, box.x, box.y, box.height);
  sl_build_torn_edge (self, layer, element, box.x + box.width, box.y, box.height);
}

static void
add_caption (SlRowPen *self, const SlItem *item, double x, double y, double width, double height)
{
  SlSpan span = {
    sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, item->begin),
    sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, item->end)
  };
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;
  double begin = MAX (x, self->picture->plot_x),
         end = MIN (x + width, self->picture->plot_x + self->picture->view.width);
  SlShape *shape;

  if (end - begin < TEXT_FROM || height < 80)
    return;

  if (item->detail == SL_GAP_SEAM)
    {
      text = g_strdup (_ ("Another chunk begins"));
    }
  else if (item->detail == SL_GAP_UNKNOWN_LENGTH)
    {
      text = g_strdup (_ ("Not recorded · unknown length"));
    }
  else
    {
      duration = sl_text_duration (self->picture->rows, span);
      text = g_strdup_printf (_ ("Not recorded · %s"), duration);
    }
  if (sl_text_measure_width (self->picture->measure, SL_FONT_ROW_BOLD, text) > height - 10)
    return;

  shape = sl_build_text (self->picture, SL_LAYER_GAPS,
                         (SlTextSpot) { SL_FONT_ROW_BOLD, SL_ANCHOR_MIDDLE, (begin + end) / 2,
                                        y + height / 2 },
                         text, sl_paint (SL_PAINT_SOFT));
  shape->upright = TRUE;
  shape->halo = sl_paint (SL_PAINT_GAP);
  shape->radius = 4;
}

static void
draw_gap (SlRowPen *self,
          guint track,
          const SlRowUnit *unit,
          double least,
          double y,
          double height,
          gboolean caption)
{
  double left = self->picture->plot_x - 20,
         right = self->picture->plot_x + self->picture->view.width + 20;
  double x = CLAMP (sl_build_x (self, unit->item.begin), left, right);
  double end = CLAMP (sl_build_x (self, unit->end), left, right);
  double width = MAX (end - x, least);
  guint32 element = sl_build_add_items (self, SL_ELEMENT_GAP, track, unit->item.index, unit->count,
                                        (SlSpan) { unit->item.begin, unit->end });
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);

  if (end - x < least)
    x -= (least - (end - x)) / 2;
  edited->state = unit->item.state;
  edited->detail = unit->item.detail;
  edited->row = G_MAXUINT;
  sl_build_place (self->picture, element, sl_box (x, y, width, height));
  sl_build_gap_band (self->picture, SL_LAYER_GAPS, element, sl_box (x, y, width, height));
  if (caption)
    add_caption (self, &unit->item, x, y, width, height);
}

/* Whether a row tells nothing while events of the family are kept out. */
static gboolean
is_fed_by (const SlPicture *self, const SlRow *row, const char *family)
{
  if (g_str_equal (family, "task"))
    return row->lane_type == SL_LANE_TASK ||
           (row->part == SL_ROW_STATES && row->lane_type == SL_LANE_CPU);
  if (g_str_equal (family, "interrupt"))
    return row->part == SL_ROW_NESTED || row->lane_type == SL_LANE_IRQ;
  if (g_str_equal (family, "timer"))
    return row->lane_type == SL_LANE_TIMER;
  if (g_str_equal (family, "server"))
    return row->lane_type == SL_LANE_SERVER;
  if (g_str_equal (family, "mutex") || g_str_equal (family, "semaphore"))
    return row->lane_type == SL_LANE_LOCK;
  if (g_str_equal (family, "cpu"))
    return row->part == SL_ROW_CLI || row->part == SL_ROW_REAL_MODE;

  return FALSE;
}

static void
draw_not_recorded (SlRowPen *self, guint track, const SlRowUnit *unit, guint trace)
{
  guint n_rows = sl_rows_get_count (self->picture->rows);
  guint first = 0;

  sl_rows_at (self->picture->rows, MAX (self->picture->plot_y - self->picture->row_shift, 0),
              &first);
  for (guint i = first; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (self->picture->rows, i);
      double y = row->y + self->picture->row_shift;

      if (y >= self->picture->plot_bottom)
        break;
      if (row->part == SL_ROW_HEADING || row->lane.trace != trace ||
          unit->item.detail >= sl_family_get_count () ||
          !is_fed_by (self->picture, row, sl_family_get_id (unit->item.detail)))
        continue;

      draw_gap (self, track, unit, MIN_WIDTH, y + 1, row->height - 2, FALSE);
    }
}

/* An interrupt may have been handled by the processor whose events were lost; that it was handled by others is still known. */
static void
draw_lost_lines (SlRowPen *self, const SlRowUnit *unit, guint trace)
{
  SlPicture *picture = self->picture;
  double left = picture->plot_x - 20, right = picture->plot_x + picture->view.width + 20;
  double x = CLAMP (sl_build_x (self, unit->item.begin), left, right);
  double width = MAX (CLAMP (sl_build_x (self, unit->end), left, right) - x, MIN_WIDTH);
  guint n_rows = sl_rows_get_count (picture->rows), first = 0;

  sl_rows_at (picture->rows, MAX (picture->plot_y - picture->row_shift, 0), &first);
  for (guint i = first; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (picture->rows, i);
      double y = row->y + picture->row_shift;

      if (y >= picture->plot_bottom)
        break;
      if (row->part == SL_ROW_STATES && row->lane_type == SL_LANE_IRQ && row->lane.trace == trace)
        sl_build_gap_band (picture, SL_LAYER_PAGE, 0, sl_box (x, y + 1, width, row->height - 2));
    }
}

/* Number of the lane that says what was lost of a processor; %G_MAXUINT for none. */
static guint
find_lost_lane (SlTrace *trace, guint32 cpu)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_TRACE && lane->object == cpu && cpu != 0)
        return i;
    }

  return G_MAXUINT;
}

/* The row of a processor's interrupts says nothing while its events were lost. */
static void
draw_lost_interrupts (SlPicture *self, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);
  guint lane = find_lost_lane (trace, row->object);
  SlRow lost = { .part = SL_ROW_STATES,
                 .lane_type = SL_LANE_TRACE,
                 .lane = { row->lane.trace, lane },
                 .matches = TRUE };
  g_auto (SlRowUnits) units = { 0 };
  SlRowPen pen;

  if (lane == G_MAXUINT)
    return;

  lost.key = sl_string_pool_take (sl_trace_set_get_keys (self->set),
                                  sl_trace_get_lane (trace, lane)->name);
  sl_row_pen_init (&pen, self, G_MAXUINT, &lost);
  sl_build_units (&pen, &units, pen.lane->tracks[0].track, SL_STATE_NONE, one_group, 0);
  for (guint i = 0; i < units.units->len; i++)
    draw_gap (&pen, 0, &g_array_index (units.units, SlRowUnit, i), MIN_WIDTH,
              row->y + self->row_shift + 1, row->height - 2, FALSE);
}

static void
draw_losses (SlPicture *self, guint trace)
{
  guint n_rows = sl_rows_get_count (self->rows), first = 0;

  if (!sl_recorded_gaps_are_of_processors (sl_trace_set_get_trace (self->set, trace)))
    return;

  sl_rows_at (self->rows, MAX (self->plot_y - self->row_shift, 0), &first);
  for (guint i = first; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (self->rows, i);

      if (row->y + self->row_shift >= self->plot_bottom)
        break;
      if (row->part == SL_ROW_NESTED && row->lane.trace == trace)
        draw_lost_interrupts (self, row);
    }
}

/* Gaps of unknown length at one instant, as where records without a known time follow each other:
 * one band for all of them. Returns how many units from @number on. */
static guint
count_at_once (const GArray *units, guint number)
{
  const SlRowUnit *first = &g_array_index (units, SlRowUnit, number);
  guint n_units = 1;

  while (number + n_units < units->len && first[n_units].item.begin == first->item.begin &&
         first[n_units].end == first->item.begin && first->end == first->item.begin &&
         first[n_units].item.state == first->item.state &&
         first[n_units].item.detail == first->item.detail)
    n_units++;

  return n_units;
}

static gboolean
is_of_unknown_length (const SlRowUnit *unit)
{
  return unit->item.state == SL_STATE_GAP && unit->item.detail == SL_GAP_UNKNOWN_LENGTH;
}

/* How many pixels are between a gap of unknown length and the next one; 0 where several are too close
 * to be told apart, %G_MAXDOUBLE of other gaps. */
static double
get_distance (const SlRowPen *self, const GArray *units, guint number, guint n_units)
{
  const SlRowUnit *unit = &g_array_index (units, SlRowUnit, number);
  double x = sl_build_x (self, unit->item.begin);
  double nearest = G_MAXDOUBLE;

  if (!is_of_unknown_length (unit))
    return G_MAXDOUBLE;
  if (unit->count > 1 && unit->end > unit->item.begin)
    return 0;

  if (number > 0)
    nearest = x - sl_build_x (self, (unit - 1)->end);
  if (number + n_units < units->len)
    nearest = MIN (nearest, sl_build_x (self, unit[n_units].item.begin) - x);
  return nearest;
}

/* A gap of unknown length takes room that it does not have in time. */
static double
get_least_width (const SlRowUnit *unit, double distance)
{
  return is_of_unknown_length (unit) && distance >= CROWDED ? sl_build_unknown_width (distance)
                                                            : MIN_WIDTH;
}

static void
draw_track (SlRowPen *self, guint track)
{
  SlTrace *trace = sl_trace_set_get_trace (self->picture->set, self->info->lane.trace);
  gboolean is_by_processor = sl_recorded_gaps_are_of_processors (trace);
  g_auto (SlRowUnits) units = { 0 };
  double y = MAX (self->picture->plot_y, self->picture->row_shift);
  double end = MIN (self->picture->plot_bottom,
                    self->picture->row_shift + sl_rows_get_height (self->picture->rows));

  sl_build_units (self, &units, self->lane->tracks[track].track, SL_STATE_NONE, one_group, 0);
  for (guint i = 0, n_units; i < units.units->len; i += n_units)
    {
      SlRowUnit unit = g_array_index (units.units, SlRowUnit, i);
      double distance;

      n_units = count_at_once (units.units, i);
      for (guint j = 1; j < n_units; j++)
        unit.count += g_array_index (units.units, SlRowUnit, i + j).count;
      distance = get_distance (self, units.units, i, n_units);

      if (unit.item.state == SL_STATE_NOT_RECORDED)
        draw_not_recorded (self, track, &unit, self->info->lane.trace);
      else if (is_by_processor && unit.item.detail == SL_GAP_LOST)
        draw_lost_lines (self, &unit, self->info->lane.trace);
      else if (end > y)
        draw_gap (self, track, &unit, get_least_width (&unit, distance), y,
                  distance < CROWDED ? MIN (CROWD_HEIGHT, end - y) : end - y, TRUE);
    }
}

/**
 * sl_build_gaps:
 *
 * Draws what the traces say of themselves over all rows; what the events of one processor would have said is missing in the rows
 * that say so by themselves.
 */
void
sl_build_gaps (SlPicture *self)
{
  for (guint i = 0; i < sl_trace_set_get_size (self->set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (self->set, i);
      SlRow row = { .part = SL_ROW_STATES,
                    .lane_type = SL_LANE_TRACE,
                    .lane = { i, 0 },
                    .matches = TRUE };
      const SlLane *info;
      SlRowPen pen;

      draw_losses (self, i);
      info = sl_trace_get_own_lane (trace, &row.lane.lane);
      if (info == NULL)
        continue;

      row.key = sl_string_pool_take (sl_trace_set_get_keys (self->set), info->name);
      sl_row_pen_init (&pen, self, G_MAXUINT, &row);
      for (guint track = 0; track < info->n_tracks; track++)
        draw_track (&pen, track);
    }
}
