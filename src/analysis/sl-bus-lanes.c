/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane a type of cycle and processor, one for the bytes moved, one for special cycles. There are
 * far too many cycles for items of their own: the lanes are counts. */

#include "sl-bus-lanes.h"

#include "sl-bus-agents.h"
#include "sl-bus-kinds.h"
#include "sl-kind.h"
#include "sl-recording.h"

/* A block of so many codes may have more that it does not tell apart. */
#define MANY_CODES 255

typedef struct
{
  SlTraceBuilder *builder;
  SlDensityWriter *density;
  SlTrackWriter *special;
  SlRecording *recording;
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
  SlPageSum *pages[SL_N_PLANES];
  GArray *marks;  /* of Mark; NULL for none */
  GArray *agents; /* as of sl_bus_agents_new() */
} BusSum;

static gpointer
bus_begin (SlTraceBuilder *builder)
{
  BusLanes *self;

  if (!sl_bus_is_source (sl_trace_builder_get_source (builder)))
    return NULL;

  self = g_new0 (BusLanes, 1);
  self->builder = builder;
  self->density = sl_trace_builder_get_density (builder);
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
  guint n_codes = sl_density_block_get_n_codes (block);

  if (n_codes >= MANY_CODES)
    return TRUE;

  for (guint i = 0; i < n_codes; i++)
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
bus_sum (gpointer data, const SlEvent *events, gsize n_events)
{
  BusSum *sum = g_new (BusSum, 1);

  sum->density = sl_density_block_new (events, n_events, sl_bus_kind_has_bytes_in_detail);
  sum->pages[SL_PLANE_MEMORY] =
      sl_page_sum_new (events, n_events, sl_bus_kind_get_group, SL_PAGE_SHIFT);
  sum->pages[SL_PLANE_PORTS] =
      sl_page_sum_new (events, n_events,
                       has_class (sum->density, SL_BUS_IO) ? sl_bus_kind_get_port_group : NULL, 0);
  sum->marks = has_marks (sum->density, events, n_events) ? find_marks (events, n_events) : NULL;
  sum->agents = sl_bus_agents_new (events, n_events);
  return sum;
}

static void
free_sum (gpointer data)
{
  BusSum *sum = data;

  g_clear_pointer (&sum->density, sl_density_block_free);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_clear_pointer (&sum->pages[plane], sl_page_sum_free);
  g_clear_pointer (&sum->marks, g_array_unref);
  g_clear_pointer (&sum->agents, g_array_unref);
  g_free (sum);
}

static void
add_special (BusLanes *self, const Mark *mark)
{
  if (self->special == NULL)
    {
      SlLaneBuilder *lane =
          sl_trace_builder_add_lane (self->builder, SL_LANE_BUS, "special-cycles", 0);

      self->special = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
    }

  sl_track_writer_add_instant (self->special, mark->time, mark->kind, mark->detail);
}

static void
add_gap (BusLanes *self, SlTime time)
{
  if (self->recording == NULL)
    self->recording = sl_recording_new (self->builder, time);

  sl_recording_add_gap (self->recording, time, time, SL_GAP_UNKNOWN_LENGTH);
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
      if (is_special (kind))
        continue;

      name = cpu == 0 ? g_strdup_printf ("bus:%s", sl_kind_get (kind)->id)
                      : g_strdup_printf ("bus:%s/%u", sl_kind_get (kind)->id, cpu);
      lane = sl_trace_builder_add_lane (self->builder, SL_LANE_BUS, name, 0);
      sl_lane_builder_set_measure (lane, self->n_lanes);
    }
}

static void
bus_add (gpointer data, gpointer data_sum)
{
  BusLanes *self = data;
  BusSum *sum = data_sum;

  if (self->n_lanes == 0)
    {
      sl_lane_builder_set_measure (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS,
                                                              "bus:bytes", 0),
                                   SL_DENSITY_BYTES);
      sl_lane_builder_set_page_map (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS,
                                                               "addresses", 0),
                                    SL_PLANE_MEMORY);
      sl_lane_builder_set_page_map (sl_trace_builder_add_lane (self->builder, SL_LANE_BUS, "ports",
                                                               0),
                                    SL_PLANE_PORTS);
    }

  sl_density_writer_add (self->density, g_steal_pointer (&sum->density));
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_map_writer_add (sl_trace_builder_get_page_map (self->builder, plane),
                            g_steal_pointer (&sum->pages[plane]));
  add_lanes (self);
  sl_bus_agents_add (sum->agents, sl_trace_builder_get_objects (self->builder));
  for (guint i = 0; sum->marks != NULL && i < sum->marks->len; i++)
    {
      const Mark *mark = &g_array_index (sum->marks, Mark, i);

      if (mark->gap)
        add_gap (self, mark->time);
      if (is_special (mark->kind))
        add_special (self, mark);
    }
  free_sum (sum);
}

static void
note_left_out (BusLanes *self, SlPlane plane)
{
  SlNotes *notes = sl_source_get_notes (sl_trace_builder_get_source (self->builder));
  guint64 n_left_out =
      sl_page_map_writer_get_n_left_out (sl_trace_builder_get_page_map (self->builder, plane));

  if (n_left_out == 0)
    return;

  if (plane == SL_PLANE_MEMORY)
    sl_notes_add (notes, SL_OFFSET_NONE, n_left_out,
                  "Addresses lie in more than %u pages of 4 KiB; those of the rest are not in the "
                  "map",
                  SL_PAGE_MOST);
  else
    sl_notes_add (notes, SL_OFFSET_NONE, n_left_out,
                  "There are more than %u I/O ports; the rest are not in the map", SL_PAGE_MOST);
}

static void
bus_finish (gpointer data, SlTime end)
{
  BusLanes *self = data;

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
  .sum = bus_sum,
  .add = bus_add,
  .free_sum = free_sum,
};
