/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The row of a page map: time × touched pages as a heat map. */

#include "sl-build-private.h"

G_BEGIN_DECLS

gboolean sl_build_is_map (const SlBuild *self, const SlRow *row);
void sl_build_map (SlBuild *self);
void sl_build_map_header (SlBuild *self, const SlRow *row, double top);

G_END_DECLS
