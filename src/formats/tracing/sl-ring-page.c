/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ring-page.h"

static guint64
read_long (const guint8 *bytes, const SlRingLayout *layout)
{
  return layout->commit_size == 8 ? sl_bytes_u64 (bytes, layout->is_big)
                                  : sl_bytes_u32 (bytes, layout->is_big);
}

/**
 * sl_ring_page_is_behind_loss:
 * @head: the first 16 bytes of a page
 *
 * Returns: whether records were lost before the page
 */
gboolean
sl_ring_page_is_behind_loss (const guint8 *head, const SlRingLayout *layout)
{
  return ((guint32) read_long (head + 8, layout) & SL_RING_LOST) != 0;
}

/**
 * sl_ring_page_open:
 * @bytes: (array length=size): the page; less than a whole one where the file ends in it
 *
 * Reads the head of a page. Of one that is cut off, or claims more records than it has room for, what is there
 * can be read.
 */
void
sl_ring_page_open (SlRingPage *self, const SlRingLayout *layout, const guint8 *bytes, gsize size)
{
  guint32 commit;
  gsize room;

  *self = (SlRingPage) { .bytes = bytes, .at = bytes, .end = bytes };
  if (size < layout->data_offset)
    {
      self->is_damaged = TRUE;
      return;
    }

  room = size - layout->data_offset;
  /* The kernel may have extended it by its sign: only 32 bits count. */
  commit = (guint32) read_long (bytes + 8, layout);
  self->time = sl_bytes_u64 (bytes, layout->is_big);
  self->at = bytes + layout->data_offset;
  self->is_damaged = (commit & SL_RING_COMMIT_MASK) > room;
  self->end = self->at + MIN (commit & SL_RING_COMMIT_MASK, room);
  self->has_lost = (commit & SL_RING_LOST) != 0;
  if (self->has_lost && (commit & SL_RING_LOST_STORED) != 0 &&
      (gsize) (bytes + size - self->end) >= layout->commit_size)
    self->n_lost = read_long (self->end, layout);
}
