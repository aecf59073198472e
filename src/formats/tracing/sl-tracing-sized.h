/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Bytes behind their size, as tracing data has them. */

#include "sl-bytes-order.h"

G_BEGIN_DECLS

/* Bytes of a section at most. */
#define SL_TRACING_MOST_SIZE (256u << 20)

gboolean sl_tracing_sized_read (SlByteReader *reader,
                                gboolean is_big,
                                guint width,
                                const char *what,
                                const char **text,
                                gsize *size,
                                GError **error);

G_END_DECLS
