/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-item.h"

struct _SlBusItem
{
  GObject parent_instance;

  char *name;
  SlBusSum sum;
  SlBusSum all;
  guint64 event;
};

G_DEFINE_FINAL_TYPE (SlBusItem, sl_bus_item, G_TYPE_OBJECT)

static void
sl_bus_item_finalize (GObject *object)
{
  g_free (SL_BUS_ITEM (object)->name);

  G_OBJECT_CLASS (sl_bus_item_parent_class)->finalize (object);
}

static void
sl_bus_item_class_init (SlBusItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_bus_item_finalize;
}

static void
sl_bus_item_init (SlBusItem *self)
{
}

/**
 * sl_bus_item_new:
 * @name: for people
 * @all: what @sum is a part of
 * @event: index of one of these cycles in the trace, to go to; %G_MAXUINT64 for none
 */
SlBusItem *
sl_bus_item_new (const char *name, const SlBusSum *sum, const SlBusSum *all, guint64 event)
{
  SlBusItem *self = g_object_new (SL_TYPE_BUS_ITEM, NULL);

  self->name = g_strdup (name);
  self->sum = *sum;
  self->all = *all;
  self->event = event;
  return self;
}

const char *
sl_bus_item_get_name (SlBusItem *self)
{
  g_return_val_if_fail (SL_IS_BUS_ITEM (self), NULL);

  return self->name;
}

const SlBusSum *
sl_bus_item_get_sum (SlBusItem *self)
{
  g_return_val_if_fail (SL_IS_BUS_ITEM (self), NULL);

  return &self->sum;
}

const SlBusSum *
sl_bus_item_get_all (SlBusItem *self)
{
  g_return_val_if_fail (SL_IS_BUS_ITEM (self), NULL);

  return &self->all;
}

/**
 * sl_bus_item_get_event:
 * @event: (out): index in the trace of one of these cycles
 *
 * Returns: %FALSE where none is known
 */
gboolean
sl_bus_item_get_event (SlBusItem *self, guint64 *event)
{
  g_return_val_if_fail (SL_IS_BUS_ITEM (self), FALSE);

  *event = self->event;
  return self->event != G_MAXUINT64;
}
