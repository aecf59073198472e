/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-array-source.h"

#include "sl-format-registry.h"

struct _SlArraySource
{
  SlSource parent_instance;

  GArray *events;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlArraySource, sl_array_source, SL_TYPE_SOURCE)

static gssize
sl_array_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlArraySource *self = SL_ARRAY_SOURCE (source);
  guint64 first = block * SL_BLOCK_EVENTS;
  gsize n;

  if (first >= self->events->len)
    return -1;

  n = MIN (SL_BLOCK_EVENTS, self->events->len - first);
  for (gsize i = 0; i < n; i++)
    events[i] = g_array_index (self->events, SlEvent, first + i);

  return n;
}

static guint64
sl_array_source_get_n_blocks (SlSource *source)
{
  SlArraySource *self = SL_ARRAY_SOURCE (source);

  return (self->events->len + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
}

static SlClock *
sl_array_source_get_clock (SlSource *source)
{
  return SL_ARRAY_SOURCE (source)->clock;
}

static void
sl_array_source_finalize (GObject *object)
{
  SlArraySource *self = SL_ARRAY_SOURCE (object);

  g_array_unref (self->events);
  sl_clock_unref (self->clock);

  G_OBJECT_CLASS (sl_array_source_parent_class)->finalize (object);
}

static void
sl_array_source_class_init (SlArraySourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_array_source_finalize;
  source_class->read_block = sl_array_source_read_block;
  source_class->get_n_blocks = sl_array_source_get_n_blocks;
  source_class->get_clock = sl_array_source_get_clock;
}

static void
sl_array_source_init (SlArraySource *self)
{
  self->clock = sl_clock_new (SL_UNIT_CYCLES, 0, NULL, 0);
}

/**
 * sl_array_source_new:
 * @format_id: what the events come from; without a format of that name they have no traits
 * @events: (element-type SlEvent): in time order; a reference is taken
 *
 * Returns: (transfer full): new
 */
SlSource *
sl_array_source_new (const char *format_id, GArray *events)
{
  static const char *const file_names[] = { "array", NULL };
  SlArraySource *self = g_object_new (SL_TYPE_ARRAY_SOURCE, NULL);
  const SlFormat *format = sl_formats_find (format_id);

  self->events = g_array_ref (events);
  if (format != NULL)
    {
      sl_source_set_traits (SL_SOURCE (self), format->traits);
      sl_source_set_meaning (SL_SOURCE (self), format->tells, format->translator);
    }
  sl_source_set_identity (SL_SOURCE (self), format_id, format_id, file_names);
  return SL_SOURCE (self);
}

/**
 * sl_array_source_set_clock:
 *
 * Sets it before anything reads the source; without it, ticks are cycles.
 */
void
sl_array_source_set_clock (SlArraySource *self, SlClock *clock)
{
  sl_clock_ref (clock);
  sl_clock_unref (self->clock);
  self->clock = clock;
}
