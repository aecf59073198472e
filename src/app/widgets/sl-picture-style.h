/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-painter.h"

G_BEGIN_DECLS

/* The painter, the measure of text and the palette of one widget, as its style asks for. */
typedef struct
{
  char *family;
  char *mono;
  SlFontSet fonts;
  SlPainter *painter;
  SlTextMeasure *measure;
  SlPalette palette;
} SlPictureStyle;

SlPictureStyle *sl_picture_style_new (GtkWidget *widget, gboolean colour_blind);
void sl_picture_style_free (SlPictureStyle *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPictureStyle, sl_picture_style_free)

double sl_picture_style_get_font_scale (const SlPictureStyle *self);
const SlPalette *sl_picture_style_get_palette (void);
void sl_picture_style_set_source (cairo_t *cr, guint32 colour, double alpha);

G_END_DECLS
