/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-finder.h"

#include "sl-arena.h"

/* Slots of the table of far pages at first, and how many there are for each: so many that a page is
 * nearly always where it is looked for first. */
#define FIRST_SLOTS 16384
#define FREE_SLOTS  8

#define DIRECT_SIZE ((SL_PAGE_DIRECT + 1) * sizeof (guint16))

static void
finder_free (SlPageFinder *self)
{
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    g_free (self->tiles[level]);
  sl_zero_pages_unmap (self->direct, DIRECT_SIZE);
  g_free (self->far_slots);
  g_free (self->pages);
  g_free (self->slots);
  g_free (self->seen);
  g_free (self->places);
  g_free (self->touched);
  g_free (self->place_pages);
  g_free (self->place_groups);
  g_free (self->counts);
  g_free (self->parts);
  g_free (self->joined);
  g_free (self->singles);
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

static SlPageFinder *
finder_new (void)
{
  SlPageFinder *self = g_new0 (SlPageFinder, 1);

  self->direct = sl_zero_pages_map (DIRECT_SIZE);
  self->direct[SL_PAGE_DIRECT] = SL_PAGE_NO_NUMBER;
  self->n_numbers = SL_PAGE_FIRST_NUMBER;
  self->pages = g_new (guint64, SL_PAGE_N_NUMBERS);
  self->slots = g_new (guint8, SL_PAGE_N_NUMBERS);
  self->seen = g_new0 (SlPageSeen, SL_PAGE_N_NUMBERS);
  self->places = g_malloc0_n (SL_PAGE_N_NUMBERS, sizeof *self->places);
  self->touched = g_new (guint32, SL_PAGE_N_NUMBERS);
  self->place_pages = g_new (guint64, SL_PAGE_ROW_EVENTS);
  self->place_groups = g_new (guint8, SL_PAGE_ROW_EVENTS);
  self->counts = g_new0 (guint32, SL_PAGE_ROW_EVENTS);
  self->parts = g_new0 (guint16, SL_PAGE_ROW_EVENTS);
  self->joined = g_new (guint16, SL_PAGE_ROW_EVENTS + 1);
  self->singles = g_new (SlPagePackedSingle, SL_PAGE_ROW_EVENTS + 1);
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
  for (guint number = SL_PAGE_FIRST_NUMBER; number < self->n_numbers; number++)
    {
      memset (self->places[number], 0, sizeof self->places[number]);
      if (self->pages[number] < SL_PAGE_DIRECT)
        self->direct[self->pages[number]] = SL_PAGE_UNKNOWN;
    }
  if (self->n_far > 0)
    {
      memset (self->far_slots, 0, (self->far_mask + 1) * sizeof (guint32));
      memset (self->recent, 0, sizeof self->recent);
    }
  self->n_numbers = SL_PAGE_FIRST_NUMBER;
  self->n_places = 0;
  self->n_far = 0;
  self->next = g_private_get (&spare);
  g_private_set (&spare, self);
}

/* A row touches no more pages than it has events, so that there is room for each. */
static guint
add_number (SlPageFinder *self, guint64 page, guint8 slot)
{
  self->pages[self->n_numbers] = page;
  self->slots[self->n_numbers] = slot;
  return self->n_numbers++;
}

static inline guint
get_far_slot (guint64 page, guint8 slot, guint mask)
{
  return (guint) ((page * 256 + slot) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 44) & mask;
}

/* Where the number of a page is among the far ones, or would be. */
static guint32 *
find_far (const SlPageFinder *self, guint64 page, guint8 slot)
{
  guint at = get_far_slot (page, slot, self->far_mask);
  guint number;

  while ((number = self->far_slots[at]) != SL_PAGE_UNKNOWN &&
         (self->pages[number] != page || self->slots[number] != slot))
    at = (at + 1) & self->far_mask;

  return &self->far_slots[at];
}

/* Makes room for twice as many far pages, or for the first. */
static void
widen (SlPageFinder *self)
{
  g_autofree guint32 *before = g_steal_pointer (&self->far_slots);
  guint n_before = before != NULL ? self->far_mask + 1 : 0;

  self->far_mask = n_before > 0 ? 2 * n_before - 1 : FIRST_SLOTS - 1;
  self->far_slots = g_new0 (guint32, self->far_mask + 1);
  for (guint i = 0; i < n_before; i++)
    {
      if (before[i] != SL_PAGE_UNKNOWN)
        *find_far (self, self->pages[before[i]], self->slots[before[i]]) = before[i];
    }
}

/**
 * sl_page_finder_find_far:
 * @slot: of groups
 *
 * Returns: the number of a page that has none by the table
 */
guint
sl_page_finder_find_far (SlPageFinder *self, guint64 page, guint8 slot)
{
  guint32 *number;

  if (self->far_slots == NULL || self->n_far == (self->far_mask + 1) / FREE_SLOTS)
    widen (self);

  number = find_far (self, page, slot);
  if (*number == SL_PAGE_UNKNOWN)
    {
      *number = add_number (self, page, slot);
      self->n_far++;
    }

  return *number;
}

/**
 * sl_page_finder_add_direct:
 * @page: that the table knows no number of
 *
 * Returns: the number of its first slot
 */
guint
sl_page_finder_add_direct (SlPageFinder *self, guint page)
{
  /* The last pages of a row that touches another one with each event. */
  if (self->n_numbers > G_MAXUINT16)
    return sl_page_finder_find_far (self, page, 0);

  self->direct[page] = (guint16) self->n_numbers;
  return add_number (self, page, 0);
}

/**
 * sl_page_finder_add_place:
 * @in_slot: the group's number in the slot
 *
 * Returns: the number of the place, which had none, + 1
 */
guint
sl_page_finder_add_place (SlPageFinder *self, guint number, guint in_slot)
{
  self->place_pages[self->n_places] = self->pages[number];
  self->place_groups[self->n_places] = (guint8) (self->slots[number] * SL_PAGE_SLOT + in_slot);
  self->n_places++;
  self->places[number][in_slot] = self->n_places;
  return self->n_places;
}
