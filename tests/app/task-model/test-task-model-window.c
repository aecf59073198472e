/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-task-model-field.h"
#include "sl-task-model-window.h"

static const char two_tasks[] = "[task fast]\nperiod=10ms\nwcet=3ms\n"
                                "[task slow]\nperiod=20ms\nwcet=8ms\n";

static void
unfold (GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    unfold (child);
}

static SlTaskModelField *
find_field (GtkWidget *widget, const char *name, const char *key)
{
  SlTaskModelField *found = NULL;

  if (SL_IS_TASK_MODEL_FIELD (widget))
    {
      SlTaskModelField *field = SL_TASK_MODEL_FIELD (widget);

      return g_str_equal (sl_task_model_field_get_subject (field)->name, name) &&
                     g_str_equal (sl_task_model_field_get_key (field)->id, key)
                 ? field
                 : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_field (child, name, key);
  return found;
}

/* What has the focus within the field; NULL where it is elsewhere, or upon the row. */
static GtkEditable *
get_focused (GtkWidget *editor, SlTaskModelField *field)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (editor));

  return focus != NULL && GTK_IS_EDITABLE (focus) &&
                 gtk_widget_is_ancestor (focus, GTK_WIDGET (field))
             ? GTK_EDITABLE (focus)
             : NULL;
}

static GtkWidget *
open_editor (SlWindow *window)
{
  GtkWidget *editor =
      sl_task_model_window_new (sl_window_get_document (window), GTK_WINDOW (window));

  gtk_window_present (GTK_WINDOW (editor));
  unfold (editor);
  sl_app_test_spin (300);
  return editor;
}

/* Not before what it is in has unfolded. */
static gboolean
takes_focus (gpointer field)
{
  return gtk_widget_child_focus (field, GTK_DIR_TAB_FORWARD);
}

static void
test_focus (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  GtkWidget *editor = open_editor (window);
  SlTaskModelField *period = find_field (editor, "slow", "period");
  GtkEditable *entry;

  g_test_summary ("The focus goes to the value of a field, never to its row, and it stays there "
                  "when the value is taken back.");

  g_assert_nonnull (period);
  sl_app_test_wait (takes_focus, period);
  gtk_widget_grab_focus (GTK_WIDGET (period));
  entry = get_focused (editor, period);
  g_assert_nonnull (entry);
  gtk_editable_set_text (entry, "9ms");

  gtk_widget_activate_action (editor, "model.undo", NULL);
  period = find_field (editor, "slow", "period");
  entry = get_focused (editor, period);
  g_assert_nonnull (entry);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "20ms");

  g_assert_true (gtk_widget_child_focus (editor, GTK_DIR_TAB_FORWARD));
  g_assert_false (SL_IS_TASK_MODEL_FIELD (gtk_root_get_focus (GTK_ROOT (editor))));
  gtk_window_destroy (GTK_WINDOW (editor));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_invalid (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  GtkWidget *editor = open_editor (window);
  SlTaskModelField *field = find_field (editor, "slow", "period");

  g_test_summary ("The window asks before it closes with a value that is not valid, and says where "
                  "a group applies to nothing of the trace.");

  sl_app_test_wait (takes_focus, field);
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (get_focused (editor, field), "xx");
  g_assert_cmpstr (sl_task_model_field_get_invalid (field), ==, "xx");
  gtk_window_close (GTK_WINDOW (editor));
  sl_app_test_spin (200);
  g_assert_true (gtk_widget_get_visible (editor));
  gtk_editable_set_text (GTK_EDITABLE (get_focused (editor, field)), "9ms");
  g_assert_null (sl_task_model_field_get_invalid (field));

  field = find_field (editor, "slow", "match");
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (get_focused (editor, field), "4ms");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (field)), ==,
                   "No task of this trace matches");
  gtk_editable_set_text (get_focused (editor, field), "sl*");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (field)), !=,
                   "No task of this trace matches");
  gtk_window_destroy (GTK_WINDOW (editor));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/task-model-window/focus", test_focus);
  g_test_add_func ("/app/task-model-window/invalid", test_invalid);
  return g_test_run ();
}
