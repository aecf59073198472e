/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tracer's datagrams: one after another in a file, or found in a capture. */

#include "sl-shark-segments.h"

G_BEGIN_DECLS

/**
 * SlSharkDatagram:
 * @number: of the packet, from 1
 * @fits: whether its size is that of its records
 * @n_promised: bytes of records that it says it has
 * @n_bytes: of these, those that are there
 */
typedef struct
{
  guint32 number;
  gboolean fits;
  guint64 n_promised;
  gsize n_bytes;
} SlSharkDatagram;

gboolean sl_shark_datagram_parse (const guint8 *data, gsize size, SlSharkDatagram *datagram);
gsize sl_shark_datagram_read (const guint8 *data,
                              gsize size,
                              guint32 file,
                              guint64 offset,
                              GArray *segments,
                              SlNotes *notes);
void
sl_shark_datagrams_read_all (SlMapping *mapping, guint32 file, GArray *segments, SlNotes *notes);
void sl_shark_datagrams_order (SlMapping *mapping, GArray *segments, guint first, SlNotes *notes);

G_END_DECLS
