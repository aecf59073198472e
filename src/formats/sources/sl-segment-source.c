/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Blocks are numbered before it is known how many events there are: a segment has as many block
 * numbers as it could have blocks, in whole ranges of those that a loading thread takes at a time.
 * Most of them hold nothing. */

#include "sl-segment-source.h"

#include <string.h>

#include "sl-damage-check.h"
#include "sl-load.h"
#include "sl-lower-bound.h"

G_STATIC_ASSERT (SL_SEGMENT_SIZE == SL_LOAD_RANGE * SL_BLOCK_EVENTS);

/**
 * Part:
 * @first_block: number of the segment's first block
 * @n_known: blocks whose first state is known
 * @n_noted: blocks that somebody has begun to decode and take notes of
 * @n_blocks: blocks that hold events; G_MAXUINT64 until the end was seen
 * @states: of blocks 1, 2, … up to @n_known; those of block 0 are made anew
 */
typedef struct
{
  SlSegment segment;
  guint64 first_block;
  guint64 n_known;
  guint64 n_noted;
  guint64 n_blocks;
  guint8 *states;
} Part;

struct _SlSegmentSource
{
  SlSource parent_instance;

  SlSegmentFormat format;
  SlDamageCheck *damage;
  SlClock *clock;
  gpointer user_data;
  GDestroyNotify user_data_free;
  guint64 n_blocks;
  guint n_parts;
  gboolean can_share;

  GMutex lock; /* of what the parts learn */
  Part *parts;
};

G_DEFINE_FINAL_TYPE (SlSegmentSource, sl_segment_source, SL_TYPE_SOURCE)

static Part *
find_part (SlSegmentSource *self, guint64 block)
{
  return &self->parts[sl_lower_bound (1, self->n_parts, i, self->parts[i].first_block <= block) -
                      1];
}

/* Copies the state at the start of @block, or of the last block before it that is known; FALSE
 * where @block holds nothing. @is_new: nobody has begun to decode that block yet. */
static gboolean
get_state (SlSegmentSource *self, Part *part, guint64 *block, gpointer state, gboolean *is_new)
{
  gsize size = self->format.state_size;
  gboolean exists;

  g_mutex_lock (&self->lock);
  exists = *block < part->n_blocks;
  *block = MIN (*block, part->n_known - 1);
  *is_new = exists && *block == part->n_noted;
  part->n_noted += *is_new;
  if (exists && *block > 0)
    memcpy (state, part->states + (*block - 1) * size, size);
  g_mutex_unlock (&self->lock);

  if (exists && *block == 0)
    self->format.begin (self->user_data, &part->segment, state);
  return exists;
}

static void
learn (SlSegmentSource *self, Part *part, guint64 block, guint n_events, gconstpointer state)
{
  gsize size = self->format.state_size;

  g_mutex_lock (&self->lock);
  if (n_events < SL_BLOCK_EVENTS)
    {
      part->n_blocks = block + (n_events > 0);
    }
  else if (part->n_known == block + 1)
    {
      part->states = g_realloc_n (part->states, part->n_known, size);
      memcpy (part->states + block * size, state, size);
      part->n_known++;
    }
  g_mutex_unlock (&self->lock);
}

static gssize
sl_segment_source_read_block (SlSource *source, guint64 number, SlEvent *events)
{
  SlSegmentSource *self = SL_SEGMENT_SOURCE (source);
  g_autofree gpointer state = NULL;
  guint64 block, current;
  guint n_events;
  Part *part;

  if (number >= self->n_blocks)
    return -1;

  part = find_part (self, number);
  block = number - part->first_block;
  state = g_malloc (self->format.state_size);
  do
    {
      gboolean is_new;

      current = block;
      if (!get_state (self, part, &current, state, &is_new))
        return 0;

      n_events = self->format.decode (self->user_data, state, events, SL_BLOCK_EVENTS,
                                      is_new ? sl_source_get_notes (source) : NULL);
      g_return_val_if_fail (n_events <= SL_BLOCK_EVENTS, 0);
      learn (self, part, current, n_events, state);
    }
  while (current < block);

  sl_damage_check_range (self->damage, SL_OFFSET_FILE (part->segment.offset),
                         SL_OFFSET_BYTE (part->segment.offset) + part->segment.size);
  return n_events > 0 && sl_damage_check_events (self->damage, events, n_events) ? (gssize) n_events
                                                                                 : 0;
}

static guint64
sl_segment_source_get_n_blocks (SlSource *source)
{
  return SL_SEGMENT_SOURCE (source)->n_blocks;
}

static SlClock *
sl_segment_source_get_clock (SlSource *source)
{
  return SL_SEGMENT_SOURCE (source)->clock;
}

static gboolean
sl_segment_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlSegmentSource *self = SL_SEGMENT_SOURCE (source);

  return self->format.describe != NULL && self->format.describe (self->user_data, offset, details);
}

static gboolean
sl_segment_source_read_field (SlSource *source,
                              guint64 offset,
                              const char *field,
                              SlFieldValue *value)
{
  SlSegmentSource *self = SL_SEGMENT_SOURCE (source);

  return self->format.read_field != NULL &&
         self->format.read_field (self->user_data, offset, field, value);
}

static char *
sl_segment_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlSegmentSource *self = SL_SEGMENT_SOURCE (source);

  return self->format.get_object_name != NULL
             ? self->format.get_object_name (self->user_data, type, id, time)
             : NULL;
}

static gboolean
sl_segment_source_can_share_pass (SlSource *source)
{
  return SL_SEGMENT_SOURCE (source)->can_share;
}

static void
sl_segment_source_finalize (GObject *object)
{
  SlSegmentSource *self = SL_SEGMENT_SOURCE (object);

  for (guint i = 0; i < self->n_parts; i++)
    g_free (self->parts[i].states);
  g_free (self->parts);
  g_clear_pointer (&self->damage, sl_damage_check_free);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_mutex_clear (&self->lock);
  if (self->user_data_free != NULL)
    self->user_data_free (self->user_data);

  G_OBJECT_CLASS (sl_segment_source_parent_class)->finalize (object);
}

static void
sl_segment_source_class_init (SlSegmentSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_segment_source_finalize;
  source_class->read_block = sl_segment_source_read_block;
  source_class->get_n_blocks = sl_segment_source_get_n_blocks;
  source_class->get_clock = sl_segment_source_get_clock;
  source_class->describe = sl_segment_source_describe;
  source_class->read_field = sl_segment_source_read_field;
  source_class->get_object_name = sl_segment_source_get_object_name;
  source_class->can_share_pass = sl_segment_source_can_share_pass;
}

static void
sl_segment_source_init (SlSegmentSource *self)
{
  g_mutex_init (&self->lock);
}

/* Numbers the blocks. Threads share the pass only where most bytes lie in segments that fit one
 * range. */
static void
add_parts (SlSegmentSource *self, GArray *segments)
{
  guint64 n_large = 0;
  guint64 n_bytes = 0;

  self->n_parts = segments->len;
  self->parts = g_new0 (Part, segments->len);
  for (guint i = 0; i < segments->len; i++)
    {
      Part *part = &self->parts[i];
      guint64 n_ranges;

      part->segment = g_array_index (segments, SlSegment, i);
      part->first_block = self->n_blocks;
      part->n_known = 1;
      part->n_blocks = G_MAXUINT64;
      n_ranges = (part->segment.size - 1) / SL_SEGMENT_SIZE + 1;
      self->n_blocks += n_ranges * SL_LOAD_RANGE;
      n_bytes += part->segment.size;
      n_large += n_ranges > 1 ? part->segment.size : 0;
    }
  self->can_share = n_large <= n_bytes / 2;
}

/**
 * sl_segment_source_new:
 * @format: copied
 * @input: held
 * @segments: (element-type SlSegment): in the order of their events; copied. At least one, none
 *   of them empty
 * @clock: held
 * @user_data: (transfer full): for the functions of @format
 * @user_data_free: (nullable)
 *
 * Makes a source of the events of all segments.
 *
 * Returns: (transfer full): the source
 */
SlSource *
sl_segment_source_new (const SlSegmentFormat *format,
                       SlInput *input,
                       GArray *segments,
                       SlClock *clock,
                       gpointer user_data,
                       GDestroyNotify user_data_free)
{
  SlSegmentSource *self;

  g_return_val_if_fail (format->state_size > 0 && segments->len > 0, NULL);

  self = g_object_new (SL_TYPE_SEGMENT_SOURCE, NULL);
  self->format = *format;
  self->damage = sl_damage_check_new (input, sl_source_get_notes (SL_SOURCE (self)));
  self->clock = sl_clock_ref (clock);
  self->user_data = user_data;
  self->user_data_free = user_data_free;
  add_parts (self, segments);
  return SL_SOURCE (self);
}
