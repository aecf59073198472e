/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-text-state.h"

static void
test_all (void)
{
  static const SlLaneType types[] = { SL_LANE_TASK, SL_LANE_CPU, SL_LANE_BRANCH };
  g_autoptr (SlTraceSet) set = fixture_random (10);
  g_autoptr (SlViewState) view = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, view, 1);

  g_test_summary ("Every state says something in every lane, and none says nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    for (guint state = SL_STATE_NONE; state <= SL_N_STATES; state++)
      {
        g_autofree char *text = sl_text_state (rows, 0, types[i], state, 0);

        g_test_message ("lane type %d, state %u: %s", (int) types[i], state, text);
        if (state == SL_STATE_NONE || state == SL_N_STATES)
          g_assert_cmpstr (text, ==, "");
        else
          g_assert_cmpstr (text, !=, "");
      }
}

static void
test_named (void)
{
  static const struct
  {
    SlLaneType type;
    SlState state;
    const char *known;
    const char *unknown;
  } cases[] = {
    { SL_LANE_CPU, SL_STATE_RUNNING, "runs task:256", "runs something unknown" },
    { SL_LANE_TASK, SL_STATE_RUNNING, "running on task:256", "running" },
    { SL_LANE_TASK, SL_STATE_READY, "ready, waits for task:256", "ready, waits for the processor" },
    { SL_LANE_TASK, SL_STATE_BLOCKED, "waits for task:256", "waits for something unknown" },
    { SL_LANE_TASK, SL_STATE_INHERITS, "runs with the priority of task:256",
      "runs with the priority of something unknown" },
    { SL_LANE_LOCK, SL_STATE_HELD, "held by task:256", "held by something unknown" },
    { SL_LANE_LOCK, SL_STATE_WAITED, "task:256 waits", "something unknown waits" },
    { SL_LANE_CPU, SL_STATE_INTERRUPT, "serves task:256", "serves something unknown" },
    { SL_LANE_BRANCH, SL_STATE_INTERRUPT, "serves task:256", "interrupt or exception" },
    { SL_LANE_CPU, SL_STATE_IDLE, "idle", "idle" },
    { SL_LANE_TASK, SL_STATE_IDLE, "idle, waits for its next release",
      "idle, waits for its next release" },
  };
  g_autoptr (SlTraceSet) set = fixture_random (10);
  g_autoptr (SlViewState) view = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, view, 1);
  guint32 task = sl_object_table_find (sl_trace_get_objects (sl_trace_set_get_trace (set, 0)),
                                       SL_OBJECT_TASK, 256, 1);

  g_test_summary ("States name whom their detail means, also where that is unknown.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *known = sl_text_state (rows, 0, cases[i].type, cases[i].state, task);
      g_autofree char *unknown = sl_text_state (rows, 0, cases[i].type, cases[i].state, 0);

      g_assert_cmpstr (known, ==, cases[i].known);
      g_assert_cmpstr (unknown, ==, cases[i].unknown);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-state/all", test_all);
  g_test_add_func ("/text-state/named", test_named);

  return g_test_run ();
}
