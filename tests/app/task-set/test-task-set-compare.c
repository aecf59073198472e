/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-task-set-compare.h"

#include <glib/gstdio.h>

/* By rate monotonic order slow runs 3 to 10 and 13 to 14. */
#define TWO_TASKS "[task fast]\nperiod=10ms\nwcet=3ms\n[task slow]\nperiod=20ms\nwcet=8ms\n"

/* A window in which a task set is edited, as far as comparing needs it. */
typedef struct
{
  SlTaskModelStore *store;
  GtkWindow *window;
  GtkWidget *toasts;
} Editor;

static void
editor_init (Editor *self)
{
  self->store = sl_task_model_store_new ();
  sl_task_model_store_start (self->store, TWO_TASKS, "Two tasks");
  self->window =
      GTK_WINDOW (g_object_new (GTK_TYPE_WINDOW, "application", sl_app_test_start (), NULL));
  self->toasts = adw_toast_overlay_new ();
  gtk_window_set_child (self->window, self->toasts);
  gtk_window_present (self->window);
}

static void
editor_clear (Editor *self)
{
  gtk_window_destroy (self->window);
  g_object_unref (self->store);
}

static SlWindow *
find_window (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (sl_app_test_start ()));

  for (GList *l = windows; l != NULL; l = l->next)
    if (SL_IS_WINDOW (l->data))
      return l->data;

  return NULL;
}

static gboolean
is_compared (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_document_get_compare (document) != NULL;
}

static char *
dup_title (const SlJobCompare *compare, guint side)
{
  return sl_trace_set_dup_title (sl_job_compare_get_set (compare),
                                 sl_job_compare_get_side (compare, side)->trace);
}

/* The most that B's jobs of @name took longer than A's. */
static gint64
get_most (const SlJobCompare *compare, const char *name)
{
  for (guint i = 0; i < sl_job_compare_get_n_tasks (compare); i++)
    {
      const SlTaskCompare *task = sl_job_compare_get_task (compare, i);

      if (g_str_equal (task->match.name, name))
        return task->differences[SL_DIFFERENCE_RESPONSE].max;
    }
  g_assert_not_reached ();
}

static void
test_schedulers (void)
{
  Editor editor;
  SlWindow *window;
  SlJobCompare *compare;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_test_summary ("A set under two schedulers opens as two compared traces, named by them.");

  editor_init (&editor);
  sl_task_set_compare_schedulers (editor.store, editor.toasts, "rm", "fifo");
  window = find_window ();
  g_assert_nonnull (window);
  sl_app_test_wait (is_compared, window);
  compare = sl_document_get_compare (sl_window_get_document (window));
  a = dup_title (compare, SL_SIDE_A);
  b = dup_title (compare, SL_SIDE_B);
  g_assert_cmpstr (a, ==, "RM");
  g_assert_cmpstr (b, ==, "FIFO");
  g_assert_cmpuint (sl_job_compare_get_n_pairs (compare), ==, 3);
  /* First in, first out, slow runs 3 to 11, and fast waits from 10 on. */
  g_assert_cmpint (get_most (compare, "fast"), ==, 1000000);

  gtk_window_destroy (GTK_WINDOW (window));
  editor_clear (&editor);
}

static void
test_saved (void)
{
  Editor editor;
  g_autofree char *folder = g_dir_make_tmp ("slackline-set-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "two.slackline-tasks", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SlWindow *window;
  SlJobCompare *compare;

  g_test_summary ("A set that is in no file is not compared with it; one that is runs as it was "
                  "saved and as it was edited since.");

  editor_init (&editor);
  sl_task_set_compare_saved (editor.store, editor.toasts);
  g_assert_null (find_window ());

  g_assert_true (sl_task_model_store_save (editor.store, file, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (
      sl_task_model_store_set (editor.store, SL_MODEL_TASK, "fast", NULL, "wcet", "4ms", NULL));
  sl_task_set_compare_saved (editor.store, editor.toasts);
  window = find_window ();
  g_assert_nonnull (window);
  sl_app_test_wait (is_compared, window);
  compare = sl_document_get_compare (sl_window_get_document (window));
  g_assert_cmpint (get_most (compare, "fast"), ==, 1000000);

  gtk_window_destroy (GTK_WINDOW (window));
  editor_clear (&editor);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_tells_errors (void)
{
  Editor editor;

  g_test_summary ("A set that cannot run opens no window.");

  editor_init (&editor);
  sl_task_model_store_start (editor.store, "[task t]\nperiod=10ms\nwcet=1ms\n", "Wrong");
  sl_task_set_compare_schedulers (editor.store, editor.toasts, "rm", "no-such-policy");
  g_assert_null (find_window ());
  editor_clear (&editor);
}

/* Counts the comparisons that @menu offers, and looks at each. */
static guint
check_menu (GMenuModel *menu)
{
  guint n_found = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) below = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *action = NULL;
      g_autofree char *one = NULL;
      g_autofree char *other = NULL;

      if (below != NULL)
        n_found += check_menu (below);
      if (!g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action) ||
          !g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_TARGET, "(ss)", &one, &other))
        continue;

      g_assert_cmpstr (action, ==, "set.compare");
      g_assert_cmpstr (one, !=, other);
      g_assert_cmpint (sl_policy_from_id (one), !=, SL_POLICY_UNKNOWN);
      g_assert_cmpint (sl_policy_from_id (other), !=, SL_POLICY_UNKNOWN);
      n_found++;
    }
  return n_found;
}

static void
test_menu (void)
{
  g_autoptr (GMenuModel) menu = sl_task_set_compare_make_menu ();

  g_test_summary ("The menu offers each two of the six policies, in either order, and the most "
                  "common pair at its top.");

  g_assert_cmpuint (check_menu (menu), ==, 1 + 6 * 5);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/set-compare/schedulers", test_schedulers);
  g_test_add_func ("/app/set-compare/saved", test_saved);
  g_test_add_func ("/app/set-compare/tells-errors", test_tells_errors);
  g_test_add_func ("/app/set-compare/menu", test_menu);

  return g_test_run ();
}
