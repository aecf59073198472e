/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The outline that boxes have in palettes of high contrast, where others tint them. */

#include "sl-scene.h"

G_BEGIN_DECLS

gboolean sl_shape_get_outline (const SlShape *shape, const SlPalette *palette, SlShape *outline);

G_END_DECLS
