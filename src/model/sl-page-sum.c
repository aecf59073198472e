/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What one block of events touches: what every record of a huge trace passes through. */

#include "sl-page-map-private.h"

#include <string.h>

/* Slots of the table in which the pages of a block are found; twice the most it can hold. */
#define SLOTS (2 * SL_BLOCK_EVENTS)

/* Kinds whose groups are kept at hand. */
#define KNOWN 64

/* What a block touches, while it is looked through. */
typedef struct
{
  SlPageGroupFunc group_of;
  guint shift;
  guint n_touches;
  guint16 known_kinds[KNOWN]; /* kinds whose groups were asked for, by their low bits */
  guint8 known_groups[KNOWN];
  guint16 slots[SLOTS]; /* number of a touch + 1 */
  SlPageTouch touches[SL_BLOCK_EVENTS];
} Finder;

static Finder *
finder_new (SlPageGroupFunc group_of, guint shift)
{
  Finder *self = g_new (Finder, 1);

  self->group_of = group_of;
  self->shift = shift;
  self->n_touches = 0;
  memset (self->known_kinds, 0, sizeof self->known_kinds);
  memset (self->known_groups, group_of (0), sizeof self->known_groups);
  memset (self->slots, 0, sizeof self->slots);
  return self;
}

static inline SlPageTouch *
find_touch (Finder *self, guint64 page, guint8 group)
{
  guint64 hash = (page * 256 + group) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint slot = (guint) (hash >> 51);
  SlPageTouch *touch;

  for (; self->slots[slot] != 0; slot = (slot + 1) % SLOTS)
    {
      touch = &self->touches[self->slots[slot] - 1];
      if (touch->page == page && touch->group == group)
        return touch;
    }

  touch = &self->touches[self->n_touches++];
  *touch = (SlPageTouch) { page, 0, 0, group };
  self->slots[slot] = (guint16) self->n_touches;
  return touch;
}

static inline guint8
find_group (Finder *self, guint16 kind)
{
  guint slot = kind % KNOWN;

  if (self->known_kinds[slot] != kind)
    {
      self->known_kinds[slot] = kind;
      self->known_groups[slot] = self->group_of (kind);
    }

  return self->known_groups[slot];
}

static void
look_through (Finder *self, const SlEvent *events, gsize n_events, guint16 part)
{
  for (gsize i = 0; i < n_events; i++)
    {
      SlPageTouch *touch;

      guint8 group = find_group (self, events[i].kind);

      if (group == SL_PAGE_NO_GROUP)
        continue;

      touch = find_touch (self, events[i].a >> self->shift, group);
      touch->count++;
      touch->parts |= part;
    }
}

/**
 * sl_page_sum_new:
 * @events: (array length=n_events): of one block, in time order; at least one
 * @group_of: (nullable): %NULL where it is known that none of the events touches anything
 * @shift: a page has 1 << @shift addresses
 *
 * Any thread, any order.
 *
 * Returns: (transfer full): for sl_page_map_writer_add()
 */
SlPageSum *
sl_page_sum_new (const SlEvent *events, gsize n_events, SlPageGroupFunc group_of, guint shift)
{
  g_autofree Finder *finder = group_of != NULL ? finder_new (group_of, shift) : NULL;
  guint n_touches;
  SlTime begins[SL_PAGE_PARTS + 1];
  SlPageSum *sum;
  gsize first = 0;

  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    {
      gsize end = n_events * (i + 1) / SL_PAGE_PARTS;

      begins[i] = events[MIN (first, n_events - 1)].time;
      if (finder != NULL)
        look_through (finder, events + first, end - first, (guint16) (1u << i));
      first = end;
    }
  begins[SL_PAGE_PARTS] = sl_time_add (events[n_events - 1].time, 1);

  n_touches = finder != NULL ? finder->n_touches : 0;
  sum = g_malloc (sizeof *sum + n_touches * sizeof (SlPageTouch));
  sum->n_touches = n_touches;
  memcpy (sum->begins, begins, sizeof begins);
  if (n_touches > 0)
    memcpy (sum->touches, finder->touches, n_touches * sizeof (SlPageTouch));
  return sum;
}

G_STATIC_ASSERT (SLOTS == 1 << (64 - 51));

/**
 * sl_page_sum_free:
 *
 * For sums that did not join a writer.
 */
void
sl_page_sum_free (SlPageSum *self)
{
  g_free (self);
}
