/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-reads.h"

#include <glib/gi18n-lib.h>

#include "sl-bus-caching.h"
#include "sl-bus-kinds.h"
#include "sl-kind-action.h"
#include "sl-vector.h"

/* Cacheable reads up to one in so many may be bits that the capture got wrong. */
#define ERRORS_ONE_IN 100

/* Whether it is a read of memory that says whether it may be cached. */
static gboolean
is_read (guint16 kind)
{
  const SlEvent event = { .kind = kind };
  SlAction action = sl_kind_get_action (kind);

  return (action == SL_ACTION_FETCH || action == SL_ACTION_MEMORY_READ ||
          action == SL_ACTION_MEMORY_READ_INVALIDATE) &&
         sl_bus_event_get_caching (&event) != SL_BUS_CACHING_UNKNOWN;
}

/* Whether the size stands in b, in bytes. */
static gboolean
has_size (guint16 kind)
{
  return sl_bus_kind_get_class (kind) == SL_BUS_MEMORY && !sl_bus_kind_has_bytes_in_detail (kind);
}

static gboolean
is_cacheable (guint16 kind, guint32 detail)
{
  const SlEvent event = { .kind = kind, .detail = detail };
  SlBusCaching caching = sl_bus_event_get_caching (&event);

  return caching != SL_BUS_UNCACHEABLE && caching != SL_BUS_CACHING_UNKNOWN;
}

/**
 * sl_bus_reads_see_events:
 * @events: (array length=n_events): cycles of a bus
 */
void
sl_bus_reads_see_events (SlBusReads *self, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];

      if (is_read (event->kind))
        {
          self->all++;
          self->cacheable += is_cacheable (event->kind, event->detail) ? 1 : 0;
        }
      if (has_size (event->kind))
        self->longer += event->b == 16 || event->b == 32 ? 1 : 0;
    }
}

/* How many of the bytes have any of @bits. */
static guint
count_bits (const guint8 *bytes, guint n, guint8 bits)
{
  SlBytes16 mask = sl_bytes16_fill (bits);
  guint count = 0;
  guint i;

  for (i = 0; i + SL_VECTOR_SIZE <= n; i += SL_VECTOR_SIZE)
    count += sl_bytes16_add_up ((SlBytes16) ((sl_bytes16_load (bytes + i) & mask) != 0) & 1);
  for (; i < n; i++)
    count += (bytes[i] & bits) != 0 ? 1 : 0;

  return count;
}

static guint
count_longer (const SlColumns *columns)
{
  guint count = 0;

  /* Nearly all blocks have none, and of these only the bits are looked at. */
  if (count_bits (columns->b, columns->n_events, 16 | 32) == 0)
    return 0;

  for (guint i = 0; i < columns->n_events; i++)
    count +=
        has_size (columns->kinds[columns->codes[i]]) && (columns->b[i] == 16 || columns->b[i] == 32)
            ? 1
            : 0;
  return count;
}

static guint
count_cacheable (const SlColumns *columns)
{
  guint count = 0;

  if (count_bits (columns->detail, columns->n_events, SL_BUS_CACHING_DETAIL) == 0)
    return 0;

  for (guint i = 0; i < columns->n_events; i++)
    {
      guint16 kind = columns->kinds[columns->codes[i]];

      count += is_read (kind) && is_cacheable (kind, columns->detail[i]) ? 1 : 0;
    }
  return count;
}

/**
 * sl_bus_reads_see_columns:
 * @columns: a block of cycles, counted
 *
 * Does what sl_bus_reads_see_events() does.
 */
void
sl_bus_reads_see_columns (SlBusReads *self, const SlColumns *columns)
{
  gboolean by_attribute = FALSE, has_sizes = FALSE;

  for (guint i = 0; i < columns->n_pairs; i++)
    {
      const SlColumnsPair *pair = &columns->pairs[i];

      has_sizes |= has_size (pair->kind);
      if (!is_read (pair->kind))
        continue;

      self->all += pair->count;
      if (!sl_bus_kind_has_bytes_in_detail (pair->kind))
        by_attribute = TRUE;
      else if (is_cacheable (pair->kind, 0))
        self->cacheable += pair->count;
    }
  if (by_attribute)
    self->cacheable += count_cacheable (columns);
  if (has_sizes)
    self->longer += count_longer (columns);
}

/**
 * sl_bus_reads_add:
 * @other: of other cycles
 */
void
sl_bus_reads_add (SlBusReads *self, const SlBusReads *other)
{
  self->all += other->all;
  self->cacheable += other->cacheable;
  self->longer += other->longer;
}

/**
 * sl_bus_reads_get_extent:
 *
 * Returns: what the reads say of what was recorded
 */
SlBusExtent
sl_bus_reads_get_extent (const SlBusReads *self)
{
  if (self->all == 0)
    return SL_BUS_EXTENT_UNKNOWN;
  if (self->cacheable == 0)
    return SL_BUS_COMPLETE;

  return self->cacheable <= self->all / ERRORS_ONE_IN ? SL_BUS_NEARLY_COMPLETE : SL_BUS_MISSES;
}

/**
 * sl_bus_extent_get_id:
 *
 * Returns: (nullable): kebab case, for files; %NULL where nothing is known
 */
const char *
sl_bus_extent_get_id (SlBusExtent extent)
{
  static const char *const ids[] = {
    [SL_BUS_EXTENT_UNKNOWN] = NULL,
    [SL_BUS_COMPLETE] = "complete",
    [SL_BUS_NEARLY_COMPLETE] = "nearly-complete",
    [SL_BUS_MISSES] = "misses-only",
  };

  g_return_val_if_fail (extent < G_N_ELEMENTS (ids), NULL);

  return ids[extent];
}

static void
note_version (const SlBusReads *self, SlSource *source)
{
  if (self->longer > 0)
    sl_notes_add (sl_source_get_notes (source), SL_OFFSET_NONE, self->longer,
                  N_ ("Transfers of 16 or 32 bytes: the trace is in format v1.1"));
  else
    sl_notes_add (
        sl_source_get_notes (source), SL_OFFSET_NONE, 1,
        N_ ("No transfer of 16 or 32 bytes: the trace is in format v1.0, which writes such "
            "lengths as 8, or in v1.1 and has none"));
}

/**
 * sl_bus_reads_note:
 * @self: of a whole trace
 * @source: of it
 *
 * Notes whether a trace of addresses alone is complete and, by its sizes, in which version of the format it
 * is. Nothing is noted of other captures of a bus.
 */
void
sl_bus_reads_note (const SlBusReads *self, SlSource *source)
{
  SlNotes *notes = sl_source_get_notes (source);

  if (!sl_source_says (source, SL_TELLS_BUS) || sl_source_has_trait (source, SL_TRAIT_BUS_DATA))
    return;

  switch (sl_bus_reads_get_extent (self))
    {
    case SL_BUS_COMPLETE:
      sl_notes_add (notes, SL_OFFSET_NONE, self->all,
                    N_ ("All instruction fetches and data reads are noncacheable: the trace is "
                        "complete, recorded with the first-level caches disabled"));
      break;
    case SL_BUS_NEARLY_COMPLETE:
      sl_notes_add (
          notes, SL_OFFSET_NONE, self->cacheable,
          N_ ("Cacheable instruction fetches and data reads, so few that they may be "
              "capture errors: the rest are noncacheable, as in a complete trace, recorded "
              "with the first-level caches disabled"));
      break;
    case SL_BUS_MISSES:
      sl_notes_add (notes, SL_OFFSET_NONE, self->cacheable,
                    N_ ("Cacheable instruction fetches and data reads: the first-level caches were "
                        "enabled, and the trace has only the cycles that missed them"));
      break;
    case SL_BUS_EXTENT_UNKNOWN:
    default:
      break;
    }
  if (sl_source_has_trait (source, SL_TRAIT_BUS_LENGTHS))
    note_version (self, source);
}
