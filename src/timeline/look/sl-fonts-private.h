/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Fonts as pango knows them; the measure and the painter lay text out in the same way. */

#include <pango/pango.h>

#include "sl-text-measure.h"

G_BEGIN_DECLS

PangoContext *sl_font_set_create_context (PangoFontMap *map);
PangoLayout *sl_font_set_create_layout (const SlFontSet *self,
                                        PangoContext *context,
                                        SlFont font,
                                        const char *text);

G_END_DECLS
