/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-timeline-private.h"

G_BEGIN_DECLS

/* What stands in for the headers of a timeline's rows: takes the focus and tells assistive technologies of them. */
typedef struct _SlTimelineHeaders SlTimelineHeaders;

SlTimelineHeaders *sl_timeline_headers_new (SlTimelineWidget *timeline);
void sl_timeline_headers_free (SlTimelineHeaders *self);
void sl_timeline_headers_update (SlTimelineHeaders *self, SlRows *rows, GtkWidget *fallback);
void sl_timeline_headers_allocate (SlTimelineHeaders *self, SlScene *scene);
GtkWidget *sl_timeline_headers_get_focused (SlTimelineHeaders *self);
gboolean sl_timeline_headers_have_focus (SlTimelineHeaders *self);

G_END_DECLS
