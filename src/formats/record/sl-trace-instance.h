/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* An instance of the kernel's tracing: buffers, events and a clock of its own, beside those of others, which stay as they
 * are. It goes with this process, however that ends. */

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SlTraceInstance SlTraceInstance;

SlTraceInstance *sl_trace_instance_new (const char *tracefs, GError **error);
void sl_trace_instance_free (SlTraceInstance *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTraceInstance, sl_trace_instance_free)

const char *sl_trace_instance_get_path (const SlTraceInstance *self);
gboolean sl_trace_instance_set_clock (SlTraceInstance *self, const char *clock, GError **error);
gboolean sl_trace_instance_set_buffer (SlTraceInstance *self, guint64 size, GError **error);
gboolean
sl_trace_instance_set_events (SlTraceInstance *self, const GPtrArray *events, GError **error);
gboolean sl_trace_instance_copy_marks (SlTraceInstance *self);
gboolean sl_trace_instance_switch (SlTraceInstance *self, gboolean is_on, GError **error);

void sl_trace_instance_remove_stale (const char *tracefs);

G_END_DECLS
