/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A scene as LaTeX. The file is a document by itself, and a picture where another document has
 * begun before it is input. */

#include "sl-scene.h"

G_BEGIN_DECLS

typedef enum
{
  SL_TEX_TIKZ,    /* needs TikZ alone */
  SL_TEX_RTSCHED, /* needs rtsched 2.0 */
  SL_TEX_BEAMER,  /* TikZ, step by step in time order */
  SL_N_TEXES,
} SlTexType;

/**
 * SlTikzOptions:
 * @palette: what roles look like
 * @fonts: for their sizes; families are the document's
 * @title: (nullable): of the picture, for a comment
 * @scale: of the size; at 1 a pixel is 3⁄4 of a point
 */
typedef struct
{
  SlTexType type;
  const SlPalette *palette;
  const SlFontSet *fonts;
  const char *title;
  double scale;
} SlTikzOptions;

GString *sl_tikz_writer_write_picture (SlScene *scene, const SlTikzOptions *options);
GString *sl_tikz_writer_write (SlScene *scene, const SlTikzOptions *options);
GString *sl_rtsched_writer_write (SlScene *scene, const SlTikzOptions *options, GError **error);

gboolean sl_tex_type_find (const char *id, SlTexType *type);

G_END_DECLS
