/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-picture.h"

#include <math.h>

#include "sl-cli-error.h"
#include "sl-error.h"

#define DEFAULT_WIDTH 1200
#define MIN_WIDTH     300
#define MAX_SIZE      32767
#define MIN_HEIGHT    60
#define MIN_SCALE     0.1
#define MAX_SCALE     20

static gboolean
parse_output (const SlCliPictureOptions *options, SlExportType *type, GError **error)
{
  if (options->output == NULL)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "No output given: -o OUT.svg, OUT.pdf, OUT.png, OUT.tex or OUT.csv");
      return FALSE;
    }
  if (sl_export_type_find (options->output, type))
    return TRUE;

  return sl_cli_refuse (error, "-o", options->output,
                        "The extension must be svg, pdf, png, tex or csv");
}

static gboolean
parse_size (const char *option,
            const char *text,
            int least,
            int fallback,
            int *size,
            GError **error)
{
  guint64 number;

  *size = fallback;
  if (text == NULL)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, (guint64) least, MAX_SIZE, &number, NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s %s: Not a number of pixels from %d to %d", option, text, least, MAX_SIZE);
      return FALSE;
    }

  *size = (int) number;
  return TRUE;
}

static gboolean
parse_scale (const SlCliPictureOptions *options, double *scale, GError **error)
{
  char *end;

  *scale = 1;
  if (options->scale == NULL)
    return TRUE;

  *scale = g_ascii_strtod (options->scale, &end);
  if (end != options->scale && *end == '\0' && isfinite (*scale) && *scale >= MIN_SCALE &&
      *scale <= MAX_SCALE)
    return TRUE;

  return sl_cli_refuse (error, "--scale", options->scale, "Not a number from 0.1 to 20");
}

static gboolean
parse_tex (const SlCliPictureOptions *options, SlTexType *tex, GError **error)
{
  *tex = SL_TEX_TIKZ;
  if (options->tex != NULL && !sl_tex_type_find (options->tex, tex))
    return sl_cli_refuse (error, "--tex", options->tex,
                          "unknown kind; use tikz, rtsched or beamer");

  return TRUE;
}

static gboolean
parse_palette (const SlCliPictureOptions *options, const SlPalette **palette, GError **error)
{
  SlPaletteId id = SL_PALETTE_LIGHT;
  g_autoptr (GString) known = NULL;

  if (options->palette == NULL || sl_palette_find (options->palette, &id))
    {
      *palette = sl_palette_get (id);
      return TRUE;
    }

  known = g_string_new ("unknown palette; use one of");
  for (guint i = 0; i < SL_N_PALETTES; i++)
    g_string_append_printf (known, "%s %s", i > 0 ? "," : "", sl_palette_get ((SlPaletteId) i)->id);
  return sl_cli_refuse (error, "--palette", options->palette, known->str);
}

static gboolean
check_tex (const SlCliPictureOptions *options, SlExportType type, GError **error)
{
  if (options->tex == NULL || type == SL_EXPORT_TEX)
    return TRUE;

  return sl_cli_refuse (error, "--tex", options->tex, "Only for -o OUT.tex");
}

/**
 * sl_cli_picture_parse:
 * @options: must outlive @self
 *
 * Everything that can be checked before a trace is read.
 *
 * Returns: whether all values make sense; sets @error if not
 */
gboolean
sl_cli_picture_parse (SlCliPicture *self, const SlCliPictureOptions *options, GError **error)
{
  self->options = options;
  return parse_output (options, &self->type, error) &&
         parse_size ("--width", options->width, MIN_WIDTH, DEFAULT_WIDTH, &self->width, error) &&
         parse_size ("--height", options->height, MIN_HEIGHT, 0, &self->height, error) &&
         parse_scale (options, &self->scale, error) && parse_tex (options, &self->tex, error) &&
         parse_palette (options, &self->palette, error) && check_tex (options, self->type, error);
}

/**
 * sl_cli_picture_write:
 * @title: (nullable): of formats that store one
 * @inputs: files that must not be overwritten
 *
 * Returns: whether the file is written, or nobody reads the pipe any more; sets @error if not
 */
gboolean
sl_cli_picture_write (const SlCliPicture *self,
                      SlScene *scene,
                      const char *title,
                      const SlFileSet *inputs,
                      GError **error)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlExportOptions export = { self->type, self->palette, &fonts, title, self->scale, self->tex };
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->options->output);
  g_autoptr (GError) failure = NULL;

  if (sl_export_to_file (scene, &export, file, inputs, &failure))
    return TRUE;

  if (failure->domain == SL_ERROR && self->type == SL_EXPORT_TEX)
    g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "--tex %s: %s", self->options->tex,
                 failure->message);
  else if (failure->domain == SL_ERROR)
    g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                 "-o %s: %s; choose rows with --lane, a --height, or a smaller --scale",
                 self->options->output, failure->message);
  else
    return sl_cli_output_fail (self->options->output, failure, error);
  return FALSE;
}
