/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One processor and its lane: which task it runs, which interrupts lie above. Keeps the states
 * "running" and "interrupted" of the tasks; what a task does off the processor it is told. */

#include "sl-irq-tracker.h"
#include "sl-task-tracker.h"

G_BEGIN_DECLS

/* Interrupts above each other; what goes beyond is refused. */
#define SL_MAX_NESTING 64

/**
 * SlCpuTracker:
 * @current: (nullable): the task that has the processor, also while an interrupt runs; %NULL
 *   where nobody has it or nobody knows
 * @known: whether it is known who has the processor
 * @named: the task that events name there; 0 for none, and where @known
 * @power: 1 + the number of the power state in which it sleeps; 0 while it is awake
 * @depth: interrupts that are being handled
 * @is_named: the states of its tasks name it
 * @queue_length: tasks that run or are ready there
 * @queue_unknown: nobody knows how many
 * @queue_since: since when; not written yet
 * @queue_written: the last that was written; %SL_COUNT_UNKNOWN before the first
 */
typedef struct
{
  guint32 object;
  SlTaskTracker *current;
  gboolean known;
  guint32 named;
  guint32 power;
  guint depth;
  gboolean is_named;

  SlLaneBuilder *lane;
  SlStateTrack state_track;
  SlDepthTracks nested;
  SlStateTrack cli_track;
  SlStateTrack real_mode_track;
  SlTrackWriter *marks;
  SlTrackWriter *frequency;
  SlTrackWriter *queue;
  gint64 queue_length;
  gboolean queue_unknown;
  SlTime queue_since;
  gint64 queue_written;
  SlIrqTracker *stack[SL_MAX_NESTING];
  guint runs[SL_MAX_NESTING]; /* which run of its line each is */
} SlCpuTracker;

SlCpuTracker *
sl_cpu_tracker_new (SlTraceBuilder *builder, guint32 object, SlTime begin, SlTime time);
void sl_cpu_tracker_free (SlCpuTracker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCpuTracker, sl_cpu_tracker_free)

void sl_cpu_tracker_switch (SlCpuTracker *self,
                            SlTime time,
                            SlTaskTracker *next,
                            SlState old_state,
                            guint32 old_detail);
void sl_cpu_tracker_forget (SlCpuTracker *self, SlTime time);
void sl_cpu_tracker_set_named (SlCpuTracker *self, SlTime time, guint32 task);
void sl_cpu_tracker_set_power (SlCpuTracker *self, SlTime time, guint32 power);

gboolean sl_cpu_tracker_begin_interrupt (SlCpuTracker *self, SlTime time, SlIrqTracker *line);
guint sl_cpu_tracker_end_interrupt (SlCpuTracker *self, SlTime time, SlIrqTracker *line);
void sl_cpu_tracker_end_all_interrupts (SlCpuTracker *self, SlTime time);

void sl_cpu_tracker_set_cli (SlCpuTracker *self, SlTime time, SlState state);
void sl_cpu_tracker_set_real_mode (SlCpuTracker *self, SlTime time, SlState state);
void sl_cpu_tracker_add_mark (SlCpuTracker *self, SlTime time, guint16 kind, guint32 detail);
void sl_cpu_tracker_count_queue (SlCpuTracker *self, SlTime time, int by);
void sl_cpu_tracker_set_frequency (SlCpuTracker *self, SlTime time, gint64 khz);
void sl_cpu_tracker_write (SlCpuTracker *self, SlTime time);
void sl_cpu_tracker_close (SlCpuTracker *self, SlTime time);

G_END_DECLS
