/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake-source.h"

#include "sl-kind.h"

struct _FakeSource
{
  SlSource parent_instance;
  guint64 n_events;
  guint events_per_block;
  guint block_us;
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (FakeSource, fake_source, SL_TYPE_SOURCE)

/* Three events share a tick, so that looking up by time has to choose. */
SlEvent
fake_source_event (guint64 index)
{
  return (SlEvent) {
    .time = index / 3 * 7,
    .a = index % 5,
    .b = index,
    .offset = index * 16,
    .kind = index % 2 ? SL_KIND_TASK_CREATE : SL_KIND_TASK_END,
    .cpu = index % 3,
  };
}

/* Every fourth block is empty. */
static gssize
fake_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  FakeSource *self = FAKE_SOURCE (source);
  guint64 first = (block - block / 4) * self->events_per_block;
  gssize n = 0;

  if (self->block_us > 0)
    g_usleep (self->block_us);
  if (first >= self->n_events)
    return -1;
  if (block % 4 == 3)
    return 0;

  while (n < self->events_per_block && first + n < self->n_events)
    {
      events[n] = fake_source_event (first + n);
      n++;
    }
  return n;
}

static SlClock *
fake_source_get_clock (SlSource *source)
{
  return FAKE_SOURCE (source)->clock;
}

static void
fake_source_finalize (GObject *object)
{
  sl_clock_unref (FAKE_SOURCE (object)->clock);
  G_OBJECT_CLASS (fake_source_parent_class)->finalize (object);
}

static void
fake_source_class_init (FakeSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = fake_source_finalize;
  SL_SOURCE_CLASS (klass)->read_block = fake_source_read_block;
  SL_SOURCE_CLASS (klass)->get_clock = fake_source_get_clock;
}

static void
fake_source_init (FakeSource *self)
{
  self->clock = sl_clock_new (SL_UNIT_CYCLES, 1000, NULL, 0);
}

SlSource *
fake_source_new (guint64 n_events, guint events_per_block, guint block_us)
{
  FakeSource *self = g_object_new (FAKE_TYPE_SOURCE, NULL);

  self->n_events = n_events;
  self->events_per_block = events_per_block;
  self->block_us = block_us;
  return SL_SOURCE (self);
}

/* Before anything is read. */
void
fake_source_set_clock (SlSource *source, SlClock *clock)
{
  FakeSource *self = FAKE_SOURCE (source);

  sl_clock_unref (self->clock);
  self->clock = sl_clock_ref (clock);
}
