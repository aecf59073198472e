/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-text.h"

#include <string.h>

static const char set[] = "# of the whole\n"
                          "\n"
                          "[scheduler]\n"
                          "policy=edf\n"
                          "\n"
                          "# the fast one\n"
                          "[task fast]\n"
                          "period=10ms\n"
                          "sections=bus@1ms+2ms, busy@3ms+1ms\n"
                          "\n"
                          "[lock bus]\n"
                          "protocol=pip\n"
                          "\n"
                          "[task slow]\n"
                          "period=20ms\n"
                          "server=s\n"
                          "# of its own\n"
                          "unknown=kept\n"
                          "\n"
                          "[server s]\n"
                          "budget=1ms\n";

static char *
list_tasks (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "a set", &error);
  g_auto (GStrv) names = NULL;

  g_assert_no_error (error);
  names = sl_task_model_list (model, SL_MODEL_TASK);
  return g_strjoinv (" ", names);
}

static void
check_tasks (const char *text, const char *expected)
{
  g_autofree char *tasks = list_tasks (text);

  g_assert_cmpstr (tasks, ==, expected);
}

static void
test_add (void)
{
  g_autofree char *added = sl_model_text_add (set, SL_MODEL_TASK, "new", "period=5ms\n");
  g_autofree char *first = sl_model_text_add ("", SL_MODEL_TASK, "new", "period=5ms\n");
  g_autofree char *name = sl_model_text_find_free_name (added, SL_MODEL_TASK, "new");
  g_autofree char *other =
      sl_model_text_find_free_name ("[task t1]\n[task t3]\n", SL_MODEL_TASK, "t");

  g_test_summary ("A group comes behind the last of its kind, or to the end.");

  check_tasks (added, "fast slow new");
  g_assert_nonnull (strstr (added, "unknown=kept\n\n[task new]\nperiod=5ms\n\n[server s]"));
  g_assert_cmpstr (first, ==, "[task new]\nperiod=5ms\n");
  g_assert_cmpstr (name, ==, "new1");
  g_assert_cmpstr (other, ==, "t2");
}

static void
test_remove (void)
{
  g_autofree char *removed = sl_model_text_remove (set, SL_MODEL_TASK, "fast");
  g_autofree char *none = sl_model_text_remove (set, SL_MODEL_TASK, "bus");

  g_test_summary ("A group goes with the comments right above it, and nothing else does.");

  check_tasks (removed, "slow");
  g_assert_null (strstr (removed, "the fast one"));
  g_assert_nonnull (strstr (removed, "# of the whole"));
  g_assert_nonnull (strstr (removed, "# of its own"));
  g_assert_cmpstr (none, ==, set);
}

static void
test_move (void)
{
  g_autofree char *up = sl_model_text_move (set, SL_MODEL_TASK, "slow", -1);
  g_autofree char *back = sl_model_text_move (up, SL_MODEL_TASK, "slow", 1);
  g_autofree char *top = sl_model_text_move (up, SL_MODEL_TASK, "slow", -1);
  g_autofree char *end = sl_model_text_move (set, SL_MODEL_TASK, "slow", 1);

  g_test_summary (
      "A group changes places with its neighbour of the same kind; at the end it stays.");

  check_tasks (up, "slow fast");
  check_tasks (back, "fast slow");
  g_assert_cmpstr (top, ==, up);
  g_assert_cmpstr (end, ==, set);
}

static void
test_copy (void)
{
  g_autofree char *copied = sl_model_text_copy (set, SL_MODEL_TASK, "fast", "fast1");
  g_autoptr (SlTaskModel) model = sl_task_model_parse (copied, "a set", NULL);
  g_autofree char *sections = sl_task_model_get (model, SL_MODEL_TASK, "fast1", "sections");

  g_test_summary ("A copy stands behind its original and says the same.");

  check_tasks (copied, "fast fast1 slow");
  g_assert_cmpstr (sections, ==, "bus@1ms+2ms, busy@3ms+1ms");
}

static void
test_rename (void)
{
  g_autofree char *lock = sl_model_text_rename (set, SL_MODEL_LOCK, "bus", "wire");
  g_autofree char *server = sl_model_text_rename (set, SL_MODEL_SERVER, "s", "camera");
  g_autofree char *task = sl_model_text_rename (set, SL_MODEL_TASK, "fast", "quick");

  g_test_summary ("Another name reaches the tasks that take the lock or run in the server, and no "
                  "lock whose name only begins alike.");

  g_assert_nonnull (strstr (lock, "[lock wire]"));
  g_assert_nonnull (strstr (lock, "sections=wire@1ms+2ms, busy@3ms+1ms"));
  g_assert_nonnull (strstr (server, "server=camera"));
  check_tasks (task, "quick slow");
  g_assert_nonnull (strstr (task, "# the fast one\n[task quick]"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-text/add", test_add);
  g_test_add_func ("/model-text/remove", test_remove);
  g_test_add_func ("/model-text/move", test_move);
  g_test_add_func ("/model-text/copy", test_copy);
  g_test_add_func ("/model-text/rename", test_rename);
  return g_test_run ();
}
