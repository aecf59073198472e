/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Reads files again, in the background, each time that they have grown. A format may put what is new before what
 * was there (chunks that wrapped, datagrams that are late), so the whole is read; the more that takes, the longer
 * it waits before it reads again. */

#include <gio/gio.h>

G_BEGIN_DECLS

#define SL_TYPE_TRACE_FOLLOWER (sl_trace_follower_get_type ())
G_DECLARE_FINAL_TYPE (SlTraceFollower, sl_trace_follower, SL, TRACE_FOLLOWER, GObject)

SlTraceFollower *sl_trace_follower_new (GPtrArray *files, const char *format_id);
void sl_trace_follower_end (SlTraceFollower *self, GPtrArray *files);

G_END_DECLS
