/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The beginning of a trace, shown as such: with a lane for whatever has one in the whole trace, so that nothing moves as
 * more of it is shown. */

#include "sl-trace.h"

G_BEGIN_DECLS

SlTrace *sl_trace_beginning_new (SlTrace *loaded, SlTrace *whole) G_GNUC_WARN_UNUSED_RESULT;
const SlLane *sl_trace_beginning_get_shape (SlTrace *trace, guint lane);

G_END_DECLS
