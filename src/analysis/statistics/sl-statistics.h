/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What happened in a span of a trace, in numbers. */

#include <gio/gio.h>

#include "sl-range.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlTaskStatistics:
 * @object: the task's number
 * @is_metered: whether the trace says when it was running
 * @time: ticks in each state, by #SlState
 * @share: of the span that it was running, 0 … 1
 * @n_slices: slices "running" that begin in the span; interrupts cut them
 * @n_migrations: how often it ran on another processor than before; 0 where that is not known
 * @n_preemptions: how often it had to leave the processor while it was ready to go on
 * @n_releases: jobs released
 * @n_finishes: jobs finished
 * @n_misses: deadlines missed, as recorded
 * @n_activations: explicit ones
 * @slice: of the slices "running", cut to the span
 * @share_after_first: as @share, of the span from the first of these slices on
 */
typedef struct
{
  guint32 object;
  gboolean is_metered;
  SlTime time[SL_N_STATES];
  double share;
  guint64 n_slices;
  guint64 n_migrations;
  guint64 n_preemptions;
  guint64 n_releases;
  guint64 n_finishes;
  guint64 n_misses;
  guint64 n_activations;
  SlRange slice;
  double share_after_first;
} SlTaskStatistics;

/**
 * SlLineStatistics:
 * @object: number of an interrupt line or of the timer
 * @count: interrupts whose handler begins in the span, also nested ones
 * @n_hits: interrupts of which no more than the instant was recorded
 * @n_counted: interrupts that were counted and not recorded, by the records in the span
 * @time: ticks in which its handler was active; those of several processors at once count for each
 * @duration: of its interrupts, nested ones and time in other handlers included
 * @interarrival: from one to the next on any processor, those left out that are nested in one of the same line
 * @share_after_first: of the span from the first of them on, in which its handler was active, 0 … 1
 */
typedef struct
{
  guint32 object;
  guint64 count;
  guint64 n_hits;
  guint64 n_counted;
  SlTime time;
  SlRange duration;
  SlRange interarrival;
  double share_after_first;
} SlLineStatistics;

/**
 * SlLockStatistics:
 * @object: number of a mutex or semaphore
 * @n_held: critical sections that begin in the span
 * @held: ticks of them, added up over all holders
 * @n_waited: requests in the span that had to wait, each once, however often it was refused
 * @waited: ticks of them, added up over all waiters
 */
typedef struct
{
  guint32 object;
  guint64 n_held;
  SlTime held;
  guint64 n_waited;
  SlTime waited;
} SlLockStatistics;

/**
 * SlServerStatistics:
 * @object: number of a server
 * @time: ticks in each state, by #SlState
 * @n_exhausted: how often its budget was used up
 * @reclaimed: what it used that others had left over, in microseconds, by record
 */
typedef struct
{
  guint32 object;
  SlTime time[SL_N_STATES];
  guint64 n_exhausted;
  SlRange reclaimed;
} SlServerStatistics;

/**
 * SlProcessorStatistics:
 * @object: number of a processor
 * @time: ticks in each state, by #SlState; running of the idle task counts as idle
 * @interrupts: interrupts of all lines that begin in the span, nested ones included in the outermost
 * @interarrival: from one of these to the next
 */
typedef struct
{
  guint32 object;
  SlTime time[SL_N_STATES];
  SlRange interrupts;
  SlRange interarrival;
} SlProcessorStatistics;

/**
 * SlStatistics:
 * @span: what they are about
 * @tasks: (element-type SlTaskStatistics): as are the others, in the order of the lanes
 */
typedef struct
{
  SlSpan span;
  GArray *processors;
  GArray *tasks;
  GArray *lines;
  GArray *locks;
  GArray *servers;
} SlStatistics;

SlStatistics *sl_statistics_new (SlTrace *trace,
                                 SlSpan span,
                                 guint32 idle_task,
                                 GCancellable *cancellable,
                                 GError **error);
void sl_statistics_free (SlStatistics *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlStatistics, sl_statistics_free)

G_END_DECLS
