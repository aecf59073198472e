/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a scene consists of, for the files that read it as a whole. */

#include "sl-scene.h"

G_BEGIN_DECLS

struct _SlScene
{
  gatomicrefcount ref_count;
  int width, height;
  SlView view;
  SlRows *rows;
  gboolean has_unit;
  const char *explained; /* of the strings below; NULL for nothing */
  SlTextbookUnit unit;   /* its clock is that of the rows */
  int plot_x, plot_y;
  int header_width;
  int row_shift;               /* y on screen of the top of the first row */
  GArray *layers[SL_N_LAYERS]; /* of SlShape */
  float clips[SL_N_LAYERS][4];
  GArray *elements; /* of SlElement */
  GArray *points;   /* of SlPoint */
  GByteArray *values;
  GStringChunk *strings;
};

G_END_DECLS
