/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How far up and down shapes reach, so that what is drawn of a part of a picture leaves out the rest. */

#include "sl-scene.h"

G_BEGIN_DECLS

void sl_shape_get_reach (const SlShape *shape,
                         const SlPoint *points,
                         double font_size,
                         double *top,
                         double *bottom);

G_END_DECLS
