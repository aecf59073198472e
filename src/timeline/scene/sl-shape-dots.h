/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The dots on boxes of objects after those that have a colour of their own. */

#include "sl-scene.h"

G_BEGIN_DECLS

gboolean sl_shape_get_dots (const SlShape *shape, SlShape *dots);

G_END_DECLS
