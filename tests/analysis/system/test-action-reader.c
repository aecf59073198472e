/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-action-kinds.h"
#include "sl-action-reader.h"
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-kind-action.h"
#include "sl-lane-state.h"
#include "sl-load.h"
#include "sl-scenario-trace.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"

static guint16 kind_base;

/* Each event of the source is an action of this list. */
static GArray *list;

static void
translate (gpointer state, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  for (gsize i = 0; i < n_events; i++)
    if (events[i].kind >= kind_base)
      g_array_append_val (actions, g_array_index (list, SlActed, events[i].a));
}

static const SlTranslator translator = { .translate = translate };

/* The trace that the actions of @trace give. */
static SlTrace *
read_again (SlTrace *trace)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlActionReader) reader = sl_action_reader_new (trace);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlEvent last = { .time = sl_trace_get_span (trace).end - 1, .kind = SL_KIND_NEXT_CHUNK };
  SlActed acted;
  SlTrace *again;

  list = g_array_new (FALSE, FALSE, sizeof (SlActed));
  while (sl_action_reader_next (reader, &acted))
    {
      SlEvent event = { .time = acted.time, .a = list->len, .offset = 16 * list->len };

      g_assert_true (list->len == 0 ||
                     g_array_index (list, SlActed, list->len - 1).time <= acted.time);
      acted.kind = event.kind = kind_base + acted.action - 1;
      g_array_append_val (list, acted);
      g_array_append_val (events, event);
    }
  g_array_append_val (events, last);

  source = sl_array_source_new ("reader-test", events);
  sl_source_set_meaning (source, G_MAXINT & ~SL_TELLS_PLACES, &translator);
  again = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_array_unref (list);
  return again;
}

static gboolean
is_compared (const SlLane *lane, SlTrackRole role)
{
  switch ((guint) role)
    {
    case SL_ROLE_STATES:
      return lane->type == SL_LANE_CPU || lane->type == SL_LANE_TASK ||
             lane->type == SL_LANE_LOCK || lane->type == SL_LANE_SERVER ||
             lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER;
    case SL_ROLE_HOLDS:
      return lane->type == SL_LANE_TASK;
    case SL_ROLE_NESTED:
    case SL_ROLE_INHERITS:
    case SL_ROLE_CEILING:
      return lane->type != SL_LANE_TRACE;
    case SL_ROLE_MARKS:
      return lane->type == SL_LANE_TASK;
    default:
      return FALSE;
    }
}

static char *
print_item (SlTrace *trace, const SlLane *lane, SlTrackRole role, const SlItem *item)
{
  SlState state = sl_lane_state (lane, item->state, item->detail, sl_trace_get_idle_task (trace));
  const SlObject *object = NULL;
  g_autofree char *detail = NULL;

  if (role == SL_ROLE_MARKS)
    return sl_kind_get_action (item->state) != SL_ACTION_NONE
               ? g_strdup_printf ("%s @%" G_GINT64_FORMAT " %s", lane->name, item->begin,
                                  sl_action_get_id (sl_kind_get_action (item->state)))
               : NULL;
  if (item->state == SL_STATE_UNKNOWN || item->begin == item->end)
    return NULL;

  if (item->detail != 0 && state != SL_STATE_IDLE)
    object = sl_object_table_get (sl_trace_get_objects (trace), item->detail);
  detail = object != NULL ? sl_object_to_string (object) : g_strdup ("");
  return g_strdup_printf ("%s/%d %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %s %s", lane->name, role,
                          item->begin, item->end, sl_state_get_id (state), detail);
}

static int
compare_lines (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

static GPtrArray *
print_lanes (SlTrace *trace)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_TASK && lane->object == sl_trace_get_idle_task (trace))
        continue;
      for (guint t = 0; t < lane->n_tracks; t++)
        {
          SlTrackRole role = lane->tracks[t].role;
          SlTrackIter iter;
          SlItem item;

          if (!is_compared (lane, role))
            continue;
          sl_track_iter_init (&iter, lane->tracks[t].track, SL_TIME_MIN);
          while (sl_track_iter_next (&iter, &item))
            {
              char *line = print_item (trace, lane, role, &item);

              if (line != NULL)
                g_ptr_array_add (lines, line);
            }
        }
    }

  g_ptr_array_sort (lines, compare_lines);
  return lines;
}

static guint
compare (GPtrArray *found, GPtrArray *expected)
{
  guint f = 0, e = 0, n_differences = 0;

  while (f < found->len || e < expected->len)
    {
      const char *one = f < found->len ? g_ptr_array_index (found, f) : "~";
      const char *other = e < expected->len ? g_ptr_array_index (expected, e) : "~";
      int order = strcmp (one, other);

      if (order != 0 && n_differences++ < 8)
        g_test_message ("%s %s", order < 0 ? "found" : "missing", order < 0 ? one : other);
      f += order <= 0;
      e += order >= 0;
    }

  return n_differences;
}

static void
test_scenario (gconstpointer data)
{
  const SlSharkScenario *scenario = data;
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, truth);
  g_autoptr (SlTrace) trace = sl_scenario_load (files);
  g_autoptr (SlTrace) again = read_again (trace);
  g_autoptr (GPtrArray) expected = print_lanes (trace);
  g_autoptr (GPtrArray) found = print_lanes (again);
  guint n_differences = compare (found, expected);

  g_test_summary (
      "The actions of a trace, read again, give the same states, critical sections, interrupts, "
      "budgets and jobs.");
  if (n_differences > 0)
    g_test_fail_printf ("%s: %u of %u lines differ", scenario->id, n_differences, expected->len);
}

int
main (int argc, char **argv)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_init (&argc, &argv, NULL);
  kind_base = sl_action_kinds_register ("reader-test");
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autofree char *path = g_strdup_printf ("/action-reader/%s", scenarios[i].id);

      g_test_add_data_func (path, &scenarios[i], test_scenario);
    }

  return g_test_run ();
}
