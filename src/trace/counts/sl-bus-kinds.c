/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-kinds.h"

#include "sl-kind.h"

static SlBusClass
find_class (guint16 kind)
{
  const SlKind *info = sl_kind_get (kind);

  if ((kind >= SL_KIND_BUS_SHUTDOWN && kind <= SL_KIND_BUS_SMI_ACKNOWLEDGE) ||
      (kind >= SL_KIND_PENTIUM_SHUTDOWN && kind <= SL_KIND_PENTIUM_SPECIAL) ||
      kind == SL_KIND_BUS_BRANCH_TRACE_RECORD)
    return SL_BUS_SPECIAL;
  if (g_strcmp0 (info->a.name, "address") == 0)
    return SL_BUS_MEMORY;

  return g_strcmp0 (info->a.name, "port") == 0 ? SL_BUS_IO : SL_BUS_OTHER;
}

/* Asked for every cycle of a load. */
static const guint8 *
get_classes (void)
{
  static guint8 classes[SL_N_BUILTIN_KINDS];
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      for (guint16 kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
        classes[kind] = (guint8) find_class (kind);
      g_once_init_leave (&ready, 1);
    }

  return classes;
}

/**
 * sl_bus_kind_get_class:
 *
 * Unknown codes are %SL_BUS_OTHER: nobody knows what their address means.
 *
 * Returns: what the kind's parameter a is
 */
SlBusClass
sl_bus_kind_get_class (guint16 kind)
{
  return kind < SL_N_BUILTIN_KINDS ? (SlBusClass) get_classes ()[kind] : SL_BUS_OTHER;
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
