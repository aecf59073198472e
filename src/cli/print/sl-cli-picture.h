/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The file that a picture is written to: its format, size, colours. */

#include "sl-cli-output.h"
#include "sl-export.h"
#include "sl-palette.h"

G_BEGIN_DECLS

/**
 * SlCliPictureOptions:
 * @output: the file
 * @width: pixels
 * @height: pixels
 * @scale: the size of a pixel
 * @palette: id of a palette
 * @tex: id of a type of .tex files
 *
 * The options -o, --width, --height, --scale, --palette and --tex as given; %NULL where omitted.
 */
typedef struct
{
  char *output;
  char *width;
  char *height;
  char *scale;
  char *palette;
  char *tex;
} SlCliPictureOptions;

/**
 * SlCliPicture:
 * @width: pixels
 * @height: pixels; 0 for the height of its rows
 */
typedef struct
{
  const SlCliPictureOptions *options;
  SlExportType type;
  int width;
  int height;
  double scale;
  const SlPalette *palette;
  SlTexType tex;
} SlCliPicture;

gboolean
sl_cli_picture_parse (SlCliPicture *self, const SlCliPictureOptions *options, GError **error);
gboolean sl_cli_picture_write (const SlCliPicture *self,
                               SlScene *scene,
                               const char *title,
                               const SlFileSet *inputs,
                               GError **error);

G_END_DECLS
