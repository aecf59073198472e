/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For each processor a lane of its branches, each with source and target, and a lane of straight
 * runs: between two branches code runs straight on, from the target of the one to the source of
 * the next. Where the next source is not a little behind the target there is no run: something was
 * lost, or another segment began. Of branches that follow from branch trace messages a third lane is
 * a strip of the default size of operands (A3). */

#include "sl-built-in-analyses.h"

#include <glib/gi18n-lib.h>

#include "sl-branch-cause.h"
#include "sl-kind-action.h"
#include "sl-state-track.h"

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
  gboolean has_size;
  SlStateTrack size;
} Cpu;

typedef struct
{
  SlTraceBuilder *builder;
  GPtrArray *cpus; /* of Cpu, by number; NULL for those that took no branch */
} BtmLanes;

static void
free_cpu (gpointer data)
{
  Cpu *cpu = data;

  if (cpu != NULL)
    g_hash_table_unref (cpu->targets);
  g_free (cpu);
}

static gpointer
btm_begin (SlTraceBuilder *builder)
{
  BtmLanes *self;
  SlSource *source = sl_trace_builder_get_source (builder);

  if (!sl_source_says (source, SL_TELLS_BRANCHES) || sl_source_has_trait (source, SL_TRAIT_PACKETS))
    return NULL;

  self = g_new0 (BtmLanes, 1);
  self->builder = builder;
  self->cpus = g_ptr_array_new_with_free_func (free_cpu);
  return self;
}

static SlTrackWriter *
add_lane (BtmLanes *self, guint number, const char *what, SlTrackRole role, SlTrackType type)
{
  g_autofree char *name = g_strdup_printf ("cpu:%u/%s", number, what);
  SlLaneBuilder *lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, name, 0);

  return sl_lane_builder_add_track (lane, role, type);
}

static Cpu *
get_cpu (BtmLanes *self, guint number)
{
  g_autofree char *jumps = NULL;
  SlLaneBuilder *lane;
  Cpu *cpu;

  if (number >= self->cpus->len)
    g_ptr_array_set_size (self->cpus, (int) number + 1);
  if (self->cpus->pdata[number] != NULL)
    return self->cpus->pdata[number];

  cpu = g_new0 (Cpu, 1);
  jumps = g_strdup_printf ("cpu:%u/jumps", number);
  lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, jumps, 0);
  cpu->marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  cpu->jumps = sl_lane_builder_add_track (lane, SL_ROLE_JUMPS, SL_TRACK_VALUES);
  cpu->runs = add_lane (self, number, "straight", SL_ROLE_STATES, SL_TRACK_SLICES);
  cpu->targets = g_hash_table_new (NULL, NULL);
  self->cpus->pdata[number] = cpu;
  return cpu;
}

static void
set_size (BtmLanes *self, Cpu *cpu, const SlEvent *event)
{
  gboolean is_wide = (sl_branch_facts (event) & SL_BRANCH_WIDE) != 0;

  if (!cpu->has_size)
    sl_state_track_init (&cpu->size, add_lane (self, event->cpu, "operand-size", SL_ROLE_STATES,
                                               SL_TRACK_SLICES));
  cpu->has_size = TRUE;
  sl_state_track_set (&cpu->size, event->time, is_wide ? SL_STATE_BITS_32 : SL_STATE_BITS_16, 0);
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

/* Rows of branches keep 32 bits of each address. */
static gboolean
check_range (BtmLanes *self, const SlEvent *event, const SlBranchEnds *ends)
{
  if (MAX (ends->source, ends->target) <= G_MAXUINT32 && (ends->has_source || ends->has_target))
    return TRUE;

  sl_notes_add (
      sl_source_get_notes (sl_trace_builder_get_source (self->builder)), event->offset, 1,
      N_ ("Branches without an address, or with one above 0xffffffff, are not in the row of "
          "branches"));
  return FALSE;
}

static void
add_branch (BtmLanes *self, const SlEvent *event)
{
  gboolean is_message = event->kind >= SL_KIND_BRANCH && event->kind <= SL_KIND_BRANCH_TARGET;
  SlBranchEnds ends = sl_branch_get_ends (event);
  guint16 kind = event->kind;
  Cpu *cpu;

  if (!check_range (self, event, &ends))
    return;

  cpu = get_cpu (self, event->cpu);
  if (ends.has_source)
    end_run (cpu, event->time, (guint32) ends.source);
  cpu->has_target = FALSE;
  if (ends.has_target)
    begin_run (cpu, event->time, (guint32) ends.target);
  if (is_message)
    set_size (self, cpu, event);

  if (!ends.has_source || !ends.has_target)
    kind = ends.has_source ? SL_KIND_BRANCH_SOURCE : SL_KIND_BRANCH_TARGET;
  sl_track_writer_add_instant (cpu->marks, event->time, kind,
                               is_message ? sl_branch_facts (event) : 0);
  sl_track_writer_add_value (cpu->jumps, event->time,
                             (gint64) SL_JUMP (ends.has_source ? ends.source : ends.target,
                                               ends.has_target ? ends.target : ends.source));
}

/* Something is missing before @time. */
static void
forget (Cpu *cpu, SlTime time)
{
  cpu->has_target = FALSE;
  if (cpu->has_size)
    sl_state_track_set (&cpu->size, time, SL_STATE_NONE, 0);
}

static void
forget_all (BtmLanes *self, SlTime time)
{
  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      forget (self->cpus->pdata[i], time);
}

static void
btm_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  BtmLanes *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      if ((events[i].flags & SL_EVENT_GAP) != 0)
        forget_all (self, events[i].time);
      if (sl_branch_is_kind (events[i].kind))
        add_branch (self, &events[i]);
    }
}

static void
btm_write (gpointer data, SlTime now)
{
  BtmLanes *self = data;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      Cpu *cpu = self->cpus->pdata[i];

      if (cpu != NULL && cpu->has_size)
        sl_state_track_write (&cpu->size, now);
    }
}

static void
btm_free (gpointer data)
{
  BtmLanes *self = data;

  g_ptr_array_unref (self->cpus);
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
