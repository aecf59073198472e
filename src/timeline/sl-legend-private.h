/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The signs of a key, each in a small picture of its own. */

#include "sl-build-private.h"
#include "sl-legend.h"

G_BEGIN_DECLS

void sl_legend_draw (SlPicture *self, SlLegendSign sign);

G_END_DECLS
