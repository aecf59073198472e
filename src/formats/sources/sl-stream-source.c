/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-stream-source.h"

#include <string.h>

#include "sl-damage-check.h"
#include "sl-lower-bound.h"

struct _SlStreamSource
{
  SlSource parent_instance;

  SlStreamFormat format;
  SlInput *input;
  SlDamageCheck *damage;
  SlClock *clock;
  gpointer user_data;
  GDestroyNotify user_data_free;
  guint64 max_blocks;

  GMutex lock;       /* of all below */
  GByteArray *known; /* states at the start of blocks 0, 1, …; at least that of block 0 */
  GArray *offsets;   /* of the first events of these blocks, as far as they were decoded */
  guint64 n_blocks;  /* G_MAXUINT64 until the last one was read */
};

G_DEFINE_FINAL_TYPE (SlStreamSource, sl_stream_source, SL_TYPE_SOURCE)

/* Copies the state at the start of the last known block up to @block, which becomes that block.
 * FALSE past the end. @is_new: nobody has decoded the block yet. */
static gboolean
get_state (SlStreamSource *self, guint64 *block, gpointer state, gboolean *is_new)
{
  guint64 last;
  gboolean exists;

  g_mutex_lock (&self->lock);
  exists = *block < self->n_blocks;
  last = self->known->len / self->format.state_size - 1;
  *block = MIN (*block, last);
  *is_new = *block == last && self->n_blocks == G_MAXUINT64;
  memcpy (state, self->known->data + *block * self->format.state_size, self->format.state_size);
  g_mutex_unlock (&self->lock);

  return exists;
}

static void
learn (SlStreamSource *self,
       guint64 block,
       const SlEvent *events,
       guint n_events,
       gconstpointer state)
{
  g_mutex_lock (&self->lock);
  if (n_events > 0 && self->offsets->len == block)
    g_array_append_val (self->offsets, events[0].offset);
  if (n_events < SL_BLOCK_EVENTS)
    self->n_blocks = block + (n_events > 0);
  else if (self->known->len / self->format.state_size == block + 1)
    g_byte_array_append (self->known, state, self->format.state_size);
  g_mutex_unlock (&self->lock);
}

static guint
decode_block (SlStreamSource *self, guint64 block, gpointer state, gboolean is_new, SlEvent *events)
{
  SlNotes *notes = is_new ? sl_source_get_notes (SL_SOURCE (self)) : NULL;
  guint n_events = 0;
  guint part = 1;

  while (n_events < SL_BLOCK_EVENTS && part > 0)
    {
      guint room = SL_BLOCK_EVENTS - n_events;

      part = self->format.decode (self->user_data, state, events + n_events, room, notes);
      g_return_val_if_fail (part <= room, n_events);
      n_events += part;
    }

  if (is_new)
    learn (self, block, events, n_events, state);
  return n_events;
}

/* A stream that ends early in a file that shrank ends for that reason: say so. */
static void
check_end (SlStreamSource *self)
{
  for (guint file = 0; file < sl_input_get_n_files (self->input); file++)
    sl_damage_check_range (self->damage, file,
                           sl_mapping_get_size (sl_input_get_file (self->input, file)));
}

static gssize
sl_stream_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlStreamSource *self = SL_STREAM_SOURCE (source);
  g_autofree gpointer state = g_malloc (self->format.state_size);
  guint64 next = block;
  guint n_events;
  gboolean is_new;

  do
    {
      guint64 current = block;

      if (!get_state (self, &current, state, &is_new))
        return -1;

      n_events = decode_block (self, current, state, is_new, events);
      next = current + 1;
    }
  while (next <= block);

  if (n_events < SL_BLOCK_EVENTS)
    check_end (self);
  if (n_events == 0)
    return -1;

  return sl_damage_check_events (self->damage, events, n_events) ? (gssize) n_events : 0;
}

static guint64
sl_stream_source_get_n_blocks (SlSource *source)
{
  SlStreamSource *self = SL_STREAM_SOURCE (source);
  guint64 n_blocks;

  g_mutex_lock (&self->lock);
  n_blocks = self->n_blocks;
  g_mutex_unlock (&self->lock);

  return n_blocks != G_MAXUINT64 ? n_blocks : self->max_blocks;
}

static SlClock *
sl_stream_source_get_clock (SlSource *source)
{
  return SL_STREAM_SOURCE (source)->clock;
}

/* Copies the state from which the record at @offset can be reached: that of the last block that
 * begins before it. A record may be two events, at the end of a block and in the next. */
static void
get_state_before (SlStreamSource *self, guint64 offset, gpointer state)
{
  guint first;

  g_mutex_lock (&self->lock);
  first = sl_lower_bound (1, self->offsets->len, i,
                          g_array_index (self->offsets, guint64, i) < offset) -
          1;
  memcpy (state, self->known->data + (gsize) first * self->format.state_size,
          self->format.state_size);
  g_mutex_unlock (&self->lock);
}

static gboolean
sl_stream_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlStreamSource *self = SL_STREAM_SOURCE (source);

  if (self->format.describe_from != NULL)
    {
      g_autofree gpointer state = g_malloc (self->format.state_size);

      get_state_before (self, offset, state);
      return self->format.describe_from (self->user_data, state, offset, details);
    }

  return self->format.describe != NULL && self->format.describe (self->user_data, offset, details);
}

static void
sl_stream_source_finalize (GObject *object)
{
  SlStreamSource *self = SL_STREAM_SOURCE (object);

  g_clear_pointer (&self->damage, sl_damage_check_free);
  g_clear_pointer (&self->input, sl_input_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_byte_array_unref (self->known);
  g_array_unref (self->offsets);
  g_mutex_clear (&self->lock);
  if (self->user_data_free != NULL)
    self->user_data_free (self->user_data);

  G_OBJECT_CLASS (sl_stream_source_parent_class)->finalize (object);
}

static void
sl_stream_source_class_init (SlStreamSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_stream_source_finalize;
  source_class->read_block = sl_stream_source_read_block;
  source_class->get_n_blocks = sl_stream_source_get_n_blocks;
  source_class->get_clock = sl_stream_source_get_clock;
  source_class->describe = sl_stream_source_describe;
}

static void
sl_stream_source_init (SlStreamSource *self)
{
  g_mutex_init (&self->lock);
  self->known = g_byte_array_new ();
  self->offsets = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->n_blocks = G_MAXUINT64;
}

/**
 * sl_stream_source_new:
 * @format: copied
 * @input: held
 * @max_events: upper bound of the number of events, for progress; 0 if there is none
 * @clock: held
 * @user_data: (transfer full): for the functions of @format
 * @user_data_free: (nullable)
 *
 * Makes a source of the events that @format decodes, in the order in which it gives them.
 *
 * Returns: (transfer full): the source
 */
SlSource *
sl_stream_source_new (const SlStreamFormat *format,
                      SlInput *input,
                      guint64 max_events,
                      SlClock *clock,
                      gpointer user_data,
                      GDestroyNotify user_data_free)
{
  SlStreamSource *self;

  g_return_val_if_fail (format->state_size > 0 && format->decode != NULL, NULL);

  self = g_object_new (SL_TYPE_STREAM_SOURCE, NULL);
  self->format = *format;
  self->input = sl_input_ref (input);
  self->damage = sl_damage_check_new (input, sl_source_get_notes (SL_SOURCE (self)));
  self->clock = sl_clock_ref (clock);
  self->user_data = user_data;
  self->user_data_free = user_data_free;
  self->max_blocks = max_events / SL_BLOCK_EVENTS + (max_events % SL_BLOCK_EVENTS > 0);

  g_byte_array_set_size (self->known, format->state_size);
  memset (self->known->data, 0, format->state_size);
  if (format->begin != NULL)
    format->begin (user_data, self->known->data);
  return SL_SOURCE (self);
}
