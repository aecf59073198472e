/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One shape of a scene as SVG elements. */

#include "sl-scene.h"

G_BEGIN_DECLS

/**
 * SlSvgContext:
 * @text: what is written
 * @hatches: number of the pattern by its key
 */
typedef struct
{
  GString *text;
  SlScene *scene;
  const SlPalette *palette;
  const SlFontSet *fonts;
  GHashTable *hatches;
} SlSvgContext;

void sl_svg_define_hatch (SlSvgContext *self, const SlShape *shape);
void sl_svg_write_shape (SlSvgContext *self, const SlShape *shape);

G_END_DECLS
