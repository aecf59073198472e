/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-event-panel.h"
#include "sl-filter-bar.h"

G_BEGIN_DECLS

/* What the lists of events are restricted to, and how much of it there is. */
typedef struct _SlListFilters SlListFilters;

SlListFilters *sl_list_filters_new (SlDocument *document, SlFilterBar *bar, SlEventPanel *events);
void sl_list_filters_free (SlListFilters *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlListFilters, sl_list_filters_free)

void sl_list_filters_follow_state (SlListFilters *self);
void sl_list_filters_follow_trace (SlListFilters *self);
void sl_list_filters_follow_matches (SlListFilters *self);
void sl_list_filters_follow_picked (SlListFilters *self);
gboolean sl_list_filters_step (SlListFilters *self, int direction);

G_END_DECLS
