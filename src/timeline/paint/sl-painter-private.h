/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the painter share. */

#include "sl-painter.h"

#include <pango/pango.h>

#include "sl-canvas.h"

G_BEGIN_DECLS

/* How many parts of an image are drawn on several threads: some for each, as parts differ in what is in them. */
#define SL_PAINTER_BANDS 4

struct _SlPainter
{
  SlFontSet fonts;
  PangoContext *context;
  GHashTable *layouts[SL_N_FONTS]; /* text → PangoLayout */
  GHashTable *hatches;             /* hash of look → cairo_pattern_t */
  SlPainter *bands
      [SL_PAINTER_BANDS]; /* (nullable): painters of the parts of an image, each on one thread at a time */

  /* While drawing. */
  cairo_t *cr;
  const SlScene *scene;
  const SlPalette *palette;
  gboolean raster; /* an image or the screen; else hatches are lines */
  double scale;    /* device pixels a pixel */
  SlCanvas canvas; /* of the layer that is drawn */
};

SlPainter *sl_painter_new_movable (const SlFontSet *fonts);
gboolean sl_painter_get_pixel (const SlPainter *self, SlPaint paint, guint32 *pixel);
gboolean sl_painter_set_paint (SlPainter *self, cairo_t *cr, SlPaint paint);
void
sl_painter_add_box (cairo_t *cr, double x, double y, double width, double height, double radius);
void sl_painter_draw_hatch (SlPainter *self, const SlShape *shape);
void sl_painter_draw_cells (SlPainter *self, const SlShape *shape);
void sl_painter_draw_strip (SlPainter *self, const SlShape *shape);

G_END_DECLS
