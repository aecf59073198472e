/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lanes of marks. A trace whose states another analysis has gets them for what the traced program itself logged, by
 * number or by name; any other gets its objects and a lane of marks for each, and for what acts on no object a lane a
 * family. */

#include "sl-built-in-analyses.h"

#include "sl-branch-sum.h"
#include "sl-bus-kinds.h"
#include "sl-kind-action.h"
#include "sl-object-lane.h"
#include "sl-source-extras.h"

/* What a damaged file could claim beyond this gets no lane. */
#define MAX_LANES 4096

/* Events that are looked at together. */
#define EVENTS_AT_ONCE 8

typedef struct
{
  SlTrackWriter *marks;
  guint32 object;
  SlTime last_seen;
} MarksLane;

typedef struct
{
  SlObjectType type;
  guint64 id;
} ObjectKey;

typedef struct
{
  SlTraceBuilder *builder;
  SlObjectTableBuilder *objects;
  gboolean all_kinds;             /* no other analysis has the states of such a trace */
  guint8 wanted[G_MAXUINT16 + 1]; /* by kind */
  GHashTable *by_object;          /* ObjectKey → MarksLane */
  GHashTable *by_name;            /* char * → MarksLane */
  guint n_numbers;                /* lanes of them */
  guint64 n_unnumbered;
  guint64 unnumbered_offset;
  guint64 n_left_out;
  guint64 left_out_offset;
} MarksLanes;

static guint
hash_key (gconstpointer data)
{
  const ObjectKey *key = data;

  return g_int64_hash (&key->id) * 31 + key->type;
}

static gboolean
equal_keys (gconstpointer one, gconstpointer other)
{
  const ObjectKey *a = one;
  const ObjectKey *b = other;

  return a->type == b->type && a->id == b->id;
}

static gboolean
is_logged_by_program (guint16 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_MARK || kind >= SL_KIND_UNKNOWN;
}

/* What events say about the system by actions another analysis shows. */
static gboolean
is_shown_as_state (SlSource *source, guint kind)
{
  SlAction action = sl_kind_get_action (kind);

  return sl_source_get_tells (source) != 0 && action != SL_ACTION_NONE &&
         sl_action_get_group (action) != SL_TELLS_MARKS;
}

/* Kinds that say nothing by themselves, such as most tracepoints of a kernel, are in the list of events: rows of them
 * beside those of the tasks that they happened to would bury these. What a program logs is a mark. */
static gboolean
is_only_listed (SlSource *source, guint kind)
{
  return sl_source_says (source, SL_TELLS_SCHEDULING) &&
         sl_kind_get_action (kind) == SL_ACTION_NONE;
}

static gpointer
marks_begin (SlTraceBuilder *builder)
{
  SlSource *source = sl_trace_builder_get_source (builder);
  MarksLanes *self;

  if (sl_source_is_of_spans (source) || sl_source_has_trait (source, SL_TRAIT_PACKETS) ||
      (sl_source_says (source, SL_TELLS_BUS) && !sl_source_says (source, SL_TELLS_MARKS)))
    return NULL;

  self = g_new0 (MarksLanes, 1);
  self->builder = builder;
  self->objects = sl_trace_builder_get_objects (builder);
  self->all_kinds = !sl_source_has_trait (source, SL_TRAIT_KERNEL);
  for (guint kind = 0; kind <= G_MAXUINT16; kind++)
    self->wanted[kind] = self->all_kinds
                             ? !is_shown_as_state (source, kind) && !is_only_listed (source, kind)
                             : is_logged_by_program (kind);
  self->by_object = g_hash_table_new_full (hash_key, equal_keys, g_free, g_free);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static gboolean
has_room (MarksLanes *self, const SlEvent *event)
{
  if (g_hash_table_size (self->by_object) + g_hash_table_size (self->by_name) < MAX_LANES)
    return TRUE;

  if (self->n_left_out++ == 0)
    self->left_out_offset = event->offset;

  return FALSE;
}

static MarksLane *
new_lane (SlLaneBuilder *builder, guint32 object)
{
  MarksLane *lane = g_new0 (MarksLane, 1);

  lane->object = object;
  lane->marks = sl_lane_builder_add_track (builder, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  return lane;
}

static MarksLane *
get_object_lane (MarksLanes *self, const SlEvent *event, const ObjectKey *key)
{
  MarksLane *lane = g_hash_table_lookup (self->by_object, key);
  guint32 object;

  if (lane == NULL && has_room (self, event))
    {
      /* Of a trace whose states another analysis tells, that has put it into the table already: objects are
       * numbered in the order of the events. */
      object = sl_object_table_builder_current (self->objects, key->type, key->id);
      if (object == 0)
        {
          g_autofree char *name =
              sl_source_get_object_name (sl_trace_builder_get_source (self->builder), key->type,
                                         key->id, event->time);

          object =
              sl_object_table_builder_begin_life (self->objects, key->type, key->id, event->time);
          if (name != NULL)
            sl_object_table_builder_name (self->objects, object, name);
        }
      lane = new_lane (sl_object_lane_add (self->builder, SL_LANE_MARKS, object), object);
      g_hash_table_insert (self->by_object, g_memdup2 (key, sizeof *key), lane);
    }

  if (lane != NULL)
    lane->last_seen = event->time;

  return lane;
}

static MarksLane *
get_named_lane (MarksLanes *self, const SlEvent *event, const char *name)
{
  MarksLane *lane = g_hash_table_lookup (self->by_name, name);

  if (lane == NULL && has_room (self, event))
    {
      lane = new_lane (sl_trace_builder_add_lane (self->builder, SL_LANE_MARKS, name, 0), 0);
      g_hash_table_insert (self->by_name, g_strdup (name), lane);
    }

  return lane;
}

static const char *
get_family_name (guint16 kind)
{
  return kind >= SL_KIND_UNKNOWN ? "unknown" : sl_family_get_id (sl_kind_get_family (kind));
}

static void
name_number (MarksLanes *self, const MarksLane *lane, const ObjectKey *key)
{
  g_autofree char *name =
      g_strdup_printf ("%s %" G_GUINT64_FORMAT,
                       key->type == SL_OBJECT_IPOINT ? "ipoint" : "user event", key->id);

  sl_object_table_builder_name (self->objects, lane->object, name);
}

/* What the program logged has a second lane, by its number. */
static void
mark_number (MarksLanes *self, const SlEvent *event)
{
  MarksLane *lane;
  ObjectKey key = { 0 };

  if (self->all_kinds || !sl_event_get_logged_number (event, &key.type, &key.id))
    return;

  lane = g_hash_table_lookup (self->by_object, &key);
  if (lane == NULL && self->n_numbers == SL_OBJECT_LANE_MAX_NUMBERS)
    {
      if (self->n_unnumbered++ == 0)
        self->unnumbered_offset = event->offset;
      return;
    }
  if (lane == NULL)
    {
      lane = get_object_lane (self, event, &key);
      if (lane == NULL)
        return;
      self->n_numbers++;
      name_number (self, lane, &key);
    }

  lane->last_seen = event->time;
  sl_track_writer_add_instant (lane->marks, event->time, event->kind,
                               (guint32) (key.type == SL_OBJECT_IPOINT ? event->b : event->a));
}

static void
mark_event (MarksLanes *self, const SlEvent *event)
{
  MarksLane *lane;
  ObjectKey key = { 0 };

  if (self->all_kinds && sl_event_get_native_object (event, &key.type, &key.id))
    lane = get_object_lane (self, event, &key);
  else
    lane = get_named_lane (self, event, get_family_name (event->kind));

  if (lane != NULL)
    sl_track_writer_add_instant (lane->marks, event->time, event->kind, (guint32) event->a);
  mark_number (self, event);
}

/* Whether any of %EVENTS_AT_ONCE events is wanted: where few are, this passes over most of them. */
static inline gboolean
has_wanted (const MarksLanes *self, const SlEvent *events)
{
  guint8 wanted = 0;

  for (guint i = 0; i < EVENTS_AT_ONCE; i++)
    wanted |= self->wanted[events[i].kind];

  return wanted != 0;
}

static void
marks_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  MarksLanes *self = data;
  gsize i = 0;

  while (i < n_events)
    {
      gsize end = MIN (i + EVENTS_AT_ONCE, n_events);

      if (end - i == EVENTS_AT_ONCE && !has_wanted (self, &events[i]))
        i = end;
      for (; i < end; i++)
        {
          if (self->wanted[events[i].kind])
            mark_event (self, &events[i]);
        }
    }
}

static void
marks_pause (gpointer data, SlTime now)
{
  MarksLanes *self = data;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->by_object);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const MarksLane *lane = value;

      sl_object_table_builder_touch (self->objects, lane->object, lane->last_seen);
    }

  if (self->n_left_out > 0)
    sl_notes_add (
        sl_source_get_notes (sl_trace_builder_get_source (self->builder)), self->left_out_offset,
        self->n_left_out,
        "Events act on more than %d objects; the events of the others are not in any lane",
        MAX_LANES);
  self->n_left_out = 0;
  if (self->n_unnumbered > 0)
    sl_notes_add (
        sl_source_get_notes (sl_trace_builder_get_source (self->builder)), self->unnumbered_offset,
        self->n_unnumbered,
        "The program uses more than %d event numbers; events of the others have no rows of their own",
        SL_OBJECT_LANE_MAX_NUMBERS);
  self->n_unnumbered = 0;
}

static void
marks_free (gpointer data)
{
  MarksLanes *self = data;

  g_hash_table_unref (self->by_object);
  g_hash_table_unref (self->by_name);
  g_free (self);
}

const SlAnalysis sl_marks_lanes = {
  .id = "marks",
  .begin = marks_begin,
  .feed = marks_feed,
  .pause = marks_pause,
  .finish = marks_pause,
  .free = marks_free,
};
