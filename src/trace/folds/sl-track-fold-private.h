/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-track-weigh.h"

G_BEGIN_DECLS

void sl_track_fold_weighed (const SlTrack *self,
                            SlWeigher *weigher,
                            SlSpan span,
                            guint n_columns,
                            SlFoldColumn *columns);
void sl_track_fold_values (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns);

G_END_DECLS
