/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-kind-action.h"
#include "sl-test.h"
#include "sl-translator.h"

static void
test_words (void)
{
  g_test_summary ("Each action is found by its word, and no two share one.");
  for (guint i = SL_ACTION_NONE + 1; i < SL_N_ACTIONS; i++)
    {
      g_assert_cmpuint (sl_action_find (sl_action_get_id (i)), ==, i);
      g_assert_nonnull (sl_action_get_title (i));
      g_assert_nonnull (sl_action_group_get_id (sl_action_get_group (i)));
    }
  g_assert_cmpuint (sl_action_find (""), ==, SL_ACTION_NONE);
  g_assert_cmpuint (sl_action_find ("Run"), ==, SL_ACTION_NONE);
}

static void
test_kinds (void)
{
  static const SlKind kinds[] = {
    { .id = "action-test-wakes",
      .title = "Wakes",
      .family = "action-test",
      .a = { "task", SL_FIELD_DECIMAL },
      .object_type = SL_OBJECT_TASK,
      .object_source = SL_FROM_A,
      .action = SL_ACTION_READY },
    { .id = "action-test-nothing", .title = "Nothing", .family = "action-test" },
  };
  static const SlKind wrong = { .id = "action-test-wrong",
                                .title = "Wrong",
                                .family = "action-test",
                                .action = SL_N_ACTIONS };
  guint16 base;

  g_test_summary (
      "Kinds of S.Ha.R.K. and of a plugin mean what their row says; an unknown code means nothing.");
  g_assert_cmpuint (sl_kind_get_action (SL_KIND_TASK_TIMER), ==, SL_ACTION_RELEASE);
  g_assert_cmpuint (sl_kind_get_action (SL_KIND_TASK_END_CYCLE), ==, SL_ACTION_FINISH);
  g_assert_cmpuint (sl_kind_get_action (SL_KIND_TASK_DEADLINE_MISS), ==, SL_ACTION_MISS);
  g_assert_cmpuint (sl_kind_get_action (SL_KIND_UNKNOWN + 7), ==, SL_ACTION_NONE);
  g_assert_cmpuint (sl_kind_get_action (G_MAXUINT32), ==, SL_ACTION_NONE);

  base = sl_kind_register (kinds, G_N_ELEMENTS (kinds));
  g_assert_cmpuint (base, >, 0);
  g_assert_cmpuint (sl_kind_get_action (base), ==, SL_ACTION_READY);
  g_assert_cmpuint (sl_kind_get_action (base + 1), ==, SL_ACTION_NONE);
  g_assert_cmpuint (sl_kind_register (&wrong, 1), ==, 0);
}

static void
test_by_kinds (void)
{
  const SlEvent events[] = {
    { .time = 5, .kind = SL_KIND_TASK_TIMER, .a = 296, .b = 3, .offset = 12, .cpu = 1 },
    { .time = 6, .kind = SL_KIND_NEXT_CHUNK },
    { .time = 7, .kind = SL_KIND_MUTEX_LOCK, .a = 296, .b = 0x4000 },
    { .time = 8, .kind = SL_KIND_TASK_END_CYCLE, .flags = SL_EVENT_NO_A },
  };
  g_autoptr (GArray) actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  const SlActed *acted;

  g_test_summary (
      "An event's parameters become the parts of its action; one without an action says nothing.");
  sl_translate_by_kinds (NULL, NULL, events, G_N_ELEMENTS (events), actions);
  g_assert_cmpuint (actions->len, ==, 3);

  acted = &g_array_index (actions, SlActed, 0);
  g_assert_cmpuint (acted->action, ==, SL_ACTION_RELEASE);
  g_assert_cmpint (acted->time, ==, 5);
  g_assert_cmpuint (acted->task, ==, 296);
  g_assert_cmpuint (acted->cpu, ==, 1);
  g_assert_cmpuint (acted->offset, ==, 12);
  g_assert_cmpuint (acted->kind, ==, SL_KIND_TASK_TIMER);
  g_assert_cmpint (acted->deadline, ==, SL_TIME_MAX);

  acted = &g_array_index (actions, SlActed, 1);
  g_assert_cmpuint (acted->action, ==, SL_ACTION_REQUEST);
  g_assert_cmpuint (acted->object_type, ==, SL_OBJECT_MUTEX);
  g_assert_cmphex (acted->object, ==, 0x4000);

  g_assert_cmpuint (g_array_index (actions, SlActed, 2).task, ==, SL_ACTED_NOTHING);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/action/words", test_words);
  g_test_add_func ("/action/kinds", test_kinds);
  g_test_add_func ("/action/by-kinds", test_by_kinds);

  return g_test_run ();
}
