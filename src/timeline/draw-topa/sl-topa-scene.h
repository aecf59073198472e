/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The manual's Figure 36-1 of a real capture: memory as a column, tables and regions in it, what
 * each entry points to, where the three pointers stand, and how full and how old each region is. */

#include "sl-scene.h"
#include "sl-topa-layout.h"

G_BEGIN_DECLS

#define SL_TOPA_SCENE_MIN_WIDTH 1160

/**
 * SlTopaSceneOptions:
 * @width: of the picture in pixels; at least %SL_TOPA_SCENE_MIN_WIDTH is taken
 * @selected: number of the entry that is told bit by bit; %SL_TOPA_NO_ENTRY for the one that broke
 *   a rule, or else the current one
 * @measure: (transfer none): how wide text is
 * @title: (nullable): a line above the picture, instead of what it shows
 */
typedef struct
{
  int width;
  guint selected;
  SlTextMeasure *measure;
  const char *title;
} SlTopaSceneOptions;

SlScene *sl_topa_scene_build (const SlTopaLayout *layout, const SlTopaSceneOptions *options);

G_END_DECLS
