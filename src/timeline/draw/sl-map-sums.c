/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-map-sums.h"

#include <string.h>

/* Axes whose sums are kept: a picture of several traces has two maps of each, and with a filter as
 * many again. */
#define MOST_AXES 16

/* Bytes of sums; where there are more, all are forgotten. */
#define MOST_BYTES (24 * 1024 * 1024)

typedef struct
{
  SlMapLayout layout; /* holds its maps */
  GHashTable *tiles;  /* of SlMapTileSums by level and number */
  guint64 used;
} Axis;

struct _SlMapSums
{
  GPtrArray *axes; /* of Axis */
  guint64 clock;   /* counts what was asked for */
  gsize size;
  GByteArray *room; /* (nullable): for the next picture */
};

static void
tile_free (gpointer data)
{
  SlMapTileSums *tile = data;

  g_free (tile->counts);
  g_array_unref (tile->pages);
  g_free (tile);
}

static void
axis_free (gpointer data)
{
  Axis *axis = data;

  g_hash_table_unref (axis->tiles);
  sl_page_map_unref ((SlPageMap *) axis->layout.map);
  sl_page_map_unref ((SlPageMap *) axis->layout.tiles);
  g_free (axis);
}

/**
 * sl_map_sums_new:
 *
 * Returns: (transfer full): no sums
 */
SlMapSums *
sl_map_sums_new (void)
{
  SlMapSums *self = g_new0 (SlMapSums, 1);

  self->axes = g_ptr_array_new_with_free_func (axis_free);
  return self;
}

void
sl_map_sums_free (SlMapSums *self)
{
  g_ptr_array_unref (self->axes);
  g_clear_pointer (&self->room, g_byte_array_unref);
  g_free (self);
}

/**
 * sl_map_sums_take_room:
 *
 * What a picture sums up in is large, and fresh memory costs more than its zeros.
 *
 * Returns: (transfer full): @size zeros, to be given back with sl_map_sums_give_room()
 */
GByteArray *
sl_map_sums_take_room (SlMapSums *self, guint size)
{
  GByteArray *room = g_steal_pointer (&self->room);

  if (room == NULL)
    room = g_byte_array_new ();
  g_byte_array_set_size (room, size);
  memset (room->data, 0, size);
  return room;
}

/**
 * sl_map_sums_give_room:
 * @room: (transfer full):
 */
void
sl_map_sums_give_room (SlMapSums *self, GByteArray *room)
{
  g_clear_pointer (&self->room, g_byte_array_unref);
  self->room = room;
}

static gboolean
is_same_layout (const SlMapLayout *one, const SlMapLayout *other)
{
  return one->map == other->map && one->tiles == other->tiles && one->n_rows == other->n_rows &&
         sl_address_view_equal (&one->view, &other->view);
}

static Axis *
find_axis (SlMapSums *self, const SlMapLayout *layout)
{
  for (guint i = 0; i < self->axes->len; i++)
    {
      Axis *axis = g_ptr_array_index (self->axes, i);

      if (!is_same_layout (&axis->layout, layout))
        continue;
      axis->used = self->clock++;
      return axis;
    }

  return NULL;
}

/* While a trace loads, each generation has maps of its own. */
static void
forget_oldest (SlMapSums *self)
{
  guint oldest = 0;

  for (guint i = 1; i < self->axes->len; i++)
    {
      const Axis *axis = g_ptr_array_index (self->axes, i);

      if (axis->used < ((const Axis *) g_ptr_array_index (self->axes, oldest))->used)
        oldest = i;
    }
  g_ptr_array_remove_index_fast (self->axes, oldest);
}

static Axis *
add_axis (SlMapSums *self, const SlMapLayout *layout)
{
  Axis *axis = g_new0 (Axis, 1);

  if (self->axes->len == MOST_AXES)
    forget_oldest (self);
  axis->layout = *layout;
  sl_page_map_ref ((SlPageMap *) layout->map);
  sl_page_map_ref ((SlPageMap *) layout->tiles);
  axis->tiles = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, tile_free);
  axis->used = self->clock++;
  g_ptr_array_add (self->axes, axis);
  return axis;
}

static guint64
make_key (guint level, guint64 tile)
{
  return (guint64) level << 56 | tile;
}

/**
 * sl_map_sums_find:
 *
 * Returns: (transfer none) (nullable): the sums of a tile; %NULL where they are not known. Valid
 *   until others are added
 */
const SlMapTileSums *
sl_map_sums_find (SlMapSums *self, const SlMapLayout *layout, guint level, guint64 tile)
{
  Axis *axis = find_axis (self, layout);
  guint64 key = make_key (level, tile);

  return axis != NULL ? g_hash_table_lookup (axis->tiles, &key) : NULL;
}

/**
 * sl_map_sums_add:
 * @counts, @pages: (transfer full): see #SlMapTileSums
 *
 * Keeps what a tile amounts to.
 *
 * Returns: (transfer none): the same
 */
const SlMapTileSums *
sl_map_sums_add (SlMapSums *self,
                 const SlMapLayout *layout,
                 guint level,
                 guint64 tile,
                 guint32 *counts,
                 GArray *pages)
{
  SlMapTileSums *kept = g_new (SlMapTileSums, 1);
  guint64 key = make_key (level, tile);
  Axis *axis;

  if (self->size > MOST_BYTES)
    {
      g_ptr_array_set_size (self->axes, 0);
      self->size = 0;
    }

  axis = find_axis (self, layout);
  if (axis == NULL)
    axis = add_axis (self, layout);
  *kept = (SlMapTileSums) { counts, pages };
  g_hash_table_insert (axis->tiles, g_memdup2 (&key, sizeof key), kept);
  self->size += sizeof *kept + sl_map_layout_get_n_counts (layout) * sizeof *counts +
                pages->len * sizeof (SlMapRowPages);
  return kept;
}
