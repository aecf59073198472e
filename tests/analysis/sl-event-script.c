/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-load.h"

typedef struct
{
  const char *word;
  guint16 kind;
} Word;

/* What has no short word here goes by its kind's id. */
static const Word words[] = {
  { "create", SL_KIND_TASK_CREATE },     { "end", SL_KIND_TASK_END },
  { "A", SL_KIND_TASK_ACTIVATE },        { "R", SL_KIND_TASK_TIMER },
  { "E", SL_KIND_TASK_END_CYCLE },       { "S", SL_KIND_TASK_SCHEDULE },
  { "C", SL_KIND_CONTEXT_SWITCH },       { "+", SL_KIND_TIMER_POST },
  { "-", SL_KIND_TIMER_DELETE },         { "W", SL_KIND_TIMER_WAKEUP_START },
  { "/W", SL_KIND_TIMER_WAKEUP_END },    { "I", SL_KIND_INTERRUPT_START },
  { "/I", SL_KIND_INTERRUPT_END },       { "lock", SL_KIND_MUTEX_LOCK },
  { "unlock", SL_KIND_MUTEX_UNLOCK },    { "wait", SL_KIND_MUTEX_WAIT },
  { "post", SL_KIND_MUTEX_POST },        { "active", SL_KIND_SERVER_ACTIVE },
  { "exhaust", SL_KIND_SERVER_EXHAUST }, { "replenish", SL_KIND_SERVER_REPLENISH },
};

static guint16
find_kind (const char *word)
{
  guint16 kind = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_str_equal (words[i].word, word))
        return words[i].kind;
    }

  g_assert_true (sl_kind_find (word, &kind));
  return kind;
}

static SlEvent
parse_event (char *word)
{
  SlEvent event = { 0 };
  char *parameter = strchr (word, '(');

  if (parameter != NULL)
    {
      *parameter++ = '\0';
      event.a = g_ascii_strtoull (parameter, &parameter, 0);
      if (*parameter == ',')
        event.b = g_ascii_strtoull (parameter + 1, NULL, 0);
    }

  event.kind = find_kind (word);
  return event;
}

/**
 * sl_event_script_parse:
 *
 * Returns: (transfer full) (element-type SlEvent): the events, with 16 bytes of file each
 */
GArray *
sl_event_script_parse (const char *script)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_auto (GStrv) parts = g_strsplit (script, " ", -1);
  SlTime time = 0;

  for (gsize i = 0; parts[i] != NULL; i++)
    {
      SlEvent event;

      if (parts[i][0] == '\0')
        continue;

      if (parts[i][0] == '@')
        {
          time = g_ascii_strtoll (parts[i] + 1, NULL, 10);
          continue;
        }

      event = parse_event (parts[i]);
      event.time = time;
      event.offset = SL_OFFSET (0, 16 * events->len);
      g_array_append_val (events, event);
      time += 10;
    }

  return events;
}

/**
 * sl_event_script_load:
 *
 * Returns: (transfer full): the trace that all analyses make of the script
 */
SlTrace *
sl_event_script_load (const char *script)
{
  g_autoptr (GArray) events = sl_event_script_parse (script);
  g_autoptr (SlSource) source = sl_array_source_new ("shark-ftrace", events);
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
print_detail (SlTrace *trace, const SlItem *item, GString *text)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autofree char *name = NULL;

  if (item->detail == 0)
    return;

  if (item->state == SL_STATE_NOT_RECORDED)
    {
      g_string_append_printf (text, " %s", sl_family_get_id (item->detail));
      return;
    }

  if (item->state == SL_STATE_GAP)
    {
      g_string_append_printf (text, " %s", sl_gap_reason_get_id (item->detail));
      return;
    }

  name = sl_object_to_string (sl_object_table_get (objects, item->detail));
  g_string_append_printf (text, " %s", name);
}

static void
print_track (SlTrace *trace, const SlTrack *track, GString *text)
{
  SlTrackIter iter;
  SlItem item;
  SlTime last = SL_TIME_MIN;
  gboolean slices = sl_track_get_type_of_items (track) == SL_TRACK_SLICES;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (last != SL_TIME_MIN && slices && item.begin != last)
        g_string_append_printf (text, "%" G_GINT64_FORMAT ", ", last);

      g_string_append_printf (text, "%" G_GINT64_FORMAT " ", item.begin);
      if (sl_track_get_type_of_items (track) == SL_TRACK_VALUES)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, item.value);
      else
        g_string_append (text,
                         slices ? sl_state_get_id (item.state) : sl_kind_get (item.state)->id);
      if (slices)
        print_detail (trace, &item, text);

      g_string_append (text, ", ");
      last = item.end;
    }

  if (slices && last != SL_TIME_MIN)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, last);
}

/**
 * sl_event_script_print_lane:
 *
 * Prints all tracks of a role: "0 ready, 10 running, 30, 50 blocked mutex:0x1000, 60" has nothing
 * in [30, 50) and ends at 60. Tracks are parted by " | ".
 *
 * Returns: (transfer full): empty where there is no such lane or track
 */
char *
sl_event_script_print_lane (SlTrace *trace, const char *lane_name, SlTrackRole role)
{
  GString *text = g_string_new (NULL);
  const SlLane *lane;
  guint number;

  if (!sl_trace_find_lane (trace, lane_name, &number))
    return g_string_free (text, FALSE);

  lane = sl_trace_get_lane (trace, number);
  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role != role || sl_track_get_count (lane->tracks[i].track) == 0)
        continue;

      if (text->len > 0)
        g_string_append (text, " | ");
      print_track (trace, lane->tracks[i].track, text);
    }

  return g_string_free (text, FALSE);
}

/**
 * sl_event_script_check:
 *
 * Fails the test where sl_event_script_print_lane() is not @expected.
 */
void
sl_event_script_check (SlTrace *trace, const char *lane, SlTrackRole role, const char *expected)
{
  g_autofree char *text = sl_event_script_print_lane (trace, lane, role);

  if (g_strcmp0 (text, expected) != 0)
    g_test_fail_printf ("%s: %s instead of %s", lane, text, expected);
}
