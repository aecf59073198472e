/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-zoom-bin.h"

#include <math.h>

/* The child is given less room than there is and is drawn larger by a transform, which GTK also
 * applies to the pointer, to popovers and to what screen readers ask for. */
struct _SlZoomBin
{
  GtkWidget parent_instance;

  GtkWidget *child; /* NULL for none */
  double factor;
};

G_DEFINE_FINAL_TYPE (SlZoomBin, sl_zoom_bin, GTK_TYPE_WIDGET)

static void
sl_zoom_bin_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  SlZoomBin *self = SL_ZOOM_BIN (widget);

  if (self->child == NULL)
    return;

  gtk_widget_measure (self->child, orientation,
                      for_size < 0 ? -1 : (int) floor (for_size / self->factor), minimum, natural,
                      NULL, NULL);
  *minimum = (int) ceil (*minimum * self->factor);
  *natural = (int) ceil (*natural * self->factor);
}

static void
sl_zoom_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SlZoomBin *self = SL_ZOOM_BIN (widget);
  float factor = (float) self->factor;

  /* A pixel more than fits: what is cut off at the edge is better than a gap there. */
  if (self->child != NULL)
    gtk_widget_allocate (self->child, (int) ceil (width / self->factor),
                         (int) ceil (height / self->factor), -1,
                         gsk_transform_scale (NULL, factor, factor));
}

static void
sl_zoom_bin_dispose (GObject *object)
{
  sl_zoom_bin_set_child (SL_ZOOM_BIN (object), NULL);

  G_OBJECT_CLASS (sl_zoom_bin_parent_class)->dispose (object);
}

static void
sl_zoom_bin_class_init (SlZoomBinClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_zoom_bin_dispose;
  widget_class->measure = sl_zoom_bin_measure;
  widget_class->size_allocate = sl_zoom_bin_size_allocate;
}

static void
sl_zoom_bin_init (SlZoomBin *self)
{
  self->factor = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * sl_zoom_bin_new:
 * @factor: by which the child is larger; at least 1
 */
GtkWidget *
sl_zoom_bin_new (double factor)
{
  SlZoomBin *self = g_object_new (SL_TYPE_ZOOM_BIN, NULL);

  g_return_val_if_fail (factor >= 1, GTK_WIDGET (self));

  self->factor = factor;
  return GTK_WIDGET (self);
}

/**
 * sl_zoom_bin_set_child:
 * @child: (nullable): without a parent
 *
 * Shows it in place of the last one, which loses its parent.
 */
void
sl_zoom_bin_set_child (SlZoomBin *self, GtkWidget *child)
{
  g_return_if_fail (SL_IS_ZOOM_BIN (self));

  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

/**
 * sl_zoom_bin_set_factor:
 * @factor: by which the child is larger; at least 1
 */
void
sl_zoom_bin_set_factor (SlZoomBin *self, double factor)
{
  g_return_if_fail (SL_IS_ZOOM_BIN (self));
  g_return_if_fail (factor >= 1);

  self->factor = factor;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
