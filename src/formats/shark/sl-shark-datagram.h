/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tracer's datagrams: one after another in a file, or found in a capture. */

#include "sl-shark-segments.h"

G_BEGIN_DECLS

gsize sl_shark_datagram_read (const guint8 *data,
                              gsize size,
                              guint32 file,
                              guint64 offset,
                              GArray *segments,
                              SlNotes *notes);
void
sl_shark_datagrams_read_all (SlMapping *mapping, guint32 file, GArray *segments, SlNotes *notes);
void sl_shark_datagrams_order (GArray *segments, guint first, SlNotes *notes);

G_END_DECLS
