/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the analyses find in the traces of the simulated kernel against what that kernel knows. */

#include <string.h>

#include "sl-lane-state.h"
#include "sl-scenario-trace.h"
#include "sl-shark-scenario.h"

static gboolean
is_told (const SlLane *lane, SlTrackRole role)
{
  switch (role)
    {
    case SL_ROLE_STATES:
    case SL_ROLE_WAITERS:
      return TRUE;
    case SL_ROLE_NESTED:
      return lane->type != SL_LANE_CPU;
    case SL_ROLE_HOLDS:
      return lane->type == SL_LANE_LOCK;
    case SL_ROLE_INHERITS:
    case SL_ROLE_CEILING:
    case SL_ROLE_CLI:
    case SL_ROLE_REAL_MODE:
    case SL_ROLE_MARKS:
    case SL_ROLE_VALUE:
    case SL_ROLE_JUMPS:
    case SL_ROLE_GOES_ON:
    case SL_ROLE_COUNTED:
    case SL_ROLE_REQUESTS:
    case SL_ROLE_DEADLINES:
    case SL_ROLE_NOMINAL:
    case SL_ROLE_PRIORITY:
    case SL_ROLE_PERIOD:
    case SL_ROLE_PERIOD_NS:
    case SL_ROLE_DEADLINE_NS:
    case SL_ROLE_WCET:
    case SL_ROLE_PHASE:
    case SL_ROLE_BUDGET:
    case SL_ROLE_WAKERS:
    case SL_ROLE_TIMED:
    case SL_ROLE_FLOWS:
    case SL_ROLE_SENT:
    case SL_ROLE_LOGGED:
    case SL_ROLE_QUEUE:
    case SL_ROLE_FREQUENCY:
    default:
      return FALSE;
    }
}

static char *
print_slice (const char *lane, SlTime begin, SlTime end, const char *state, const char *detail)
{
  return g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s %s", lane, begin, end,
                          state, detail);
}

/* (transfer full): what the detail of an item in @state refers to */
static char *
print_detail (SlObjectTable *objects, SlState state, guint32 detail)
{
  if (state == SL_STATE_GAP)
    return g_strdup (sl_gap_reason_get_id ((SlGapReason) detail));
  if (state == SL_STATE_NOT_RECORDED)
    return g_strdup (sl_family_get_id (detail));
  if (detail == 0 || state == SL_STATE_IDLE)
    return g_strdup ("");

  return sl_object_to_string (sl_object_table_get (objects, detail));
}

static void
add_track (SlTrace *trace, const SlLane *lane, const SlTrack *track, GPtrArray *lines)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  guint64 origin = sl_clock_get_origin (sl_trace_get_clock (trace));
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      SlState state = sl_lane_state (lane, item.state, item.detail, sl_trace_get_idle_task (trace));
      g_autofree char *detail = print_detail (objects, state, item.detail);

      g_ptr_array_add (lines, print_slice (lane->name, item.begin + origin, item.end + origin,
                                           sl_state_get_id (state), detail));
    }
}

/* Semaphores have no owner in the kernel, and its own context is not a task of it. */
static gboolean
is_known (const SlLane *lane, SlTrackRole role)
{
  if (g_str_equal (lane->name, "task:248"))
    return FALSE;

  return role == SL_ROLE_WAITERS || !g_str_has_prefix (lane->name, "semaphore:");
}

static int
compare_lines (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

static GPtrArray *
list_found (SlTrace *trace, SlSharkTruth *truth)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (sl_shark_truth_is_partial (truth) && !sl_shark_truth_has_lane (truth, lane->name))
        continue;
      for (guint t = 0; t < lane->n_tracks; t++)
        if (is_told (lane, lane->tracks[t].role) && is_known (lane, lane->tracks[t].role))
          add_track (trace, lane, lane->tracks[t].track, lines);
    }

  g_ptr_array_sort (lines, compare_lines);
  return lines;
}

/* The kernel's own slices go on for the tick of the last record; the lanes end with it. */
static GPtrArray *
list_true (SlTrace *trace, SlSharkTruth *truth)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  guint64 last =
      sl_trace_get_span (trace).end - 1 + sl_clock_get_origin (sl_trace_get_clock (trace));
  guint n_slices;
  const SlSharkTruthSlice *slices = sl_shark_truth_get_slices (truth, &n_slices);

  for (guint i = 0; i < n_slices; i++)
    {
      guint64 end = MIN (slices[i].end, last);

      if (slices[i].begin < end)
        g_ptr_array_add (lines, print_slice (slices[i].lane, slices[i].begin, end, slices[i].state,
                                             slices[i].detail));
    }

  g_ptr_array_sort (lines, compare_lines);
  return lines;
}

static void
compare (const char *id, GPtrArray *found, GPtrArray *expected)
{
  guint f = 0, e = 0, n_differences = 0;

  while (f < found->len || e < expected->len)
    {
      const char *one = f < found->len ? g_ptr_array_index (found, f) : "~";
      const char *other = e < expected->len ? g_ptr_array_index (expected, e) : "~";
      int order = strcmp (one, other);

      if (order != 0)
        {
          n_differences++;
          g_test_message ("%s: %s %s", id, order < 0 ? "found" : "missing",
                          order < 0 ? one : other);
        }
      f += order <= 0;
      e += order >= 0;
    }

  if (n_differences > 0)
    g_test_fail_printf ("%s: %u of %u slices differ", id, n_differences, expected->len);
}

static void
test_scenario (gconstpointer data)
{
  const SlSharkScenario *scenario = data;
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, truth);
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) expected = NULL;
  g_autoptr (SlTrace) trace = NULL;
  guint n_slices;

  g_test_summary ("Every slice of every lane is what the kernel that wrote the trace knows.");

  sl_shark_truth_get_slices (truth, &n_slices);
  if (n_slices == 0)
    {
      g_test_skip ("Nothing is known of what this trace shows");
      return;
    }

  trace = sl_scenario_load (files);
  found = list_found (trace, truth);
  expected = list_true (trace, truth);
  compare (scenario->id, found, expected);
}

int
main (int argc, char **argv)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autofree char *path = g_strdup_printf ("/shark-truth/%s", scenarios[i].id);

      g_test_add_data_func (path, &scenarios[i], test_scenario);
    }

  return g_test_run ();
}
