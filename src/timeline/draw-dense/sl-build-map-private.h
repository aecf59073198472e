/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The row of a page map: time × touched pages as a heat map. */

#include "sl-build-private.h"

G_BEGIN_DECLS

/* Pixels: of a cell's edge, and above and below the cells. */
#define SL_MAP_CELL  2
#define SL_MAP_TOP   5
#define SL_MAP_BELOW 6

/* The strongest cell stands for at least so many events: one alone is not it. */
#define SL_MAP_LEAST_MOST 3

guint8 sl_map_get_level (guint32 count, guint32 most);

gboolean sl_build_is_map (const SlPicture *self, const SlRow *row);
void sl_build_map (SlRowPen *self);
void sl_build_map_header (SlPicture *self, const SlRow *row, double top);

G_END_DECLS
