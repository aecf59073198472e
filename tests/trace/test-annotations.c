/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-annotations.h"
#include "sl-error.h"
#include "sl-test-trace.h"

#include <string.h>

static SlTrace *
make_trace (void)
{
  const SlEvent event = { .time = 0 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 1000, NULL, 0);

  return sl_test_trace_new (clock, &event, 1);
}

static void
test_changes (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) empty = sl_annotations_new ();
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (empty, "task:304", "mine");
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (named, 1000, 1);
  g_autoptr (SlAnnotations) idle = sl_annotations_with_idle_task (rated, "task:304");
  g_autoptr (SlAnnotations) unnamed = sl_annotations_with_name (idle, "task:304", NULL);
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (idle, trace);
  g_autoptr (SlClock) own_clock = sl_annotations_dup_clock (empty, trace);
  g_autofree char *old_name = sl_annotations_dup_object_name (empty, trace, SL_TEST_OTHER);
  g_autofree char *new_name = sl_annotations_dup_object_name (idle, trace, SL_TEST_OTHER);
  g_autofree char *back = sl_annotations_dup_object_name (unnamed, trace, SL_TEST_OTHER);
  g_autofree char *reference = sl_annotations_dup_object_name (idle, trace, SL_TEST_MUTEX);

  g_test_summary ("A change makes a copy that has all changes before it; the old one stays.");

  g_assert_cmpstr (old_name, ==, "other");
  g_assert_cmpstr (new_name, ==, "mine");
  g_assert_cmpstr (back, ==, "other");
  g_assert_cmpstr (reference, ==, "mutex:0x1720a40");
  g_assert_true (sl_clock_has_rate (clock));
  g_assert_false (sl_clock_has_rate (own_clock));
  g_assert_cmpuint (sl_annotations_get_idle_task (idle, trace), ==, SL_TEST_OTHER);
  g_assert_cmpuint (sl_annotations_get_idle_task (rated, trace), ==, SL_TEST_IDLE);
}

static void
test_text (void)
{
  static const char *const garbage[] = {
    "", "[", "x=1", "[trace]\nrate=0\nname=x\n", "[trace]\nrate=1/0\n", "[name-7]\nname=x\n"
  };
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) empty = sl_annotations_new ();
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (empty, "task:304", "a = [b]; ü\n ");
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (named, 3579545, 3);
  g_autoptr (SlAnnotations) idle = sl_annotations_with_idle_task (rated, "task:304");
  g_autofree char *nothing = sl_annotations_to_text (empty);
  g_autofree char *text = sl_annotations_to_text (idle);
  g_autoptr (SlAnnotations) again = sl_annotations_from_text (text);
  g_autofree char *name = sl_annotations_dup_object_name (again, trace, SL_TEST_OTHER);
  g_autofree char *same = sl_annotations_to_text (again);
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (again, trace);

  g_test_summary ("What is kept between sessions comes back as it was; what is spoilt adds "
                  "nothing.");

  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (name, ==, "a = [b]; ü\n ");
  g_assert_true (sl_clock_has_rate (clock));
  g_assert_cmpuint (sl_annotations_get_idle_task (again, trace), ==, SL_TEST_OTHER);
  for (guint i = 0; i < G_N_ELEMENTS (garbage); i++)
    {
      g_autoptr (SlAnnotations) read = sl_annotations_from_text (garbage[i]);
      g_autofree char *left = sl_annotations_to_text (read);

      g_assert_cmpstr (left, ==, "");
    }
  g_assert_cmpstr (same, ==, text);
}

typedef struct
{
  const char *text;
  guint32 object; /* 0 where it is refused */
} Found;

static const Found found[] = {
  { "304", SL_TEST_OTHER },
  { "0x130", SL_TEST_OTHER },
  { "task:304", SL_TEST_OTHER },
  { "task:296", SL_TEST_TASK },
  { "task:296#2", SL_TEST_TASK_2 },
  { "other", SL_TEST_OTHER },
  { "worker", 0 },
  { "task:296#3", 0 },
  { "305", 0 },
  { "mutex:0x1720a40", 0 },
  { "", 0 },
};

static void
test_find_task (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();

  g_test_summary ("A task is found by its number, its reference or a name that only it has.");

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      g_autoptr (GError) error = NULL;
      guint32 object = 0;
      gboolean fine = sl_annotations_find_task (annotations, trace, found[i].text, &object, &error);

      g_test_message ("“%s”", found[i].text);
      g_assert_cmpint (fine, ==, found[i].object != 0);
      g_assert_cmpuint (object, ==, found[i].object);
      if (!fine)
        g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
    }
}

static void
test_ambiguous_name (void)
{
  g_autoptr (SlTrace) trace = make_trace ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlAnnotations) renamed =
      sl_annotations_with_name (annotations, "task:296#2", "late worker");
  g_autoptr (GError) error = NULL;
  guint32 object = 0;

  g_test_summary ("An ambiguous name lists whom it could mean; the user's names count.");

  g_assert_false (sl_annotations_find_task (annotations, trace, "worker", &object, &error));
  g_assert_nonnull (strstr (error->message, "task:296, task:296#2"));
  g_assert_true (sl_annotations_find_task (renamed, trace, "worker", &object, NULL));
  g_assert_cmpuint (object, ==, SL_TEST_TASK);
  g_assert_true (sl_annotations_find_task (renamed, trace, "late worker", &object, NULL));
  g_assert_cmpuint (object, ==, SL_TEST_TASK_2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/overlay/changes", test_changes);
  g_test_add_func ("/model/overlay/text", test_text);
  g_test_add_func ("/model/overlay/find-task", test_find_task);
  g_test_add_func ("/model/overlay/ambiguous-name", test_ambiguous_name);
  return g_test_run ();
}
