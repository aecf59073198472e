/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-attribute.h"

#include <string.h>

#include "sl-bus-kinds.h"

/* Kinds that no trace has: one for each type of memory, one for what touches no memory. */
#define KIND(attribute) ((guint16) (0xfff0 + (attribute)))
#define KIND_OF_REST    KIND (SL_N_BUS_ATTRIBUTES)

/* The other bits of the byte are not documented. */
#define TYPE_BITS 0x3

static const guint16 kinds[256] = {
  KIND (SL_BUS_UNCACHEABLE),
  KIND (SL_BUS_WRITE_THROUGH),
  KIND (SL_BUS_WRITE_PROTECT),
  KIND (SL_BUS_WRITE_BACK),
  KIND_OF_REST,
};

/**
 * sl_bus_attribute_get_word:
 * @attribute: the byte of a record, of which the two lowest bits count
 *
 * Returns: the type of memory, for filters and lists
 */
const char *
sl_bus_attribute_get_word (guint8 attribute)
{
  static const char *const words[SL_N_BUS_ATTRIBUTES] = {
    [SL_BUS_UNCACHEABLE] = "uncacheable",
    [SL_BUS_WRITE_THROUGH] = "write-through",
    [SL_BUS_WRITE_PROTECT] = "write-protect",
    [SL_BUS_WRITE_BACK] = "write-back",
  };

  return words[attribute & TYPE_BITS];
}

/**
 * sl_bus_attribute_of_event:
 * @event: of a source that knows attributes
 */
SlBusAttribute
sl_bus_attribute_of_event (const SlEvent *event)
{
  return (SlBusAttribute) (event->detail & TYPE_BITS);
}

/**
 * sl_bus_attribute_mark_events:
 * @events: (array length=n_events): of a source that knows attributes
 *
 * Gives the events kinds by their type of memory, for sl_bus_attribute_get_group().
 */
void
sl_bus_attribute_mark_events (SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    events[i].kind = sl_page_group_of_memory (events[i].kind) == SL_PAGE_NO_GROUP
                         ? KIND_OF_REST
                         : KIND (sl_bus_attribute_of_event (&events[i]));
}

/**
 * sl_bus_attribute_mark_columns:
 * @columns: counted; they stay so
 *
 * Does what sl_bus_attribute_mark_events() does.
 */
void
sl_bus_attribute_mark_columns (SlColumns *columns)
{
  guint8 masks[256], rests[256];

  for (guint code = 0; code < G_N_ELEMENTS (masks); code++)
    {
      gboolean touches = sl_page_group_of_memory (columns->kinds[code]) != SL_PAGE_NO_GROUP;

      masks[code] = touches ? TYPE_BITS : 0;
      rests[code] = touches ? 0 : SL_N_BUS_ATTRIBUTES;
    }

  for (guint i = 0; i < columns->n_events; i++)
    {
      guint8 code = columns->codes[i];

      columns->codes[i] = (columns->detail[i] & masks[code]) | rests[code];
    }
  memset (columns->agents, 0, columns->n_events);
  columns->kinds = kinds;
  sl_columns_count (columns);
}

/**
 * sl_bus_attribute_get_group:
 * @kind: as given by this file
 *
 * Returns: the #SlBusAttribute; %SL_PAGE_NO_GROUP where no memory is touched
 */
guint8
sl_bus_attribute_get_group (guint16 kind)
{
  return kind >= KIND (0) && kind < KIND_OF_REST ? (guint8) (kind - KIND (0)) : SL_PAGE_NO_GROUP;
}
