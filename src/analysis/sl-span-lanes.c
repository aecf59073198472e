/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-span-lanes.h"

#include <string.h>

/* Spans that are open at one time; of what never ends, the oldest are forgotten. */
#define MOST_OPEN 64

/* Instants of one span that are looked at; what a model asks for is a few rows, not a copy of the trace. */
#define MOST_INSTANTS 4000000

typedef struct
{
  SlTime begin;
  SlTime end;
} Pair;

/* (nullable): the marks of what @reference names: "ipoint:1000", or the name of a group of events */
static const SlTrack *
find_marks (SlTrace *trace, const SlTaskModel *model, const char *reference)
{
  g_autofree char *match = NULL;
  guint lane;

  if (reference == NULL)
    return NULL;
  if (!sl_trace_find_lane (trace, reference, &lane))
    {
      match = sl_task_model_get (model, SL_MODEL_EVENT, reference, "match");
      if (match == NULL || !sl_trace_find_lane (trace, match, &lane))
        return NULL;
    }

  return sl_lane_get_track (sl_trace_get_lane (trace, lane), SL_ROLE_MARKS);
}

static int
compare_pairs (gconstpointer one, gconstpointer other)
{
  const Pair *a = one, *b = other;

  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->end > b->end ? -1 : a->end < b->end;
}

/* An end belongs to the last begin that has none yet, as with brackets. Where both are the same number, each
 * second instant is an end. */
static GArray *
find_pairs (const SlTrack *from, const SlTrack *to)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  SlTime open[MOST_OPEN];
  guint n_open = 0;
  guint64 n_left = MOST_INSTANTS;
  SlTrackIter begins, ends;
  SlItem begin, end;
  gboolean has_begin, has_end;

  sl_track_iter_init (&begins, from, SL_TIME_MIN / 2);
  sl_track_iter_init (&ends, to, SL_TIME_MIN / 2);
  has_begin = sl_track_iter_next (&begins, &begin);
  if (from == to)
    sl_track_iter_next (&ends, &end);
  has_end = sl_track_iter_next (&ends, &end);
  while ((has_begin || n_open > 0) && has_end && n_left-- > 0)
    {
      if (has_begin && begin.begin < end.begin)
        {
          if (n_open == MOST_OPEN)
            memmove (open, open + 1, --n_open * sizeof *open);
          open[n_open++] = begin.begin;
          has_begin = sl_track_iter_next (&begins, &begin);
          if (from == to && has_begin)
            has_begin = sl_track_iter_next (&begins, &begin);
          continue;
        }
      if (n_open > 0)
        {
          Pair pair = { open[--n_open], end.begin };

          g_array_append_val (pairs, pair);
        }
      has_end = sl_track_iter_next (&ends, &end);
      if (from == to && has_end)
        has_end = sl_track_iter_next (&ends, &end);
    }

  g_array_sort (pairs, compare_pairs);
  return pairs;
}

/* What overlaps goes into a track further down. */
static SlLaneTrack *
make_tracks (const GArray *pairs, guint *n_tracks)
{
  g_autoptr (GPtrArray) writers =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_track_writer_free);
  SlLaneTrack *tracks;

  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      guint track = 0;

      while (track < writers->len &&
             sl_track_writer_get_end (g_ptr_array_index (writers, track)) > pair->begin)
        track++;
      if (track == writers->len)
        g_ptr_array_add (writers, sl_track_writer_new (SL_TRACK_SLICES));
      sl_track_writer_add_slice (g_ptr_array_index (writers, track), pair->begin, pair->end,
                                 SL_STATE_ACTIVE, 0);
    }

  *n_tracks = writers->len;
  tracks = g_new (SlLaneTrack, MAX (writers->len, 1));
  for (guint i = 0; i < writers->len; i++)
    tracks[i] = (SlLaneTrack) { i == 0 ? SL_ROLE_STATES : SL_ROLE_NESTED,
                                sl_track_writer_snapshot (g_ptr_array_index (writers, i)) };
  return tracks;
}

static void
add_lane (SlTrace *trace,
          const SlTaskModel *model,
          const char *name,
          guint number,
          SlObjectTableBuilder *objects,
          GArray *lanes)
{
  g_autofree char *from = sl_task_model_get (model, SL_MODEL_SPAN, name, "from");
  g_autofree char *to = sl_task_model_get (model, SL_MODEL_SPAN, name, "to");
  const SlTrack *begins = find_marks (trace, model, from);
  const SlTrack *ends = find_marks (trace, model, to);
  g_autoptr (GArray) pairs = begins != NULL && ends != NULL ? find_pairs (begins, ends) : NULL;
  SlLane lane = { .type = SL_LANE_MARKS };

  if (pairs == NULL || pairs->len == 0)
    return;

  lane.object = sl_object_table_builder_begin_life (objects, SL_OBJECT_SPAN, number,
                                                    g_array_index (pairs, Pair, 0).begin);
  sl_object_table_builder_touch (objects, lane.object,
                                 g_array_index (pairs, Pair, pairs->len - 1).end);
  sl_object_table_builder_name (objects, lane.object, name);
  lane.name = sl_object_to_string (sl_object_table_builder_get (objects, lane.object));
  lane.tracks = make_tracks (pairs, &lane.n_tracks);
  g_array_append_val (lanes, lane);
}

/**
 * sl_span_lanes_add:
 * @trace: complete
 *
 * Makes the spans of @model that @trace has both ends of. They are numbered from 1 on in the order of the
 * model.
 *
 * Returns: (transfer full): a generation with lanes of them, or another reference to @trace
 */
SlTrace *
sl_span_lanes_add (SlTrace *trace, const SlTaskModel *model)
{
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_SPAN);
  g_autoptr (SlObjectTableBuilder) objects = NULL;
  g_autoptr (GArray) lanes = NULL;

  if (names[0] == NULL)
    return g_object_ref (trace);

  objects = sl_object_table_builder_new_from (sl_trace_get_objects (trace));
  lanes = g_array_new (FALSE, FALSE, sizeof (SlLane));
  for (guint i = 0; names[i] != NULL; i++)
    add_lane (trace, model, names[i], i + 1, objects, lanes);
  if (lanes->len == 0)
    return g_object_ref (trace);

  return sl_trace_with_lanes (trace, lanes, sl_object_table_builder_snapshot (objects));
}

/**
 * sl_span_lanes_print:
 *
 * Returns: all that the spans of @model depend on, to be compared: two models with the same text have the
 *   same spans
 */
char *
sl_span_lanes_print (const SlTaskModel *model)
{
  g_auto (GStrv) names = sl_task_model_list (model, SL_MODEL_SPAN);
  g_auto (GStrv) events = sl_task_model_list (model, SL_MODEL_EVENT);
  GString *text = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *from = sl_task_model_get (model, SL_MODEL_SPAN, names[i], "from");
      g_autofree char *to = sl_task_model_get (model, SL_MODEL_SPAN, names[i], "to");

      g_string_append_printf (text, "%s\n%s\n%s\n", names[i], from != NULL ? from : "",
                              to != NULL ? to : "");
    }
  for (guint i = 0; names[0] != NULL && events[i] != NULL; i++)
    {
      g_autofree char *match = sl_task_model_get (model, SL_MODEL_EVENT, events[i], "match");

      g_string_append_printf (text, "%s\n%s\n", events[i], match != NULL ? match : "");
    }
  return g_string_free (text, FALSE);
}
