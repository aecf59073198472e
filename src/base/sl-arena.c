/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-arena.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The first chunk; each further one is twice as large, up to the largest. */
#define FIRST_CHUNK   (64 * 1024)
#define LARGEST_CHUNK (8 * 1024 * 1024)

#define ALIGNMENT 16

typedef struct
{
  guint8 *bytes;
  gsize size;
} Chunk;

struct _SlArena
{
  gatomicrefcount ref_count;
  GMutex lock;
  GArray *chunks; /* of Chunk */
  gsize used;     /* of the last chunk */
  gsize next_size;
};

static void
chunk_clear (gpointer data)
{
  Chunk *chunk = data;

  sl_zero_pages_unmap (chunk->bytes, chunk->size);
}

/**
 * sl_arena_new:
 *
 * Returns: (transfer full): an arena without chunks
 */
SlArena *
sl_arena_new (void)
{
  SlArena *self = g_new0 (SlArena, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  g_array_set_clear_func (self->chunks, chunk_clear);
  self->next_size = FIRST_CHUNK;
  return self;
}

/**
 * sl_arena_ref:
 *
 * Returns: @self
 */
SlArena *
sl_arena_ref (SlArena *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_arena_unref:
 *
 * Frees everything that was taken with the last reference.
 */
void
sl_arena_unref (SlArena *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->chunks);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
add_chunk (SlArena *self, gsize least)
{
  gsize size = self->next_size;
  Chunk chunk;

  while (size < least)
    size *= 2;
  chunk = (Chunk) { sl_zero_pages_map (size), size };
  g_array_append_val (self->chunks, chunk);
  self->used = 0;
  self->next_size = MIN (2 * self->next_size, LARGEST_CHUNK);
}

/**
 * sl_arena_take:
 *
 * Any thread. What is left of a chunk that is too small for @size is lost.
 *
 * Returns: (transfer none): @size bytes of zeros, aligned to 16, as long as the arena
 */
gpointer
sl_arena_take (SlArena *self, gsize size)
{
  Chunk *chunk;
  gpointer taken;

  size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  g_mutex_lock (&self->lock);
  if (self->chunks->len == 0 ||
      size > g_array_index (self->chunks, Chunk, self->chunks->len - 1).size - self->used)
    add_chunk (self, size);

  chunk = &g_array_index (self->chunks, Chunk, self->chunks->len - 1);
  taken = chunk->bytes + self->used;
  self->used += size;
  g_mutex_unlock (&self->lock);

  return taken;
}

/**
 * sl_arena_copy_text:
 *
 * Any thread.
 *
 * Returns: (transfer none): a copy of @text, as long as the arena
 */
const char *
sl_arena_copy_text (SlArena *self, const char *text)
{
  gsize size = strlen (text) + 1;

  return memcpy (sl_arena_take (self, size), text, size);
}

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
