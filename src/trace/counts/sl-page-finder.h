/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which places a batch touches: private to SlPageSum.
 *
 * A place is a page that one group of events touches. Each page has a number in its row from its
 * first event on, so that what is counted stands close together. Pages are few enough, as all of
 * 4 KiB below 4 GiB are, for a table to tell the number; those further up are found by a hash, as is
 * each further slot of groups of a page, which counts as a page of its own. */

#include "sl-page-map-private.h"

G_BEGIN_DECLS

/* Pages below this many are found by the table, and behind them what touches nothing. */
#define SL_PAGE_DIRECT (1u << 20)

/* So many groups have one number and are counted beside each other. */
#define SL_PAGE_SLOT_SHIFT 2
#define SL_PAGE_SLOT       (1u << SL_PAGE_SLOT_SHIFT)

/* A page and a group of its first slot. */
#define SL_PAGE_KEY(page, group) ((page) << SL_PAGE_SLOT_SHIFT | (group))
#define SL_PAGE_NO_KEY           SL_PAGE_KEY (SL_PAGE_DIRECT, 0)

/* Numbers: of none yet, of what touches nothing, of the first page. */
#define SL_PAGE_UNKNOWN      0
#define SL_PAGE_NO_NUMBER    1
#define SL_PAGE_FIRST_NUMBER 2

#define SL_PAGE_ROW_EVENTS (SL_PAGE_SUM_BLOCKS * SL_BLOCK_EVENTS)
#define SL_PAGE_N_NUMBERS  (SL_PAGE_FIRST_NUMBER + SL_PAGE_ROW_EVENTS)

/* What is seen of one place: events in the low half, parts in the high one. */
#define SL_PAGE_PART(part)       (1u << (16 + (part)))
#define SL_PAGE_SEEN_COUNT(seen) ((guint16) (seen))
#define SL_PAGE_SEEN_PARTS(seen) ((guint16) ((seen) >> 16))

G_STATIC_ASSERT (SL_BLOCK_EVENTS <= G_MAXUINT16 && SL_PAGE_PARTS <= 16);

/* Events that follow each other often touch the same place: those with an even and those with an odd
 * number are counted apart, so that no count waits for the one before. */
#define SL_PAGE_WAYS 2

typedef struct
{
  guint32 of[SL_PAGE_SLOT][SL_PAGE_WAYS]; /* by group */
} SlPageSeen;

/* Far pages that were found last are kept at hand, by their low bits. */
#define SL_PAGE_N_RECENT 256

typedef struct
{
  guint64 page;
  guint32 slot;
  guint32 number; /* SL_PAGE_UNKNOWN for none */
} SlPageRecent;

/* It is large and serves one row after the other, so that threads neither ask for memory nor give it
 * back all the time. */
struct _SlPageFinder
{
  SlPageFinder *next; /* among the spare ones of the thread */
  guint shift;

  guint16 *direct; /* numbers by page */
  guint n_far;
  guint far_mask;     /* of slots */
  guint32 *far_slots; /* numbers of the other pages by their hash; NULL until there are any */
  SlPageRecent recent[SL_PAGE_N_RECENT];

  guint n_numbers;
  guint64 *pages;                  /* by number */
  guint8 *slots;                   /* likewise: which of the page's slots of groups it is */
  SlPageSeen *seen;                /* likewise: in the block at hand */
  guint32 (*places)[SL_PAGE_SLOT]; /* likewise: of the groups, + 1; 0 for none yet */
  guint32 *touched;                /* numbers, while the block's cells are written */

  guint n_places;
  guint64 *place_pages; /* by place */
  guint8 *place_groups; /* likewise */
  guint32 *counts;      /* likewise: in the tile that is put together, as are the parts */
  guint16 *parts;
  guint16 *joined;             /* places in the tile that is put together */
  SlPagePackedSingle *singles; /* of the tile that is written */

  guint8 *tiles[SL_PAGE_SUM_LEVELS];
  gsize tiles_room[SL_PAGE_SUM_LEVELS];
};

SlPageFinder *sl_page_finder_take (guint shift);
void sl_page_finder_give_back (SlPageFinder *self);
guint sl_page_finder_find_far (SlPageFinder *self, guint64 page, guint8 slot);
guint sl_page_finder_add_direct (SlPageFinder *self, guint page);
guint sl_page_finder_add_place (SlPageFinder *self, guint number, guint in_slot);

/* The number of a page's first slot. */
static inline guint
sl_page_finder_find_direct (SlPageFinder *self, guint page)
{
  guint number = self->direct[page];

  if (G_UNLIKELY (number == SL_PAGE_UNKNOWN))
    number = sl_page_finder_add_direct (self, page);

  return number;
}

static inline guint
sl_page_finder_find (SlPageFinder *self, guint64 page, guint8 group)
{
  guint8 slot = group / SL_PAGE_SLOT;
  SlPageRecent *recent;

  if (page < SL_PAGE_DIRECT && slot == 0)
    return sl_page_finder_find_direct (self, (guint) page);

  recent = &self->recent[page % SL_PAGE_N_RECENT];
  if (G_UNLIKELY (recent->page != page || recent->slot != slot ||
                  recent->number == SL_PAGE_UNKNOWN))
    *recent = (SlPageRecent) { page, slot, sl_page_finder_find_far (self, page, slot) };

  return recent->number;
}

G_END_DECLS
