/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where records lie in files: the whole of a file, or the payloads of datagrams. */

#include "sl-shark-scan.h"

G_BEGIN_DECLS

#define SL_SHARK_DATAGRAM_ID     "TRACER-V1.0"
#define SL_SHARK_DATAGRAM_HEADER 24

/**
 * SlSharkShape:
 *
 * What a file of the tracer is.
 */
typedef enum
{
  SL_SHARK_RECORDS,
  SL_SHARK_DATAGRAMS,
  SL_SHARK_CAPTURE,
} SlSharkShape;

SlSharkShape sl_shark_shape_of (const guint8 *head, gsize head_length);

GArray *sl_shark_segments_new (SlInput *input,
                               guint port,
                               SlNotes *notes,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
