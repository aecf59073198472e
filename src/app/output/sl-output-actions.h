/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The actions "view.…" that take something out of the window. */

#include "sl-document.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

void sl_output_actions_add (GActionMap *map, SlTimelineWidget *timeline, SlDocument *document);

G_END_DECLS
