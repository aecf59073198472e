/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Numbers, colours and text as XML wants them, whatever the locale. */

#include "sl-palette.h"

G_BEGIN_DECLS

void sl_svg_append_number (GString *text, double number);
void sl_svg_append_attribute (GString *text, const char *name, double number);
void sl_svg_append_escaped (GString *text, const char *value);
void sl_svg_append_paint (GString *text, const SlPalette *palette, const char *name, SlPaint paint);

G_END_DECLS
