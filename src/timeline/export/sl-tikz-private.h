/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the writer for TikZ share. */

#include "sl-tikz-writer.h"

G_BEGIN_DECLS

/**
 * SlTikzContext:
 * @colours: (element-type guint32): those that were used, plus 1, as a set
 * @steps: (nullable) (element-type SlTime): when something new begins; %NULL without overlays
 * @unit: points a pixel
 */
typedef struct
{
  GString *text;
  SlScene *scene;
  const SlTikzOptions *options;
  GHashTable *colours;
  GArray *steps;
  double unit;
} SlTikzContext;

void sl_tikz_write_shape (SlTikzContext *self, const SlShape *shape);

GArray *sl_tikz_find_steps (SlScene *scene);
guint sl_tikz_get_slide (const SlTikzContext *self, const SlShape *shape);

G_END_DECLS
