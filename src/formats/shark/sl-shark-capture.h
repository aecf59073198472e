/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tracer's datagrams out of a network capture. */

#include "sl-shark-segments.h"

G_BEGIN_DECLS

gboolean sl_shark_capture_has_magic (const guint8 *head, gsize head_length);
gboolean sl_shark_capture_read (SlMapping *mapping,
                                guint32 file,
                                guint port,
                                GArray *segments,
                                SlNotes *notes,
                                GError **error);

G_END_DECLS
