/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The way of an item into a track: it gets the number of its code, waits in the stage until a
 * leaf is full, and is packed then, by the writer's own thread or by the packer's. */

#include "sl-track-packer.h"

/* A place of the hash table of codes: open addressing. */
typedef struct
{
  guint32 state;
  guint32 detail;
  guint32 number_plus_one; /* 0 for a free place */
} CodePlace;

struct _SlTrackWriter
{
  SlTrackType type;
  guint64 count;
  SlTime end;
  SlTrackStage *stage;
  SlTrackTree *tree;
  SlTrackPacker *packer; /* NULL where the writer packs */

  SlTrackCode *codes;
  guint n_codes;
  guint table_mask;
  CodePlace *table;
};

/**
 * sl_track_writer_new:
 * @type: of all items that will come
 *
 * Returns: (transfer full): a writer of an empty track
 */
SlTrackWriter *
sl_track_writer_new (SlTrackType type)
{
  return sl_track_writer_new_packed (type, NULL);
}

/**
 * sl_track_writer_new_packed:
 * @type: of all items that will come
 * @packer: (nullable): packs them in its thread; must be freed before the writer
 *
 * Returns: (transfer full): a writer of an empty track
 */
SlTrackWriter *
sl_track_writer_new_packed (SlTrackType type, SlTrackPacker *packer)
{
  SlTrackWriter *self = g_new0 (SlTrackWriter, 1);

  self->type = type;
  self->end = SL_TIME_MIN;
  self->packer = packer;
  self->stage = g_new0 (SlTrackStage, 1);
  self->tree = sl_track_tree_new (type);
  self->table_mask = 15;
  self->table = g_new0 (CodePlace, self->table_mask + 1);
  self->codes = g_new (SlTrackCode, self->table_mask + 1);

  return self;
}

/**
 * sl_track_writer_free:
 *
 * Snapshots stay.
 */
void
sl_track_writer_free (SlTrackWriter *self)
{
  sl_track_tree_free (self->tree);
  g_free (self->stage);
  g_free (self->codes);
  g_free (self->table);
  g_free (self);
}

static inline guint
hash_code (guint32 state, guint32 detail)
{
  guint64 key = (guint64) state << 32 | detail;

  return (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40;
}

static CodePlace *
find_free_place (SlTrackWriter *self, guint32 state, guint32 detail)
{
  guint slot = hash_code (state, detail) & self->table_mask;

  while (self->table[slot].number_plus_one != 0)
    slot = (slot + 1) & self->table_mask;

  return &self->table[slot];
}

static void
grow_table (SlTrackWriter *self)
{
  guint size = 2 * (self->table_mask + 1);

  g_free (self->table);
  self->table = g_new0 (CodePlace, size);
  self->table_mask = size - 1;
  self->codes = g_renew (SlTrackCode, self->codes, size);
  for (guint i = 0; i < self->n_codes; i++)
    {
      const SlTrackCode *code = &self->codes[i];

      *find_free_place (self, code->state, code->detail) =
          (CodePlace) { code->state, code->detail, i + 1 };
    }
}

static guint G_GNUC_NO_INLINE
add_code (SlTrackWriter *self, guint32 state, guint32 detail)
{
  guint number = self->n_codes++;

  self->codes[number] = (SlTrackCode) { state, detail };
  *find_free_place (self, state, detail) = (CodePlace) { state, detail, number + 1 };
  if (2 * self->n_codes > self->table_mask)
    grow_table (self);

  return number;
}

/* The number of the code, a new one if need be. */
static inline guint
get_code (SlTrackWriter *self, guint32 state, guint32 detail)
{
  guint slot = hash_code (state, detail) & self->table_mask;

  for (;;)
    {
      const CodePlace *place = &self->table[slot];

      if (place->state == state && place->detail == detail && place->number_plus_one != 0)
        return place->number_plus_one - 1;
      if (G_UNLIKELY (place->number_plus_one == 0))
        return add_code (self, state, detail);
      slot = (slot + 1) & self->table_mask;
    }
}

static void G_GNUC_NO_INLINE
pack_stage (SlTrackWriter *self)
{
  if (self->packer != NULL)
    {
      sl_track_packer_push (self->packer, self->tree, &self->stage);
      return;
    }

  sl_track_tree_add (self->tree, self->stage);
  self->stage->n_items = 0;
}

static inline void
add_item (SlTrackWriter *self, SlTime begin, SlTime end, guint32 mark, guint64 payload)
{
  SlTrackStage *stage;
  guint i;

  if (G_UNLIKELY (self->stage->n_items == SL_LEAF_ITEMS))
    pack_stage (self);

  stage = self->stage;
  i = stage->n_items++;
  stage->begin[i] = begin;
  stage->payload[i] = payload;
  stage->mark[i] = mark;
  self->end = end;
  self->count++;
}

/* Makes the last item longer if the new one only goes on with it. */
static inline gboolean
merge_slice (SlTrackWriter *self, SlTime begin, SlTime end, guint32 mark)
{
  SlTrackStage *stage = self->stage;
  guint last = stage->n_items - 1;

  if (stage->n_items == 0 || begin != self->end || stage->mark[last] != mark ||
      !SL_MARK_HAS_LENGTH (mark))
    return FALSE;

  stage->payload[last] += (guint64) end - (guint64) begin;
  self->end = end;
  return TRUE;
}

/**
 * sl_track_writer_add_slice:
 * @begin: not before the end of the slice before; else it is cut
 * @end: not before @begin; a slice without a length is legal
 * @detail: see #SlState
 *
 * A slice that touches the one before and says the same makes that one longer.
 */
void
sl_track_writer_add_slice (SlTrackWriter *self,
                           SlTime begin,
                           SlTime end,
                           SlState state,
                           guint32 detail)
{
  guint32 mark;

  g_return_if_fail (self->type == SL_TRACK_SLICES);

  begin = MAX (begin, self->end);
  end = MAX (begin, end);
  mark = SL_MARK_NEW (get_code (self, state, detail), begin == end);
  if (!merge_slice (self, begin, end, mark))
    add_item (self, begin, end, mark, (guint64) end - (guint64) begin);
}

/**
 * sl_track_writer_add_instant:
 * @time: not before the instant before; else it is put there
 * @detail: an object or any number
 *
 * Codes of a track of instants go by kind alone: their detail is 0.
 */
void
sl_track_writer_add_instant (SlTrackWriter *self, SlTime time, guint16 kind, guint32 detail)
{
  g_return_if_fail (self->type == SL_TRACK_INSTANTS);

  time = MAX (time, self->end);
  add_item (self, time, time, SL_MARK_NEW (get_code (self, kind, 0), 1), detail);
}

/**
 * sl_track_writer_add_value:
 * @time: not before the value before; else it is put there
 *
 * The value holds from @time to the next.
 */
void
sl_track_writer_add_value (SlTrackWriter *self, SlTime time, gint64 value)
{
  g_return_if_fail (self->type == SL_TRACK_VALUES);

  time = MAX (time, self->end);
  add_item (self, time, time, SL_MARK_NEW (get_code (self, 0, 0), 1), value);
}

/**
 * sl_track_writer_get_end:
 *
 * Returns: the end of the last item; %SL_TIME_MIN before the first
 */
SlTime
sl_track_writer_get_end (const SlTrackWriter *self)
{
  return self->end;
}

/**
 * sl_track_writer_snapshot:
 *
 * Returns: (transfer full): all items so far; shares what was frozen before
 */
SlTrack *
sl_track_writer_snapshot (SlTrackWriter *self)
{
  SlTrack *track = g_new0 (SlTrack, 1);

  if (self->packer != NULL)
    sl_track_packer_drain (self->packer);

  g_atomic_ref_count_init (&track->ref_count);
  track->type = self->type;
  track->count = self->count;
  track->n_codes = self->n_codes;
  track->codes = g_memdup2 (self->codes, self->n_codes * sizeof (SlTrackCode));
  if (self->count > 0)
    track->root = sl_track_tree_make_root (self->tree, self->stage);

  return track;
}
