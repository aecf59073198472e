/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-call-lanes.h"

#include "sl-call-stack.h"
#include "sl-source-extras.h"

/* Steps that are kept, of parts that are not in sight: 48 MiB. */
#define MOST_KEPT (1u << 20)

/* A part that was decoded. */
typedef struct
{
  SlFlow *flow;
  guint64 used; /* when it was in sight last */
} Kept;

/* Parts @first … @end of a stream are in sight. */
typedef struct
{
  guint first;
  guint end;
  gboolean is_too_much;
} Wanted;

struct _SlCallLanes
{
  SlTrace *trace;
  SlCodeMap *map;
  GPtrArray *streams; /* of SlFlowStream; the source's */
  GArray *wanted;     /* of Wanted, by stream */
  GHashTable *kept;   /* stream << 32 | part → Kept */
  guint64 clock;
  GArray *most_rows; /* of guint32, by stream: rows do not come and go */
};

static void
kept_free (gpointer data)
{
  Kept *self = data;

  sl_flow_free (self->flow);
  g_free (self);
}

/**
 * sl_call_lanes_are_built:
 *
 * Returns: whether anything can be decoded at all
 */
gboolean
sl_call_lanes_are_built (void)
{
#ifdef SL_HAVE_IPT
  return TRUE;
#else
  return FALSE;
#endif
}

/**
 * sl_call_lanes_can:
 *
 * Returns: whether the trace's packets and the bytes of its code are at hand
 */
gboolean
sl_call_lanes_can (SlTrace *trace, SlCodeMap *map)
{
  GPtrArray *streams = sl_source_get_flow_streams (sl_trace_get_source (trace));

  if (streams == NULL || streams->len == 0 || map == NULL)
    return FALSE;

  for (guint i = 0; i < sl_code_map_get_count (map); i++)
    {
      const SlCodeModule *module = sl_code_map_get (map, i);

      if (module->sections != NULL && module->sections->len > 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_call_lanes_new:
 * @trace: that sl_call_lanes_can() says yes to
 *
 * One thread at a time.
 */
SlCallLanes *
sl_call_lanes_new (SlTrace *trace, SlCodeMap *map)
{
  SlCallLanes *self = g_atomic_rc_box_new0 (SlCallLanes);

  self->trace = g_object_ref (trace);
  self->map = sl_code_map_ref (map);
  self->streams = sl_source_get_flow_streams (sl_trace_get_source (trace));
  self->wanted = g_array_new (FALSE, TRUE, sizeof (Wanted));
  g_array_set_size (self->wanted, self->streams->len);
  self->most_rows = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_array_set_size (self->most_rows, self->streams->len);
  self->kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, kept_free);
  return self;
}

static void
lanes_clear (gpointer data)
{
  SlCallLanes *self = data;

  g_clear_pointer (&self->wanted, g_array_unref);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->most_rows, g_array_unref);
  sl_code_map_unref (self->map);
  g_object_unref (self->trace);
}

SlCallLanes *
sl_call_lanes_ref (SlCallLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sl_call_lanes_unref (SlCallLanes *self)
{
  g_atomic_rc_box_release_full (self, lanes_clear);
}

static const SlFlowStream *
get_stream (const SlCallLanes *self, guint stream)
{
  return g_ptr_array_index (self->streams, stream);
}

static const SlFlowPart *
get_part (const SlCallLanes *self, guint stream, guint part)
{
  return &g_array_index (get_stream (self, stream)->parts, SlFlowPart, part);
}

static Kept *
find_kept (SlCallLanes *self, guint stream, guint part)
{
  guint64 key = (guint64) stream << 32 | part;

  return g_hash_table_lookup (self->kept, &key);
}

static void
choose (SlCallLanes *self, guint stream, SlSpan visible, guint64 most_bytes)
{
  const GArray *parts = get_stream (self, stream)->parts;
  Wanted *wanted = &g_array_index (self->wanted, Wanted, stream);
  guint64 n_bytes = 0;

  *wanted = (Wanted) { 0 };
  while (wanted->first < parts->len &&
         get_part (self, stream, wanted->first)->span.end <= visible.begin)
    wanted->first++;
  wanted->end = wanted->first;
  while (wanted->end < parts->len && get_part (self, stream, wanted->end)->span.begin < visible.end)
    n_bytes += get_part (self, stream, wanted->end++)->n_bytes;
  wanted->is_too_much = n_bytes > most_bytes / self->streams->len;
}

static gboolean
find_missing (SlCallLanes *self, guint *stream, guint *part)
{
  for (*stream = 0; *stream < self->streams->len; (*stream)++)
    {
      const Wanted *wanted = &g_array_index (self->wanted, Wanted, *stream);

      for (*part = wanted->first; !wanted->is_too_much && *part < wanted->end; (*part)++)
        if (find_kept (self, *stream, *part) == NULL)
          return TRUE;
    }

  return FALSE;
}

/**
 * sl_call_lanes_set_visible:
 * @visible: in ticks of the trace
 * @most_bytes: of packets that are decoded for it; where there are more, none are
 *
 * Returns: whether anything is to be decoded for it, by sl_call_lanes_step()
 */
gboolean
sl_call_lanes_set_visible (SlCallLanes *self, SlSpan visible, guint64 most_bytes)
{
  guint stream, part;

  self->clock++;
  for (guint i = 0; i < self->streams->len; i++)
    choose (self, i, visible, most_bytes);
  return find_missing (self, &stream, &part);
}

/* Lets go of what was not in sight for the longest time. */
static void
forget (SlCallLanes *self)
{
  guint64 n_steps = 0, oldest = G_MAXUINT64;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      n_steps += ((Kept *) value)->flow->steps->len;
      oldest = MIN (oldest, ((Kept *) value)->used);
    }
  if (n_steps <= MOST_KEPT || oldest == self->clock)
    return;

  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Kept *) value)->used == oldest)
      g_hash_table_iter_remove (&iter);
}

/**
 * sl_call_lanes_step:
 *
 * Decodes one part more of what is in sight.
 *
 * Returns: whether there was one; also %FALSE when cancelled
 */
gboolean
sl_call_lanes_step (SlCallLanes *self, GCancellable *cancellable)
{
  const SlFlowStream *stream;
  g_autoptr (SlFlow) flow = NULL;
  guint number, part;
  guint64 key;
  Kept *kept;

  if (!find_missing (self, &number, &part))
    return FALSE;

  stream = get_stream (self, number);
  flow = stream->read (stream->source_data, part, self->map, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;

  key = (guint64) number << 32 | part;
  kept = g_new0 (Kept, 1);
  kept->flow = g_steal_pointer (&flow);
  kept->used = self->clock;
  g_hash_table_insert (self->kept, g_memdup2 (&key, sizeof key), kept);
  forget (self);
  return TRUE;
}

/* Ends rows that are cut off where the trace is not decoded. */
static GArray *
find_spans (SlCallLanes *self, guint number, SlCallFunctions *functions)
{
  const Wanted *wanted = &g_array_index (self->wanted, Wanted, number);
  g_autoptr (SlCallStack) stack = sl_call_stack_new (functions);
  SlSpan whole = sl_trace_get_span (self->trace);

  for (guint part = wanted->first; !wanted->is_too_much && part < wanted->end; part++)
    {
      Kept *kept = find_kept (self, number, part);
      Kept *next = part + 1 < wanted->end ? find_kept (self, number, part + 1) : NULL;
      const SlFlowPart *info = get_part (self, number, part);

      if (kept == NULL || !info->follows)
        sl_call_stack_break (stack, info->span.begin);
      if (kept == NULL)
        continue;

      kept->used = self->clock;
      sl_call_stack_add (stack, kept->flow,
                         next != NULL && get_part (self, number, part + 1)->follows ? next->flow
                                                                                    : NULL);
      if (next == NULL)
        sl_call_stack_break (stack, MIN (info->span.end, whole.end));
    }

  return sl_call_stack_finish (stack);
}

/* The same as one lane: the outermost functions are its states, the others stand below. */
static SlLane
make_lane (SlCallLanes *self, guint number, SlCallFunctions *functions)
{
  g_autoptr (GArray) spans = find_spans (self, number, functions);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (SlLaneTrack));
  const Wanted *wanted = &g_array_index (self->wanted, Wanted, number);
  SlSpan whole = sl_trace_get_span (self->trace);
  SlLane lane;
  guint32 n_rows;
  guint i = 0;

  n_rows = spans->len > 0 ? g_array_index (spans, SlCallSpan, spans->len - 1).row + 1 : 1;
  n_rows = MAX (n_rows, g_array_index (self->most_rows, guint32, number));
  g_array_index (self->most_rows, guint32, number) = n_rows;
  for (guint32 row = 0; row < n_rows; row++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
      SlLaneTrack track = { .role = row == 0 ? SL_ROLE_STATES : SL_ROLE_NESTED };

      if (wanted->is_too_much && whole.end > whole.begin)
        sl_track_writer_add_slice (writer, whole.begin, whole.end, SL_STATE_UNDECODED, 0);
      for (; i < spans->len && g_array_index (spans, SlCallSpan, i).row == row; i++)
        {
          const SlCallSpan *span = &g_array_index (spans, SlCallSpan, i);

          sl_track_writer_add_slice (writer, span->begin, span->end, SL_STATE_CALL, span->object);
        }
      track.track = sl_track_writer_snapshot (writer);
      g_array_append_val (tracks, track);
    }

  lane = (SlLane) {
    .type = SL_LANE_BRANCH,
    .name = g_strdup_printf ("cpu:%u/calls", get_stream (self, number)->cpu),
    .n_tracks = tracks->len,
  };
  lane.tracks = (SlLaneTrack *) (gpointer) g_array_steal (tracks, NULL);
  return lane;
}

/**
 * sl_call_lanes_snapshot:
 *
 * Returns: (transfer full): the trace with a lane of calls for each processor, as far as they are
 *   decoded for what is in sight
 */
SlTrace *
sl_call_lanes_snapshot (SlCallLanes *self)
{
  g_autoptr (SlObjectTableBuilder) objects =
      sl_object_table_builder_new_from (sl_trace_get_objects (self->trace));
  g_autoptr (SlCallFunctions) functions = sl_call_functions_new (self->map, objects);
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (SlLane));

  for (guint i = 0; i < self->streams->len; i++)
    {
      SlLane lane = make_lane (self, i, functions);

      g_array_append_val (lanes, lane);
    }

  return sl_trace_with_lanes (self->trace, lanes, sl_object_table_builder_snapshot (objects));
}

/**
 * sl_call_lanes_count_instructions:
 *
 * Returns: how many instructions were decoded for what is in sight
 */
guint64
sl_call_lanes_count_instructions (SlCallLanes *self)
{
  guint64 count = 0;

  for (guint i = 0; i < self->streams->len; i++)
    {
      const Wanted *wanted = &g_array_index (self->wanted, Wanted, i);

      for (guint part = wanted->first; part < wanted->end; part++)
        {
          const Kept *kept = find_kept (self, i, part);

          count += kept != NULL ? kept->flow->n_instructions : 0;
        }
    }

  return count;
}

/**
 * sl_call_lanes_find_missing:
 *
 * Returns: (transfer full): which code was missing in what was decoded for what is in sight
 */
SlMissingCode *
sl_call_lanes_find_missing (SlCallLanes *self)
{
  SlMissingCode *missing = sl_missing_code_new (sl_trace_get_source (self->trace));

  for (guint i = 0; i < self->streams->len; i++)
    {
      const Wanted *wanted = &g_array_index (self->wanted, Wanted, i);

      for (guint part = wanted->first; part < wanted->end; part++)
        {
          const SlFlowPart *info = get_part (self, i, part);
          const Kept *kept = find_kept (self, i, part);

          missing->n_bytes += info->n_bytes;
          if (kept != NULL)
            sl_missing_code_add (missing, info, kept->flow);
        }
    }

  sl_missing_code_sort (missing);
  return missing;
}
