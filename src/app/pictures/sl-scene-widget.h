/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-picture-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_SCENE_WIDGET (sl_scene_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlSceneWidget, sl_scene_widget, SL, SCENE_WIDGET, SlPictureWidget)

/**
 * SlSceneFunc:
 * @measure: (transfer none): how wide text is
 *
 * Returns: (transfer full): what to show
 */
typedef SlScene *(*SlSceneFunc) (SlTextMeasure *measure, gconstpointer data);

GtkWidget *
sl_scene_widget_new (int width, int height, SlSceneFunc build, gpointer data, GDestroyNotify free);

G_END_DECLS
