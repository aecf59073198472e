/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-track.h"

G_BEGIN_DECLS

void sl_track_fold_values (const SlTrack *self, const SlFoldQuery *query, SlFoldColumn *columns);

G_END_DECLS
