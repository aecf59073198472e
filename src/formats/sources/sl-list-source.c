/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-list-source.h"

#include <string.h>

struct _SlListSource
{
  SlSource parent_instance;

  GArray *events;
  SlClock *clock;
  SlListDescribe describe;
  gpointer user_data;
  GDestroyNotify user_data_free;
};

G_DEFINE_FINAL_TYPE (SlListSource, sl_list_source, SL_TYPE_SOURCE)

static guint64
sl_list_source_get_n_blocks (SlSource *source)
{
  return (SL_LIST_SOURCE (source)->events->len + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
}

static gssize
sl_list_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlListSource *self = SL_LIST_SOURCE (source);
  guint first = block * SL_BLOCK_EVENTS;
  guint n_events;

  if (block >= sl_list_source_get_n_blocks (source))
    return -1;

  n_events = MIN (SL_BLOCK_EVENTS, self->events->len - first);
  memcpy (events, &g_array_index (self->events, SlEvent, first), n_events * sizeof (SlEvent));
  return n_events;
}

static SlClock *
sl_list_source_get_clock (SlSource *source)
{
  return SL_LIST_SOURCE (source)->clock;
}

static gboolean
sl_list_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlListSource *self = SL_LIST_SOURCE (source);

  return self->describe != NULL && self->describe (self->user_data, offset, details);
}

static void
sl_list_source_finalize (GObject *object)
{
  SlListSource *self = SL_LIST_SOURCE (object);

  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  if (self->user_data_free != NULL)
    self->user_data_free (self->user_data);

  G_OBJECT_CLASS (sl_list_source_parent_class)->finalize (object);
}

static void
sl_list_source_class_init (SlListSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_list_source_finalize;
  source_class->read_block = sl_list_source_read_block;
  source_class->get_n_blocks = sl_list_source_get_n_blocks;
  source_class->get_clock = sl_list_source_get_clock;
  source_class->describe = sl_list_source_describe;
}

static void
sl_list_source_init (SlListSource *self)
{
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const SlEvent *one = a;
  const SlEvent *other = b;

  return one->time < other->time ? -1 : one->time > other->time;
}

/**
 * sl_list_source_new:
 * @events: (element-type SlEvent): held, and sorted by time; equal times keep their order
 * @clock: held
 * @describe: (nullable): as in #SlSourceClass
 * @user_data: (transfer full): for @describe
 * @user_data_free: (nullable)
 *
 * Returns: (transfer full): a source of these events
 */
SlSource *
sl_list_source_new (GArray *events,
                    SlClock *clock,
                    SlListDescribe describe,
                    gpointer user_data,
                    GDestroyNotify user_data_free)
{
  SlListSource *self = g_object_new (SL_TYPE_LIST_SOURCE, NULL);

  self->events = g_array_ref (events);
  self->clock = sl_clock_ref (clock);
  self->describe = describe;
  self->user_data = user_data;
  self->user_data_free = user_data_free;

  /* g_array_sort() is a stable merge sort. */
  g_array_sort (self->events, compare_events);
  return SL_SOURCE (self);
}
