/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From rows and a view to a scene, in the compact look. Costs pixels, never events. */

#include "sl-scene-options.h"
#include "sl-scene.h"

G_BEGIN_DECLS

SlScene *sl_scene_build (SlRows *rows, SlViewState *state, const SlSceneOptions *options);
SlScene *sl_scene_build_overview (SlTraceSet *set,
                                  SlViewState *state,
                                  GPtrArray *tables,
                                  GPtrArray *hits,
                                  const SlSceneOptions *options);

const char *sl_style_get_obstacle (SlStyle style, SlTraceSet *set);

G_END_DECLS
