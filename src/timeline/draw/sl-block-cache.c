/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-block-cache.h"

/* So many are kept: a picture looks into fewer than half of them, and a zone takes 200 to 230 KB. */
#define MOST_KEPT 160

/* Parts of zones outlive these, since a picture may want some of very many: a group of a density for
 * each border of its bars, of 4 KB each. */
#define MOST_PARTS 2048

typedef struct
{
  SlTrace *trace;
  guint zone;
  guint first;
  guint n_events;
  SlEvent *events;
} Part;

struct _SlBlockCache
{
  GHashTable *zones; /* of SlCachedBlock, by trace and zone */
  GHashTable *parts; /* of Part, by all but its events */
  guint64 clock;     /* counts what was asked for */
  guint left;        /* zones that this picture may still decode */
  gboolean is_lacking;
  SlMapSums *map_sums;
};

static guint
zone_hash (gconstpointer key)
{
  const SlCachedBlock *zone = key;

  return g_direct_hash (zone->trace) ^ (zone->zone * 2654435761u);
}

static gboolean
zone_equal (gconstpointer a, gconstpointer b)
{
  const SlCachedBlock *one = a, *other = b;

  return one->trace == other->trace && one->zone == other->zone;
}

static void
zone_free (gpointer data)
{
  SlCachedBlock *zone = data;

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_free (zone->touches[plane].touches);
  g_free (zone->matches);
  g_clear_pointer (&zone->filter, sl_filter_binding_unref);
  g_free (zone->events);
  g_object_unref (zone->trace);
  g_free (zone);
}

static guint
part_hash (gconstpointer key)
{
  const Part *part = key;

  return g_direct_hash (part->trace) ^ (part->zone * 2654435761u + part->first * 40503u);
}

static gboolean
part_equal (gconstpointer a, gconstpointer b)
{
  const Part *one = a, *other = b;

  return one->trace == other->trace && one->zone == other->zone && one->first == other->first &&
         one->n_events == other->n_events;
}

static void
part_free (gpointer data)
{
  Part *part = data;

  g_object_unref (part->trace);
  g_free (part->events);
  g_free (part);
}

/**
 * sl_block_cache_new:
 *
 * Returns: (transfer full): an empty cache, whose pictures may decode what they like
 */
SlBlockCache *
sl_block_cache_new (void)
{
  SlBlockCache *self = g_new0 (SlBlockCache, 1);

  self->zones = g_hash_table_new_full (zone_hash, zone_equal, zone_free, NULL);
  self->parts = g_hash_table_new_full (part_hash, part_equal, part_free, NULL);
  self->left = G_MAXUINT;
  self->map_sums = sl_map_sums_new ();
  return self;
}

/**
 * sl_block_cache_free:
 */
void
sl_block_cache_free (SlBlockCache *self)
{
  g_hash_table_unref (self->zones);
  g_hash_table_unref (self->parts);
  sl_map_sums_free (self->map_sums);
  g_free (self);
}

/**
 * sl_block_cache_begin:
 * @most: so many zones that are not here yet may be decoded for the picture that begins
 */
void
sl_block_cache_begin (SlBlockCache *self, guint most)
{
  self->left = most;
  self->is_lacking = FALSE;
  if (g_hash_table_size (self->parts) > MOST_PARTS)
    g_hash_table_remove_all (self->parts);
}

/* Makes place: generations that are gone first, then what was not asked for for longest. */
static void
drop_oldest (SlBlockCache *self)
{
  SlCachedBlock *oldest = NULL, *zone;
  GHashTableIter iter;

  g_hash_table_iter_init (&iter, self->zones);
  while (g_hash_table_iter_next (&iter, (gpointer *) &zone, NULL))
    {
      if (oldest == NULL || zone->used < oldest->used)
        oldest = zone;
    }
  if (oldest != NULL)
    g_hash_table_remove (self->zones, oldest);
}

/**
 * sl_block_cache_get:
 * @zone: below the number of zones of @trace
 *
 * Returns: (transfer none) (nullable): the zone's events, until the next call; %NULL where the
 *   picture has decoded as much as it may, or the file cannot be read there
 */
SlCachedBlock *
sl_block_cache_get (SlBlockCache *self, SlTrace *trace, guint zone)
{
  SlCachedBlock key = { .trace = trace, .zone = zone };
  SlCachedBlock *found = g_hash_table_lookup (self->zones, &key);
  g_autofree SlEvent *events = NULL;
  gssize n_events;

  if (found != NULL)
    {
      found->used = ++self->clock;
      return found;
    }
  if (self->left == 0)
    {
      self->is_lacking = TRUE;
      return NULL;
    }

  self->left--;
  events = g_new (SlEvent, SL_BLOCK_EVENTS);
  n_events = sl_trace_read_block (trace, zone, events);
  if (n_events < 0)
    return NULL;
  if (g_hash_table_size (self->zones) >= MOST_KEPT)
    drop_oldest (self);

  found = g_new0 (SlCachedBlock, 1);
  found->trace = g_object_ref (trace);
  found->zone = zone;
  found->n_events = (guint) n_events;
  found->events = g_steal_pointer (&events);
  found->used = ++self->clock;
  g_hash_table_add (self->zones, found);
  return found;
}

/**
 * sl_block_cache_get_part:
 * @first, @n_events: events of the zone
 *
 * Keeps these events even when the rest of their zone has to make place.
 *
 * Returns: (transfer none) (nullable) (array length=n_events): the events, until the next picture;
 *   %NULL as sl_block_cache_get(), and where the zone has not that many
 */
const SlEvent *
sl_block_cache_get_part (SlBlockCache *self,
                         SlTrace *trace,
                         guint zone,
                         guint first,
                         guint n_events)
{
  Part key = { .trace = trace, .zone = zone, .first = first, .n_events = n_events };
  Part *part = g_hash_table_lookup (self->parts, &key);
  const SlCachedBlock *whole;

  if (part != NULL)
    return part->events;

  whole = sl_block_cache_get (self, trace, zone);
  if (whole == NULL || first + n_events > whole->n_events)
    return NULL;

  part = g_memdup2 (&key, sizeof key);
  g_object_ref (trace);
  part->events = g_memdup2 (whole->events + first, n_events * sizeof (SlEvent));
  g_hash_table_add (self->parts, part);
  return part->events;
}

/**
 * sl_block_cache_is_lacking:
 *
 * Returns: whether the picture went without zones that it wanted: the next one will be finer
 */
gboolean
sl_block_cache_is_lacking (const SlBlockCache *self)
{
  return self->is_lacking;
}

/**
 * sl_block_cache_get_map_sums:
 *
 * Returns: (transfer none): what is kept of page maps in the same way
 */
SlMapSums *
sl_block_cache_get_map_sums (SlBlockCache *self)
{
  return self->map_sums;
}
