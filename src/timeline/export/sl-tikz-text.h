/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Numbers, text and colours as LaTeX wants them, whatever the locale. */

#include "sl-palette.h"

G_BEGIN_DECLS

/* \slfit{width}{text}: the text as it is, or where that is wider, made smaller. */
#define SL_TIKZ_FIT                                     \
  "\\def\\slfit#1#2{\\setbox0\\hbox{#2}\\ifdim\\wd0>#1" \
  "\\resizebox{#1}{!}{\\box0}\\else\\box0\\fi}\n"

void sl_tikz_append_number (GString *text, double number);
void sl_tikz_append_point (GString *text, double x, double y);
void sl_tikz_append_escaped (GString *text, const char *value);
void sl_tikz_append_head (GString *text, const char *title, const char *how);

G_END_DECLS
