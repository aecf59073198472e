/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* PNG of a cairo surface. Cairo's own writer tries every filter on every line and takes three times
 * as long as opening a trace of a million events; a timeline's lines are like those above them. */

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

GBytes *sl_png_writer_write (cairo_surface_t *surface);

G_END_DECLS
