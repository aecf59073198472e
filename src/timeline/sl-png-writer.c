/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-png-writer.h"

#include <string.h>

/* PNG (ISO 15948), sections 5.3, 11.2 and 9.2. */
#define SIGNATURE    "\x89PNG\r\n\x1a\n"
#define BIT_DEPTH    8
#define COLOUR       2
#define COLOUR_ALPHA 6
#define FILTER_UP    2

/* Of zlib: more takes longer than it is worth, as a line that is like the one above is all zeros. */
#define LEVEL 3

#define CHUNK (64 * 1024)

#define CRC_POLYNOMIAL 0xedb88320u

typedef struct
{
  const guint8 *pixels;
  int width;
  int height;
  int stride;
  guint n_channels; /* 3, or 4 where anything shines through */
} Picture;

static const guint32 *
get_crc_table (void)
{
  static guint32 table[256];
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      for (guint32 byte = 0; byte < G_N_ELEMENTS (table); byte++)
        {
          guint32 crc = byte;

          for (guint bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ ((crc & 1) != 0 ? CRC_POLYNOMIAL : 0);
          table[byte] = crc;
        }
      g_once_init_leave (&ready, 1);
    }

  return table;
}

static void
append_number (GByteArray *file, guint32 number)
{
  guint32 bytes = GUINT32_TO_BE (number);

  g_byte_array_append (file, (const guint8 *) &bytes, sizeof bytes);
}

static void
append_chunk (GByteArray *file, const char *type, const guint8 *data, guint length)
{
  const guint32 *table = get_crc_table ();
  guint32 crc = G_MAXUINT32;
  guint begin;

  append_number (file, length);
  begin = file->len;
  g_byte_array_append (file, (const guint8 *) type, 4);
  if (length > 0)
    g_byte_array_append (file, data, length);
  for (guint i = begin; i < file->len; i++)
    crc = crc >> 8 ^ table[(crc ^ file->data[i]) & 0xff];
  append_number (file, ~crc);
}

static gboolean
is_opaque (const Picture *self)
{
  for (int y = 0; y < self->height; y++)
    {
      const guint32 *line =
          (const guint32 *) (gconstpointer) (self->pixels + (gsize) y * self->stride);

      for (int x = 0; x < self->width; x++)
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
unpack_line (const Picture *self, int y, guint8 *line)
{
  const guint32 *pixels =
      (const guint32 *) (gconstpointer) (self->pixels + (gsize) y * self->stride);

  if (self->n_channels == 3)
    {
      for (int x = 0; x < self->width; x++, line += 3)
        {
          line[0] = (guint8) (pixels[x] >> 16);
          line[1] = (guint8) (pixels[x] >> 8);
          line[2] = (guint8) pixels[x];
        }
      return;
    }

  for (int x = 0; x < self->width; x++, line += 4)
    {
      line[0] = get_channel (pixels[x], 16);
      line[1] = get_channel (pixels[x], 8);
      line[2] = get_channel (pixels[x], 0);
      line[3] = (guint8) (pixels[x] >> 24);
    }
}

/* Puts @data through zlib and what comes of it into chunks of @file. */
static void
compress (GConverter *zlib, const guint8 *data, gsize size, gboolean last, GByteArray *file)
{
  GConverterFlags flags = last ? G_CONVERTER_INPUT_AT_END : G_CONVERTER_NO_FLAGS;
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result == G_CONVERTER_CONVERTED && (size > 0 || last))
    {
      gsize n_read = 0, n_written = 0;

      /* It asks for more to read or to write where it cannot go on, and cannot fail else. */
      result =
          g_converter_convert (zlib, data, size, chunk, CHUNK, flags, &n_read, &n_written, NULL);
      /* At the end there is no data to go on in. */
      if (n_read > 0)
        data += n_read;
      size -= n_read;
      if (n_written > 0)
        append_chunk (file, "IDAT", chunk, (guint) n_written);
    }
}

static void
append_lines (const Picture *self, GByteArray *file)
{
  gsize length = (gsize) self->width * self->n_channels;
  g_autoptr (GConverter) zlib =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL));
  g_autofree guint8 *above = g_malloc0 (length);
  g_autofree guint8 *line = g_malloc (length);
  g_autofree guint8 *filtered = g_malloc (1 + length);

  filtered[0] = FILTER_UP;
  for (int y = 0; y < self->height; y++)
    {
      guint8 *spare = above;

      unpack_line (self, y, line);
      for (gsize i = 0; i < length; i++)
        filtered[1 + i] = (guint8) (line[i] - above[i]);
      compress (zlib, filtered, 1 + length, FALSE, file);
      above = line;
      line = spare;
    }
  compress (zlib, NULL, 0, TRUE, file);
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
  Picture picture;
  guint8 header[13] = { 0 };
  guint32 width, height;

  cairo_surface_flush (surface);
  picture = (Picture) {
    .pixels = cairo_image_surface_get_data (surface),
    .width = cairo_image_surface_get_width (surface),
    .height = cairo_image_surface_get_height (surface),
    .stride = cairo_image_surface_get_stride (surface),
  };
  picture.n_channels = is_opaque (&picture) ? 3 : 4;

  width = GUINT32_TO_BE ((guint32) picture.width);
  height = GUINT32_TO_BE ((guint32) picture.height);
  memcpy (header, &width, sizeof width);
  memcpy (header + 4, &height, sizeof height);
  header[8] = BIT_DEPTH;
  header[9] = picture.n_channels == 4 ? COLOUR_ALPHA : COLOUR;

  g_byte_array_append (file, (const guint8 *) SIGNATURE, strlen (SIGNATURE));
  append_chunk (file, "IHDR", header, sizeof header);
  append_lines (&picture, file);
  append_chunk (file, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (file);
}
