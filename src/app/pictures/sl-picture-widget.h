/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-picture-style.h"
#include "sl-scene.h"

G_BEGIN_DECLS

#define SL_TYPE_PICTURE_WIDGET (sl_picture_widget_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlPictureWidget, sl_picture_widget, SL, PICTURE_WIDGET, GtkWidget)

/**
 * SlPictureWidgetClass:
 * @build: makes the scene of what is to be shown, for the widget's size and @style; %NULL where
 *   there is nothing to show. Returns (transfer full)
 * @dropped: (nullable): the scene is not right any more
 */
struct _SlPictureWidgetClass
{
  GtkWidgetClass parent_class;

  SlScene *(*build) (SlPictureWidget *self, SlPictureStyle *style);
  void (*dropped) (SlPictureWidget *self);
};

SlScene *sl_picture_widget_get_scene (SlPictureWidget *self);
const SlPalette *sl_picture_widget_get_palette (SlPictureWidget *self);
int sl_picture_widget_get_header_width (SlPictureWidget *self);
int sl_picture_widget_get_names_width (SlPictureWidget *self);
void sl_picture_widget_set_header_extra (SlPictureWidget *self, int extra);
gboolean sl_picture_widget_has_new_font (SlPictureWidget *self);
double sl_picture_widget_get_font_scale (SlPictureWidget *self);
void
sl_picture_widget_fit_headers (SlPictureWidget *self, const SlRows *rows, gboolean is_textbook);

void sl_picture_widget_redraw (SlPictureWidget *self);
void sl_picture_widget_invalidate (SlPictureWidget *self);

G_END_DECLS
