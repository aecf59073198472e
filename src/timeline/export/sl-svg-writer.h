/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A scene as SVG: text stays text, boxes carry titles, hatches are patterns. */

#include "sl-scene.h"

G_BEGIN_DECLS

/**
 * SlSvgOptions:
 * @palette: what roles look like
 * @fonts: the families; readers without the first fall back along the list
 * @title: (nullable): of the document
 * @scale: of the nominal size; the picture's own coordinates stay pixels at scale 1
 */
typedef struct
{
  const SlPalette *palette;
  const SlFontSet *fonts;
  const char *title;
  double scale;
} SlSvgOptions;

GString *sl_svg_writer_write (SlScene *scene, const SlSvgOptions *options);

G_END_DECLS
