/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Events held in memory: only for small text formats, which are read as a whole. */

#include "sl-source.h"

G_BEGIN_DECLS

typedef gboolean (*SlListDescribe) (gpointer user_data, guint64 offset, GArray *details);

#define SL_TYPE_LIST_SOURCE (sl_list_source_get_type ())
G_DECLARE_FINAL_TYPE (SlListSource, sl_list_source, SL, LIST_SOURCE, SlSource)

SlSource *sl_list_source_new (GArray *events,
                              SlClock *clock,
                              SlListDescribe describe,
                              gpointer user_data,
                              GDestroyNotify user_data_free);

G_END_DECLS
