/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lock-holders.h"

#include "sl-track-cursor.h"

/* The slices "held" of one lock. */
struct _SlLockHolders
{
  guint n_tracks;
  SlTrackCursor cursors[];
};

/**
 * sl_lock_holders_new:
 * @lane: of a lock; outlives @self
 */
SlLockHolders *
sl_lock_holders_new (const SlLane *lane)
{
  SlLockHolders *self = g_malloc0 (sizeof *self + lane->n_tracks * sizeof (SlTrackCursor));

  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_STATES || lane->tracks[i].role == SL_ROLE_HOLDS)
      sl_track_cursor_init (&self->cursors[self->n_tracks++], lane->tracks[i].track);

  return self;
}

/**
 * sl_lock_holders_cut:
 * @waiter: does not count, though it has the lock too
 *
 * Returns: the first piece of @span in which one task has the lock, its detail, or none that is
 *   known, 0
 */
SlItem
sl_lock_holders_cut (SlLockHolders *self, guint32 waiter, SlSpan span)
{
  SlItem found = { .begin = span.begin, .end = span.end };

  for (guint i = 0; i < self->n_tracks; i++)
    {
      SlItem piece;

      sl_track_cursor_cut (&self->cursors[i], (SlSpan) { span.begin, found.end }, &piece);
      found.end = piece.end;
      if (found.detail == 0 && piece.state == SL_STATE_HELD && piece.detail != waiter)
        found.detail = piece.detail;
    }

  return found;
}
