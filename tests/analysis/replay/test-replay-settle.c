/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stepping through the trace of a made-up kernel, which says by actions what happens and takes a few ticks for each
 * decision. Worked out by hand. */

#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-decision.h"
#include "sl-load.h"
#include "sl-replay.h"

typedef struct
{
  SlTime time;
  SlAction action;
  guint64 task;
  guint64 b;       /* the deadline of a release, the lock */
  guint64 settled; /* the last event of its decision */
} Said;

/* A release that the scheduler passes over (6), a choice of its own before the switch (9 to 12), and one that comes
 * while the processor is already left (14), and a job that ends long after it gave its lock back (19). */
static const Said all[] = {
  { 0, SL_ACTION_RELEASE, 1, 1000, 1 },    { 3, SL_ACTION_RUN, 1, 0, 1 },
  { 100, SL_ACTION_RELEASE, 2, 180, 3 },   { 103, SL_ACTION_RUN, 2, 0, 3 },
  { 150, SL_ACTION_FINISH, 2, 0, 5 },      { 152, SL_ACTION_RUN, 1, 0, 5 },
  { 300, SL_ACTION_RELEASE, 3, 2000, 6 },  { 500, SL_ACTION_FINISH, 1, 0, 8 },
  { 502, SL_ACTION_RUN, 3, 0, 8 },         { 600, SL_ACTION_RELEASE, 2, 700, 12 },
  { 600, SL_ACTION_RELEASE, 1, 1200, 12 }, { 601, SL_ACTION_CHOOSE, 2, 0, 12 },
  { 602, SL_ACTION_RUN, 2, 0, 12 },        { 650, SL_ACTION_SLEEP, 2, 0, 13 },
  { 700, SL_ACTION_RELEASE, 4, 900, 14 },  { 900, SL_ACTION_RUN, 1, 0, 15 },
  { 1000, SL_ACTION_REQUEST, 1, 5, 16 },   { 1001, SL_ACTION_ACQUIRE, 1, 5, 17 },
  { 1100, SL_ACTION_UNLOCK, 1, 5, 18 },    { 1300, SL_ACTION_FINISH, 1, 0, 20 },
  { 1303, SL_ACTION_RUN, 4, 0, 20 },
};

static guint16
register_kinds (void)
{
  SlKind kinds[SL_N_ACTIONS - 1];
  guint16 first;

  for (guint i = SL_ACTION_NONE + 1; i < SL_N_ACTIONS; i++)
    kinds[i - 1] = (SlKind) {
      .id = g_strconcat ("settle-test-", sl_action_get_id (i), NULL),
      .title = "Test",
      .family = "settle-test",
      .a = { "task", SL_FIELD_DECIMAL },
      .b = { "deadline", SL_FIELD_DECIMAL },
      .object_type = sl_action_get_group (i) == SL_TELLS_LOCKS ? SL_OBJECT_MUTEX : SL_OBJECT_NONE,
      .object_source = sl_action_get_group (i) == SL_TELLS_LOCKS ? SL_FROM_B : SL_FROM_NOWHERE,
      .action = i,
    };
  first = sl_kind_register (kinds, G_N_ELEMENTS (kinds));
  g_assert_cmpuint (first, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_free ((char *) kinds[i].id);
  return first;
}

static SlTrace *
make_trace (void)
{
  static guint16 base = 0;
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  if (base == 0)
    base = register_kinds ();
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      SlEvent event = { .time = all[i].time,
                        .kind = (guint16) (base + all[i].action - 1),
                        .a = all[i].task,
                        .b = all[i].b,
                        .offset = i,
                        .flags = all[i].b > 0 ? 0 : SL_EVENT_NO_B };

      g_array_append_val (events, event);
    }
  source = sl_array_source_new ("settle-test", events);
  sl_source_set_meaning (source, SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS, NULL);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static SlReplay *
make_replay (SlTrace *trace)
{
  g_autoptr (SlJobTable) jobs = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  SlReplay *replay = sl_replay_new (jobs, SL_POLICY_EDF, NULL, &error);

  g_assert_no_error (error);
  return replay;
}

static void
test_settle (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlReplay) replay = make_replay (trace);

  g_test_summary (
      "A decision takes what is said at one instant, the choice, and the switch that follows from them.");
  g_assert_true (sl_replay_is_for (trace));
  for (guint64 i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_test_message ("event %" G_GUINT64_FORMAT, i);
      g_assert_cmpuint (sl_replay_settle (replay, i), ==, all[i].settled);
    }
}

static guint64
get_id (SlTrace *trace, guint32 task)
{
  return sl_object_table_get (sl_trace_get_objects (trace), task)->id;
}

static void
test_reasons (void)
{
  static const struct
  {
    guint64 index;
    guint64 task;
    gint64 measure, rival_measure;
  } expected[] = {
    { 3, 2, 180, 1000 },
    { 6, 3, 1000, 2000 },
    { 12, 2, 700, 2000 },
  };
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlReplay) replay = make_replay (trace);
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));

  g_test_summary ("Recorded deadlines explain what EDF decided, without a task model.");
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const SlDecision *found = NULL;

      g_assert_true (sl_decision_search_find (search, expected[i].index - 1, 1, decisions));
      for (guint j = 0; j < decisions->len && found == NULL; j++)
        if (get_id (trace, g_array_index (decisions, SlDecision, j).task) == expected[i].task)
          found = &g_array_index (decisions, SlDecision, j);
      g_assert_nonnull (found);
      g_assert_cmpuint (found->index, ==, expected[i].index);
      g_assert_cmpint (found->reason, ==, SL_REASON_DEADLINE);
      g_assert_cmpint (found->measure, ==, expected[i].measure);
      g_assert_cmpint (found->rival_measure, ==, expected[i].rival_measure);
    }
}

static void
test_causes (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlReplay) replay = make_replay (trace);
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  const SlDecision *found;

  g_test_summary (
      "A lock that was given back earlier has nothing to do with what is decided when the job ends.");
  g_assert_true (sl_decision_search_find (search, 19, 1, decisions));
  found = &g_array_index (decisions, SlDecision, 0);
  g_assert_cmpuint (found->index, ==, 20);
  g_assert_cmpuint (get_id (trace, found->other), ==, 1);
  g_assert_cmpint (found->previous_fate, ==, SL_FATE_FINISHED);
  g_assert_cmpuint (found->released_lock, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay-settle/settle", test_settle);
  g_test_add_func ("/replay-settle/reasons", test_reasons);
  g_test_add_func ("/replay-settle/causes", test_causes);
  return g_test_run ();
}
