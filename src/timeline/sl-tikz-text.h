/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Numbers, text and colours as LaTeX wants them, whatever the locale. */

#include "sl-palette.h"

G_BEGIN_DECLS

void sl_tikz_append_number (GString *text, double number);
void sl_tikz_append_point (GString *text, double x, double y);
void sl_tikz_append_escaped (GString *text, const char *value);
void sl_tikz_append_comment (GString *text, const char *value);
void sl_tikz_append_head (GString *text, const char *title, const char *how);

G_END_DECLS
