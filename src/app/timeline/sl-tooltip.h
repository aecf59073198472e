/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-scene.h"

G_BEGIN_DECLS

gboolean sl_tooltip_fill (GtkTooltip *tooltip,
                          const SlScene *scene,
                          const SlElement *element,
                          double x,
                          const SlPalette *palette);
void sl_tooltip_fill_ruler (GtkTooltip *tooltip);

G_END_DECLS
