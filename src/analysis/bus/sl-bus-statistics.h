/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the cycles of a bus in a span amount to: their mix, the gaps between them, what they say of
 * caching, and the pages of memory and the ports that they touch. */

#include <gio/gio.h>

#include "sl-address-tally.h"
#include "sl-btm-statistics.h"
#include "sl-bus-agent-sums.h"
#include "sl-bus-caching.h"
#include "sl-bus-reads.h"
#include "sl-gap-histogram.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* A page of memory has 2 to this many bytes. */
#define SL_BUS_PAGE_SHIFT 12

/* So many pages and ports are counted exactly: all pages of 4 GiB, all ports of a PC and as many
 * again. */
#define SL_BUS_MOST_PAGES (1u << 20)
#define SL_BUS_MOST_PORTS (1u << 17)

/* The working set is looked at in so many equal parts of the span. */
#define SL_BUS_PARTS SL_ADDRESS_PARTS

/**
 * SlBusStatistics:
 * @span: what is told about, half open, inside the trace
 * @has_times: whether the trace has times; where it only counts records, nothing is known of gaps
 * @kinds: (element-type SlBusKindSum): of the kinds that occur, the most frequent first
 * @agents: (element-type SlBusAgent): of the processors that occur, by number
 * @cachings: of the cycles that touch memory, by #SlBusCaching
 * @reads: instruction fetches and data reads, and how many of them are cacheable
 * @gaps: between each two cycles in the span that follow each other
 * @lowest: of the memory addresses, if there are any
 * @pages: of memory, by page number; a cycle touches the page of its address
 * @ports: by number
 * @bounds: where each of the span's parts begins, and the last one ends; some are empty where the
 *   span has fewer ticks than parts
 * @working_set: pages touched in each part
 * @messages: of branches; of the cycles that bear them @kinds has the number
 * @new_pages: of these, the pages touched in no part before
 */
typedef struct
{
  SlSpan span;
  gboolean has_times;
  SlBusSum all;
  GArray *kinds;
  GArray *agents;
  SlBusSum memory;
  SlBusSum cachings[SL_N_BUS_CACHINGS];
  SlBusReads reads;
  SlGapHistogram gaps;
  guint64 lowest;
  guint64 highest;
  SlAddressTally *pages;
  SlAddressTally *ports;
  SlTime bounds[SL_BUS_PARTS + 1];
  guint64 working_set[SL_BUS_PARTS];
  guint64 new_pages[SL_BUS_PARTS];
  SlBtmStatistics messages;
} SlBusStatistics;

/**
 * SlBusProgressFunc:
 * @fraction: 0 … 1
 */
typedef void (*SlBusProgressFunc) (double fraction, gpointer user_data);

SlBusStatistics *sl_bus_statistics_new (SlTrace *trace,
                                        SlSpan span,
                                        SlBusProgressFunc progress,
                                        gpointer user_data,
                                        GCancellable *cancellable,
                                        GError **error);
void sl_bus_statistics_free (SlBusStatistics *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBusStatistics, sl_bus_statistics_free)

G_END_DECLS
