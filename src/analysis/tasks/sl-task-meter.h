/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether a trace says when a task was running. */

#include "sl-track.h"

G_BEGIN_DECLS

gboolean sl_task_meter_is_recorded (const SlTrack *states);

G_END_DECLS
