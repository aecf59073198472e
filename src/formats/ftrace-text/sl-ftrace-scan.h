/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The first pass over a file of ftrace's text: what its tracepoints are, who is called how, and where its lines can be
 * entered again. */

#include <gio/gio.h>

#include "sl-ftrace-event.h"
#include "sl-ftrace-timers.h"
#include "sl-linux-names.h"
#include "sl-note.h"

G_BEGIN_DECLS

/**
 * SlFtraceBlock:
 * @offset: of its first line
 * @last: time of the event before, in ns or units of the clock
 */
typedef struct
{
  guint64 offset;
  guint64 last;
} SlFtraceBlock;

/**
 * SlFtraceScan:
 * @names: not sealed yet; whoever takes it sets @marks, from which marks are named afterwards
 * @kinds: name of a tracepoint → its #SlFtraceKind
 * @timers: what functions of timers do that are addresses
 * @last_before_loss: set of offsets of lines, and 1 more: behind each the next of its processor were lost
 * @blocks: of #SlFtraceBlock: each with %SL_BLOCK_EVENTS events, the last with fewer
 * @states: what numbers say as states
 * @n_events: in all blocks
 * @n_runtime: records of sched_stat_runtime, which are counted alone
 * @origin: time of the first event
 * @complete: of that processor which begins last
 * @last: of the last event
 * @has_raw_states: states are printed as numbers
 * @is_whole: times are whole numbers of the clock's units
 * @is_overwritten: the begin was, as a comment says
 */
typedef struct
{
  SlLinuxNames *names;
  const SlLinuxNames *marks;
  GHashTable *kinds;
  SlFtraceTimers *timers;
  GHashTable *last_before_loss;
  GArray *blocks;
  SlLinuxStates states;
  guint64 n_events;
  guint64 n_runtime;
  guint64 origin;
  guint64 complete;
  guint64 last;
  gboolean has_raw_states;
  gboolean is_whole;
  gboolean is_overwritten;
} SlFtraceScan;

SlFtraceScan *sl_ftrace_scan_new (void);
void sl_ftrace_scan_free (SlFtraceScan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFtraceScan, sl_ftrace_scan_free)

gboolean sl_ftrace_scan_knows_all_events (const SlFtraceScan *self);
gboolean sl_ftrace_scan_run (SlFtraceScan *self,
                             const char *data,
                             gsize size,
                             SlNotes *notes,
                             GCancellable *cancellable,
                             GError **error);

/**
 * SlFtracePlace:
 * @offset: of the next line
 * @last: time of the event before
 * @clear: up to here no line is an event, from where it was looked
 * @event: offset of the event that was found there; 0 for none
 * @event_time: of it
 *
 * Reading on, also in the pass itself.
 */
typedef struct
{
  guint64 offset;
  guint64 last;
  guint64 clear;
  guint64 event;
  guint64 event_time;
} SlFtracePlace;

gboolean sl_ftrace_scan_next (SlFtraceScan *self,
                              const char *data,
                              gsize size,
                              SlFtracePlace *place,
                              SlFtraceLine *line,
                              SlEvent *event);

G_END_DECLS
