/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-png-writer.h"

#include <png.h>

/* Of zlib: more takes longer than it is worth, as a line that is like the one above is all zeros. */
#define LEVEL 3

static gboolean
is_opaque (const guint8 *pixels, int width, int height, int stride)
{
  for (int y = 0; y < height; y++)
    {
      const guint32 *line = (const guint32 *) (gconstpointer) (pixels + (gsize) y * stride);

      for (int x = 0; x < width; x++)
        {
          if (line[x] >> 24 != 0xff)
            return FALSE;
        }
    }

  return TRUE;
}

/* Cairo's colours are multiplied by their alpha, those of PNG are not. */
static inline guint8
get_channel (guint32 pixel, guint shift)
{
  guint alpha = pixel >> 24;
  guint value = pixel >> shift & 0xff;

  return (guint8) (alpha == 0xff || alpha == 0 ? value : (value * 255 + alpha / 2) / alpha);
}

static void
unpack_line (const guint32 *pixels, int width, gboolean opaque, guint8 *line)
{
  if (opaque)
    {
      for (int x = 0; x < width; x++, line += 3)
        {
          line[0] = (guint8) (pixels[x] >> 16);
          line[1] = (guint8) (pixels[x] >> 8);
          line[2] = (guint8) pixels[x];
        }
      return;
    }

  for (int x = 0; x < width; x++, line += 4)
    {
      line[0] = get_channel (pixels[x], 16);
      line[1] = get_channel (pixels[x], 8);
      line[2] = get_channel (pixels[x], 0);
      line[3] = (guint8) (pixels[x] >> 24);
    }
}

static void
append (png_structp png, png_bytep data, size_t size)
{
  g_byte_array_append (png_get_io_ptr (png), data, (guint) size);
}

static void
flush (png_structp png)
{
}

/* Where memory is full or libpng is called wrongly; a picture of pixels has nothing else to fail by. */
static G_NORETURN void
fail (png_structp png, png_const_charp message)
{
  g_error ("libpng: %s", message);
}

static void
warn (png_structp png, png_const_charp message)
{
  g_warning ("libpng: %s", message);
}

/**
 * sl_png_writer_write:
 * @surface: an image of %CAIRO_FORMAT_ARGB32, of at least one pixel
 *
 * Returns: (transfer full): the file's contents
 */
GBytes *
sl_png_writer_write (cairo_surface_t *surface)
{
  GByteArray *file = g_byte_array_new ();
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, fail, warn);
  png_infop info = png_create_info_struct (png);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autofree guint8 *line = g_malloc ((gsize) width * 4);
  const guint8 *pixels;
  gboolean opaque;

  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  opaque = is_opaque (pixels, width, height, stride);

  png_set_write_fn (png, file, append, flush);
  png_set_compression_level (png, LEVEL);
  png_set_filter (png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_set_IHDR (png, info, (png_uint_32) width, (png_uint_32) height, 8,
                opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info (png, info);
  for (int y = 0; y < height; y++)
    {
      unpack_line ((const guint32 *) (gconstpointer) (pixels + (gsize) y * stride), width, opaque,
                   line);
      png_write_row (png, line);
    }
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);

  return g_byte_array_free_to_bytes (file);
}
