/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-caching.h"

#include <glib/gi18n-lib.h>

#include "sl-bus-kinds.h"
#include "sl-kind.h"

/* By the attribute's two lowest bits. */
static const SlBusCaching memory_types[SL_BUS_CACHING_DETAIL + 1] = {
  SL_BUS_UNCACHEABLE,
  SL_BUS_WRITE_THROUGH,
  SL_BUS_WRITE_PROTECT,
  SL_BUS_WRITE_BACK,
};

static const struct
{
  const char *id;
  const char *title;
} cachings[SL_N_BUS_CACHINGS] = {
  [SL_BUS_CACHING_UNKNOWN] = { "unknown", N_ ("Not specified") },
  [SL_BUS_UNCACHEABLE] = { "uncacheable", N_ ("Uncacheable") },
  [SL_BUS_WRITE_THROUGH] = { "write-through", N_ ("Write-through") },
  [SL_BUS_WRITE_PROTECT] = { "write-protect", N_ ("Write-protected") },
  [SL_BUS_WRITE_BACK] = { "write-back", N_ ("Write-back") },
  [SL_BUS_CACHEABLE] = { "cacheable", N_ ("Cacheable") },
};

/* Whether the kind is a request of a P6 bus; of other buses, also a plugin's, nothing is known. */
static gboolean
has_attribute (guint16 kind)
{
  return (kind >= SL_KIND_BUS_FETCH && kind <= SL_KIND_BUS_SMI_ACKNOWLEDGE) ||
         (kind >= SL_KIND_UNKNOWN_BUS && kind < SL_KIND_UNKNOWN);
}

/**
 * sl_bus_event_get_caching:
 * @event: a cycle that touches memory
 *
 * A request of a P6 bus bears the type of its memory as an attribute. A Pentium's pins tell of
 * reads and of bursts whether they fill or empty a line of a cache; of a single write they do not
 * tell whether the line may be cached too.
 */
SlBusCaching
sl_bus_event_get_caching (const SlEvent *event)
{
  switch (event->kind)
    {
    case SL_KIND_PENTIUM_CODE_READ:
    case SL_KIND_PENTIUM_DATA_READ:
      return SL_BUS_CACHEABLE;
    case SL_KIND_PENTIUM_CODE_READ_NONCACHEABLE:
    case SL_KIND_PENTIUM_DATA_READ_NONCACHEABLE:
      return SL_BUS_UNCACHEABLE;
    case SL_KIND_PENTIUM_WRITE_BACK:
      return SL_BUS_WRITE_BACK;
    default:
      return has_attribute (event->kind) ? memory_types[event->detail & SL_BUS_CACHING_DETAIL]
                                         : SL_BUS_CACHING_UNKNOWN;
    }
}

/**
 * sl_bus_caching_get_id:
 *
 * Returns: kebab case, for files and command lines
 */
const char *
sl_bus_caching_get_id (SlBusCaching caching)
{
  g_return_val_if_fail (caching < SL_N_BUS_CACHINGS, NULL);

  return cachings[caching].id;
}

/**
 * sl_bus_caching_get_title:
 *
 * Returns: for people, to be translated
 */
const char *
sl_bus_caching_get_title (SlBusCaching caching)
{
  g_return_val_if_fail (caching < SL_N_BUS_CACHINGS, NULL);

  return cachings[caching].title;
}
