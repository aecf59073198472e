/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlAddressTarget:
 * @first, @last: the stretch that an event is to touch, both inclusive
 */
typedef struct
{
  SlPlane plane;
  guint64 first;
  guint64 last;
} SlAddressTarget;

/* Looking for one event in a whole trace, on a thread of its own. */

void sl_event_finder_find_offset_async (SlTrace *trace,
                                        guint64 offset,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
void sl_event_finder_find_address_async (SlTrace *trace,
                                         const SlAddressTarget *target,
                                         guint64 from,
                                         int direction,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
gboolean sl_event_finder_finish (GAsyncResult *result, guint64 *index, GError **error);

G_END_DECLS
