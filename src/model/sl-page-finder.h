/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which places a row of blocks touches: private to SlPageSum.
 *
 * A place is a page that one group of events touches. Each has an entry in a table. Pages are few
 * enough, as all of 4 KiB below 4 GiB are, for their own number to find it: a directory says where
 * the entries of some neighbouring pages lie, which is where nothing else lies, so that what is
 * touched stands close together. Pages further up are found by a hash. A place has a number in its
 * row from its first block on: all else is done by number. */

#include "sl-page-map-private.h"

G_BEGIN_DECLS

/* Pages below this many, of groups below that many, are found by their own number. */
#define SL_PAGE_DIRECT        (1u << 20)
#define SL_PAGE_DIRECT_SHIFT  2
#define SL_PAGE_DIRECT_GROUPS (1u << SL_PAGE_DIRECT_SHIFT)

/* So many entries in the order of their pages and groups, one cluster, are together. */
#define SL_PAGE_CLUSTER 32u

/* In that order stands first a cluster for what touches nothing. */
#define SL_PAGE_NO_ORDER    0
#define SL_PAGE_FIRST_ORDER SL_PAGE_CLUSTER
#define SL_PAGE_N_CLUSTERS  (1 + SL_PAGE_DIRECT * SL_PAGE_DIRECT_GROUPS / SL_PAGE_CLUSTER)

/* The entry of what touches nothing. The first cluster of all is none. */
#define SL_PAGE_NO_ENTRY SL_PAGE_CLUSTER

/* Entries that are found by a hash. */
#define SL_PAGE_FIRST_FAR ((SL_PAGE_N_CLUSTERS + 1) * SL_PAGE_CLUSTER)

#define SL_PAGE_ROW_EVENTS (SL_PAGE_SUM_BLOCKS * SL_BLOCK_EVENTS)

/* What @seen keeps: events in the low half, parts in the high one. */
#define SL_PAGE_PART(part)       (1u << (16 + (part)))
#define SL_PAGE_SEEN_COUNT(seen) ((guint16) (seen))
#define SL_PAGE_SEEN_PARTS(seen) ((guint16) ((seen) >> 16))

G_STATIC_ASSERT (SL_BLOCK_EVENTS <= G_MAXUINT16 && SL_PAGE_PARTS <= 16);

typedef struct
{
  guint32 seen;   /* in the block at hand */
  guint32 number; /* of the place + 1; 0 for none yet */
} SlPageEntry;

/* A page that is found by its hash. */
typedef struct
{
  guint64 page;
  guint8 group;
} SlPageFar;

/* It is large and serves one row after the other, so that threads neither ask for memory nor give it
 * back all the time. */
struct _SlPageFinder
{
  SlPageFinder *next; /* among the spare ones of the thread */
  guint shift;
  SlPageEntry *entries;
  guint32 *directory; /* first entry by number of the cluster; 0 for none yet */
  guint32 *clusters;  /* number of the cluster by its first entry / SL_PAGE_CLUSTER */
  guint n_clusters;   /* with that which is none */

  guint n_places;
  guint32 *places; /* entry by number of the place */
  guint32 *counts; /* by number, in the tile that is put together, as are the parts */
  guint16 *parts;

  guint n_touched;
  guint32 touched[SL_BLOCK_EVENTS + 1]; /* entries of the block, or numbers of the tile's places */
  guint16 *joined;                      /* numbers of the places in the tile that is put together */

  guint n_far;
  guint far_mask;     /* of slots */
  guint32 *far_slots; /* numbers of far pages + 1 by their hash; NULL until there are any */
  SlPageFar *far;

  guint8 *tiles[SL_PAGE_SUM_LEVELS];
  gsize tiles_room[SL_PAGE_SUM_LEVELS];
};

SlPageFinder *sl_page_finder_take (guint shift);
void sl_page_finder_give_back (SlPageFinder *self);
guint sl_page_finder_add_cluster (SlPageFinder *self, guint cluster);
guint sl_page_finder_find_far (SlPageFinder *self, guint64 page, guint8 group);
guint sl_page_finder_add_place (SlPageFinder *self, guint entry);
guint64 sl_page_finder_get_page (const SlPageFinder *self, guint place, guint8 *group);

static inline guint
sl_page_finder_find_direct (SlPageFinder *self, guint order)
{
  guint first = self->directory[order / SL_PAGE_CLUSTER];

  if (G_UNLIKELY (first == 0))
    first = sl_page_finder_add_cluster (self, order / SL_PAGE_CLUSTER);

  return first + order % SL_PAGE_CLUSTER;
}

static inline guint
sl_page_finder_find (SlPageFinder *self, guint64 page, guint8 group)
{
  if (page < SL_PAGE_DIRECT && group < SL_PAGE_DIRECT_GROUPS)
    return sl_page_finder_find_direct (self, SL_PAGE_FIRST_ORDER +
                                                 (guint) page * SL_PAGE_DIRECT_GROUPS + group);

  return sl_page_finder_find_far (self, page, group);
}

G_END_DECLS
