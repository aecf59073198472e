/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SL_TYPE_TIMELINE_PROXY (sl_timeline_proxy_get_type ())
G_DECLARE_FINAL_TYPE (SlTimelineProxy, sl_timeline_proxy, SL, TIMELINE_PROXY, GtkWidget)

GtkWidget *sl_timeline_proxy_new (GtkAccessibleRole role, const char *row);
const char *sl_timeline_proxy_get_row (SlTimelineProxy *self);
void sl_timeline_proxy_describe (SlTimelineProxy *self, const char *name, const char *description);
void sl_timeline_proxy_allocate (SlTimelineProxy *self, const float box[4]);

G_END_DECLS
