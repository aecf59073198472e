/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-canvas.h"

#include <math.h>
#include <string.h>

#include "sl-vector.h"

/* A wider picture has too many pixels. */
#define MOST_SHIFT 32767

static gboolean
is_whole (double value)
{
  return fabs (value) <= MOST_SHIFT && value == floor (value);
}

/* Where the picture's origin is in the image; FALSE where a unit is not a pixel of it. */
static gboolean
find_origin (SlCanvas *self, cairo_t *cr)
{
  cairo_surface_t *target = cairo_get_group_target (cr);
  cairo_format_t format;
  double dx, dy, scale_x, scale_y;
  cairo_matrix_t matrix;

  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE ||
      cairo_get_operator (cr) != CAIRO_OPERATOR_OVER)
    return FALSE;

  format = cairo_image_surface_get_format (target);
  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_offset (target, &dx, &dy);
  cairo_surface_get_device_scale (target, &scale_x, &scale_y);
  dx += matrix.x0;
  dy += matrix.y0;
  if ((format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32) || scale_x != 1 ||
      scale_y != 1 || matrix.xx != 1 || matrix.yy != 1 || matrix.xy != 0 || matrix.yx != 0 ||
      !is_whole (dx) || !is_whole (dy))
    return FALSE;

  self->surface = target;
  self->x = (int) dx;
  self->y = (int) dy;
  return TRUE;
}

/* Cuts what may be written to what cairo would draw; FALSE where that is not a rectangle of pixels. */
static gboolean
clip (SlCanvas *self, cairo_t *cr)
{
  cairo_rectangle_list_t *list = cairo_copy_clip_rectangle_list (cr);
  cairo_rectangle_t box = { 0 };
  gboolean is_box = list->status == CAIRO_STATUS_SUCCESS && list->num_rectangles <= 1;

  if (is_box && list->num_rectangles == 1)
    box = list->rectangles[0];
  cairo_rectangle_list_destroy (list);
  if (!is_box || !is_whole (box.x) || !is_whole (box.y) || !is_whole (box.width) ||
      !is_whole (box.height))
    return FALSE;

  self->left = MAX ((int) box.x + self->x, 0);
  self->top = MAX ((int) box.y + self->y, 0);
  self->right =
      MIN ((int) (box.x + box.width) + self->x, cairo_image_surface_get_width (self->surface));
  self->bottom =
      MIN ((int) (box.y + box.height) + self->y, cairo_image_surface_get_height (self->surface));
  return TRUE;
}

/**
 * sl_canvas_init:
 * @cr: drawing over what is there, clipped as everything will be
 *
 * Finds the pixels that @cr draws on, where it draws on an image at its own scale. What is behind
 * @cr has to outlast @self, and its clip to stay as it is.
 */
void
sl_canvas_init (SlCanvas *self, cairo_t *cr)
{
  *self = (SlCanvas) { .surface = NULL };
  if (!find_origin (self, cr))
    return;

  self->data = cairo_image_surface_get_data (self->surface);
  self->stride = (gsize) cairo_image_surface_get_stride (self->surface);
  if (self->data == NULL || !clip (self, cr))
    self->surface = NULL;
}

/**
 * sl_canvas_has_point:
 *
 * Returns: whether the picture's point is the corner of a pixel of the image
 */
gboolean
sl_canvas_has_point (const SlCanvas *self, double x, double y)
{
  return self->surface != NULL && is_whole (x) && is_whole (y);
}

/**
 * sl_canvas_begin:
 *
 * What follows writes pixels, until sl_canvas_end(). In between cairo must not draw.
 */
void
sl_canvas_begin (SlCanvas *self)
{
  cairo_surface_flush (self->surface);
}

/**
 * sl_canvas_end:
 *
 * Tells cairo that pixels have changed.
 */
void
sl_canvas_end (SlCanvas *self)
{
  cairo_surface_mark_dirty (self->surface);
}

static guint32
make_channel (double value)
{
  return (guint32) (value * 65535 + 0.5) >> 8;
}

/**
 * sl_canvas_make_pixel:
 * @rgb: 0xrrggbb
 * @alpha: 0 … 1
 *
 * Returns: the pixel that cairo takes for it, multiplied by its alpha
 */
guint32
sl_canvas_make_pixel (guint32 rgb, double alpha)
{
  guint32 pixel = make_channel (alpha) << 24;

  for (guint shift = 0; shift <= 16; shift += 8)
    pixel |= make_channel ((rgb >> shift & 0xff) / 255.0 * alpha) << shift;

  return pixel;
}

#define LOW_BYTES 0x00ff00ffu

/* Pixels that are written at once. */
#define FOUR 4

/* Pixels of what is filled as a page. */
#define PAGE (256 * 1024)

/* Two channels at once, rounded as pixman does. */
static inline guint32
multiply_pair (guint32 pair, guint32 factor)
{
  pair = (pair & LOW_BYTES) * factor + 0x00800080u;
  return ((pair + (pair >> 8 & LOW_BYTES)) >> 8) & LOW_BYTES;
}

static inline guint32
multiply (guint32 pixel, guint32 factor)
{
  return multiply_pair (pixel, factor) | multiply_pair (pixel >> 8, factor) << 8;
}

/* The sum of no channel is above 255, since colours are multiplied by their alpha. */
static inline guint32
put_over (guint32 pixel, guint32 below)
{
  return pixel + multiply (below, 255 - (pixel >> 24));
}

static inline guint32 *
get_row (const SlCanvas *self, int y)
{
  return (guint32 *) (gpointer) (self->data + (gsize) y * self->stride);
}

/* @kept is how much of each byte of what is below is left, in 255ths. */
static inline void
put_four_over (guint32 *row, SlBytes16 pixels, SlBytes16 kept)
{
  sl_bytes16_store (row, pixels + sl_bytes16_scale (sl_bytes16_load (row), kept));
}

static void
put_row_over (guint32 *row, const guint32 *pixels, const guint32 *kept, int n_pixels)
{
  for (; n_pixels >= FOUR; n_pixels -= FOUR, row += FOUR, pixels += FOUR, kept += FOUR)
    put_four_over (row, sl_bytes16_load (pixels), sl_bytes16_load (kept));
  for (int i = 0; i < n_pixels; i++)
    row[i] = put_over (pixels[i], row[i]);
}

static inline SlBytes16
fill_four (guint32 pixel)
{
  return (SlBytes16) sl_quad_fill (pixel);
}

static void
fill_row (guint32 *row, int n_pixels, guint32 pixel)
{
  SlBytes16 pixels = fill_four (pixel), kept = fill_four (sl_canvas_make_kept (pixel));

  if (pixel >> 24 == 255)
    {
      for (int i = 0; i < n_pixels; i++)
        row[i] = pixel;
      return;
    }

  for (; n_pixels >= FOUR; n_pixels -= FOUR, row += FOUR)
    put_four_over (row, pixels, kept);
  for (int i = 0; i < n_pixels; i++)
    row[i] = put_over (pixel, row[i]);
}

/* A whole page is more than the caches near the processor hold: it is written past them. */
static void
fill_page_row (guint32 *row, int n_pixels, guint32 pixel)
{
#ifdef __SSE2__
  SlQuad pixels = sl_quad_fill (pixel);

  for (; n_pixels > 0 && (gsize) row % sizeof pixels != 0; n_pixels--)
    *row++ = pixel;
  for (; n_pixels >= FOUR; n_pixels -= FOUR, row += FOUR)
    _mm_stream_si128 ((gpointer) row, (__m128i) pixels);
#endif
  fill_row (row, n_pixels, pixel);
}

static void
fill_page (SlCanvas *self, int left, int top, int right, int bottom, guint32 pixel)
{
  for (int row = top; row < bottom; row++)
    fill_page_row (get_row (self, row) + left, right - left, pixel);
#ifdef __SSE2__
  _mm_sfence ();
#endif
}

/**
 * sl_canvas_fill:
 * @x, @y, @width, @height: pixels of the picture
 */
void
sl_canvas_fill (SlCanvas *self, int x, int y, int width, int height, guint32 pixel)
{
  int left = MAX (x + self->x, self->left), right = MIN (x + self->x + width, self->right);
  int top = MAX (y + self->y, self->top), bottom = MIN (y + self->y + height, self->bottom);

  if (left >= right || top >= bottom)
    return;

  if (pixel >> 24 == 255 && (gint64) (right - left) * (bottom - top) >= PAGE)
    fill_page (self, left, top, right, bottom, pixel);
  else
    {
      for (int row = top; row < bottom; row++)
        fill_row (get_row (self, row) + left, right - left, pixel);
    }
}

/* Four pixels, covered by that much. */
static inline void
fill_share (guint32 *row, const guint8 *covered, guint32 pixel)
{
  const SlQuad each_byte = sl_quad_fill (0x01010101u);
  SlQuad quads = { covered[0], covered[1], covered[2], covered[3] };
  SlBytes16 shares = (SlBytes16) (quads * each_byte);
  SlBytes16 alphas = sl_bytes16_scale (sl_bytes16_fill ((guint8) (pixel >> 24)), shares);

  put_four_over (row, sl_bytes16_scale (fill_four (pixel), shares), 255 - alphas);
}

/* Of four pixels most often none or all are covered. */
static inline void
fill_covered (guint32 *row, const guint8 *covered, guint32 pixel)
{
  guint32 all;

  memcpy (&all, covered, sizeof all);
  if (all == 0)
    return;

  if (all != G_MAXUINT32)
    fill_share (row, covered, pixel);
  else if (pixel >> 24 == 255)
    sl_bytes16_store (row, fill_four (pixel));
  else
    put_four_over (row, fill_four (pixel), fill_four (sl_canvas_make_kept (pixel)));
}

/**
 * sl_canvas_fill_covered:
 * @x, @y: the first pixel of a row
 * @covered: (array length=n_pixels): how much of each, in 255ths
 */
void
sl_canvas_fill_covered (SlCanvas *self,
                        int x,
                        int y,
                        const guint8 *covered,
                        int n_pixels,
                        guint32 pixel)
{
  int left = MAX (x + self->x, self->left), right = MIN (x + self->x + n_pixels, self->right);
  guint32 *row;

  y += self->y;
  if (y < self->top || y >= self->bottom || left >= right)
    return;

  covered += left - (x + self->x);
  n_pixels = right - left;
  row = get_row (self, y) + left;
  for (; n_pixels >= FOUR; n_pixels -= FOUR, row += FOUR, covered += FOUR)
    fill_covered (row, covered, pixel);
  for (int i = 0; i < n_pixels; i++)
    row[i] = put_over (multiply (pixel, covered[i]), row[i]);
}

/**
 * sl_canvas_put_over:
 * @x, @y: the first pixel of a row
 * @pixels: (array length=n_pixels): multiplied by their alpha
 * @kept: (array length=n_pixels): sl_canvas_make_kept() of each
 */
void
sl_canvas_put_over (SlCanvas *self,
                    int x,
                    int y,
                    const guint32 *pixels,
                    const guint32 *kept,
                    int n_pixels)
{
  int begin = x + self->x;
  int left = MAX (begin, self->left), right = MIN (begin + n_pixels, self->right);

  y += self->y;
  if (left >= right || y < self->top || y >= self->bottom)
    return;

  put_row_over (get_row (self, y) + left, pixels + (left - begin), kept + (left - begin),
                right - left);
}
