/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a processor's trace output went in memory, over time: a lane of the regions that were
 * written, and one of what happened when a region was full. Packets stand in memory in the order of
 * time: a region was written from its first packet until the first packet behind it. */

#include "sl-built-in-analyses.h"

#include "sl-kind.h"
#include "sl-source-extras.h"
#include "sl-state-track.h"
#include "sl-topa-layout.h"

/* When the first packet of a piece was written. */
typedef struct
{
  guint piece;
  SlTime time;
} Arrival;

typedef struct
{
  const SlTopaLayout *layout;
  GArray *arrivals; /* of Arrival */
} RowSum;

typedef struct
{
  SlTopaLayout *layout;
  SlTrackWriter *marks; /* NULL where there are none */
  SlStateTrack region;
  guint piece; /* that output came to last; SL_TOPA_NO_ENTRY before the first */
} TopaLanes;

static gboolean
raises_interrupt (const SlTopaLayout *layout, guint entry)
{
  return (sl_topa_layout_get_entry (layout, entry)->flags & SL_TOPA_ENTRY_INT) != 0;
}

/* Whether the region where output stands is full. */
static gboolean
ends_full (const SlTopaLayout *layout)
{
  const SlTopaEntry *entry = layout->current != SL_TOPA_NO_ENTRY
                                 ? sl_topa_layout_get_entry (layout, layout->current)
                                 : NULL;

  return entry != NULL && entry->size > 0 && layout->filled >= entry->size;
}

/* Whether anything happened when a region was full. */
static gboolean
has_marks (const SlTopaLayout *layout)
{
  const SlTopaPiece *pieces = (gpointer) layout->pieces->data;

  for (guint i = 0; i + 1 < layout->pieces->len; i++)
    {
      if (pieces[i].entry != pieces[i + 1].entry && raises_interrupt (layout, pieces[i].entry))
        return TRUE;
    }

  return sl_topa_layout_has_stopped (layout) ||
         (ends_full (layout) && raises_interrupt (layout, layout->current));
}

static gpointer
topa_begin (SlTraceBuilder *builder)
{
  SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_builder_get_source (builder));
  SlLaneBuilder *lane;
  TopaLanes *self;

  if (layout == NULL || layout->pieces->len == 0)
    return NULL;

  self = g_new0 (TopaLanes, 1);
  self->layout = sl_topa_layout_ref (layout);
  self->piece = SL_TOPA_NO_ENTRY;
  lane = sl_trace_builder_add_lane (builder, SL_LANE_BRANCH, "output/regions", 0);
  sl_state_track_init (&self->region,
                       sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  if (has_marks (layout))
    self->marks = sl_lane_builder_add_track (sl_trace_builder_add_lane (builder, SL_LANE_BRANCH,
                                                                        "output/full", 0),
                                             SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  return self;
}

static gpointer
topa_sum_new (gpointer data)
{
  const TopaLanes *self = data;
  RowSum *sum = g_new0 (RowSum, 1);

  sum->layout = self->layout;
  sum->arrivals = g_array_new (FALSE, FALSE, sizeof (Arrival));
  return sum;
}

/* @piece: the one before
 *
 * Returns: the piece that holds the byte at @offset */
static guint
find_piece (const SlTopaLayout *layout, guint64 offset, guint piece)
{
  const SlTopaPiece *found = NULL;

  if (piece < layout->pieces->len)
    found = &g_array_index (layout->pieces, SlTopaPiece, piece);
  if (found != NULL && offset >= found->offset && offset - found->offset < found->length &&
      !found->is_missing)
    return piece;

  found = sl_topa_layout_find_piece (layout, offset);
  return found != NULL ? (guint) (found - (const SlTopaPiece *) (gpointer) layout->pieces->data)
                       : piece;
}

static void
topa_sum_events (gpointer data, const SlEvent *events, gsize n_events)
{
  RowSum *sum = data;
  guint piece = G_MAXUINT;

  for (gsize i = 0; i < n_events; i++)
    {
      guint next = find_piece (sum->layout, SL_OFFSET_BYTE (events[i].offset), piece);

      if (next == piece)
        continue;
      piece = next;
      g_array_append_val (sum->arrivals, ((Arrival) { piece, events[i].time }));
    }
}

static void
topa_sum_end (gpointer data)
{
}

static void
free_sum (gpointer data)
{
  RowSum *sum = data;

  g_array_unref (sum->arrivals);
  g_free (sum);
}

/* Output goes on behind the region of @entry, which is full. */
static void
leave_region (TopaLanes *self, guint entry, SlTime time)
{
  if (raises_interrupt (self->layout, entry))
    sl_track_writer_add_instant (self->marks, time, SL_KIND_TOPA_INT, entry);
}

/* Regions between two that packets begin in are filled by the packet that reaches over them. */
static void
leave_until (TopaLanes *self, guint from, guint until, SlTime time)
{
  const SlTopaPiece *pieces = (gpointer) self->layout->pieces->data;

  for (guint i = from; i < until; i++)
    {
      if (pieces[i].entry != pieces[i + 1].entry)
        leave_region (self, pieces[i].entry, time);
    }
}

static void
topa_add (gpointer data, gpointer data_sum)
{
  TopaLanes *self = data;
  RowSum *sum = data_sum;

  for (guint i = 0; i < sum->arrivals->len; i++)
    {
      const Arrival *arrival = &g_array_index (sum->arrivals, Arrival, i);

      if (arrival->piece >= self->layout->pieces->len || arrival->piece == self->piece)
        continue;
      if (self->piece != SL_TOPA_NO_ENTRY)
        leave_until (self, self->piece, arrival->piece, arrival->time);
      self->piece = arrival->piece;
      sl_state_track_set (&self->region, arrival->time, SL_STATE_WRITTEN,
                          g_array_index (self->layout->pieces, SlTopaPiece, arrival->piece).entry);
    }
  free_sum (sum);
}

static void
topa_pause (gpointer data, SlTime now)
{
  TopaLanes *self = data;

  sl_state_track_write (&self->region, now);
}

static void
topa_finish (gpointer data, SlTime end)
{
  TopaLanes *self = data;
  const SlTopaLayout *layout = self->layout;

  sl_state_track_write (&self->region, end);
  if (!ends_full (layout) || end == 0)
    return;

  if (sl_topa_layout_has_stopped (layout))
    sl_track_writer_add_instant (self->marks, end - 1, SL_KIND_TOPA_STOP, layout->current);
  leave_region (self, layout->current, end - 1);
}

static void
topa_free (gpointer data)
{
  TopaLanes *self = data;

  sl_topa_layout_unref (self->layout);
  g_free (self);
}

const SlAnalysis sl_topa_lanes = {
  .id = "topa",
  .begin = topa_begin,
  .pause = topa_pause,
  .finish = topa_finish,
  .free = topa_free,
  .sum_new = topa_sum_new,
  .sum_events = topa_sum_events,
  .sum_end = topa_sum_end,
  .add = topa_add,
  .free_sum = free_sum,
};
