/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-hits.h"

#include <string.h>

#include "sl-kind.h"
#include "sl-slice-edges.h"

#define NO_LANE G_MAXUINT

/* What is looked at of a lane, and what was found. */
typedef struct
{
  SlSliceEdges *edges; /* of its tracks of slices */
  guint n_edges;
  SlTrackWriter *hits; /* NULL before the first */
  guint64 last;        /* the number of the event that was added last, from 1 */
} Lane;

struct _SlEventHitFinder
{
  SlTrace *trace;
  SlFilterRun *filter;
  guint zone; /* the next one */
  guint64 n_events;
  Lane *lanes;
  guint n_lanes;
  guint *lane_of;           /* object → lane, NO_LANE for none */
  GHashTable *lane_of_kind; /* kind → lane + 1, where a lane has no object */
  GHashTable *lane_of_cpu;  /* native id → lane + 1 */
  SlTrackWriter *all;
  SlEvent *events;
};

/**
 * sl_event_hits_ref:
 *
 * Returns: @self
 */
SlEventHits *
sl_event_hits_ref (SlEventHits *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_event_hits_unref:
 * @self: (nullable):
 */
void
sl_event_hits_unref (SlEventHits *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_lanes; i++)
    g_clear_pointer (&self->lanes[i], sl_track_unref);
  g_free (self->lanes);
  sl_track_unref (self->all);
  g_free (self);
}

/**
 * sl_event_hits_get_lane:
 * @lane: number of a lane of the trace, maybe of one that was added later
 *
 * Returns: (transfer none) (nullable): the lane's hits; %NULL for none
 */
const SlTrack *
sl_event_hits_get_lane (const SlEventHits *self, guint lane)
{
  return lane < self->n_lanes ? self->lanes[lane] : NULL;
}

/**
 * sl_event_hits_are_wanted:
 *
 * Returns: whether the trace has rows whose items are known one by one, and all of it is there
 */
gboolean
sl_event_hits_are_wanted (SlTrace *trace)
{
  if (!sl_trace_is_complete (trace))
    return FALSE;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type != SL_LANE_TRACE && lane->n_tracks > 0)
        return TRUE;
    }

  return FALSE;
}

static void
find_kinds (SlEventHitFinder *self, guint number, const SlTrack *track)
{
  for (guint code = 0; code < sl_track_get_n_codes (track); code++)
    {
      guint32 kind, detail;

      sl_track_get_code (track, code, &kind, &detail);
      if (!g_hash_table_contains (self->lane_of_kind, GUINT_TO_POINTER (kind)))
        g_hash_table_insert (self->lane_of_kind, GUINT_TO_POINTER (kind),
                             GUINT_TO_POINTER (number + 1));
    }
}

static void
look_at_lane (SlEventHitFinder *self, guint number)
{
  const SlLane *lane = sl_trace_get_lane (self->trace, number);
  Lane *own = &self->lanes[number];
  const SlObject *object =
      lane->object != 0 ? sl_object_table_get (sl_trace_get_objects (self->trace), lane->object)
                        : NULL;

  own->edges = g_new0 (SlSliceEdges, lane->n_tracks);
  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;

      if (sl_track_get_type_of_items (track) == SL_TRACK_SLICES)
        sl_slice_edges_init (&own->edges[own->n_edges++], track);
      else if (object == NULL && lane->tracks[i].role == SL_ROLE_MARKS)
        find_kinds (self, number, track);
    }

  if (object != NULL && self->lane_of[lane->object] == NO_LANE)
    self->lane_of[lane->object] = number;
  if (object != NULL && lane->type == SL_LANE_CPU)
    g_hash_table_insert (self->lane_of_cpu, GUINT_TO_POINTER ((guint) object->id),
                         GUINT_TO_POINTER (number + 1));
}

/**
 * sl_event_hit_finder_new:
 * @trace: complete
 * @filter: (transfer full): bound to @trace
 */
SlEventHitFinder *
sl_event_hit_finder_new (SlTrace *trace, SlFilterRun *filter)
{
  SlEventHitFinder *self = g_new0 (SlEventHitFinder, 1);
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));

  self->trace = g_object_ref (trace);
  self->filter = filter;
  self->n_lanes = sl_trace_get_n_lanes (trace);
  self->lanes = g_new0 (Lane, self->n_lanes + 1);
  self->lane_of = g_new (guint, n_objects + 1);
  memset (self->lane_of, 0xff, (n_objects + 1) * sizeof *self->lane_of);
  self->lane_of_kind = g_hash_table_new (NULL, NULL);
  self->lane_of_cpu = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->n_lanes; i++)
    look_at_lane (self, i);
  self->all = sl_track_writer_new (SL_TRACK_INSTANTS);
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  return self;
}

/**
 * sl_event_hit_finder_free:
 * @self: (transfer full):
 *
 * Snapshots stay.
 */
void
sl_event_hit_finder_free (SlEventHitFinder *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      g_free (self->lanes[i].edges);
      g_clear_pointer (&self->lanes[i].hits, sl_track_writer_free);
    }
  g_free (self->lanes);
  g_free (self->lane_of);
  g_hash_table_unref (self->lane_of_kind);
  g_hash_table_unref (self->lane_of_cpu);
  sl_track_writer_free (self->all);
  sl_filter_run_free (self->filter);
  g_object_unref (self->trace);
  g_free (self->events);
  g_free (self);
}

static guint
get_lane_of (const SlEventHitFinder *self, guint32 object)
{
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (self->trace));

  return object != 0 && object <= n_objects ? self->lane_of[object] : NO_LANE;
}

static guint
look_up (GHashTable *lanes, guint key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (lanes, GUINT_TO_POINTER (key))) - 1;
}

/* The lane of the number under which the traced program logged the event. */
static guint
get_lane_of_number (const SlEventHitFinder *self, const SlEvent *event)
{
  SlObjectType type;
  guint64 id;

  if (!sl_event_get_logged_number (event, &type, &id))
    return NO_LANE;

  return get_lane_of (self, sl_object_table_find (sl_trace_get_objects (self->trace), type, id, 1));
}

/* Once a lane and event. */
static void
add_hit (SlEventHitFinder *self, guint lane, const SlEvent *event)
{
  Lane *own = &self->lanes[lane];

  if (own->last == self->n_events)
    return;

  own->last = self->n_events;
  if (own->hits == NULL)
    own->hits = sl_track_writer_new (SL_TRACK_INSTANTS);
  sl_track_writer_add_instant (own->hits, event->time, event->kind, 0);
}

/* Whether the detail of a slice in that state is an object, 0 for none. */
static gboolean
names_object (guint32 state)
{
  switch (state)
    {
    case SL_STATE_RUNNING:
    case SL_STATE_BLOCKED:
    case SL_STATE_IDLE:
    case SL_STATE_INTERRUPT:
    case SL_STATE_SOFTIRQ:
    case SL_STATE_HELD:
    case SL_STATE_WAITED:
    case SL_STATE_INHERITS:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
has_edge (Lane *lane, SlTime time)
{
  SlItem items[SL_SLICE_EDGES_MOST];

  for (guint i = 0; i < lane->n_edges; i++)
    if (sl_slice_edges_at (&lane->edges[i], time, items) > 0)
      return TRUE;

  return FALSE;
}

/* Whoever the slices name that begin or end in a lane, where something begins or ends for them too:
 * who is switched to, holds or waits. Returns whether any slice of the lane does. */
static gboolean
add_named (SlEventHitFinder *self, guint number, const SlEvent *event)
{
  Lane *lane = &self->lanes[number];
  gboolean has_any = FALSE;

  for (guint i = 0; i < lane->n_edges; i++)
    {
      SlItem items[SL_SLICE_EDGES_MOST];
      guint count = sl_slice_edges_at (&lane->edges[i], event->time, items);

      has_any = has_any || count > 0;
      for (guint item = 0; item < count; item++)
        {
          guint other =
              names_object (items[item].state) ? get_lane_of (self, items[item].detail) : NO_LANE;

          if (other != NO_LANE && has_edge (&self->lanes[other], event->time))
            add_hit (self, other, event);
        }
    }

  return has_any;
}

/* Whether the lane has but instants that the program logs under one number. Its row is only shown where somebody asks
 * for it: for others they stand in the row of the processor. */
static gboolean
is_lane_of_number (const SlEventHitFinder *self, guint number)
{
  const SlLane *lane = number != NO_LANE ? sl_trace_get_lane (self->trace, number) : NULL;

  return lane != NULL && lane->type == SL_LANE_MARKS &&
         sl_lane_get_track (lane, SL_ROLE_STATES) == NULL &&
         sl_lane_get_track (lane, SL_ROLE_VALUE) == NULL;
}

static void
add_event (SlEventHitFinder *self, const SlEvent *event)
{
  guint own = get_lane_of (self, event->object);
  guint cpu = look_up (self->lane_of_cpu, event->cpu);
  guint task = get_lane_of (self, sl_filter_run_get_asked_task (self->filter, event));
  guint marks = look_up (self->lane_of_kind, event->kind);
  guint number = get_lane_of_number (self, event);

  self->n_events++;
  sl_track_writer_add_instant (self->all, event->time, event->kind, 0);
  if (own != NO_LANE)
    {
      add_hit (self, own, event);
      add_named (self, own, event);
    }
  if (task != NO_LANE)
    add_hit (self, task, event);
  if (marks != NO_LANE)
    add_hit (self, marks, event);
  if (number != NO_LANE)
    add_hit (self, number, event);
  if (cpu != NO_LANE && (add_named (self, cpu, event) ||
                         ((own == NO_LANE || is_lane_of_number (self, own)) && marks == NO_LANE)))
    add_hit (self, cpu, event);
}

static void
look_at_zone (SlEventHitFinder *self)
{
  guint zone = self->zone;
  SlTime previous = zone > 0 ? sl_trace_get_zone (self->trace, zone - 1)->time_max : SL_TIME_MIN;
  gssize n_events;

  if (sl_filter_run_match_zone (self->filter, zone) == SL_FILTER_NONE)
    return;

  n_events = sl_trace_read_block (self->trace, zone, self->events);
  for (gssize i = 0; i < n_events; i++)
    {
      SlEvent *event = &self->events[i];
      gboolean matches = sl_filter_run_match_event (self->filter, event, previous);

      previous = event->time;
      if (!matches)
        continue;

      sl_trace_resolve (self->trace, event, 1);
      add_event (self, event);
    }
}

/**
 * sl_event_hit_finder_step:
 *
 * Looks at a zone: some thousand events.
 *
 * Returns: whether there are more
 */
gboolean
sl_event_hit_finder_step (SlEventHitFinder *self)
{
  guint n_zones = sl_trace_get_n_blocks (self->trace);

  if (self->zone >= n_zones)
    return FALSE;

  look_at_zone (self);
  return ++self->zone < n_zones;
}

/**
 * sl_event_hit_finder_snapshot:
 *
 * Returns: (transfer full): what was found in the zones that were looked at
 */
SlEventHits *
sl_event_hit_finder_snapshot (SlEventHitFinder *self)
{
  SlEventHits *hits = g_new0 (SlEventHits, 1);
  guint n_zones = sl_trace_get_n_blocks (self->trace);

  g_atomic_ref_count_init (&hits->ref_count);
  hits->n_lanes = self->n_lanes;
  hits->lanes = g_new0 (SlTrack *, self->n_lanes + 1);
  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lanes[i].hits != NULL)
      hits->lanes[i] = sl_track_writer_snapshot (self->lanes[i].hits);
  hits->all = sl_track_writer_snapshot (self->all);
  hits->is_complete = self->zone >= n_zones;
  hits->done = hits->is_complete ? 1 : (double) self->zone / n_zones;
  return hits;
}

/**
 * sl_event_hits_find:
 * @trace: any generation; see sl_event_hits_are_wanted()
 * @annotations: (nullable): what the user added to it
 *
 * Looks at all of the trace.
 *
 * Returns: (transfer full) (nullable): %NULL where @filter does not fit the trace
 */
SlEventHits *
sl_event_hits_find (SlTrace *trace, SlAnnotations *annotations, SlFilter *filter)
{
  SlFilterRun *run = sl_filter_run_new_with_annotations (filter, trace, annotations, NULL);
  g_autoptr (SlEventHitFinder) finder = NULL;

  if (run == NULL)
    return NULL;

  finder = sl_event_hit_finder_new (trace, run);
  while (sl_event_hit_finder_step (finder))
    ;
  return sl_event_hit_finder_snapshot (finder);
}
