/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Draws a scene with cairo, as it is: no decisions here. */

#include <cairo.h>

#include "sl-scene.h"

G_BEGIN_DECLS

/* Keeps text layouts and hatch patterns between pictures. One thread at a time. */
typedef struct _SlPainter SlPainter;

SlPainter *sl_painter_new (const SlFontSet *fonts);
void sl_painter_free (SlPainter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPainter, sl_painter_free)

void sl_painter_draw (SlPainter *self, cairo_t *cr, SlScene *scene, const SlPalette *palette);
void sl_painter_draw_image (SlPainter *self,
                            cairo_surface_t *image,
                            SlScene *scene,
                            const SlPalette *palette,
                            double scale);

G_END_DECLS
