/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-private.h"

#include "sl-kind-action.h"

G_DEFINE_FINAL_TYPE (SlTrace, sl_trace, G_TYPE_OBJECT)

static void
sl_trace_finalize (GObject *object)
{
  SlTrace *self = SL_TRACE (object);
  SlTraceParts *parts = &self->parts;

  g_clear_pointer (&self->lanes_by_name, g_hash_table_unref);
  g_clear_pointer (&self->lanes_by_object, g_array_unref);
  g_free (self->lanes_by_type);
  g_clear_object (&parts->source);
  g_clear_object (&parts->whole);
  g_clear_pointer (&parts->clock, sl_clock_unref);
  g_clear_pointer (&parts->objects, sl_object_table_unref);
  g_clear_pointer (&parts->kind_counts, g_array_unref);
  g_clear_pointer (&parts->lanes, g_array_unref);
  g_clear_pointer (&parts->notes, g_array_unref);
  g_clear_pointer (&parts->segments, g_ptr_array_unref);
  g_clear_pointer (&parts->unmapped, g_array_unref);
  g_clear_pointer (&parts->density, g_array_unref);
  g_clear_pointer (&parts->counts, sl_density_unref);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_clear_pointer (&parts->pages[plane], sl_page_map_unref);
  g_mutex_clear (&self->cache.mutex);
  g_mutex_clear (&self->names_mutex);
  g_free (self->cache.events);
  G_OBJECT_CLASS (sl_trace_parent_class)->finalize (object);
}

static void
sl_trace_class_init (SlTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_trace_finalize;
}

static void
sl_trace_init (SlTrace *self)
{
  g_mutex_init (&self->cache.mutex);
  g_mutex_init (&self->names_mutex);
  self->cache.zone = G_MAXUINT;
}

/* Who draws every generation of a trace of very many lanes need not find one by its name. */
static GHashTable *
get_lanes_by_name (SlTrace *self)
{
  const GArray *lanes = self->parts.lanes;

  g_mutex_lock (&self->names_mutex);
  if (self->lanes_by_name == NULL)
    {
      self->lanes_by_name = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < lanes->len; i++)
        g_hash_table_insert (self->lanes_by_name, (gpointer) g_array_index (lanes, SlLane, i).name,
                             GUINT_TO_POINTER (i));
    }
  g_mutex_unlock (&self->names_mutex);
  return self->lanes_by_name;
}

/**
 * sl_trace_new:
 * @parts: (transfer full): everything in it
 *
 * Returns: (transfer full): a generation
 */
SlTrace *
sl_trace_new (SlTraceParts parts)
{
  SlTrace *self = g_object_new (SL_TYPE_TRACE, NULL);

  self->parts = parts;
  for (guint i = parts.lanes->len; i > 0; i--)
    {
      const SlLane *lane = &g_array_index (parts.lanes, SlLane, i - 1);

      if (lane->type == SL_LANE_TRACE)
        self->own_lane = i;
      if (lane->density != NULL)
        self->counted_lane = i;
    }
  return self;
}

/**
 * sl_trace_get_source:
 *
 * Returns: (transfer none): what the events are decoded from
 */
SlSource *
sl_trace_get_source (SlTrace *self)
{
  return self->parts.source;
}

/**
 * sl_trace_get_clock:
 *
 * Returns: (transfer none): the clock as this generation knows it
 */
SlClock *
sl_trace_get_clock (SlTrace *self)
{
  return self->parts.clock;
}

/**
 * sl_trace_get_objects:
 *
 * Returns: (transfer none): what events of this generation act on
 */
SlObjectTable *
sl_trace_get_objects (SlTrace *self)
{
  return self->parts.objects;
}

/**
 * sl_trace_is_complete:
 *
 * Returns: whether this is the last generation of its load
 */
gboolean
sl_trace_is_complete (SlTrace *self)
{
  return self->parts.complete;
}

/**
 * sl_trace_get_n_events:
 *
 * Returns: the number of events; their indices run from 0 to one below it
 */
guint64
sl_trace_get_n_events (SlTrace *self)
{
  return self->parts.n_events;
}

/**
 * sl_trace_get_n_events_of_kind:
 *
 * Returns: how often @kind occurs
 */
guint64
sl_trace_get_n_events_of_kind (SlTrace *self, guint16 kind)
{
  const GArray *counts = self->parts.kind_counts;

  for (guint i = 0; i < counts->len; i++)
    {
      const SlKindCount *count = &g_array_index (counts, SlKindCount, i);

      if (count->kind == kind)
        return count->count;
    }

  return 0;
}

/**
 * sl_trace_get_n_events_of_action:
 *
 * Returns: how many events say that by their kind; not counted are those of which only a translator knows
 */
guint64
sl_trace_get_n_events_of_action (SlTrace *self, SlAction action)
{
  const GArray *counts = self->parts.kind_counts;
  guint64 count = 0;

  for (guint i = 0; i < counts->len; i++)
    {
      const SlKindCount *of_kind = &g_array_index (counts, SlKindCount, i);

      if (sl_kind_get_action (of_kind->kind) == action)
        count += of_kind->count;
    }

  return count;
}

/**
 * sl_trace_get_kinds:
 *
 * Returns: (transfer full) (element-type guint16): the kinds that occur, by number
 */
GArray *
sl_trace_get_kinds (SlTrace *self)
{
  const GArray *counts = self->parts.kind_counts;
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (guint16));

  for (guint i = 0; i < counts->len; i++)
    g_array_append_val (kinds, g_array_index (counts, SlKindCount, i).kind);

  return kinds;
}

/**
 * sl_trace_has_code:
 *
 * Returns: whether events tell addresses of code, which symbols may name
 */
gboolean
sl_trace_has_code (SlTrace *self)
{
  const GArray *counts = self->parts.kind_counts;

  for (guint i = 0; i < counts->len; i++)
    {
      const SlKind *kind = sl_kind_get (g_array_index (counts, SlKindCount, i).kind);

      if (kind->a.form == SL_FIELD_CODE || kind->b.form == SL_FIELD_CODE)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_trace_get_span:
 *
 * Returns: from the first event to one tick after the last; empty at 0 without events
 */
SlSpan
sl_trace_get_span (SlTrace *self)
{
  return self->parts.span;
}

/**
 * sl_trace_get_n_lanes:
 *
 * Returns: the number of lanes that hold anything
 */
guint
sl_trace_get_n_lanes (SlTrace *self)
{
  return self->parts.lanes->len;
}

/**
 * sl_trace_get_lane:
 *
 * Returns: (transfer none): the lane, valid as long as the trace
 */
const SlLane *
sl_trace_get_lane (SlTrace *self, guint lane)
{
  g_return_val_if_fail (lane < self->parts.lanes->len, NULL);

  return &g_array_index (self->parts.lanes, SlLane, lane);
}

/**
 * sl_trace_get_lanes_of_type:
 * @n_lanes: (out): how many there are
 *
 * Returns: (transfer none): their numbers, which a trace of very many lanes need not look for
 */
const guint *
sl_trace_get_lanes_of_type (SlTrace *self, SlLaneType type, guint *n_lanes)
{
  g_mutex_lock (&self->names_mutex);
  if (self->lanes_by_type == NULL)
    self->lanes_by_type = sl_lanes_sort_by_type (self->parts.lanes, self->type_begins);
  g_mutex_unlock (&self->names_mutex);
  *n_lanes = self->type_begins[type + 1] - self->type_begins[type];
  return &self->lanes_by_type[self->type_begins[type]];
}

/**
 * sl_trace_find_lane:
 * @name: such as "task:296"
 * @lane: (out) (optional): its number
 *
 * Returns: whether there is one of that name
 */
gboolean
sl_trace_find_lane (SlTrace *self, const char *name, guint *lane)
{
  gpointer value;

  if (!g_hash_table_lookup_extended (get_lanes_by_name (self), name, NULL, &value))
    return FALSE;

  if (lane != NULL)
    *lane = GPOINTER_TO_UINT (value);
  return TRUE;
}

/**
 * sl_trace_get_own_lane:
 * @lane: (out) (optional): its number
 *
 * Returns: (transfer none) (nullable): the lane of the trace itself, which tells what was not recorded; %NULL
 *   where all of it was
 */
const SlLane *
sl_trace_get_own_lane (SlTrace *self, guint *lane)
{
  if (self->own_lane == 0)
    return NULL;

  if (lane != NULL)
    *lane = self->own_lane - 1;
  return sl_trace_get_lane (self, self->own_lane - 1);
}

/**
 * sl_trace_get_lane_density:
 *
 * Returns: (transfer none) (nullable): the counts of the first lane that has counts instead of tracks; %NULL
 *   where none has
 */
SlDensity *
sl_trace_get_lane_density (SlTrace *self)
{
  return self->counted_lane != 0 ? sl_trace_get_lane (self, self->counted_lane - 1)->density : NULL;
}

static GArray *
index_lanes (const GArray *lanes)
{
  GArray *by_object = g_array_new (FALSE, TRUE, sizeof (guint));

  for (guint i = 0; i < lanes->len; i++)
    {
      guint32 object = g_array_index (lanes, SlLane, i).object;

      if (object >= by_object->len)
        g_array_set_size (by_object, object + 1);
      if (g_array_index (by_object, guint, object) == 0)
        g_array_index (by_object, guint, object) = i + 1;
    }

  return by_object;
}

/* Asked for each slice of each job: there may be very many of both. */
static const GArray *
get_lanes_by_object (SlTrace *self)
{
  GArray *by_object = g_atomic_pointer_get (&self->lanes_by_object);

  if (by_object != NULL)
    return by_object;

  g_mutex_lock (&self->names_mutex);
  if (self->lanes_by_object == NULL)
    g_atomic_pointer_set (&self->lanes_by_object, index_lanes (self->parts.lanes));
  g_mutex_unlock (&self->names_mutex);
  return self->lanes_by_object;
}

/**
 * sl_trace_find_lane_of_object:
 * @object: number in the table; 0 finds nothing
 * @lane: (out) (optional): the number of the first lane that belongs to it
 *
 * Returns: whether there is one
 */
gboolean
sl_trace_find_lane_of_object (SlTrace *self, guint32 object, guint *lane)
{
  const GArray *by_object = get_lanes_by_object (self);

  if (object == 0 || object >= by_object->len || g_array_index (by_object, guint, object) == 0)
    return FALSE;

  if (lane != NULL)
    *lane = g_array_index (by_object, guint, object) - 1;
  return TRUE;
}

/**
 * sl_trace_get_lane_of_object:
 * @object: number in the table; 0 has no lane
 *
 * Returns: (transfer none) (nullable): the first lane that belongs to it
 */
const SlLane *
sl_trace_get_lane_of_object (SlTrace *self, guint32 object)
{
  guint lane;

  return sl_trace_find_lane_of_object (self, object, &lane) ? sl_trace_get_lane (self, lane) : NULL;
}

/**
 * sl_trace_get_track_of_object:
 * @object: number in the table; 0 has no track
 *
 * Returns: (transfer none) (nullable): the first track of that role in the object's first lane
 */
const SlTrack *
sl_trace_get_track_of_object (SlTrace *self, guint32 object, SlTrackRole role)
{
  const SlLane *lane = sl_trace_get_lane_of_object (self, object);

  return lane != NULL ? sl_lane_get_track (lane, role) : NULL;
}

/**
 * sl_trace_get_n_notes:
 *
 * Returns: the number of notes taken until this generation
 */
guint
sl_trace_get_n_notes (SlTrace *self)
{
  return self->parts.notes->len;
}

/**
 * sl_trace_get_note:
 *
 * Returns: (transfer none): the note, valid as long as the trace
 */
const SlNote *
sl_trace_get_note (SlTrace *self, guint note)
{
  g_return_val_if_fail (note < self->parts.notes->len, NULL);

  return &g_array_index (self->parts.notes, SlNote, note);
}

/**
 * sl_trace_get_idle_task:
 *
 * Returns: the task that the analyses take for the idle task, 0 where they found none
 */
guint32
sl_trace_get_idle_task (SlTrace *self)
{
  return self->parts.idle_task;
}

/**
 * sl_trace_get_density:
 * @n_bins: (out): how many; 0 without events
 * @bin_width: (out): ticks in a bin, above 0
 *
 * Counts events over time, from the begin of the trace's span on.
 *
 * Returns: (transfer none) (array length=n_bins): events by bin
 */
const guint32 *
sl_trace_get_density (SlTrace *self, guint *n_bins, SlTime *bin_width)
{
  *n_bins = self->parts.density->len;
  *bin_width = self->parts.bin_width;
  return (const guint32 *) (gpointer) self->parts.density->data;
}

/**
 * sl_trace_get_memory:
 *
 * Returns: bytes that the lanes, zones and sums take; what generations share is counted in
 *   each, the mapped file and the object table are left out
 */
gsize
sl_trace_get_memory (SlTrace *self)
{
  const SlTraceParts *parts = &self->parts;
  gsize memory = sizeof *self + parts->segments->len * sizeof (SlZoneSegment) +
                 parts->unmapped->len * sizeof (guint64) + parts->density->len * sizeof (guint32) +
                 parts->kind_counts->len * sizeof (SlKindCount) +
                 parts->notes->len * sizeof (SlNote);

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    if (parts->pages[plane] != NULL)
      memory += sl_page_map_get_memory (parts->pages[plane]);
  if (parts->counts != NULL)
    memory += sl_density_get_memory (parts->counts);

  for (guint i = 0; i < parts->lanes->len; i++)
    {
      const SlLane *lane = &g_array_index (parts->lanes, SlLane, i);

      memory += sizeof *lane + lane->n_tracks * sizeof *lane->tracks;
      for (guint j = 0; j < lane->n_tracks; j++)
        memory += sl_track_get_memory (lane->tracks[j].track);
    }

  return memory;
}
