/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-widget.h"

/* A small picture of a fixed size, painted as the timeline is: a sign of a key, a bar. */
struct _SlSceneWidget
{
  SlPictureWidget parent_instance;

  SlSceneFunc build;
  gpointer data;
  GDestroyNotify free;
};

G_DEFINE_FINAL_TYPE (SlSceneWidget, sl_scene_widget, SL_TYPE_PICTURE_WIDGET)

static SlScene *
sl_scene_widget_build (SlPictureWidget *widget, SlPictureStyle *style)
{
  SlSceneWidget *self = SL_SCENE_WIDGET (widget);

  return self->build (style->measure, self->data);
}

static void
sl_scene_widget_finalize (GObject *object)
{
  SlSceneWidget *self = SL_SCENE_WIDGET (object);

  if (self->free != NULL)
    self->free (self->data);

  G_OBJECT_CLASS (sl_scene_widget_parent_class)->finalize (object);
}

static void
sl_scene_widget_class_init (SlSceneWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_scene_widget_finalize;
  SL_PICTURE_WIDGET_CLASS (klass)->build = sl_scene_widget_build;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
sl_scene_widget_init (SlSceneWidget *self)
{
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

/**
 * sl_scene_widget_new:
 * @width: pixels
 * @height: pixels
 * @build: makes the scene, whenever fonts or colours are others
 * @data: (transfer full): for @build
 * @free: (nullable): for @data
 *
 * Returns: (transfer floating): a picture that says nothing to screen readers; what it is beside does
 */
GtkWidget *
sl_scene_widget_new (int width, int height, SlSceneFunc build, gpointer data, GDestroyNotify free)
{
  SlSceneWidget *self =
      g_object_new (SL_TYPE_SCENE_WIDGET, "width-request", width, "height-request", height, NULL);

  self->build = build;
  self->data = data;
  self->free = free;
  return GTK_WIDGET (self);
}
