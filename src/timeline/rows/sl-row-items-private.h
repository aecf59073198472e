/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which items of a lane a row shows. */

#include "sl-rows.h"

G_BEGIN_DECLS

gboolean sl_row_shows_track (const SlRow *row, SlTrackRole role);
gboolean sl_row_draws_values (const SlRow *row, SlTrackRole role);
SlState sl_row_get_state (const SlRow *row);

G_END_DECLS
