/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-distribution-chart.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sl-palette-choice.h"
#include "sl-picture-style.h"

#define HEIGHT 44
#define WIDTH  160

#define NO_BAR G_MAXUINT

struct _SlDistributionChart
{
  GtkWidget parent_instance;

  const SlJobFigures *figures; /* of the owner, which outlives the chart */
  gint64 begin;                /* of the axis */
  gint64 last;
  guint first[SL_DISTRIBUTION_BARS + 1]; /* places of the first values of the bars */
  guint most;                            /* values of the highest bar */
  guint32 colour;
  int least_height;
  guint bar; /* that keys mean; NO_BAR for none */

  char *name;
  SlDistributionTextFunc text;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (SlDistributionChart, sl_distribution_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_BAR_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
count (const SlDistributionChart *self, guint bar)
{
  return self->first[bar + 1] - self->first[bar];
}

/* Of a value, in pixels. */
static double
get_x (SlDistributionChart *self, gint64 value)
{
  return (double) (value - self->begin) / ((double) (self->last - self->begin) + 1) *
         gtk_widget_get_width (GTK_WIDGET (self));
}

static void
draw_line (SlDistributionChart *self, cairo_t *cr, gint64 value, gboolean is_dashed, double height)
{
  const double dashes[] = { 2, 2 };
  double x = CLAMP (get_x (self, value), 0.5, gtk_widget_get_width (GTK_WIDGET (self)) - 0.5);

  cairo_set_dash (cr, dashes, is_dashed ? 2 : 0, 0);
  cairo_move_to (cr, x, 0);
  cairo_line_to (cr, x, height);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_bars (SlDistributionChart *self, cairo_t *cr, double step, double height)
{
  double gap = step >= 3 ? 1 : 0;

  sl_picture_style_set_source (cr, self->colour, 1);
  for (guint i = 0; i < SL_DISTRIBUTION_BARS; i++)
    {
      /* A single job among many is seen as well. */
      double bar = count (self, i) > 0 ? MAX (height * count (self, i) / self->most, 2) : 0;

      cairo_rectangle (cr, i * step, height - bar, MAX (step - gap, 0.5), bar);
    }
  cairo_fill (cr);
}

static void
sl_distribution_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlDistributionChart *self = SL_DISTRIBUTION_CHART (widget);
  const SlPalette *palette = sl_picture_style_get_palette ();
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget) - 1;
  double step = width / SL_DISTRIBUTION_BARS;
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height + 1));
  draw_bars (self, cr, step, height);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_SOFT], 1);
  cairo_rectangle (cr, 0, height, width, 1);
  cairo_fill (cr);
  sl_picture_style_set_source (cr, palette->colours[SL_PAINT_INK], 1);
  draw_line (self, cr, sl_job_figures_get_mean (self->figures), FALSE, height);
  draw_line (self, cr, sl_job_figures_get_percentile (self->figures, 99), TRUE, height);
  if (gtk_widget_has_focus (widget) && self->bar != NO_BAR)
    {
      sl_picture_style_set_source (cr, palette->colours[SL_PAINT_ACCENT], 1);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_width (cr, 2);
      cairo_rectangle (cr, self->bar * step, 1, MAX (step - 1, 2), height - 1);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
sl_distribution_chart_measure (GtkWidget *widget,
                               GtkOrientation orientation,
                               int for_size,
                               int *minimum,
                               int *natural,
                               int *minimum_baseline,
                               int *natural_baseline)
{
  gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = is_width ? WIDTH : SL_DISTRIBUTION_CHART (widget)->least_height;
  *natural = is_width ? WIDTH : HEIGHT;
}

static char *
dup_text (SlDistributionChart *self, guint bar)
{
  return self->text != NULL ? self->text (self, bar, self->user_data) : g_strdup ("");
}

static guint
find_bar (SlDistributionChart *self, double x)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  return x < 0 || x >= width ? NO_BAR : (guint) (x * SL_DISTRIBUTION_BARS / MAX (width, 1));
}

static gboolean
sl_distribution_chart_query_tooltip (GtkWidget *widget,
                                     int x,
                                     int y,
                                     gboolean by_keyboard,
                                     GtkTooltip *tooltip)
{
  SlDistributionChart *self = SL_DISTRIBUTION_CHART (widget);
  guint bar = by_keyboard ? self->bar : find_bar (self, x);
  g_autofree char *text = NULL;
  g_autofree char *inviting = NULL;

  if (bar == NO_BAR)
    return FALSE;

  text = dup_text (self, bar);
  /* Translators: after what the bar under the pointer stands for */
  inviting = g_strdup_printf (_ ("%s\nClick to list its jobs"), text);
  gtk_tooltip_set_text (tooltip, count (self, bar) > 0 ? inviting : text);
  return TRUE;
}

/* A reader says the name anew when it changes. */
static void
say (SlDistributionChart *self)
{
  g_autofree char *bar = self->bar != NO_BAR ? dup_text (self, self->bar) : NULL;
  g_autofree char *text =
      bar != NULL ? g_strdup_printf ("%s. %s", bar, self->name) : g_strdup (self->name);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
choose (SlDistributionChart *self, guint bar)
{
  self->bar = bar;
  say (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The next bar that has jobs; the same one where there is none. */
static guint
find_next (const SlDistributionChart *self, int from, int by)
{
  for (int bar = from; bar >= 0 && bar < SL_DISTRIBUTION_BARS; bar += by)
    if (count (self, (guint) bar) > 0)
      return (guint) bar;

  return self->bar;
}

static void
activate (SlDistributionChart *self)
{
  if (self->bar != NO_BAR && count (self, self->bar) > 0)
    g_signal_emit (self, signals[SIGNAL_BAR_ACTIVATED], 0, self->bar);
}

static gboolean
key_cb (GtkEventControllerKey *keys,
        guint key,
        guint code,
        GdkModifierType modifiers,
        SlDistributionChart *self)
{
  int bar = self->bar != NO_BAR ? (int) self->bar : -1;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;

  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      choose (self, find_next (self, bar - 1, -1));
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      choose (self, find_next (self, bar + 1, 1));
      return TRUE;
    case GDK_KEY_Home:
      choose (self, find_next (self, 0, 1));
      return TRUE;
    case GDK_KEY_End:
      choose (self, find_next (self, SL_DISTRIBUTION_BARS - 1, -1));
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
released_cb (GtkGestureClick *click, int n_presses, double x, double y, SlDistributionChart *self)
{
  guint bar = find_bar (self, x);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (bar == NO_BAR)
    return;

  choose (self, bar);
  activate (self);
}

/* So that it is heard where one is. */
static void
focus_cb (SlDistributionChart *self)
{
  if (self->bar == NO_BAR)
    choose (self, find_next (self, 0, 1));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
sl_distribution_chart_dispose (GObject *object)
{
  GtkWidget *child;

  /* The list of a bar may be open. */
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (sl_distribution_chart_parent_class)->dispose (object);
}

static void
sl_distribution_chart_finalize (GObject *object)
{
  g_free (SL_DISTRIBUTION_CHART (object)->name);

  G_OBJECT_CLASS (sl_distribution_chart_parent_class)->finalize (object);
}

static void
sl_distribution_chart_class_init (SlDistributionChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_distribution_chart_dispose;
  G_OBJECT_CLASS (klass)->finalize = sl_distribution_chart_finalize;
  widget_class->snapshot = sl_distribution_chart_snapshot;
  widget_class->measure = sl_distribution_chart_measure;
  widget_class->query_tooltip = sl_distribution_chart_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);

  /**
   * SlDistributionChart::bar-activated:
   * @bar: one that has jobs
   */
  signals[SIGNAL_BAR_ACTIVATED] =
      g_signal_new ("bar-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
sl_distribution_chart_init (SlDistributionChart *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->bar = NO_BAR;
  self->least_height = HEIGHT;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (sl_palette_choice_get_default (), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/**
 * sl_distribution_chart_new:
 * @figures: must outlive the chart; has values
 * @begin: least value of the axis
 * @last: greatest value of the axis; not below @begin
 *
 * Returns: (transfer floating):
 */
GtkWidget *
sl_distribution_chart_new (const SlJobFigures *figures, gint64 begin, gint64 last)
{
  SlDistributionChart *self = g_object_new (SL_TYPE_DISTRIBUTION_CHART, NULL);

  self->figures = figures;
  self->begin = begin;
  self->last = last;
  for (guint i = 0; i <= SL_DISTRIBUTION_BARS; i++)
    self->first[i] = sl_job_figures_find (figures, sl_job_figures_get_edge (begin, last, i,
                                                                            SL_DISTRIBUTION_BARS));
  for (guint i = 0; i < SL_DISTRIBUTION_BARS; i++)
    self->most = MAX (self->most, count (self, i));
  return GTK_WIDGET (self);
}

/**
 * sl_distribution_chart_set_colour:
 * @colour: of the bars, as 0xrrggbb
 */
void
sl_distribution_chart_set_colour (SlDistributionChart *self, guint32 colour)
{
  g_return_if_fail (SL_IS_DISTRIBUTION_CHART (self));

  self->colour = colour;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_distribution_chart_set_least_height:
 * @height: in pixels, where there is no room for more
 */
void
sl_distribution_chart_set_least_height (SlDistributionChart *self, int height)
{
  g_return_if_fail (SL_IS_DISTRIBUTION_CHART (self));

  self->least_height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * sl_distribution_chart_set_text_func:
 * @name: what the chart shows
 * @text: what is said of a bar; called with @user_data, which must live as long as @self
 */
void
sl_distribution_chart_set_text_func (SlDistributionChart *self,
                                     const char *name,
                                     SlDistributionTextFunc text,
                                     gpointer user_data)
{
  g_return_if_fail (SL_IS_DISTRIBUTION_CHART (self));

  g_free (self->name);
  self->name = g_strdup (name);
  self->text = text;
  self->user_data = user_data;
  say (self);
}

/**
 * sl_distribution_chart_get_bar:
 * @span: (out): the least value of the bar, and of the next one
 * @first: (out): place of its first value among the figures
 * @end: (out): behind its last one
 */
void
sl_distribution_chart_get_bar (SlDistributionChart *self,
                               guint bar,
                               gint64 span[2],
                               guint *first,
                               guint *end)
{
  g_return_if_fail (SL_IS_DISTRIBUTION_CHART (self) && bar < SL_DISTRIBUTION_BARS);

  span[0] = sl_job_figures_get_edge (self->begin, self->last, bar, SL_DISTRIBUTION_BARS);
  span[1] = sl_job_figures_get_edge (self->begin, self->last, bar + 1, SL_DISTRIBUTION_BARS);
  *first = self->first[bar];
  *end = self->first[bar + 1];
}

/**
 * sl_distribution_chart_get_place:
 * @place: (out): of the bar, in pixels of the chart
 */
void
sl_distribution_chart_get_place (SlDistributionChart *self, guint bar, GdkRectangle *place)
{
  double step;

  g_return_if_fail (SL_IS_DISTRIBUTION_CHART (self) && bar < SL_DISTRIBUTION_BARS);

  step = (double) gtk_widget_get_width (GTK_WIDGET (self)) / SL_DISTRIBUTION_BARS;
  *place = (GdkRectangle) { (int) (bar * step), 0, (int) MAX (step, 1),
                            gtk_widget_get_height (GTK_WIDGET (self)) };
}
