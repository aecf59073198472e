/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which action an item of a track is, by the track's lane and role. */

#include "sl-action-stream.h"

G_BEGIN_DECLS

SlActionSay sl_action_saying_find (const SlLane *lane, SlTrackRole role);

G_END_DECLS
