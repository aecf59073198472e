/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pixels of an image that a painter may write by itself. Where a picture's pixels are those of
 * the image, what is a bar, a cell or a box is rows of pixels, and cairo's way there costs several
 * times what they do. The pixels come out as cairo's would. */

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * SlCanvas:
 * @surface: (nullable): the image; %NULL where cairo has to draw
 * @x, @y: pixel of the image that the picture's origin is
 * @left, @top, @right, @bottom: pixels of the image that may be written, half-open
 */
typedef struct
{
  cairo_surface_t *surface;
  guint8 *data;
  gsize stride;
  int x, y;
  int left, top, right, bottom;
} SlCanvas;

void sl_canvas_init (SlCanvas *self, cairo_t *cr);
gboolean sl_canvas_has_point (const SlCanvas *self, double x, double y);
void sl_canvas_begin (SlCanvas *self);
void sl_canvas_end (SlCanvas *self);
guint32 sl_canvas_make_pixel (guint32 rgb, double alpha);

/* How much each byte of what is below the pixel keeps, in 255ths. */
static inline guint32
sl_canvas_make_kept (guint32 pixel)
{
  return (255 - (pixel >> 24)) * 0x01010101u;
}

void sl_canvas_fill (SlCanvas *self, int x, int y, int width, int height, guint32 pixel);
void sl_canvas_fill_covered (SlCanvas *self,
                             int x,
                             int y,
                             const guint8 *covered,
                             int n_pixels,
                             guint32 pixel);
void sl_canvas_put_over (SlCanvas *self,
                         int x,
                         int y,
                         const guint32 *pixels,
                         const guint32 *kept,
                         int n_pixels);

G_END_DECLS
