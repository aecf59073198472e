/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bar-chart.h"

#include "sl-palette-choice.h"
#include "sl-picture-style.h"

#define WIDTH        192
#define HEIGHT       64
#define LEAST_HEIGHT 24

struct _SlBarChart
{
  GtkWidget parent_instance;

  GArray *counts; /* of guint64 */
  GArray *parts;  /* of guint64: of each count, what stands out */
  GArray *others; /* of guint64: drawn as a line over the bars; as many, or none */
  gboolean has_colour;
  guint32 colour;    /* of what does not stand out */
  SlPaintRole paint; /* of what does */
  double marker;     /* from the left; below 0 for none */
  double bound;      /* likewise */
  SlBarTextFunc text;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (SlBarChart, sl_bar_chart, GTK_TYPE_WIDGET)

/* Where there is anything, it is seen. */
static double
scale_count (guint64 count, guint64 most, double height)
{
  return count > 0 ? MAX ((double) count / (double) most * height, 2) : 0;
}

static guint64
get_most (SlBarChart *self)
{
  guint64 most = 1;

  for (guint i = 0; i < self->counts->len; i++)
    most = MAX (most, g_array_index (self->counts, guint64, i));
  for (guint i = 0; i < self->others->len; i++)
    most = MAX (most, g_array_index (self->others, guint64, i));
  return most;
}

static void
draw_marker (SlBarChart *self, cairo_t *cr, double width, double height)
{
  if (self->marker < 0 || self->marker > 1)
    return;

  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_MISS], 1);
  cairo_rectangle (cr, self->marker * (width - 2), 0, 2, height);
  cairo_fill (cr);
}

/* Dashed, so that it is not taken for the marker. */
static void
draw_bound (SlBarChart *self, cairo_t *cr, double width, double height)
{
  static const double dashes[] = { 5, 3 };

  if (self->bound < 0 || self->bound > 1)
    return;

  sl_picture_style_set_source (cr, sl_picture_style_get_palette ()->colours[SL_PAINT_INK], 1);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, self->bound * (width - 2) + 1, 0);
  cairo_line_to (cr, self->bound * (width - 2) + 1, height);
  cairo_stroke (cr);
}

/* The upper edges of bars that would hide those below, in ink over a paler line, which is seen on
 * bars of every colour. */
static void
draw_others (SlBarChart *self, cairo_t *cr, double step, double height)
{
  const SlPalette *palette = sl_picture_style_get_palette ();
  guint64 most = get_most (self);

  if (self->others->len == 0)
    return;

  cairo_move_to (cr, 0, height);
  for (guint i = 0; i < self->others->len; i++)
    {
      double y = height - scale_count (g_array_index (self->others, guint64, i), most, height - 1);

      cairo_line_to (cr, i * step, y);
      cairo_line_to (cr, (i + 1) * step, y);
    }
  cairo_line_to (cr, self->others->len * step, height);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_VIEW], 1);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_INK], 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
sl_bar_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlBarChart *self = SL_BAR_CHART (widget);
  const SlPalette *palette = sl_picture_style_get_palette ();
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget) - 1;
  double step = width / MAX (self->counts->len, 1);
  double gap = step >= 3 ? 1 : 0;
  guint64 most = get_most (self);
  guint32 part_colour = palette->colours[self->paint];
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height + 1));
  for (guint i = 0; i < self->counts->len; i++)
    {
      guint64 count = g_array_index (self->counts, guint64, i);
      double all = scale_count (count, most, height);
      double part = scale_count (g_array_index (self->parts, guint64, i), most, height);

      sl_picture_style_set_source (cr, self->has_colour ? self->colour : part_colour,
                                   self->has_colour ? 1 : 0.45);
      cairo_rectangle (cr, i * step, height - all, step - gap, all - part);
      cairo_fill (cr);
      sl_picture_style_set_source (cr, part_colour, 1);
      cairo_rectangle (cr, i * step, height - part, step - gap, part);
      cairo_fill (cr);
    }

  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_SOFT], 1);
  cairo_rectangle (cr, 0, height, width, 1);
  cairo_fill (cr);
  draw_others (self, cr, step, height);
  draw_marker (self, cr, width, height + 1);
  draw_bound (self, cr, width, height + 1);
  cairo_destroy (cr);
}

static void
sl_bar_chart_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  gboolean is_across = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = is_across ? WIDTH : LEAST_HEIGHT;
  *natural = is_across ? WIDTH : HEIGHT;
}

static gboolean
sl_bar_chart_query_tooltip (GtkWidget *widget,
                            int x,
                            int y,
                            gboolean by_keyboard,
                            GtkTooltip *tooltip)
{
  SlBarChart *self = SL_BAR_CHART (widget);
  int width = gtk_widget_get_width (widget);
  g_autofree char *text = NULL;
  guint bar;

  if (by_keyboard || self->text == NULL || self->counts->len == 0 || x < 0 || x >= width)
    return FALSE;

  bar = (guint) ((guint64) x * self->counts->len / (guint) width);
  text = self->text (bar, self->user_data);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
sl_bar_chart_finalize (GObject *object)
{
  SlBarChart *self = SL_BAR_CHART (object);

  g_array_unref (self->counts);
  g_array_unref (self->parts);
  g_array_unref (self->others);

  G_OBJECT_CLASS (sl_bar_chart_parent_class)->finalize (object);
}

static void
sl_bar_chart_class_init (SlBarChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_bar_chart_finalize;
  widget_class->snapshot = sl_bar_chart_snapshot;
  widget_class->measure = sl_bar_chart_measure;
  widget_class->query_tooltip = sl_bar_chart_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sl_bar_chart_init (SlBarChart *self)
{
  self->counts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->parts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->others = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->paint = SL_PAINT_DENSITY;
  self->marker = -1;
  self->bound = -1;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (sl_palette_choice_get_default (), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/**
 * sl_bar_chart_set_bars:
 * @counts: (array length=n_bars): copied
 * @parts: (array length=n_bars) (nullable): of each count, what stands out, the rest being paler;
 *   %NULL for all of it
 */
void
sl_bar_chart_set_bars (SlBarChart *self, const guint64 *counts, const guint64 *parts, guint n_bars)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  g_array_set_size (self->counts, 0);
  g_array_set_size (self->parts, 0);
  g_array_append_vals (self->counts, counts, n_bars);
  g_array_append_vals (self->parts, parts != NULL ? parts : counts, n_bars);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_bar_chart_set_others:
 * @counts: (array length=n_bars) (nullable): copied; %NULL for none
 * @n_bars: as many as there are bars
 *
 * Sets counts to compare the bars with, by the same scale: a line over them.
 */
void
sl_bar_chart_set_others (SlBarChart *self, const guint64 *counts, guint n_bars)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  g_array_set_size (self->others, 0);
  if (counts != NULL)
    g_array_append_vals (self->others, counts, n_bars);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_bar_chart_set_colours:
 * @colour: as 0xrrggbb, of what does not stand out, in the place of a paler form of @parts
 * @parts: paint of what does
 */
void
sl_bar_chart_set_colours (SlBarChart *self, guint32 colour, SlPaintRole parts)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  self->has_colour = TRUE;
  self->colour = colour;
  self->paint = parts;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_bar_chart_set_marker:
 * @place: of a line across the bars, from 0 at the left edge to 1 at the right one; others for none
 */
void
sl_bar_chart_set_marker (SlBarChart *self, double place)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  self->marker = place;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_bar_chart_set_bound:
 * @place: of a dashed line across the bars, as in sl_bar_chart_set_marker()
 */
void
sl_bar_chart_set_bound (SlBarChart *self, double place)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  self->bound = place;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_bar_chart_set_text_func:
 * @text: called with @user_data, which must live as long as @self
 */
void
sl_bar_chart_set_text_func (SlBarChart *self, SlBarTextFunc text, gpointer user_data)
{
  g_return_if_fail (SL_IS_BAR_CHART (self));

  self->text = text;
  self->user_data = user_data;
}
