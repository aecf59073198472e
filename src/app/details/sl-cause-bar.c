/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cause-bar.h"

#include "sl-picture-style.h"

/* Parts of a job's time side by side, to scale, with the signs that the timeline has for them. */

#define DEADLINE_WIDTH 2
#define HEAD           4

typedef struct
{
  GArray *segments;
  gint64 total;
  gint64 deadline;
} Bar;

static void
bar_free (gpointer data)
{
  Bar *bar = data;

  g_array_unref (bar->segments);
  g_free (bar);
}

static void
fill (cairo_t *cr, const GdkRectangle *box, guint32 colour, double alpha)
{
  sl_picture_style_set_source (cr, colour, alpha);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_fill (cr);
}

/* @slant: pixels to the right over the height of the box; 0 for upright lines */
static void
hatch (cairo_t *cr, const GdkRectangle *box, guint32 colour, double step, int slant)
{
  int reach = ABS (slant);

  cairo_save (cr);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_clip (cr);
  sl_picture_style_set_source (cr, colour, 1);
  cairo_set_line_width (cr, 1.3);
  for (double x = box->x - reach; x < box->x + box->width + reach; x += step)
    {
      cairo_move_to (cr, x, box->y + box->height);
      cairo_line_to (cr, x + slant, box->y);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* @is_on_it: whether it is drawn over the colour: then it is its ink where the edge is the same as the
 *   colour, as on dark pages, in high contrast and of black
 *
 * Returns: what the palette has as the edge of an object's colour */
static guint32
get_edge (guint32 colour, gboolean is_on_it)
{
  const SlPalette *palette = sl_picture_style_get_palette ();

  for (guint i = 0; i < SL_PALETTE_OBJECTS; i++)
    if (palette->objects[i] == colour)
      return is_on_it && palette->edges[i] == colour ? palette->labels[i] : palette->edges[i];

  return palette->colours[SL_PAINT_INK];
}

static void
outline (cairo_t *cr, const GdkRectangle *box, guint32 colour)
{
  if (box->width < 4)
    return;

  sl_picture_style_set_source (cr, colour, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, box->x + 0.5, box->y + 0.5, box->width - 1, box->height - 1);
  cairo_stroke (cr);
}

static void
dot (cairo_t *cr, const GdkRectangle *box, guint32 colour)
{
  cairo_save (cr);
  cairo_rectangle (cr, box->x, box->y, box->width, box->height);
  cairo_clip (cr);
  sl_picture_style_set_source (cr, colour, 1);
  for (int y = box->y + 2; y < box->y + box->height; y += 4)
    for (int x = box->x + 2; x < box->x + box->width; x += 4)
      cairo_rectangle (cr, x, y, 1.5, 1.5);
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
outline_dotted (cairo_t *cr, const GdkRectangle *box, guint32 colour)
{
  const double dashes[] = { 1, 1.5 };

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  outline (cr, box, colour);
  cairo_restore (cr);
}

static void
draw_segment (cairo_t *cr, const GdkRectangle *box, const SlCauseSegment *segment)
{
  const SlPalette *palette = sl_picture_style_get_palette ();
  guint32 grey = palette->colours[SL_PAINT_INTERRUPT];

  switch (segment->cause)
    {
    case SL_CAUSE_EXECUTION:
      fill (cr, box, segment->colour, 1);
      break;
    case SL_CAUSE_OVERRUN:
      fill (cr, box, segment->colour, 1);
      hatch (cr, box, get_edge (segment->colour, TRUE), 6, -box->height);
      hatch (cr, box, get_edge (segment->colour, TRUE), 6, box->height);
      break;
    case SL_CAUSE_PREEMPTED:
      fill (cr, box, segment->colour, 0.5);
      outline (cr, box, get_edge (segment->colour, FALSE));
      break;
    case SL_CAUSE_BLOCKED:
      hatch (cr, box, segment->colour, 5, box->height);
      break;
    case SL_CAUSE_INTERRUPT:
      fill (cr, box, grey, 1);
      break;
    case SL_CAUSE_THROTTLED:
      hatch (cr, box, segment->colour, 4, 0);
      break;
    case SL_CAUSE_RELEASE_LATENCY:
      dot (cr, box, segment->colour);
      break;
    case SL_CAUSE_WAKING:
      outline_dotted (cr, box, get_edge (segment->colour, FALSE));
      break;
    case SL_CAUSE_DISPATCH:
      hatch (cr, box, palette->colours[SL_PAINT_DIM], 4, 0);
      break;
    case SL_CAUSE_NOT_RECORDED:
      hatch (cr, box, palette->colours[SL_PAINT_GAP_HATCH], 9, -box->height);
      break;
    case SL_CAUSE_EARLIER_JOB:
    case SL_CAUSE_SUSPENDED:
    case SL_CAUSE_UNEXPLAINED:
    case SL_N_CAUSES:
    default:
      fill (cr, box, grey, 0.2);
      break;
    }
}

static void
draw_deadline (cairo_t *cr, double x, int height)
{
  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_MISS], 1);
  cairo_rectangle (cr, x - DEADLINE_WIDTH / 2.0, 0, DEADLINE_WIDTH, height - HEAD);
  cairo_move_to (cr, x - HEAD, height - 2 * HEAD);
  cairo_line_to (cr, x + HEAD, height - 2 * HEAD);
  cairo_line_to (cr, x, height);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Bar *bar = user_data;
  gboolean has_deadline = bar->deadline >= 0 && bar->deadline <= bar->total;
  int margin = has_deadline ? HEAD : 0;
  gint64 done = 0;

  for (guint i = 0; i < bar->segments->len; i++)
    {
      const SlCauseSegment *segment = &g_array_index (bar->segments, SlCauseSegment, i);
      int begin = (int) ((double) done / (double) bar->total * width);
      int end;
      GdkRectangle box;

      done += segment->ticks;
      end = (int) ((double) done / (double) bar->total * width);
      box = (GdkRectangle) { begin, margin, MAX (end - begin, 1), height - 2 * margin };
      draw_segment (cr, &box, segment);
    }

  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_INK], 0.35);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, 0.5, margin + 0.5, width - 1, height - 2 * margin - 1);
  cairo_stroke (cr);
  if (has_deadline)
    draw_deadline (cr, (double) bar->deadline / (double) bar->total * width, height);
}

/**
 * sl_cause_bar_new:
 * @segments: copied, at least one
 * @deadline: ticks after the begin of the bar; below 0 for none
 *
 * Returns: (transfer floating): a picture; whoever uses it gives it a name
 */
GtkWidget *
sl_cause_bar_new (const SlCauseSegment *segments,
                  guint n_segments,
                  gint64 deadline,
                  int width,
                  int height)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG,
                                  "content-width", width, "content-height", height, NULL);
  Bar *bar = g_new0 (Bar, 1);

  bar->segments = g_array_new (FALSE, FALSE, sizeof (SlCauseSegment));
  g_array_append_vals (bar->segments, segments, n_segments);
  for (guint i = 0; i < n_segments; i++)
    bar->total += segments[i].ticks;
  bar->deadline = deadline;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, bar, bar_free);
  return area;
}

/**
 * sl_cause_swatch_new:
 *
 * Returns: (transfer floating): the sign of a cause beside its name, of which readers of the screen say nothing
 */
GtkWidget *
sl_cause_swatch_new (const SlCauseSegment *segment)
{
  GtkWidget *swatch = sl_cause_bar_new (segment, 1, -1, 16, 12);

  gtk_accessible_update_state (GTK_ACCESSIBLE (swatch), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  return swatch;
}
