/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lanes of traces that say what programs did but nothing of a scheduler. Each thread is a task whose spans lie in each other
 * in its lane, the outermost on top: these are its jobs, which are released as they begin. Whether the thread executes in
 * them nobody recorded. What one sends off to another is noted where it arrives. Spans of no thread have a lane for each name,
 * and variables one of their values. */

#include "sl-span-tracks.h"

#include <glib/gi18n-lib.h>

#include "sl-depth-tracks.h"
#include "sl-flow-ends.h"
#include "sl-kind-action.h"
#include "sl-kind.h"
#include "sl-object-lane.h"
#include "sl-source-extras.h"

/* What a damaged file could claim beyond this gets no lane. */
#define MOST_LANES 16384

/* Spans of one lane that are open at one time and never end. */
#define MOST_OPEN 4096

/* Flows that wait for the next span of one lane. */
#define MOST_WAITING 64

/* A flow that arrives at the next span. */
typedef struct
{
  SlFlowSent from;
  guint16 kind;
} Waiting;

/* A span that is open. */
typedef struct
{
  gint64 identity;
  guint64 name;
  guint32 detail;
  guint depth; /* SL_MAX_DEPTH: it is not shown */
} Open;

typedef struct
{
  guint32 object;
  SlLaneBuilder *lane;
  SlDepthTracks spans;
  GArray *open;          /* of Open */
  GArray *last;          /* guint32: the detail of the last span, by depth */
  SlTrackWriter *marks;  /* NULL while there are none */
  SlTrackWriter *values; /* likewise */
  SlFlowTracks flows;
  GArray *waiting; /* of Waiting; NULL while there are none */
  SlTime last_seen;
} SpanLane;

typedef struct
{
  SlObjectType type;
  guint64 id;
} Key;

typedef struct
{
  SlTraceBuilder *builder;
  SlSource *source;
  SlObjectTableBuilder *objects;
  const SlTranslator *translator;
  GArray *actions;   /* of SlActed */
  GHashTable *lanes; /* Key → SpanLane */
  SlFlowEnds flows;
  guint64 n_left_out;
  guint64 left_out_offset;
} SpanTracks;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->id) * 31 + key->type;
}

static gboolean
equal_keys (gconstpointer one, gconstpointer other)
{
  const Key *a = one, *b = other;

  return a->type == b->type && a->id == b->id;
}

static void
free_lane (gpointer data)
{
  SpanLane *lane = data;

  sl_depth_tracks_clear (&lane->spans);
  g_array_unref (lane->open);
  g_array_unref (lane->last);
  g_clear_pointer (&lane->waiting, g_array_unref);
  g_free (lane);
}

static gpointer
spans_begin (SlTraceBuilder *builder)
{
  SlSource *source = sl_trace_builder_get_source (builder);
  SpanTracks *self;

  if (!sl_source_is_of_spans (source))
    return NULL;

  self = g_new0 (SpanTracks, 1);
  self->builder = builder;
  self->source = source;
  self->objects = sl_trace_builder_get_objects (builder);
  self->translator = sl_source_get_translator (source);
  self->actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  self->lanes = g_hash_table_new_full (hash_key, equal_keys, g_free, free_lane);
  return self;
}

static guint32
get_object (SpanTracks *self, SlObjectType type, guint64 id, SlTime time)
{
  guint32 object = sl_object_table_builder_current (self->objects, type, id);
  g_autofree char *name = NULL;

  if (object != 0)
    return object;

  object = sl_object_table_builder_begin_life (self->objects, type, id, time);
  name = sl_source_get_object_name (self->source, type, id, time);
  if (name != NULL)
    sl_object_table_builder_name (self->objects, object, name);
  return object;
}

static SpanLane *
get_lane (SpanTracks *self, SlObjectType type, guint64 id, const SlActed *acted)
{
  Key key = { type, id };
  SpanLane *lane = g_hash_table_lookup (self->lanes, &key);

  if (lane == NULL && g_hash_table_size (self->lanes) == MOST_LANES)
    {
      if (self->n_left_out++ == 0)
        self->left_out_offset = acted->offset;
      return NULL;
    }
  if (lane == NULL)
    {
      lane = g_new0 (SpanLane, 1);
      lane->object = get_object (self, type, id, acted->time);
      lane->lane =
          sl_object_lane_add (self->builder, type == SL_OBJECT_TASK ? SL_LANE_TASK : SL_LANE_MARKS,
                              lane->object);
      lane->open = g_array_new (FALSE, FALSE, sizeof (Open));
      lane->last = g_array_new (FALSE, TRUE, sizeof (guint32));
      if (type == SL_OBJECT_TASK)
        sl_depth_tracks_init (&lane->spans, lane->lane, SL_ROLE_STATES, SL_ROLE_NESTED);
      g_hash_table_insert (self->lanes, g_memdup2 (&key, sizeof key), lane);
    }

  lane->last_seen = acted->time;
  return lane;
}

static void
add_mark (SpanLane *lane, SlTime time, guint16 kind, guint32 detail)
{
  if (lane->marks == NULL)
    lane->marks = sl_lane_builder_add_track (lane->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  sl_track_writer_add_instant (lane->marks, time, kind, detail);
}

/* Opens the slice of a span; one of the same name that ends there is another one. */
static void
open_slice (SpanLane *lane, Open *open, SlTime time)
{
  /* A variable has no spans. */
  if (lane->spans.tracks == NULL)
    sl_depth_tracks_init (&lane->spans, lane->lane, SL_ROLE_STATES, SL_ROLE_NESTED);

  open->depth = sl_depth_tracks_begin (&lane->spans, time, SL_STATE_ACTIVE, open->detail);
  if (open->depth == SL_MAX_DEPTH)
    return;

  if (open->depth == lane->last->len)
    g_array_set_size (lane->last, lane->last->len + 1);
  else if (g_array_index (lane->last, guint32, open->depth) == open->detail)
    sl_depth_tracks_part (&lane->spans, open->depth, time);
  g_array_index (lane->last, guint32, open->depth) = open->detail;
}

/* Flows that lead to a span that begins now. */
static void
meet_flows (SpanLane *lane, SlTime time)
{
  for (guint i = 0; lane->waiting != NULL && i < lane->waiting->len; i++)
    {
      const Waiting *waiting = &g_array_index (lane->waiting, Waiting, i);

      sl_flow_tracks_add (&lane->flows, lane->lane, time, waiting->kind, &waiting->from);
    }
  g_clear_pointer (&lane->waiting, g_array_unref);
}

static void
wait_for_span (SpanLane *lane, const Waiting *waiting)
{
  if (lane->waiting == NULL)
    lane->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  if (lane->waiting->len < MOST_WAITING)
    g_array_append_vals (lane->waiting, waiting, 1);
}

static void
take_flow (SpanTracks *self, SpanLane *lane, const SlActed *acted)
{
  Waiting waiting = { .kind = acted->kind };

  if (!sl_flow_ends_take (&self->flows, acted, lane->object, &waiting.from))
    return;

  if (acted->object_type == SL_OBJECT_SPAN)
    wait_for_span (lane, &waiting);
  else
    sl_flow_tracks_add (&lane->flows, lane->lane, acted->time, acted->kind, &waiting.from);
}

static void
begin_span (SpanTracks *self, SpanLane *lane, const SlActed *acted, gboolean is_thread)
{
  Open open = { .identity = acted->value, .name = acted->object };

  if (lane->open->len == MOST_OPEN)
    return;

  if (is_thread && acted->object != SL_ACTED_NOTHING)
    open.detail = get_object (self, acted->object_type, acted->object, acted->time);
  if (is_thread && lane->open->len == 0)
    add_mark (lane, acted->time, SL_KIND_ACTED_RELEASE, 0);
  meet_flows (lane, acted->time);
  open_slice (lane, &open, acted->time);
  g_array_append_val (lane->open, open);
}

/* The place of the span that ends: that of the same identity, else the last one of its name, else the last one. */
static guint
find_open (const SpanLane *lane, const SlActed *acted)
{
  for (guint i = lane->open->len; i-- > 0;)
    {
      const Open *open = &g_array_index (lane->open, Open, i);

      if (acted->value != 0 ? open->identity == acted->value
                            : open->identity == 0 && (acted->object == SL_ACTED_NOTHING ||
                                                      open->name == acted->object))
        return i;
    }

  return G_MAXUINT;
}

static void
end_span (SpanTracks *self, SpanLane *lane, const SlActed *acted, gboolean is_thread)
{
  guint number = find_open (lane, acted);
  const Open *open;

  if (number == G_MAXUINT)
    {
      sl_notes_add (sl_source_get_notes (self->source), acted->offset, 1,
                    N_ ("A span ends that has not begun in the trace"));
      return;
    }

  open = &g_array_index (lane->open, Open, number);
  if (open->depth < SL_MAX_DEPTH)
    sl_depth_tracks_end_at (&lane->spans, open->depth, acted->time);
  g_array_remove_index (lane->open, number);
  if (is_thread && lane->open->len == 0)
    add_mark (lane, acted->time, SL_KIND_ACTED_FINISH, 0);
}

static void
set_value (SpanLane *lane, const SlActed *acted)
{
  if (lane->values == NULL)
    lane->values = sl_lane_builder_add_track (lane->lane, SL_ROLE_VALUE, SL_TRACK_VALUES);
  sl_track_writer_add_value (lane->values, acted->time, acted->value);
}

static gboolean
is_of_spans (SlAction action)
{
  return action == SL_ACTION_SPAN_BEGIN || action == SL_ACTION_SPAN_END ||
         action == SL_ACTION_VALUE || sl_action_is_of_flows (action);
}

static void
take_action (SpanTracks *self, const SlActed *acted)
{
  gboolean is_thread = acted->task != SL_ACTED_NOTHING;
  SpanLane *lane;

  if (!is_of_spans (acted->action))
    return;
  if (!is_thread && acted->object == SL_ACTED_NOTHING)
    return;

  lane = is_thread ? get_lane (self, SL_OBJECT_TASK, acted->task, acted)
                   : get_lane (self, acted->object_type, acted->object, acted);
  if (lane == NULL)
    return;

  if (sl_action_is_of_flows (acted->action))
    take_flow (self, lane, acted);
  else if (acted->action == SL_ACTION_VALUE)
    set_value (lane, acted);
  else if (acted->action == SL_ACTION_SPAN_BEGIN)
    begin_span (self, lane, acted, is_thread);
  else
    end_span (self, lane, acted, is_thread);
}

/* Whose mark it is: a thread's, else that of what it is about. */
static gboolean
find_owner (const SlEvent *event, SlObjectType *type, guint64 *id)
{
  if (event->kind == SL_KIND_ACTED_MARK && (event->flags & SL_EVENT_NO_A) == 0)
    {
      *type = SL_OBJECT_TASK;
      *id = event->a;
      return TRUE;
    }

  return sl_event_get_native_object (event, type, id);
}

/* What else happened. */
static void
take_event (SpanTracks *self, const SlEvent *event)
{
  gboolean is_about = SL_DETAIL_TYPE (event->detail) != SL_OBJECT_NONE;
  SlObjectType type;
  SpanLane *lane;
  SlActed acted;
  guint64 id;

  if (!find_owner (event, &type, &id))
    return;

  sl_acted_init (&acted, event, SL_ACTION_MARK);
  lane = get_lane (self, type, id, &acted);
  if (lane != NULL)
    add_mark (lane, event->time, event->kind,
              is_about ? get_object (self, SL_DETAIL_TYPE (event->detail), event->b, event->time)
                       : 0);
}

static void
spans_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  SpanTracks *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      SlAction action = sl_kind_get_action (events[i].kind);

      if (!is_of_spans (action) || sl_action_is_of_flows (action))
        take_event (self, &events[i]);
      if (!is_of_spans (action))
        continue;

      g_array_set_size (self->actions, 0);
      self->translator->translate (NULL, self->source, &events[i], 1, self->actions);
      for (guint n = 0; n < self->actions->len; n++)
        take_action (self, &g_array_index (self->actions, SlActed, n));
    }
}

static void
write_lanes (SpanTracks *self, SlTime time, gboolean is_end)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->lanes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      SpanLane *lane = value;

      sl_object_table_builder_touch (self->objects, lane->object, lane->last_seen);
      if (lane->spans.tracks == NULL)
        continue;
      if (is_end)
        sl_depth_tracks_end_all (&lane->spans, time);
      else
        sl_depth_tracks_write (&lane->spans, time);
    }
  if (self->n_left_out > 0)
    sl_notes_add (sl_source_get_notes (self->source), self->left_out_offset, self->n_left_out,
                  "There are more than %d threads, names of spans and variables; the others are "
                  "in no lane",
                  MOST_LANES);
  self->n_left_out = 0;
}

static void
spans_pause (gpointer data, SlTime now)
{
  write_lanes (data, now, FALSE);
}

static void
spans_finish (gpointer data, SlTime end)
{
  write_lanes (data, end - 1, TRUE);
}

static void
spans_free (gpointer data)
{
  SpanTracks *self = data;

  g_array_unref (self->actions);
  g_hash_table_unref (self->lanes);
  sl_flow_ends_clear (&self->flows);
  g_free (self);
}

const SlAnalysis sl_span_tracks = {
  .id = "spans",
  .begin = spans_begin,
  .feed = spans_feed,
  .pause = spans_pause,
  .finish = spans_finish,
  .free = spans_free,
};
