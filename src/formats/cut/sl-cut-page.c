/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut-page.h"

#include <string.h>

static void
put_number (guint8 *bytes, guint width, guint64 value, gboolean is_big)
{
  for (guint i = 0; i < width; i++)
    bytes[is_big ? width - 1 - i : i] = (guint8) (value >> (8 * i));
}

/* The first record of a page is at the page's time. */
static void
clear_delta (guint8 *head, gboolean is_big)
{
  guint32 value = sl_bytes_u32 (head, is_big);

  put_number (head, 4, is_big ? value & 0xf8000000u : value & 0x1fu, is_big);
}

/**
 * sl_cut_page:
 * @bytes: (array length=size): the page
 * @part: what stays of it
 * @result: (array length=page_size): (out): the page
 * @page_size: at least @size, and room for the page's own head
 *
 * Times stay as they are.
 *
 * Returns: %FALSE where the page has no such records
 */
gboolean
sl_cut_page (const SlRingLayout *layout,
             const guint8 *bytes,
             gsize size,
             const SlCutPart *part,
             guint8 *result,
             gsize page_size)
{
  const guint8 *begin = NULL, *end = NULL;
  guint64 time = 0;
  guint64 commit;
  SlRingPage page;
  guint32 unused;

  sl_ring_page_open (&page, layout, bytes, size);
  if (part->first == 0)
    {
      time = page.time;
      begin = page.at;
    }
  while (sl_ring_page_next (&page, layout->is_big, &unused) != NULL)
    {
      gsize at = (gsize) (page.head - bytes);

      if (begin == NULL && (at >= part->first || page.time >= part->begin))
        {
          time = page.time;
          begin = page.head;
        }
      if (part->last == 0 || at <= part->last || page.time < part->end)
        end = page.at;
      else
        break;
    }
  if (begin == NULL || end == NULL || end <= begin)
    return FALSE;

  memset (result, 0, page_size);
  memcpy (result + layout->data_offset, begin, (gsize) (end - begin));
  if (part->first > 0)
    clear_delta (result + layout->data_offset, layout->is_big);
  commit = (guint64) (end - begin);
  if (part->first == 0 && page.has_lost)
    {
      gboolean has_room =
          layout->data_offset + commit + layout->commit_size <= page_size && page.n_lost > 0;

      if (has_room)
        put_number (result + layout->data_offset + commit, layout->commit_size, page.n_lost,
                    layout->is_big);
      commit |= SL_RING_LOST | (has_room ? SL_RING_LOST_STORED : 0);
    }
  put_number (result, 8, time, layout->is_big);
  put_number (result + 8, layout->commit_size, commit, layout->is_big);
  return TRUE;
}
