/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* PNG of a cairo surface, by libpng with one filter and little compression: a timeline's lines are
 * like those above them, and cairo's own writer, which tries every filter on every line, takes three
 * times as long. */

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

GBytes *sl_png_writer_write (cairo_surface_t *surface);

G_END_DECLS
