/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Views in the ticks of one trace of several, and what a track has in each of their columns. */

#include "sl-trace-set.h"
#include "sl-view.h"

G_BEGIN_DECLS

SlView sl_view_in_trace (const SlView *self, SlTraceSet *set, guint trace);
void sl_view_fold (const SlView *self,
                   const SlTrack *track,
                   const SlFoldQuery *query,
                   SlFoldColumn *columns);
gint64 sl_view_fold_column (const SlView *self, SlTime time);
SlTime sl_view_fold_begin (const SlView *self, int column);
gint64 sl_view_column_ticks (const SlView *self, guint column);

G_END_DECLS
