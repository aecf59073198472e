/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-event-item.h"
#include "sl-event-search.h"
#include "sl-list-page.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

#define SL_TYPE_EVENT_LIST_MODEL (sl_event_list_model_get_type ())
G_DECLARE_FINAL_TYPE (SlEventListModel, sl_event_list_model, SL, EVENT_LIST_MODEL, GObject)

SlEventListModel *sl_event_list_model_new (void);
void sl_event_list_model_set_traces (SlEventListModel *self, SlTraceSet *set);
void
sl_event_list_model_set_filters (SlEventListModel *self, GPtrArray *searches, SlFilter *marking);

guint64 sl_event_list_model_get_total (SlEventListModel *self);
guint64 sl_event_list_model_get_n_pages (SlEventListModel *self);
guint64 sl_event_list_model_get_page (SlEventListModel *self);
void sl_event_list_model_set_page (SlEventListModel *self, guint64 page);
gboolean sl_event_list_model_find (SlEventListModel *self,
                                   guint trace,
                                   guint64 index,
                                   guint64 *page,
                                   guint *position);
SlEventItem *sl_event_list_model_dup_row (SlEventListModel *self,
                                          guint64 row) G_GNUC_WARN_UNUSED_RESULT;
guint sl_event_list_model_get_stamp (SlEventListModel *self);

G_END_DECLS
