/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A binary heap of pointers with the first of all on top, for merges: the comparison is inlined where it is a static
 * function of the caller. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlHeapBefore:
 *
 * Returns: whether @one comes before @other
 */
typedef gboolean (*SlHeapBefore) (gconstpointer one, gconstpointer other);

/**
 * sl_heap_sift_down:
 * @heap: (array length=n_heap): in order but for the one at @place, which may be too high
 *
 * Puts that one where it belongs.
 */
static inline void
sl_heap_sift_down (gpointer *heap, guint n_heap, guint place, SlHeapBefore is_before)
{
  gpointer moving = heap[place];

  for (guint child = 2 * place + 1; child < n_heap; child = 2 * place + 1)
    {
      if (child + 1 < n_heap && is_before (heap[child + 1], heap[child]))
        child++;
      if (!is_before (heap[child], moving))
        break;

      heap[place] = heap[child];
      place = child;
    }

  heap[place] = moving;
}

/**
 * sl_heap_order:
 * @heap: (array length=n_heap): in any order
 */
static inline void
sl_heap_order (gpointer *heap, guint n_heap, SlHeapBefore is_before)
{
  for (guint i = n_heap / 2; i > 0; i--)
    sl_heap_sift_down (heap, n_heap, i - 1, is_before);
}

G_END_DECLS
