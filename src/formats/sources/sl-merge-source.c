/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-merge-source.h"

#include "sl-event-merge.h"
#include "sl-source-extras.h"

struct _SlMergeSource
{
  SlSource parent_instance;

  GPtrArray *sources;
  SlClock *clock;
  GMutex lock; /* of all below */
  SlEventMerge *merge;
  guint64 n_blocks; /* G_MAXUINT64 until the last one was read */
};

G_DEFINE_FINAL_TYPE (SlMergeSource, sl_merge_source, SL_TYPE_SOURCE)

static gssize
fill_cb (gpointer user_data, guint input, guint64 chunk, SlEvent *events)
{
  SlMergeSource *self = user_data;

  return sl_source_read_block (g_ptr_array_index (self->sources, input), chunk, events);
}

static void
gather_notes (SlMergeSource *self)
{
  SlNotes *notes = sl_source_get_notes (SL_SOURCE (self));

  for (guint i = 0; i < self->sources->len; i++)
    {
      SlSource *source = g_ptr_array_index (self->sources, i);
      g_autoptr (GArray) found = sl_notes_snapshot (sl_source_get_notes (source));

      for (guint j = 0; j < found->len; j++)
        {
          const SlNote *note = &g_array_index (found, SlNote, j);

          sl_notes_add (notes, note->offset, note->count, "%s", note->text);
        }
    }
}

static gssize
sl_merge_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlMergeSource *self = SL_MERGE_SOURCE (source);
  gboolean is_first_end = FALSE;
  gssize n_events = -1;

  g_mutex_lock (&self->lock);
  if (block < self->n_blocks)
    {
      n_events = sl_event_merge_read (self->merge, block, events);
      is_first_end = n_events < SL_BLOCK_EVENTS && self->n_blocks == G_MAXUINT64;
      if (is_first_end)
        self->n_blocks = block + (n_events > 0);
      if (n_events == 0)
        n_events = -1;
    }
  g_mutex_unlock (&self->lock);

  /* All parts have been read once: what they found odd is known now. */
  if (is_first_end)
    gather_notes (self);
  return n_events;
}

static guint64
sl_merge_source_get_n_blocks (SlSource *source)
{
  SlMergeSource *self = SL_MERGE_SOURCE (source);
  guint64 n_blocks;

  g_mutex_lock (&self->lock);
  n_blocks = self->n_blocks;
  g_mutex_unlock (&self->lock);
  if (n_blocks != G_MAXUINT64)
    return n_blocks;

  n_blocks = 0;
  for (guint i = 0; i < self->sources->len; i++)
    {
      guint64 part = sl_source_get_n_blocks (g_ptr_array_index (self->sources, i));

      if (part == 0)
        return 0;
      n_blocks += part;
    }

  return n_blocks;
}

static SlClock *
sl_merge_source_get_clock (SlSource *source)
{
  return SL_MERGE_SOURCE (source)->clock;
}

static gboolean
sl_merge_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlMergeSource *self = SL_MERGE_SOURCE (source);

  for (guint i = 0; i < self->sources->len; i++)
    {
      if (sl_source_describe (g_ptr_array_index (self->sources, i), offset, details))
        return TRUE;
    }

  return FALSE;
}

static char *
sl_merge_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlMergeSource *self = SL_MERGE_SOURCE (source);
  char *name = NULL;

  for (guint i = 0; i < self->sources->len && name == NULL; i++)
    name = sl_source_get_object_name (g_ptr_array_index (self->sources, i), type, id, time);

  return name;
}

static void
sl_merge_source_finalize (GObject *object)
{
  SlMergeSource *self = SL_MERGE_SOURCE (object);

  g_clear_pointer (&self->merge, sl_event_merge_free);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (sl_merge_source_parent_class)->finalize (object);
}

static void
sl_merge_source_class_init (SlMergeSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_merge_source_finalize;
  source_class->read_block = sl_merge_source_read_block;
  source_class->get_n_blocks = sl_merge_source_get_n_blocks;
  source_class->get_clock = sl_merge_source_get_clock;
  source_class->describe = sl_merge_source_describe;
  source_class->get_object_name = sl_merge_source_get_object_name;
}

static void
sl_merge_source_init (SlMergeSource *self)
{
  g_mutex_init (&self->lock);
  self->sources = g_ptr_array_new_with_free_func (g_object_unref);
  self->n_blocks = G_MAXUINT64;
}

/* All events are those of parts. */
static gboolean
has_no_field (gpointer data, guint16 kind, const char *field)
{
  return FALSE;
}

/**
 * sl_merge_source_new:
 * @sources: (array length=n_sources): held; each sorted by time, all counting the ticks of @clock
 *   from its origin
 * @n_sources: above zero
 * @clock: held
 *
 * Equal times stand by offset. Offsets stay those of the parts, so parts should share one input.
 *
 * Returns: (transfer full): all events of @sources by time
 */
SlSource *
sl_merge_source_new (SlSource *const *sources, guint n_sources, SlClock *clock)
{
  SlMergeSource *self;

  g_return_val_if_fail (n_sources > 0, NULL);

  self = g_object_new (SL_TYPE_MERGE_SOURCE, NULL);
  sl_source_extras_set_may_have_field (sl_source_get_extras (SL_SOURCE (self)), has_no_field, NULL);
  self->clock = sl_clock_ref (clock);
  for (guint i = 0; i < n_sources; i++)
    {
      g_ptr_array_add (self->sources, g_object_ref (sources[i]));
      sl_source_extras_pass_on (sl_source_get_extras (SL_SOURCE (self)),
                                sl_source_get_extras (sources[i]));
    }
  self->merge = sl_event_merge_new (n_sources, SL_BLOCK_EVENTS, fill_cb, self);
  return SL_SOURCE (self);
}
