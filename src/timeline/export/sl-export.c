/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-export.h"

#include <math.h>
#include <string.h>

#include <cairo-pdf.h>
#include <gio/gio.h>

#include "sl-csv-writer.h"
#include "sl-error.h"
#include "sl-file-writer.h"
#include "sl-painter.h"
#include "sl-png-writer.h"
#include "sl-svg-writer.h"

/* A pixel at scale 1 is 1⁄96 inch, as in SVG; a point is 1⁄72. */
#define POINTS_PER_PIXEL 0.75

/* cairo's image surfaces end here, and so do most readers of PNG. */
#define MAX_IMAGE_SIZE 32767

static const char *const extensions[] = {
  [SL_EXPORT_SVG] = "svg", [SL_EXPORT_PDF] = "pdf", [SL_EXPORT_PNG] = "png",
  [SL_EXPORT_TEX] = "tex", [SL_EXPORT_CSV] = "csv",
};
G_STATIC_ASSERT (G_N_ELEMENTS (extensions) == SL_N_EXPORTS);

/**
 * sl_export_type_get_extension:
 *
 * Returns: (transfer none): in lower case, without the dot
 */
const char *
sl_export_type_get_extension (SlExportType type)
{
  g_return_val_if_fail (type < SL_N_EXPORTS, NULL);

  return extensions[type];
}

/**
 * sl_export_type_find:
 * @file_name: with any folders
 * @type: (out): what its extension says, in any case
 *
 * Returns: whether it says something known
 */
gboolean
sl_export_type_find (const char *file_name, SlExportType *type)
{
  g_autofree char *base = g_path_get_basename (file_name);
  const char *dot = strrchr (base, '.');

  for (guint i = 0; dot != NULL && i < SL_N_EXPORTS; i++)
    {
      if (g_ascii_strcasecmp (dot + 1, extensions[i]) == 0)
        {
          *type = (SlExportType) i;
          return TRUE;
        }
    }

  return FALSE;
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
check_status (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The picture cannot be drawn: %s",
               cairo_status_to_string (status));
  return FALSE;
}

static cairo_status_t
paint (SlScene *scene, const SlExportOptions *options, cairo_surface_t *surface, double scale)
{
  g_autoptr (SlPainter) painter = sl_painter_new (options->fonts);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  sl_painter_draw (painter, cr, scene, options->palette);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);

  return status;
}

static GBytes *
make_pdf (SlScene *scene, const SlExportOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  double scale = options->scale * POINTS_PER_PIXEL;
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream (append_cb, bytes, sl_scene_get_width (scene) * scale,
                                           sl_scene_get_height (scene) * scale);
  cairo_status_t status;

  if (options->title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, options->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Slackline " SL_VERSION);

  status = paint (scene, options, surface, scale);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (!check_status (status, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
make_png (SlScene *scene, const SlExportOptions *options, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  double width = ceil (sl_scene_get_width (scene) * options->scale);
  double height = ceil (sl_scene_get_height (scene) * options->scale);
  cairo_surface_t *surface;
  cairo_status_t status;

  if (width > MAX_IMAGE_SIZE || height > MAX_IMAGE_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "A picture of %.0f × %.0f pixels is too large: at most %d each way", width,
                   height, MAX_IMAGE_SIZE);
      return NULL;
    }

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  status = paint (scene, options, surface, options->scale);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  if (check_status (status, error))
    bytes = sl_png_writer_write (surface);
  cairo_surface_destroy (surface);

  return g_steal_pointer (&bytes);
}

static GBytes *
make_svg (SlScene *scene, const SlExportOptions *options)
{
  SlSvgOptions svg = { options->palette, options->fonts, options->title, options->scale };

  return g_string_free_to_bytes (sl_svg_writer_write (scene, &svg));
}

static GBytes *
make_tex (SlScene *scene, const SlExportOptions *options, GError **error)
{
  SlTikzOptions tikz = { options->tex, options->palette, options->fonts, options->title,
                         options->scale };
  GString *text = options->tex == SL_TEX_RTSCHED ? sl_rtsched_writer_write (scene, &tikz, error)
                                                 : sl_tikz_writer_write (scene, &tikz);

  return text != NULL ? g_string_free_to_bytes (text) : NULL;
}

static GBytes *
make_csv (SlScene *scene, GError **error)
{
  if (sl_scene_get_rows (scene) == NULL)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_USAGE,
                           "Only a timeline can be written as a table");
      return NULL;
    }

  return g_string_free_to_bytes (sl_csv_writer_write (scene));
}

/**
 * sl_export_to_bytes:
 * @scene: the picture
 * @options: its scale is above 0
 * @error: %SL_ERROR_USAGE for a PNG beyond 32767 pixels each way, for what rtsched cannot draw, and
 *   for a table of what has no rows;
 *   %G_IO_ERROR if cairo fails
 *
 * Returns: (transfer full): the file's contents; %NULL on error
 */
GBytes *
sl_export_to_bytes (SlScene *scene, const SlExportOptions *options, GError **error)
{
  g_return_val_if_fail (options->scale > 0, NULL);

  switch (options->type)
    {
    case SL_EXPORT_SVG:
      return make_svg (scene, options);
    case SL_EXPORT_PDF:
      return make_pdf (scene, options, error);
    case SL_EXPORT_PNG:
      return make_png (scene, options, error);
    case SL_EXPORT_TEX:
      return make_tex (scene, options, error);
    case SL_EXPORT_CSV:
      return make_csv (scene, error);
    case SL_N_EXPORTS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * sl_export_to_file:
 * @file: where the picture goes
 * @inputs: (nullable): files that must not be written over
 * @error: as of sl_export_to_bytes() or sl_file_write()
 *
 * Returns: %FALSE on error
 */
gboolean
sl_export_to_file (SlScene *scene,
                   const SlExportOptions *options,
                   GFile *file,
                   const SlFileSet *inputs,
                   GError **error)
{
  g_autoptr (GBytes) bytes = sl_export_to_bytes (scene, options, error);

  return bytes != NULL && sl_file_write (file, inputs, g_bytes_get_data (bytes, NULL),
                                         g_bytes_get_size (bytes), error);
}
