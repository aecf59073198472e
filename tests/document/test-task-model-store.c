/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error.h"
#include "sl-task-model-store.h"

#include <glib/gstdio.h>
#include <string.h>

#define TEXT "# by hand\n\n[task pilot]\n# measured\nperiod=10ms\nx-owner=Ada\n"

typedef struct
{
  char *folder;
  GFile *file;
} Place;

static void
place_init (Place *self)
{
  g_autofree char *path = NULL;

  self->folder = g_dir_make_tmp ("slackline-store-XXXXXX", NULL);
  path = g_build_filename (self->folder, "a.slackline-tasks", NULL);
  self->file = g_file_new_for_path (path);
}

static void
place_clear (Place *self)
{
  g_file_delete (self->file, NULL, NULL);
  g_rmdir (self->folder);
  g_object_unref (self->file);
  g_free (self->folder);
}

static void
write_file (const Place *place, const char *text)
{
  g_assert_true (g_file_replace_contents (place->file, text, strlen (text), NULL, FALSE,
                                          G_FILE_CREATE_NONE, NULL, NULL, NULL));
}

static void
assert_text (SlTaskModelStore *store, const char *expected)
{
  g_autofree char *text = sl_task_model_to_text (sl_task_model_store_get_model (store));

  g_assert_cmpstr (text, ==, expected);
}

static void
type_value (SlTaskModelStore *store, const char *key, const char *value)
{
  for (gsize length = 1; length <= strlen (value); length++)
    {
      g_autofree char *typed = g_strndup (value, length);

      g_assert_true (
          sl_task_model_store_set (store, SL_MODEL_TASK, "pilot", NULL, key, typed, NULL));
    }
}

static void
test_undo (void)
{
  g_autoptr (SlTaskModelStore) store = sl_task_model_store_new ();
  g_autofree char *changed = NULL;
  Place place;

  g_test_summary ("What is typed into one field is one step of undo; undone to the end, the text "
                  "is what it was, with comments and unknown keys.");

  place_init (&place);
  write_file (&place, TEXT);
  g_assert_true (sl_task_model_store_load (store, place.file, NULL));
  g_assert_false (sl_task_model_store_can_undo (store));

  type_value (store, "deadline", "500");
  type_value (store, "priority", "12");
  g_assert_true (sl_task_model_store_is_changed (store));
  changed = sl_task_model_to_text (sl_task_model_store_get_model (store));

  sl_task_model_store_undo (store);
  g_assert_nonnull (strstr (changed, "deadline=500\n"));
  assert_text (store, TEXT "deadline=500\n");
  sl_task_model_store_undo (store);
  assert_text (store, TEXT);
  g_assert_false (sl_task_model_store_can_undo (store));
  g_assert_false (sl_task_model_store_is_changed (store));
  sl_task_model_store_redo (store);
  sl_task_model_store_redo (store);
  g_assert_false (sl_task_model_store_can_redo (store));
  assert_text (store, changed);
  place_clear (&place);
}

static void
test_value (void)
{
  g_autoptr (SlTaskModelStore) store = sl_task_model_store_new ();
  g_autoptr (SlTaskModel) held = NULL;
  g_autofree char *text = NULL;
  Place place;

  g_test_summary (
      "Who holds a model, such as a thread, keeps it as it was when it is changed; what is undone "
      "is that model again, and the lines of errors are those of the text.");

  place_init (&place);
  write_file (&place, TEXT);
  g_assert_true (sl_task_model_store_load (store, place.file, NULL));
  held = sl_task_model_ref (sl_task_model_store_get_model (store));
  type_value (store, "deadline", "500");
  text = sl_task_model_to_text (held);
  g_assert_cmpstr (text, ==, TEXT);
  g_assert_cmpuint (sl_task_model_find_line (held, SL_MODEL_TASK, "pilot", "deadline"), ==, 0);
  g_assert_cmpuint (sl_task_model_find_line (sl_task_model_store_get_model (store), SL_MODEL_TASK,
                                             "pilot", "deadline"),
                    >, 0);
  g_assert_cmpstr (sl_task_model_get_file_name (sl_task_model_store_get_model (store)), ==,
                   sl_task_model_get_file_name (held));

  sl_task_model_store_undo (store);
  g_assert_true (sl_task_model_store_get_model (store) == held);
  place_clear (&place);
}

static void
test_new_group (void)
{
  g_autoptr (SlTaskModelStore) store = sl_task_model_store_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("The first value makes the group, and says what it applies to, in one step; a "
                  "value that is wrong changes nothing.");

  g_assert_false (sl_task_model_store_set (store, SL_MODEL_TASK, "ctx 296", "task:296", "period",
                                           "soon", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_false (sl_task_model_store_can_undo (store));

  g_assert_true (sl_task_model_store_set (store, SL_MODEL_TASK, "ctx 296", "task:296", "period",
                                          "10ms", NULL));
  assert_text (store, "[task ctx 296]\nperiod=10ms\nmatch=task:296\n");
  sl_task_model_store_undo (store);
  assert_text (store, "");
}

static void
test_files (void)
{
  g_autoptr (SlTaskModelStore) store = sl_task_model_store_new ();
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nonexistent/a.slackline-tasks");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  Place place;

  g_test_summary ("A missing file is not an error, a wrong one is reported and stays "
                  "as it is, and one that cannot be written leaves the model unsaved.");

  place_init (&place);
  g_assert_true (sl_task_model_store_load (store, place.file, &error));
  g_assert_true (
      sl_task_model_store_set (store, SL_MODEL_TASK, "pilot", NULL, "wcet", "2ms", NULL));
  g_assert_false (sl_task_model_store_save (store, nowhere, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (sl_task_model_store_is_changed (store));
  g_assert_true (g_file_equal (sl_task_model_store_get_file (store), place.file));
  g_assert_true (sl_task_model_store_save (store, place.file, NULL, &error));
  g_assert_false (sl_task_model_store_is_changed (store));

  write_file (&place, "[task pilot]\nperiod=often\n");
  g_assert_false (sl_task_model_store_load (store, place.file, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_nonnull (strstr (sl_task_model_store_get_error_text (store), "Line 2"));
  assert_text (store, "[task pilot]\nwcet=2ms\n");
  g_assert_true (g_file_load_contents (place.file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "[task pilot]\nperiod=often\n");
  place_clear (&place);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/model-store/undo", test_undo);
  g_test_add_func ("/app/model-store/value", test_value);
  g_test_add_func ("/app/model-store/new-group", test_new_group);
  g_test_add_func ("/app/model-store/files", test_files);

  return g_test_run ();
}
