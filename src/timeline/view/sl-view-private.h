/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Moving over an axis with breaks, for sl-view.c: pixels are what is kept, not ticks. */

#include "sl-view.h"

G_BEGIN_DECLS

SlSpan sl_view_zoom_broken (const SlView *self, double x, double factor);
SlSpan sl_view_pan_broken (const SlView *self, double pixels);
SlSpan sl_view_center_broken (const SlView *self, SlTime time);

G_END_DECLS
