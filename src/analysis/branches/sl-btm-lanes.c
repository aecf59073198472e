/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For each processor a lane of its branches, each with source and target, and a lane of straight
 * runs: between two messages code runs straight on, from the target of the one to the source of
 * the next. Where the next source is not a little behind the target there is no run: something was
 * lost, or another segment began. A third lane is a strip of the default size of operands (A3). */

#include "sl-built-in-analyses.h"

#include "sl-branch-cause.h"
#include "sl-kind.h"
#include "sl-state-track.h"

/* D/P# tells two processors apart. */
#define MOST_CPUS 2

/* A longer run without a branch is not believed. */
#define LONGEST_RUN 0x10000

/* Runs from more targets than these are drawn without the target: each is a code of the track. */
#define MOST_TARGETS 4096

typedef struct
{
  SlTrackWriter *marks;
  SlTrackWriter *jumps;
  SlTrackWriter *runs;
  GHashTable *targets; /* those that runs were drawn with */
  SlTime since;
  guint32 target;
  gboolean has_target;
  SlStateTrack size;
} Cpu;

typedef struct
{
  SlTraceBuilder *builder;
  Cpu cpus[MOST_CPUS];
} BtmLanes;

static gpointer
btm_begin (SlTraceBuilder *builder)
{
  BtmLanes *self;

  if (!sl_source_has_trait (sl_trace_builder_get_source (builder), SL_TRAIT_BUS_DATA))
    return NULL;

  self = g_new0 (BtmLanes, 1);
  self->builder = builder;
  return self;
}

static void
make_lanes (BtmLanes *self, Cpu *cpu, guint number)
{
  g_autofree char *jumps = g_strdup_printf ("cpu:%u/jumps", number);
  g_autofree char *straight = g_strdup_printf ("cpu:%u/straight", number);
  g_autofree char *sizes = g_strdup_printf ("cpu:%u/operand-size", number);
  SlLaneBuilder *lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, jumps, 0);

  cpu->marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  cpu->jumps = sl_lane_builder_add_track (lane, SL_ROLE_JUMPS, SL_TRACK_VALUES);
  lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, straight, 0);
  cpu->runs = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, sizes, 0);
  sl_state_track_init (&cpu->size,
                       sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  cpu->targets = g_hash_table_new (NULL, NULL);
}

static guint32
get_detail (Cpu *cpu)
{
  gpointer key = GUINT_TO_POINTER (cpu->target);

  if (g_hash_table_contains (cpu->targets, key))
    return cpu->target;
  if (g_hash_table_size (cpu->targets) >= MOST_TARGETS)
    return 0;

  g_hash_table_add (cpu->targets, key);
  return cpu->target;
}

static void
end_run (Cpu *cpu, SlTime time, guint32 source)
{
  if (cpu->has_target && source >= cpu->target && source - cpu->target < LONGEST_RUN &&
      time > cpu->since)
    sl_track_writer_add_slice (cpu->runs, cpu->since, time, SL_STATE_STRAIGHT, get_detail (cpu));
  cpu->has_target = FALSE;
}

static void
begin_run (Cpu *cpu, SlTime time, guint32 target)
{
  cpu->since = time;
  cpu->target = target;
  cpu->has_target = TRUE;
}

static void
add_branch (BtmLanes *self, const SlEvent *event)
{
  Cpu *cpu = &self->cpus[event->cpu % MOST_CPUS];
  guint32 source = (guint32) event->a, target = (guint32) event->b;

  if (cpu->marks == NULL)
    make_lanes (self, cpu, event->cpu % MOST_CPUS);
  if (event->kind == SL_KIND_BRANCH_TARGET)
    {
      target = source;
      cpu->has_target = FALSE;
    }
  else
    end_run (cpu, event->time, source);
  if (event->kind != SL_KIND_BRANCH_SOURCE)
    begin_run (cpu, event->time, target);

  sl_state_track_set (&cpu->size, event->time,
                      (sl_branch_facts (event) & SL_BRANCH_WIDE) != 0 ? SL_STATE_BITS_32
                                                                      : SL_STATE_BITS_16,
                      0);
  sl_track_writer_add_instant (cpu->marks, event->time, event->kind, sl_branch_facts (event));
  sl_track_writer_add_value (cpu->jumps, event->time,
                             (gint64) SL_JUMP (source, event->kind == SL_KIND_BRANCH_SOURCE
                                                           ? source
                                                           : target));
}

/* Something is missing before @time. */
static void
forget (Cpu *cpu, SlTime time)
{
  cpu->has_target = FALSE;
  sl_state_track_set (&cpu->size, time, SL_STATE_NONE, 0);
}

static void
btm_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  BtmLanes *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];

      for (guint cpu = 0; (event->flags & SL_EVENT_GAP) != 0 && cpu < MOST_CPUS; cpu++)
        forget (&self->cpus[cpu], event->time);
      if (event->kind >= SL_KIND_BRANCH && event->kind <= SL_KIND_BRANCH_TARGET)
        add_branch (self, event);
    }
}

static void
btm_write (gpointer data, SlTime now)
{
  BtmLanes *self = data;

  for (guint i = 0; i < MOST_CPUS; i++)
    sl_state_track_write (&self->cpus[i].size, now);
}

static void
btm_free (gpointer data)
{
  BtmLanes *self = data;

  for (guint i = 0; i < MOST_CPUS; i++)
    g_clear_pointer (&self->cpus[i].targets, g_hash_table_unref);
  g_free (self);
}

const SlAnalysis sl_btm_lanes = {
  .id = "btm",
  .begin = btm_begin,
  .feed = btm_feed,
  .pause = btm_write,
  .finish = btm_write,
  .free = btm_free,
};
