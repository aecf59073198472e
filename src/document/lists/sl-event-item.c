/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-item.h"

/* One row of the event list. Lives only while the row is on screen. */
struct _SlEventItem
{
  GObject parent_instance;

  SlEvent event;
  guint trace;
  guint64 index;
  SlTime previous;
  gboolean is_match;
};

G_DEFINE_FINAL_TYPE (SlEventItem, sl_event_item, G_TYPE_OBJECT)

static void
sl_event_item_class_init (SlEventItemClass *klass)
{
}

static void
sl_event_item_init (SlEventItem *self)
{
}

/**
 * sl_event_item_new:
 * @event: resolved
 * @trace: number of its trace in the set
 * @index: its position in that trace
 * @previous: time of the trace's event before it; %SL_TIME_MIN for the first
 * @is_match: whether the filter matches it
 */
SlEventItem *
sl_event_item_new (const SlEvent *event,
                   guint trace,
                   guint64 index,
                   SlTime previous,
                   gboolean is_match)
{
  SlEventItem *self = g_object_new (SL_TYPE_EVENT_ITEM, NULL);

  self->event = *event;
  self->trace = trace;
  self->index = index;
  self->previous = previous;
  self->is_match = is_match;
  return self;
}

const SlEvent *
sl_event_item_get_event (SlEventItem *self)
{
  g_return_val_if_fail (SL_IS_EVENT_ITEM (self), NULL);

  return &self->event;
}

guint
sl_event_item_get_trace (SlEventItem *self)
{
  g_return_val_if_fail (SL_IS_EVENT_ITEM (self), 0);

  return self->trace;
}

guint64
sl_event_item_get_index (SlEventItem *self)
{
  g_return_val_if_fail (SL_IS_EVENT_ITEM (self), 0);

  return self->index;
}

/**
 * sl_event_item_get_delta:
 * @ticks: (out): ticks since the event before
 *
 * Returns: %FALSE for the first event and after a gap of unknown length
 */
gboolean
sl_event_item_get_delta (SlEventItem *self, gint64 *ticks)
{
  g_return_val_if_fail (SL_IS_EVENT_ITEM (self), FALSE);

  if (self->previous == SL_TIME_MIN || (self->event.flags & SL_EVENT_GAP) != 0)
    return FALSE;

  *ticks = sl_time_subtract (self->event.time, self->previous);
  return TRUE;
}

gboolean
sl_event_item_is_match (SlEventItem *self)
{
  g_return_val_if_fail (SL_IS_EVENT_ITEM (self), FALSE);

  return self->is_match;
}
