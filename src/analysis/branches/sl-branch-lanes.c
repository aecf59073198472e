/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Branches are far too many for items of their own: blocks are summed up on all cores, and only the
 * packets that change a state are followed in order. */

#include "sl-branch-lanes.h"

#include "sl-branch-cpu.h"
#include "sl-kind.h"
#include "sl-page-group.h"

typedef struct
{
  SlDensityBlock *density;
  SlBranchSum *branches;
} BlockSum;

/* A batch. */
typedef struct
{
  SlDensityWriter *density;
  BlockSum blocks[SL_ANALYSIS_ROW];
  guint n_blocks;
  SlPageSum *pages;
} RowSum;

typedef struct
{
  SlTraceBuilder *builder;
  SlDensityWriter *density;
  SlPageMapWriter *pages;
  SlRecording *recording;
  GPtrArray *cpus;  /* of SlBranchCpu, by number; NULL for those not seen */
  guint n_codes;    /* that were looked at for a lane */
  gboolean has_map; /* behind the lanes of the first processors */
} BranchLanes;

static void
free_cpu (gpointer cpu)
{
  if (cpu != NULL)
    sl_branch_cpu_free (cpu);
}

static gpointer
branch_begin (SlTraceBuilder *builder)
{
  BranchLanes *self;

  if (!sl_source_has_trait (sl_trace_builder_get_source (builder), SL_TRAIT_PACKETS))
    return NULL;

  self = g_new0 (BranchLanes, 1);
  self->builder = builder;
  self->density = sl_trace_builder_get_density (builder);
  self->pages = sl_trace_builder_get_page_map (builder, SL_PLANE_MEMORY);
  self->cpus = g_ptr_array_new_with_free_func (free_cpu);
  return self;
}

static gpointer
branch_sum_new (gpointer data)
{
  const BranchLanes *self = data;
  RowSum *row = g_new0 (RowSum, 1);

  row->density = self->density;
  row->pages = sl_page_sum_new (self->pages);
  return row;
}

static void
branch_sum_events (gpointer data, const SlEvent *events, gsize n_events)
{
  RowSum *row = data;
  BlockSum *sum = &row->blocks[row->n_blocks++];

  sum->density = sl_density_block_new (row->density, events, n_events, NULL);
  sum->branches = sl_branch_sum_new (events, n_events);
  sl_page_sum_add_events (row->pages, events, n_events, sl_page_group_of_memory);
}

static void
branch_sum_end (gpointer data)
{
  RowSum *row = data;

  sl_page_sum_end (row->pages);
}

static void
free_sum (gpointer data)
{
  RowSum *row = data;

  for (guint i = 0; i < row->n_blocks; i++)
    {
      g_clear_pointer (&row->blocks[i].density, sl_density_block_discard);
      g_clear_pointer (&row->blocks[i].branches, sl_branch_sum_free);
    }
  g_clear_pointer (&row->pages, sl_page_sum_free);
  g_free (row);
}

static SlBranchCpu *
get_cpu (BranchLanes *self, guint16 number, SlTime time)
{
  if (number >= self->cpus->len)
    g_ptr_array_set_size (self->cpus, number + 1);
  if (self->cpus->pdata[number] == NULL)
    self->cpus->pdata[number] = sl_branch_cpu_new (self->builder, number, time);

  return self->cpus->pdata[number];
}

/* A lane of the targets of indirect branches: the one kind of packet that is a lane by itself. */
static void
add_lanes (BranchLanes *self)
{
  guint n_codes = sl_density_writer_get_n_codes (self->density);

  for (; self->n_codes < n_codes; self->n_codes++)
    {
      g_autofree char *name = NULL;
      guint16 kind, cpu;

      sl_density_writer_get_code (self->density, self->n_codes, &kind, &cpu);
      if (kind != SL_KIND_PT_TIP)
        continue;

      name = g_strdup_printf ("cpu:%u/targets", cpu);
      sl_lane_builder_set_measure (sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, name,
                                                              0),
                                   self->n_codes);
    }
}

static void
take_gap (BranchLanes *self, SlBranchCpu *cpu)
{
  SlTime begin, end;
  SlGapReason reason;

  if (!sl_branch_cpu_take_gap (cpu, &begin, &end, &reason))
    return;

  if (self->recording == NULL)
    self->recording = sl_recording_new (self->builder, begin);
  sl_recording_add_gap (self->recording, begin, end, reason);
}

/* Goes over the targets up to @end as far as they can end an interrupt. */
static guint
follow_tips (BranchLanes *self, const SlBranchSum *sum, guint first, guint end)
{
  for (guint i = 0; i < self->cpus->len && first < end; i++)
    {
      if (self->cpus->pdata[i] != NULL)
        sl_branch_cpu_add_tips (self->cpus->pdata[i], sum, first, end);
    }

  return end;
}

static void
add_block (BranchLanes *self, BlockSum *block)
{
  const SlBranchSum *sum = block->branches;
  guint n_tips = 0;

  sl_density_writer_add (self->density, g_steal_pointer (&block->density));
  for (guint i = 0; i < sum->buckets->len; i++)
    {
      const SlBranchBucket *bucket = &g_array_index (sum->buckets, SlBranchBucket, i);

      sl_branch_cpu_add_bucket (get_cpu (self, bucket->cpu, bucket->begin), bucket);
    }
  for (guint i = 0; i < sum->items->len; i++)
    {
      const SlBranchItem *item = &g_array_index (sum->items, SlBranchItem, i);
      SlBranchCpu *cpu = get_cpu (self, item->cpu, item->time);

      n_tips = follow_tips (self, sum, n_tips, item->n_tips);
      sl_branch_cpu_add_item (cpu, item);
      take_gap (self, cpu);
    }
  follow_tips (self, sum, n_tips, sum->n_tips);
  add_lanes (self);
}

static void
add_map (BranchLanes *self)
{
  SlLaneBuilder *lane =
      sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH, SL_BRANCH_LANE_TARGETS, 0);

  sl_lane_builder_set_page_map (lane, SL_PLANE_MEMORY);
  self->has_map = TRUE;
}

static void
branch_add (gpointer data, gpointer data_sum)
{
  BranchLanes *self = data;
  RowSum *row = data_sum;

  sl_page_map_writer_add (self->pages, g_steal_pointer (&row->pages));
  for (guint i = 0; i < row->n_blocks; i++)
    add_block (self, &row->blocks[i]);
  if (!self->has_map)
    add_map (self);
  free_sum (row);
}

static void
branch_pause (gpointer data, SlTime now)
{
  BranchLanes *self = data;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      if (self->cpus->pdata[i] != NULL)
        sl_branch_cpu_write (self->cpus->pdata[i], now);
    }
}

static void
note_left_out (BranchLanes *self)
{
  guint64 n_left_out = sl_page_map_writer_get_n_left_out (self->pages);

  if (n_left_out > 0)
    sl_notes_add (sl_source_get_notes (sl_trace_builder_get_source (self->builder)), SL_OFFSET_NONE,
                  n_left_out,
                  "Addresses in more than %u pages of 4 KiB; the other pages are not on the map",
                  SL_PAGE_MOST);
}

static void
branch_finish (gpointer data, SlTime end)
{
  BranchLanes *self = data;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      if (self->cpus->pdata[i] == NULL)
        continue;

      sl_branch_cpu_finish (self->cpus->pdata[i], end);
      take_gap (self, self->cpus->pdata[i]);
    }
  note_left_out (self);
  if (self->recording != NULL)
    sl_recording_close (self->recording, end);
}

static void
branch_free (gpointer data)
{
  BranchLanes *self = data;

  g_clear_pointer (&self->recording, sl_recording_free);
  g_ptr_array_unref (self->cpus);
  g_free (self);
}

const SlAnalysis sl_branch_lanes = {
  .id = "branch",
  .begin = branch_begin,
  .pause = branch_pause,
  .finish = branch_finish,
  .free = branch_free,
  .sum_new = branch_sum_new,
  .sum_events = branch_sum_events,
  .sum_end = branch_sum_end,
  .add = branch_add,
  .free_sum = free_sum,
};
