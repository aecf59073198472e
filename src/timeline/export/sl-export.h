/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A scene as a file: SVG, PDF, PNG, LaTeX, or what it shows as a table. */

#include "sl-file-set.h"
#include "sl-scene.h"
#include "sl-tikz-writer.h"

G_BEGIN_DECLS

typedef enum
{
  SL_EXPORT_SVG,
  SL_EXPORT_PDF,
  SL_EXPORT_PNG,
  SL_EXPORT_TEX,
  SL_EXPORT_CSV,
  SL_N_EXPORTS,
} SlExportType;

/**
 * SlExportOptions:
 * @type: of the file
 * @palette: what roles look like
 * @fonts: those that the scene was measured with
 * @title: (nullable): of the document, for its metadata
 * @tex: what a .tex file is made of
 * @scale: pixels of a PNG for each pixel of the scene; how large an SVG or PDF says it is
 */
typedef struct
{
  SlExportType type;
  const SlPalette *palette;
  const SlFontSet *fonts;
  const char *title;
  double scale;
  SlTexType tex;
} SlExportOptions;

const char *sl_export_type_get_extension (SlExportType type);
gboolean sl_export_type_find (const char *file_name, SlExportType *type);

GBytes *sl_export_to_bytes (SlScene *scene, const SlExportOptions *options, GError **error);
gboolean sl_export_to_file (SlScene *scene,
                            const SlExportOptions *options,
                            GFile *file,
                            const SlFileSet *inputs,
                            GError **error);

G_END_DECLS
