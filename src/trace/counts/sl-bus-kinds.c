/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-kinds.h"

#include "sl-kind-action.h"

/**
 * sl_bus_kind_get_class:
 *
 * Goes by what the kind says, also a plugin's. Asked for every cycle of a load.
 *
 * Returns: what the kind's parameter a is; %SL_BUS_OTHER for unknown codes
 */
SlBusClass
sl_bus_kind_get_class (guint16 kind)
{
  static const guint8 classes[SL_N_ACTIONS] = {
    [SL_ACTION_FETCH] = SL_BUS_MEMORY,
    [SL_ACTION_MEMORY_READ] = SL_BUS_MEMORY,
    [SL_ACTION_MEMORY_READ_INVALIDATE] = SL_BUS_MEMORY,
    [SL_ACTION_MEMORY_WRITE] = SL_BUS_MEMORY,
    [SL_ACTION_WRITE_BACK] = SL_BUS_MEMORY,
    [SL_ACTION_IO_READ] = SL_BUS_IO,
    [SL_ACTION_IO_WRITE] = SL_BUS_IO,
    [SL_ACTION_SPECIAL_CYCLE] = SL_BUS_SPECIAL,
  };

  return (SlBusClass) classes[sl_kind_get_action (kind)];
}

/**
 * sl_bus_kind_is_unmapped:
 *
 * Returns: whether the kind's a stands in no page map
 */
gboolean
sl_bus_kind_is_unmapped (guint16 kind)
{
  return sl_page_group_of_memory (kind) == SL_PAGE_NO_GROUP &&
         sl_page_group_of_ports (kind) == SL_PAGE_NO_GROUP;
}

/**
 * sl_bus_kind_is_cycle:
 *
 * Returns: whether events of the kind are cycles, as unknown codes of a bus are, and not anything else that a trace of
 *   a bus may have
 */
gboolean
sl_bus_kind_is_cycle (guint16 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_NONE ? kind >= SL_KIND_UNKNOWN_BUS && kind < SL_KIND_UNKNOWN
                                  : sl_action_get_group (action) == SL_TELLS_BUS;
}

/**
 * sl_bus_kind_get_bytes_field:
 *
 * Returns: which field of a cycle says how many bytes it moved: b, also in a plugin's kinds, or the detail of those
 *   whose b are byte enables
 */
SlBytesField
sl_bus_kind_get_bytes_field (guint16 kind)
{
  if (sl_bus_kind_has_bytes_in_detail (kind))
    return SL_BYTES_IN_DETAIL;

  return sl_bus_kind_is_cycle (kind) ? SL_BYTES_IN_B : SL_BYTES_NOWHERE;
}

/**
 * sl_bus_kind_has_bytes_in_detail:
 *
 * Returns: whether the bytes that a cycle moved stand in the event's detail, not in its b
 */
gboolean
sl_bus_kind_has_bytes_in_detail (guint16 kind)
{
  return kind >= SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE && kind <= SL_KIND_BRANCH_TARGET;
}

/**
 * sl_bus_event_get_bytes:
 *
 * Returns: how many bytes the cycle moved
 */
guint64
sl_bus_event_get_bytes (const SlEvent *event)
{
  return sl_bus_kind_has_bytes_in_detail (event->kind) ? event->detail : event->b;
}

/* Byte enables of the two cycles that acknowledge an interrupt. */
#define FIRST_ACKNOWLEDGE  0xef
#define SECOND_ACKNOWLEDGE 0xfe

/**
 * sl_bus_event_get_acknowledge:
 *
 * Returns: which cycle of a pair it is, by its byte enables; formats without these do not say
 */
SlBusAcknowledge
sl_bus_event_get_acknowledge (const SlEvent *event)
{
  if (event->kind != SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE)
    return SL_BUS_NO_ACKNOWLEDGE;

  switch (event->b)
    {
    case FIRST_ACKNOWLEDGE:
      return SL_BUS_FIRST_ACKNOWLEDGE;
    case SECOND_ACKNOWLEDGE:
      return SL_BUS_SECOND_ACKNOWLEDGE;
    default:
      return SL_BUS_NO_ACKNOWLEDGE;
    }
}
