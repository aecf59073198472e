/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane a type of cycle and processor, one for the bytes moved, one for special cycles. There are
 * far too many cycles for items of their own: the lanes are counts. */

#include "sl-bus-lanes.h"

#include <glib/gi18n-lib.h>

#include "sl-branch-cause.h"
#include "sl-bus-agents.h"
#include "sl-bus-kinds.h"
#include "sl-bus-reads.h"
#include "sl-kind.h"
#include "sl-recording.h"
#include "sl-unmapped.h"

typedef struct
{
  SlTraceBuilder *builder;
  SlDensityWriter *density;
  SlPageMapWriter *pages[SL_N_PLANES];
  SlTrackWriter *special;
  SlTrackWriter *messages; /* of branches, of which only the address pins are known */
  SlRecording *recording;
  SlBusReads reads;
  guint n_lanes; /* codes that were looked at for a lane */
} BusLanes;

/* What stands out of a block: events that are drawn by themselves. */
typedef struct
{
  SlTime time;
  guint32 detail;
  guint16 kind;
  gboolean gap;
} Mark;

typedef struct
{
  SlDensityBlock *density;
  GArray *marks; /* of Mark; NULL for none */
  guint64 unmapped;
} BusBlock;

typedef struct
{
  SlDensityWriter *density;
  BusBlock blocks[SL_ANALYSIS_ROW];
  guint n_blocks;
  SlPageSum *pages[SL_N_PLANES];
  GArray *agents; /* as of sl_bus_agents_new() */
  SlBusReads reads;
} BusSum;

static gpointer
bus_begin (SlTraceBuilder *builder)
{
  BusLanes *self;

  if (!sl_source_says (sl_trace_builder_get_source (builder), SL_TELLS_BUS))
    return NULL;

  self = g_new0 (BusLanes, 1);
  self->builder = builder;
  self->density = sl_trace_builder_get_density (builder);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    self->pages[plane] = sl_trace_builder_get_page_map (builder, plane);
  return self;
}

static gboolean
is_special (guint16 kind)
{
  return sl_bus_kind_get_class (kind) == SL_BUS_SPECIAL;
}

/* Looks at the codes, not at the events: it is asked for every block. */
static gboolean
has_class (const SlDensityBlock *block, SlBusClass wanted)
{
  for (guint i = 0; i < sl_density_block_get_n_codes (block); i++)
    {
      if (sl_bus_kind_get_class (sl_density_block_get_kind (block, i)) == wanted)
        return TRUE;
    }

  return FALSE;
}

/* Whether a block has anything that stands out. */
static gboolean
has_marks (const SlDensityBlock *block, const SlEvent *events, gsize n_events)
{
  guint32 flags = 0;

  if (has_class (block, SL_BUS_SPECIAL))
    return TRUE;

  for (gsize i = 0; i < n_events; i++)
    flags |= events[i].flags;

  return (flags & SL_EVENT_GAP) != 0;
}

static GArray *
find_marks (const SlEvent *events, gsize n_events)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      Mark mark = { event->time, (guint32) event->a, event->kind,
                    (event->flags & SL_EVENT_GAP) != 0 };

      if (mark.gap || is_special (event->kind))
        g_array_append_val (marks, mark);
    }

  return marks;
}

static gpointer
bus_sum_new (gpointer data)
{
  const BusLanes *self = data;
  BusSum *sum = g_new0 (BusSum, 1);

  sum->density = self->density;
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sum->pages[plane] = sl_page_sum_new (self->pages[plane]);
  sum->agents = sl_bus_agents_new ();
  return sum;
}

static void
bus_sum_events (gpointer data, const SlEvent *events, gsize n_events)
{
  BusSum *sum = data;
  BusBlock *block = &sum->blocks[sum->n_blocks++];
  gboolean has_ports;

  block->density =
      sl_density_block_new (sum->density, events, n_events, sl_bus_kind_get_bytes_field);
  has_ports = has_class (block->density, SL_BUS_IO);
  sl_page_sum_add_events (sum->pages[SL_PLANE_MEMORY], events, n_events, sl_page_group_of_memory);
  sl_page_sum_add_events (sum->pages[SL_PLANE_PORTS], events, n_events,
                          has_ports ? sl_page_group_of_ports : NULL);
  if (has_marks (block->density, events, n_events))
    block->marks = find_marks (events, n_events);
  block->unmapped = sl_unmapped_of_events (events, n_events);
  sl_bus_agents_see_events (sum->agents, events, n_events);
  sl_bus_reads_see_events (&sum->reads, events, n_events);
}

static gboolean
has_columns_class (const SlColumns *columns, SlBusClass wanted)
{
  for (guint i = 0; i < columns->n_pairs; i++)
    {
      if (sl_bus_kind_get_class (columns->pairs[i].kind) == wanted)
        return TRUE;
    }

  return FALSE;
}

static GArray *
find_column_marks (const SlColumns *columns)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  SlTime time = columns->begin;
  guint next_gap = 0;

  for (guint i = 0; i < columns->n_events; i++)
    {
      guint16 kind = columns->kinds[columns->codes[i]];
      Mark mark = { sl_time_add (time, columns->steps[i]), (guint32) columns->a[i], kind, FALSE };

      time = mark.time;
      mark.gap = next_gap < columns->n_gaps && columns->gaps[next_gap] == i;
      next_gap += mark.gap;
      if (mark.gap || is_special (kind))
        g_array_append_val (marks, mark);
    }

  return marks;
}

static void
bus_sum_columns (gpointer data, const SlColumns *columns)
{
  BusSum *sum = data;
  BusBlock *block = &sum->blocks[sum->n_blocks++];
  gboolean has_ports = has_columns_class (columns, SL_BUS_IO);

  block->density = sl_density_block_new_from_columns (sum->density, columns);
  sl_page_sum_add_columns (sum->pages[SL_PLANE_MEMORY], columns, sl_page_group_of_memory);
  sl_page_sum_add_columns (sum->pages[SL_PLANE_PORTS], columns,
                           has_ports ? sl_page_group_of_ports : NULL);
  if (columns->n_gaps > 0 || has_columns_class (columns, SL_BUS_SPECIAL))
    block->marks = find_column_marks (columns);
  block->unmapped = sl_unmapped_of_columns (columns);
  sl_bus_agents_see_columns (sum->agents, columns);
  sl_bus_reads_see_columns (&sum->reads, columns);
}

static void
bus_sum_end (gpointer data)
{
  BusSum *sum = data;

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_sum_end (sum->pages[plane]);
}

static void
free_sum (gpointer data)
{
  BusSum *sum = data;

  for (guint i = 0; i < sum->n_blocks; i++)
    {
      g_clear_pointer (&sum->blocks[i].density, sl_density_block_discard);
      g_clear_pointer (&sum->blocks[i].marks, g_array_unref);
    }
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_clear_pointer (&sum->pages[plane], sl_page_sum_free);
  g_clear_pointer (&sum->agents, g_array_unref);
  g_free (sum);
}

static void
add_special (BusLanes *self, const Mark *mark)
{
  if (self->special == NULL)
    {
      SlLaneBuilder *lane =
          sl_trace_builder_add_lane (self->builder, SL_LANE_BUS, "bus:special-cycles", 0);

      self->special = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
    }

  sl_track_writer_add_instant (self->special, mark->time, mark->kind, mark->detail);
}

/* Without the data bus, of the address of a branch the low bits are missing, and whether it
 * is a source or a target. */
static void
add_message (BusLanes *self, const Mark *mark)
{
  SlSource *source = sl_trace_builder_get_source (self->builder);

  if (sl_source_has_trait (source, SL_TRAIT_BUS_DATA))
    return;

  if (self->messages == NULL)
    self->messages =
        sl_lane_builder_add_track (sl_trace_builder_add_lane (self->builder, SL_LANE_BRANCH,
                                                              "cpu:0/messages", 0),
                                   SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  sl_track_writer_add_instant (self->messages, mark->time, mark->kind, mark->detail & ~0xfu);
  sl_notes_add (
      sl_source_get_notes (source), SL_OFFSET_NONE, 1,
      N_ ("Branch trace messages are known only to within 16 bytes and are not paired: the "
          "trace has no data bus"));
}

static void
add_gap (BusLanes *self, SlTime time)
{
  if (self->recording == NULL)
    self->recording = sl_recording_new (self->builder, time);

  sl_recording_add_gap (self->recording, time, time, SL_GAP_UNKNOWN_LENGTH);
}

static char *
make_lane_name (guint16 kind, guint16 cpu)
{
  if (kind == SL_DENSITY_OTHERS)
    return g_strdup ("bus:others");

  return cpu == 0 ? g_strdup_printf ("bus:%s", sl_kind_get (kind)->id)
                  : g_strdup_printf ("bus:%s/%u", sl_kind_get (kind)->id, cpu);
}

static void
add_lanes (BusLanes *self)
{
  guint n_codes = sl_density_writer_get_n_codes (self->density);

  for (; self->n_lanes < n_codes; self->n_lanes++)
    {
      g_autofree char *name = NULL;
      SlLaneBuilder *lane;
      guint16 kind, cpu;

      sl_density_writer_get_code (self->density, self->n_lanes, &kind, &cpu);
      /* Branches, which follow from cycles or not, have lanes of their own. */
      if (is_special (kind) || (kind != SL_DENSITY_OTHERS && !sl_bus_kind_is_cycle (kind)))
        continue;

      name = make_lane_name (kind, cpu);
      lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BUS, name, 0);
      sl_lane_builder_set_measure (lane, self->n_lanes);
    }
}

/* The lanes that every trace has; those of the codes follow as they are found. */
static void
add_first_lanes (BusLanes *self)
{
  sl_lane_builder_set_measure (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS,
                                                          SL_BUS_LANE_BYTES, 0),
                               SL_DENSITY_BYTES);
  sl_lane_builder_set_page_map (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS,
                                                           SL_BUS_LANE_MEMORY, 0),
                                SL_PLANE_MEMORY);
  sl_lane_builder_set_page_map (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS,
                                                           SL_BUS_LANE_PORTS, 0),
                                SL_PLANE_PORTS);
}

static void
add_block (BusLanes *self, BusBlock *block)
{
  sl_density_writer_add (self->density, g_steal_pointer (&block->density));
  sl_trace_builder_add_unmapped (self->builder, block->unmapped);
  add_lanes (self);
  for (guint i = 0; block->marks != NULL && i < block->marks->len; i++)
    {
      const Mark *mark = &g_array_index (block->marks, Mark, i);

      if (mark->gap)
        add_gap (self, mark->time);
      if (is_special (mark->kind))
        add_special (self, mark);
      if (mark->kind == SL_KIND_PENTIUM_BRANCH_TRACE ||
          mark->kind == SL_KIND_BUS_BRANCH_TRACE_RECORD)
        add_message (self, mark);
    }
}

static void
bus_add (gpointer data, gpointer data_sum)
{
  BusLanes *self = data;
  BusSum *sum = data_sum;

  if (self->n_lanes == 0 && sum->n_blocks > 0)
    add_first_lanes (self);

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_map_writer_add (self->pages[plane], g_steal_pointer (&sum->pages[plane]));
  sl_bus_agents_add (sum->agents, sl_trace_builder_get_objects (self->builder));
  sl_bus_reads_add (&self->reads, &sum->reads);
  for (guint i = 0; i < sum->n_blocks; i++)
    add_block (self, &sum->blocks[i]);
  free_sum (sum);
}

static void
note_left_out (BusLanes *self, SlPlane plane)
{
  SlNotes *notes = sl_source_get_notes (sl_trace_builder_get_source (self->builder));
  guint64 n_left_out = sl_page_map_writer_get_n_left_out (self->pages[plane]);

  if (n_left_out == 0)
    return;

  if (plane == SL_PLANE_MEMORY)
    sl_notes_add (notes, SL_OFFSET_NONE, n_left_out,
                  "Addresses in more than %u pages of 4 KiB; the other pages are not on the map",
                  SL_PAGE_MOST);
  else
    sl_notes_add (notes, SL_OFFSET_NONE, n_left_out,
                  "There are more than %u I/O ports; the others are not on the map", SL_PAGE_MOST);
}

/* Of the pairs of type and processor. */
static void
note_others (BusLanes *self)
{
  if (sl_density_writer_get_n_codes (self->density) > SL_DENSITY_CODES)
    sl_notes_add (sl_source_get_notes (sl_trace_builder_get_source (self->builder)), SL_OFFSET_NONE,
                  1,
                  "There are more than %u pairs of a type and a processor; the cycles of the rest "
                  "share one row",
                  SL_DENSITY_CODES);
}

static void
bus_finish (gpointer data, SlTime end)
{
  BusLanes *self = data;

  sl_bus_reads_note (&self->reads, sl_trace_builder_get_source (self->builder));
  note_others (self);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    note_left_out (self, plane);
  if (self->recording != NULL)
    sl_recording_close (self->recording, end);
}

static void
bus_free (gpointer data)
{
  BusLanes *self = data;

  g_clear_pointer (&self->recording, sl_recording_free);
  g_free (self);
}

const SlAnalysis sl_bus_lanes = {
  .id = "bus",
  .begin = bus_begin,
  .finish = bus_finish,
  .free = bus_free,
  .sum_new = bus_sum_new,
  .sum_events = bus_sum_events,
  .sum_columns = bus_sum_columns,
  .sum_end = bus_sum_end,
  .add = bus_add,
  .free_sum = free_sum,
};
