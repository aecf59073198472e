/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-marker-edit.h"
#include "sl-session-text.h"
#include "sl-trace-tab-private.h"

/* Undo, for whatever is kept of a view. */

static gboolean
is_ready (gpointer window)
{
  SlDocument *document = sl_window_get_document (window);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document)) &&
         sl_document_get_jobs (document) != NULL;
}

static SlWindow *
open_sample (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autofree char *path =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_path (path));
  /* The cursor of an entry without the keys of a real window warns when it blinks. */
  g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", FALSE, NULL);
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (is_ready, window);
  sl_app_test_spin (200);
  return window;
}

/* What these do is not of the view: dialogs, files, undo itself, the focus in the filter, what is stepped through
 * and lectured. */
static const char *const apart[] = {
  "undo",        "find",         "next-hit", "previous-hit",     "redo",         "rate",
  "symbols",     "traces",       "model",    "export",           "go-to",        "find-address",
  "save-view",   "open-view",    "lecture",  "lecture-sentence", "predict",      "step-mode",
  "edit-marker", "colour-blind", "print",    "save-span",        "copy-picture",
};

static gboolean
is_apart (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    if (g_str_equal (apart[i], name))
      return TRUE;

  return g_str_has_prefix (name, "step-") || g_str_has_prefix (name, "lecture");
}

/* What an action with a text can be told. */
static const struct
{
  const char *name;
  const char *target;
} targets[] = {
  { "look", "textbook" },
  { "look", "compact" },
  { "axis", "tsc" },
  { "axis", "delta" },
  { "axis", "time" },
  { "unit", "us" },
  { "unit", "auto" },
  { "sort-rows", "name" },
  { "sort-rows", "load" },
  { "sort-rows", "misses" },
  { "sort-rows", "appearance" },
  { "quiet-rows", "thin" },
  { "quiet-rows", "hidden" },
  { "quiet-rows", "full" },
  { "show-page", "jobs" },
  { "show-page", "theory" },
  { "show-page", "events" },
};

/* Without what no undo changes: the page that is looked at, and the veil over all but a job. */
static char *
dup_kept (SlWindow *window)
{
  g_autofree char *text = sl_session_text_write (sl_window_get_document (window));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) kept = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix (lines[i], "page=") && !g_str_has_prefix (lines[i], "instant="))
      g_string_append_printf (kept, "%s\n", lines[i]);
  return g_strdup (kept->str);
}

/* Whether something was changed by it. */
static gboolean
check (SlWindow *window, const char *name, GVariant *target)
{
  GActionGroup *actions = sl_trace_tab_get_view_actions (sl_window_get_tab (window));
  SlViewHistory *history = sl_document_get_history (sl_window_get_document (window));
  g_autofree char *before = dup_kept (window);
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;
  g_autofree char *redone = NULL;
  guint n_steps = 0;

  g_action_group_activate_action (actions, name, target);
  sl_app_test_spin (60);
  after = dup_kept (window);
  if (g_str_equal (before, after))
    return FALSE;

  for (undone = g_strdup (after); !g_str_equal (undone, before) && sl_view_history_undo (history);
       n_steps++)
    {
      sl_app_test_spin (30);
      g_free (undone);
      undone = dup_kept (window);
    }
  g_assert_cmpstr (undone, ==, before);
  /* The list of misses is shown, and the next one is gone to. */
  g_assert_cmpuint (n_steps, <=, 2);
  for (; n_steps > 0; n_steps--)
    g_assert_true (sl_view_history_redo (history));
  sl_app_test_spin (30);
  redone = dup_kept (window);
  g_assert_cmpstr (redone, ==, after);
  return TRUE;
}

static void
test_actions (void)
{
  SlWindow *window = open_sample ();
  GActionGroup *actions = sl_trace_tab_get_view_actions (sl_window_get_tab (window));
  g_auto (GStrv) names = g_action_group_list_actions (actions);
  guint n_changes = 0;

  g_test_summary (
      "Whatever any action changes of the view that is kept, Ctrl+Z takes back, and redo does again.");

  for (guint i = 0; names[i] != NULL; i++)
    {
      const GVariantType *type = g_action_group_get_action_parameter_type (actions, names[i]);

      if (is_apart (names[i]) || !g_action_group_get_action_enabled (actions, names[i]))
        continue;
      if (type == NULL)
        n_changes += check (window, names[i], NULL);
      for (guint j = 0; type != NULL && j < G_N_ELEMENTS (targets); j++)
        if (g_str_equal (targets[j].name, names[i]))
          n_changes += check (window, names[i], g_variant_new_string (targets[j].target));
    }
  /* The walk would prove nothing if the actions did nothing. */
  g_assert_cmpuint (n_changes, >, 15);
  gtk_window_destroy (GTK_WINDOW (window));
}

static const char *
get_page (SlDocument *document)
{
  return sl_view_state_get_panels (sl_document_get_state (document))->page;
}

static guint
count_markers (SlDocument *document)
{
  return sl_markers_get_count (sl_view_state_get_markers (sl_document_get_state (document)));
}

static void
test_page (void)
{
  SlWindow *window = open_sample ();
  GActionGroup *actions = sl_trace_tab_get_view_actions (sl_window_get_tab (window));
  SlDocument *document = sl_window_get_document (window);
  guint n_markers = count_markers (document);

  g_test_summary (
      "A marker is undone at once, also where another page was looked at after it was set; the page stays.");

  g_action_group_activate_action (actions, "show-page", g_variant_new_string ("events"));
  sl_app_test_spin (60);
  sl_marker_edit_add (document, 4000001);
  sl_app_test_spin (60);
  g_assert_cmpuint (count_markers (document), ==, n_markers + 1);
  g_action_group_activate_action (actions, "show-page", g_variant_new_string ("theory"));
  sl_app_test_spin (60);
  g_assert_cmpstr (get_page (document), ==, "theory");
  g_action_group_activate_action (actions, "undo", NULL);
  sl_app_test_spin (60);
  g_assert_cmpuint (count_markers (document), ==, n_markers);
  g_assert_cmpstr (get_page (document), ==, "theory");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/undo-actions/all", test_actions);
  g_test_add_func ("/app/undo-actions/page", test_page);
  return g_test_run ();
}
