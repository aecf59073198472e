/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-zero-pages.h"

#include <sys/mman.h>
#include <unistd.h>

/* Where the system can, memory from here on comes in pieces of this size: it is had at once, and the
 * processor finds its way in it by few entries of its tables. */
#define HUGE_PAGE (2 * 1024 * 1024)

/* To whole pages, which are larger than 4 KiB on some machines. */
static gsize
round_up (gsize size)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);

  return (size + page - 1) / page * page;
}

static guint8 *
map (gsize size)
{
  gpointer bytes =
      mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (bytes == MAP_FAILED)
    g_error ("No memory for %" G_GSIZE_FORMAT " bytes", size);
  return bytes;
}

/* Maps more than is needed and gives the ends back, so that huge pages fit. */
static guint8 *
map_aligned (gsize size)
{
  gsize most = size + HUGE_PAGE;
  guint8 *bytes = map (most);
  gsize before = (HUGE_PAGE - (gsize) (guintptr) bytes % HUGE_PAGE) % HUGE_PAGE;

  if (before > 0)
    munmap (bytes, before);
  munmap (bytes + before + size, most - before - size);
  madvise (bytes + before, size, MADV_HUGEPAGE);
  return bytes + before;
}

/**
 * sl_zero_pages_map:
 * @size: in bytes
 *
 * From 2 MiB on the pages are huge ones, where the system has any. Ends the program where
 * there is no room. Safe from any thread.
 *
 * Returns: (transfer full): zeros, aligned to a page at least
 */
gpointer
sl_zero_pages_map (gsize size)
{
  return size >= HUGE_PAGE ? map_aligned (round_up (size)) : map (size);
}

/**
 * sl_zero_pages_fill:
 * @pages: the begin of a page
 * @size: in bytes, all of which will be written to soon
 *
 * Gets the memory at once: page by page, as each is written to first, takes some times as long.
 */
void
sl_zero_pages_fill (gpointer pages, gsize size)
{
  /* Where the system cannot, the pages come one by one. */
  madvise (pages, size, MADV_POPULATE_WRITE);
}

/**
 * sl_zero_pages_unmap:
 * @pages: (transfer full): from sl_zero_pages_map()
 * @size: as it was asked for
 */
void
sl_zero_pages_unmap (gpointer pages, gsize size)
{
  munmap (pages, round_up (size));
}
