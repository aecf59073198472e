/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-finder.h"

#include <sys/mman.h>

/* Slots of the table of far pages at first, and how many there are for each: so many that a page is
 * nearly always where it is looked for first. */
#define FIRST_SLOTS 16384
#define FREE_SLOTS  8

#define N_ENTRIES      (SL_PAGE_FIRST_FAR + SL_PAGE_ROW_EVENTS)
#define ENTRIES_SIZE   ((gsize) N_ENTRIES * sizeof (SlPageEntry))
#define DIRECTORY_SIZE (SL_PAGE_N_CLUSTERS * sizeof (guint32))
#define CLUSTERS_SIZE  ((SL_PAGE_N_CLUSTERS + 1) * sizeof (guint32))

static void
finder_free (SlPageFinder *self)
{
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    g_free (self->tiles[level]);
  munmap (self->entries, ENTRIES_SIZE);
  munmap (self->directory, DIRECTORY_SIZE);
  munmap (self->clusters, CLUSTERS_SIZE);
  g_free (self->places);
  g_free (self->counts);
  g_free (self->parts);
  g_free (self->joined);
  g_free (self->far_slots);
  g_free (self->far);
  g_free (self);
}

static void
free_spare (gpointer data)
{
  SlPageFinder *next;

  for (SlPageFinder *self = data; self != NULL; self = next)
    {
      next = self->next;
      finder_free (self);
    }
}

/* Finders that the thread has ready. */
static GPrivate spare = G_PRIVATE_INIT (free_spare);

/* Zeros that cost nothing before they are touched, and no more than 4 KiB then. */
static gpointer
map_zeros (gsize size)
{
  gpointer bytes =
      mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (bytes == MAP_FAILED)
    g_error ("No memory for %" G_GSIZE_FORMAT " bytes", size);
  madvise (bytes, size, MADV_NOHUGEPAGE);
  return bytes;
}

static SlPageFinder *
finder_new (void)
{
  SlPageFinder *self = g_new0 (SlPageFinder, 1);

  self->entries = map_zeros (ENTRIES_SIZE);
  self->directory = map_zeros (DIRECTORY_SIZE);
  self->clusters = map_zeros (CLUSTERS_SIZE);
  self->n_clusters = 1;
  sl_page_finder_add_cluster (self, SL_PAGE_NO_ORDER / SL_PAGE_CLUSTER);
  self->places = g_new (guint32, SL_PAGE_ROW_EVENTS);
  self->counts = g_new0 (guint32, SL_PAGE_ROW_EVENTS);
  self->parts = g_new0 (guint16, SL_PAGE_ROW_EVENTS);
  self->joined = g_new (guint16, SL_PAGE_ROW_EVENTS + 1);
  return self;
}

/**
 * sl_page_finder_take:
 *
 * Returns: (transfer full): a finder that has seen nothing, for sl_page_finder_give_back() by the
 *   same thread
 */
SlPageFinder *
sl_page_finder_take (guint shift)
{
  SlPageFinder *self = g_private_get (&spare);

  if (self != NULL)
    g_private_set (&spare, self->next);
  else
    self = finder_new ();

  self->shift = shift;
  return self;
}

/**
 * sl_page_finder_give_back:
 * @self: (transfer full): whose block and tiles are written
 */
void
sl_page_finder_give_back (SlPageFinder *self)
{
  for (guint i = 0; i < self->n_places; i++)
    self->entries[self->places[i]].number = 0;
  if (self->n_far > 0)
    memset (self->far_slots, 0, (self->far_mask + 1) * sizeof (guint32));
  self->n_places = 0;
  self->n_far = 0;
  self->next = g_private_get (&spare);
  g_private_set (&spare, self);
}

/**
 * sl_page_finder_add_cluster:
 * @cluster: that has no entries yet
 *
 * Returns: its first entry; above 0
 */
guint
sl_page_finder_add_cluster (SlPageFinder *self, guint cluster)
{
  self->clusters[self->n_clusters] = cluster;
  self->directory[cluster] = self->n_clusters * SL_PAGE_CLUSTER;
  self->n_clusters++;
  return self->directory[cluster];
}

static inline guint
get_slot (guint64 page, guint8 group, guint mask)
{
  return (guint) ((page * 256 + group) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 44) & mask;
}

/* Makes room for twice as many far pages, or for the first. */
static void
widen (SlPageFinder *self)
{
  self->far_mask = self->far_slots == NULL ? FIRST_SLOTS - 1 : 2 * self->far_mask + 1;
  g_free (self->far_slots);
  self->far_slots = g_new0 (guint32, self->far_mask + 1);
  self->far = g_renew (SlPageFar, self->far, (self->far_mask + 1) / FREE_SLOTS);

  for (guint i = 0; i < self->n_far; i++)
    {
      guint slot = get_slot (self->far[i].page, self->far[i].group, self->far_mask);

      while (self->far_slots[slot] != 0)
        slot = (slot + 1) & self->far_mask;
      self->far_slots[slot] = i + 1;
    }
}

/**
 * sl_page_finder_find_far:
 *
 * Returns: the entry of a page that has none by its number
 */
guint
sl_page_finder_find_far (SlPageFinder *self, guint64 page, guint8 group)
{
  guint slot;

  if (self->far_slots == NULL || self->n_far == (self->far_mask + 1) / FREE_SLOTS)
    widen (self);

  for (slot = get_slot (page, group, self->far_mask); self->far_slots[slot] != 0;
       slot = (slot + 1) & self->far_mask)
    {
      const SlPageFar *known = &self->far[self->far_slots[slot] - 1];

      if (known->page == page && known->group == group)
        return SL_PAGE_FIRST_FAR + self->far_slots[slot] - 1;
    }

  self->far[self->n_far++] = (SlPageFar) { page, group };
  self->far_slots[slot] = self->n_far;
  return SL_PAGE_FIRST_FAR + self->n_far - 1;
}

/**
 * sl_page_finder_add_place:
 * @entry: touched for the first time in the row
 *
 * Returns: the number of its place + 1
 */
guint
sl_page_finder_add_place (SlPageFinder *self, guint entry)
{
  self->places[self->n_places++] = entry;
  self->entries[entry].number = self->n_places;
  return self->n_places;
}

/**
 * sl_page_finder_get_page:
 * @group: (out):
 *
 * Returns: the page of a place
 */
guint64
sl_page_finder_get_page (const SlPageFinder *self, guint place, guint8 *group)
{
  guint entry = self->places[place];
  const SlPageFar *known;

  if (entry < SL_PAGE_FIRST_FAR)
    {
      guint order = self->clusters[entry / SL_PAGE_CLUSTER] * SL_PAGE_CLUSTER +
                    entry % SL_PAGE_CLUSTER - SL_PAGE_FIRST_ORDER;

      *group = (guint8) (order % SL_PAGE_DIRECT_GROUPS);
      return order / SL_PAGE_DIRECT_GROUPS;
    }

  known = &self->far[entry - SL_PAGE_FIRST_FAR];
  *group = known->group;
  return known->page;
}
