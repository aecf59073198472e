/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_FILTER_BAR (sl_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (SlFilterBar, sl_filter_bar, SL, FILTER_BAR, SlDocumentWidget)

void sl_filter_bar_set_count (SlFilterBar *self,
                              gboolean is_filtered,
                              guint64 n_matches,
                              guint64 n_events,
                              double done);

void sl_filter_bar_set_settings (SlFilterBar *self, GSettings *settings);
void sl_filter_bar_set_hit (SlFilterBar *self, const char *text, gboolean has_hits);

G_END_DECLS
