/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the tracer's numbering says of a datagram that arrives: the next one, a late one, one that was there
 * already, or the first of a tracer that was started again. The kernel counts from 1 and goes on over all
 * chunks. */

#include <glib.h>

G_BEGIN_DECLS

/* A number this far below the highest is not late: the tracer counts anew. */
#define SL_SHARK_RESTART_DISTANCE 1024

/**
 * SlSharkArrival:
 * @SL_SHARK_NEXT: a new highest number, whether or not some before it are missing
 * @SL_SHARK_LATE: a number that was missing
 * @SL_SHARK_SEEN: a number that was there. The same datagram came twice, or, with other contents, the
 *   tracer was restarted: sl_shark_sequence_restart() says so
 * @SL_SHARK_RESTARTED: the tracer counts anew from here
 */
typedef enum
{
  SL_SHARK_NEXT,
  SL_SHARK_LATE,
  SL_SHARK_SEEN,
  SL_SHARK_RESTARTED,
} SlSharkArrival;

typedef struct _SlSharkSequence SlSharkSequence;

SlSharkSequence *sl_shark_sequence_new (void);
void sl_shark_sequence_free (SlSharkSequence *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkSequence, sl_shark_sequence_free)

SlSharkArrival
sl_shark_sequence_take (SlSharkSequence *self, guint32 number, guint64 tag, guint64 *seen_tag);
void sl_shark_sequence_restart (SlSharkSequence *self, guint32 number, guint64 tag);
guint32 sl_shark_sequence_get_highest (const SlSharkSequence *self);
guint64 sl_shark_sequence_get_missing (const SlSharkSequence *self);

G_END_DECLS
