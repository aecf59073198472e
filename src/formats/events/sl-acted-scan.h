/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The first pass over the lines of a text trace: what is named in it, how fine its times are, where it can be entered
 * again, and which lines are wrong. */

#include "sl-acted-source.h"
#include "sl-text-names.h"

G_BEGIN_DECLS

/**
 * SlTextScale:
 * @fine_per_tick: fine parts of time in a tick: 1000 where ticks are ns, else 1
 * @origin: what tick 0 of the trace is, in ticks of the file
 */
typedef struct
{
  gint64 fine_per_tick;
  guint64 origin;
} SlTextScale;

SlTime sl_text_scale_to_ticks (const SlTextScale *self, SlFineTime time);
SlFineTime sl_text_scale_from_ticks (const SlTextScale *self, SlTime time);

/**
 * SlTextStretch:
 * @offset: of its first line
 * @last: time of the event before; below zero for none
 */
typedef struct
{
  guint64 offset;
  SlFineTime last;
} SlTextStretch;

/**
 * SlActedScan:
 * @names: sealed once the pass is over
 * @stretches: of #SlTextStretch: all lines, in pieces that can be read by themselves
 * @scale: how times become ticks
 * @tells: groups of the actions that are in the file, but for those that name something
 * @has_names: there are such
 *
 * The rest is used while the pass goes on.
 */
typedef struct
{
  SlTextNames *names;
  GArray *stretches;
  SlTextScale scale;
  SlActionGroups tells;
  gboolean has_names;

  SlNotes *notes;
  guint file;
  guint64 n_events;
  guint64 n_faults;
  char *first_fault;
  SlFineTime last;
  SlFineTime least;
  SlFineTime most;
  gboolean is_fine; /* there are times between two ns */
} SlActedScan;

SlActedScan *sl_acted_scan_new (SlNotes *notes, guint file);
void sl_acted_scan_free (SlActedScan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlActedScan, sl_acted_scan_free)

gboolean sl_acted_scan_run (SlActedScan *self,
                            const SlTextReader *reader,
                            gpointer data,
                            const SlTextUnit *unit,
                            const SlTextPlace *begin,
                            GCancellable *cancellable,
                            GError **error);

G_END_DECLS
