/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The selected span as a trace of its own, to be sent to somebody. */

#include "sl-document.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

void sl_save_span_ask (SlTimelineWidget *timeline, SlDocument *document);

G_END_DECLS
