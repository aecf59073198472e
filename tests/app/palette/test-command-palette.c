/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "sl-app-test.h"
#include "sl-command-palette.h"
#include "sl-panel-stack.h"

static GtkWidget *
find_palette (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SL_IS_COMMAND_PALETTE (window))
        return window;
    }
  return NULL;
}

static GtkWidget *
open_palette (SlWindow *window)
{
  GtkWidget *palette;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.commands", NULL));
  palette = find_palette ();
  g_assert_nonnull (palette);
  return palette;
}

static void
type (GtkWidget *palette, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (sl_app_test_find (palette, GTK_TYPE_SEARCH_ENTRY)), text);
}

static GListModel *
get_found (GtkWidget *palette)
{
  GtkWidget *list = sl_app_test_find (palette, GTK_TYPE_LIST_VIEW);

  return G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
}

static guint
count_called (GtkWidget *palette, const char *title, const char *keys)
{
  GListModel *found = get_found (palette);
  guint count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (found, i);

      if (g_strcmp0 (sl_command_get_title (command), title) == 0)
        {
          g_assert_cmpstr (sl_command_get_keys (command), ==, keys);
          count++;
        }
    }
  return count;
}

static gboolean
has_called (GtkWidget *palette, const char *title)
{
  GListModel *found = get_found (palette);

  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (found, i);

      if (g_str_equal (sl_command_get_title (command), title))
        return TRUE;
    }
  return FALSE;
}

/* Does the first that is found for @text. */
static void
run (SlWindow *window, const char *text)
{
  GtkWidget *palette = open_palette (window);
  GtkWidget *list = sl_app_test_find (palette, GTK_TYPE_LIST_VIEW);

  type (palette, text);
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), >, 0);
  g_signal_emit_by_name (list, "activate", 0);
  g_assert_null (find_palette ());
}

static void
test_lists_all (void)
{
  static const struct
  {
    const char *title;
    const char *keys;
    guint count;
  } wanted[] = {
    { "Export Picture", "Ctrl+E", 1 },
    { "Keyboard Shortcuts", "Ctrl+?", 1 },
    { "Colour-Blind Palette", NULL, 1 },
    { "Fit the whole trace", "F", 1 },
    { "Zoom in", "W", 1 },
    { "Next Missed Deadline", "N", 1 },
    { "Previous Missed Deadline", "Shift+N", 1 },
    { "Next scheduling decision", "Alt+Right", 1 },
    { "Notes", NULL, 1 },
    { "ctx 296 · pid 5", NULL, 1 },
    /* Nothing was changed that could be undone; no bus that has addresses; another window. */
    { "Undo the last change of the view", "Ctrl+Z", 0 },
    { "Colour Addresses by Memory Attribute", NULL, 0 },
    { "Statistics", NULL, 0 },
    { "Duplicate the task", "Ctrl+D", 0 },
  };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);

  g_test_summary ("What the menu, the keys, the pages and the rows offer is listed once each, with "
                  "its key; what cannot be done now is not.");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (count_called (palette, wanted[i].title, wanted[i].keys) != wanted[i].count)
      g_error ("“%s” is not there %u times", wanted[i].title, wanted[i].count);

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_finds_by_words (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);
  guint n_all = g_list_model_get_n_items (get_found (palette));
  g_autoptr (SlCommand) first = NULL;

  g_test_summary (
      "Words are found in any order and case, the start of a title first, also with the dots of a menu; without words "
      "everything is there.");

  type (palette, "  DEADLINE next ");
  first = g_list_model_get_item (get_found (palette), 0);
  g_assert_cmpstr (sl_command_get_title (first), ==, "Next Missed Deadline");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), <, n_all);
  g_clear_object (&first);

  type (palette, "zoom");
  first = g_list_model_get_item (get_found (palette), 0);
  g_assert_true (g_str_has_prefix (sl_command_get_title (first), "Zoom "));

  g_clear_object (&first);

  type (palette, "latency");
  g_assert_cmpuint (count_called (palette, "Jobs", NULL), ==, 1);
  g_assert_cmpuint (count_called (palette, "Histograms", NULL), ==, 1);
  type (palette, "preempted");
  g_assert_cmpuint (count_called (palette, "Jobs", NULL), ==, 1);

  type (palette, "compare tasks");
  g_assert_cmpuint (count_called (palette, "Histograms", NULL), ==, 1);
  type (palette, "wake");
  g_assert_cmpuint (count_called (palette, "What Woke the Task", "C"), ==, 1);
  g_assert_cmpuint (count_called (palette, "What the Task Wakes", "Shift+C"), ==, 1);
  type (palette, "what this computer does");
  g_assert_cmpuint (count_called (palette, "Record", NULL), ==, 1);
  type (palette, "send");
  g_assert_cmpuint (count_called (palette, "Save Selected Span as Trace", NULL), ==, 1);

  type (palette, "Export Picture… ");
  g_assert_cmpuint (count_called (palette, "Export Picture", "Ctrl+E"), ==, 1);

  type (palette, "no such thing");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), ==, 0);
  type (palette, "");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), ==, n_all);

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_first_found (void)
{
  static const struct
  {
    const char *typed;
    const char *title; /* NULL for nothing at all */
  } cases[] = { { "miss", "Misses (1)" },
                { "deadline", "Next Missed Deadline" },
                { "deadlines", "Next Missed Deadline" },
                { "late", "Next Missed Deadline" },
                { "zoom", "Zoom in" },
                { "print", "Print" },
                { "paper", "Export Picture" },
                { "copy", "Copy Picture" },
                { "screenshot", "Export Picture" },
                { "pdf", "Export Picture" },
                { "open", "Open View" },
                { "save", "Save Selected Span as Trace" },
                { "help", "Help" },
                { "manual", "Help" },
                { "search", "Find names, or filter events" },
                { "jump", "Go To" },
                { "cursor", "Values at the Cursor" },
                { "sort", "Sort Rows By: Order of Appearance" },
                { "hide", "Hide the row" },
                { "colour", "Colour-Blind Palette" },
                { "theme", "Colour-Blind Palette" },
                { "compare", "Compare with" },
                { "settings", "Preferences" },
                { "font", "Preferences" },
                { "full screen", "Lecture" },
                { "marker", "Markers" },
                { "close", "Close the tab, or the window with its last tab" },
                { "ticks", "Units of Time: Ticks of the Clock" },
                { "keyboard", "Keyboard Shortcuts" },
                { "lock", "The Lock It Waits For" },
                { "dark", NULL },
                { "language", NULL } };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);

  g_test_summary (
      "What a word means most comes first: a title before other words, those before values and recent files.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlCommand) first = NULL;

      type (palette, cases[i].typed);
      first = g_list_model_get_item (get_found (palette), 0);
      g_test_message ("%s", cases[i].typed);
      g_assert_cmpstr (first != NULL ? sl_command_get_title (first) : NULL, ==, cases[i].title);
    }

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_misspelt (void)
{
  /* A letter too few, too many, wrong, in the place of the next; in the second word; never the first letter. */
  static const struct
  {
    const char *typed;
    const char *title;
  } cases[] = { { "exprt", "Export Picture" },
                { "exxport", "Export Picture" },
                { "expart", "Export Picture" },
                { "exoprt", "Export Picture" },
                { "zoom qx", NULL },
                { "next mised", "Next Missed Deadline" },
                { "xoom in", NULL },
                { "exportx", "Export Picture" },
                { "exprtt", NULL },
                { "zom", "Zoom in" } };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);

  g_test_summary (
      "Where nothing has the words that are typed, those with one mistake find what is spelt alike; never a short word.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_found;

      type (palette, cases[i].typed);
      is_found = g_list_model_get_n_items (get_found (palette)) > 0;
      g_test_message ("%s", cases[i].typed);
      g_assert_cmpint (is_found, ==, cases[i].title != NULL);
      if (is_found)
        g_assert_true (has_called (palette, cases[i].title));
    }

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_runs (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  SlViewState *state = sl_document_get_state (document);
  SlSpan whole = sl_view_state_get_visible (state);
  SlSpan visible;

  g_test_summary ("A chosen command does what its key, its menu entry or its tab does.");

  run (window, "zoom in");
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_cmpint (visible.end - visible.begin, <, whole.end - whole.begin);
  run (window, "fit the whole trace");
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_cmpint (visible.begin, ==, whole.begin);
  g_assert_cmpint (visible.end, ==, whole.end);
  /* Now there is something to undo. */
  run (window, "undo");
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_cmpint (visible.end - visible.begin, <, whole.end - whole.begin);

  run (window, "since A");
  g_assert_true (sl_view_state_get_axis (sl_document_get_state (document)) !=
                 sl_view_state_get_axis (state));
  gtk_window_destroy (GTK_WINDOW (window));
}

#define N_TASKS 700

/* Each of which runs once. */
static char *
write_tasks (void)
{
  g_autoptr (GString) text = g_string_new ("# slackline-events 1, unit ns\ntime,cpu,action,task\n");
  char *path = g_build_filename (g_get_tmp_dir (), "slackline-many-tasks.csv", NULL);
  gboolean is_written;

  for (guint i = 0; i < N_TASKS; i++)
    g_string_append_printf (text, "%u,0,run,t%03u\n", i * 10, i);
  g_string_append_printf (text, "%u,0,run,\n", N_TASKS * 10);
  is_written = g_file_set_contents (path, text->str, -1, NULL);
  g_assert_true (is_written);
  return path;
}

static gboolean
is_said (GtkWidget *widget, const char *beginning)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget) &&
      g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), beginning))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, beginning))
      return TRUE;
  return FALSE;
}

static void
test_lists_first (void)
{
  g_autofree char *path = write_tasks ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SlWindow *window = sl_app_test_open (file);
  GtkWidget *palette = open_palette (window);
  g_autoptr (SlCommand) first = NULL;
  guint n_listed = g_list_model_get_n_items (get_found (palette));

  g_test_summary ("Of very many rows the palette lists the first, says so, and finds each.");

  g_assert_cmpuint (n_listed, <, N_TASKS);
  g_assert_true (is_said (palette, "The first"));
  type (palette, "t698");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), ==, 1);
  first = g_list_model_get_item (get_found (palette), 0);
  g_assert_cmpstr (sl_command_get_title (first), ==, "t698");
  type (palette, "row t");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), ==, n_listed);
  type (palette, "row t69");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (palette)), ==, 10);
  g_assert_false (is_said (palette, "The first"));

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (path);
}

/* The label below @root that says @text; NULL for none. */
static GtkLabel *
find_label (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_label (GTK_LABEL (root)), text))
    return GTK_LABEL (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_full_names (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);
  GtkLabel *title, *reason;

  g_test_summary (
      "What cannot be done has its whole name in the list, and the whole reason below it.");

  type (palette, "memory attribute");
  sl_app_test_spin (300);
  title = find_label (palette, "Colour Addresses by Memory Attribute");
  reason = find_label (palette, "The trace does not record memory attributes");
  g_assert_nonnull (title);
  g_assert_nonnull (reason);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (reason)));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (title)), >, 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (title)));
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (reason)));

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_obstacles (void)
{
  static const struct
  {
    const char *text;
    const char *title;
    const char *obstacle;
  } wanted[] = {
    { "redo", "Redo", "There is nothing to redo" },
    { "symbols", "Symbols", "The trace does not record which code was executed" },
    { "statistics", "Statistics", "Only bus traces have these statistics" },
    { "memory attribute", "Colour Addresses by Memory Attribute",
      "The trace does not record memory attributes" },
  };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);

  g_test_summary (
      "What cannot be done is listed last for who asks for it, with the reason, and does "
      "nothing but say it.");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (SlCommand) last = NULL;
      GListModel *found;
      guint n_found;

      type (palette, wanted[i].text);
      found = get_found (palette);
      n_found = g_list_model_get_n_items (found);
      g_assert_cmpuint (n_found, >, 0);
      last = g_list_model_get_item (found, n_found - 1);
      g_assert_cmpstr (sl_command_get_title (last), ==, wanted[i].title);
      g_assert_cmpstr (sl_command_get_obstacle (last), ==, wanted[i].obstacle);
      g_signal_emit_by_name (sl_app_test_find (palette, GTK_TYPE_LIST_VIEW), "activate",
                             n_found - 1);
      g_assert_true (find_palette () == palette);
      g_assert_true (is_said (palette, wanted[i].title));
    }

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Checks the reasons of all that is listed; returns how many there are. */
static guint
check_reasons (SlWindow *window)
{
  GtkWidget *palette = open_palette (window);
  guint n_reasons = 0;

  for (char letter = 'a'; letter <= 'z'; letter++)
    {
      const char text[] = { letter, '\0' };
      GListModel *found;

      type (palette, text);
      found = get_found (palette);
      for (guint i = 0; i < g_list_model_get_n_items (found); i++)
        {
          g_autoptr (SlCommand) command = g_list_model_get_item (found, i);
          const char *obstacle = sl_command_get_obstacle (command);

          if (obstacle == NULL)
            continue;
          if (g_str_has_prefix (obstacle, "Not available"))
            g_error ("“%s” gives no reason", sl_command_get_title (command));
          n_reasons++;
        }
    }
  gtk_window_destroy (GTK_WINDOW (palette));
  return n_reasons;
}

static void
test_reasons (void)
{
  SlWindow *empty = sl_window_new (sl_app_test_start ());
  SlWindow *sample = sl_app_test_open_sample ();
  SlWindow *simulated = sl_app_test_open_set ("[task a]\nperiod=10ms\nwcet=3ms\n");

  g_test_summary (
      "Whatever cannot be done says why, with and without a trace, also one that was not read from a file.");

  gtk_window_present (GTK_WINDOW (empty));
  g_assert_cmpuint (check_reasons (empty), >, 3);
  g_assert_cmpuint (check_reasons (sample), >, 10);
  g_assert_cmpuint (check_reasons (simulated), >, 10);
  gtk_window_destroy (GTK_WINDOW (simulated));
  gtk_window_destroy (GTK_WINDOW (sample));
  gtk_window_destroy (GTK_WINDOW (empty));
}

static gboolean
has_column (SlWindow *window, const char *title)
{
  GtkWidget *panels = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_PANEL_STACK);
  GtkWidget *list = sl_app_test_find (panels, GTK_TYPE_COLUMN_VIEW);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (list));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (column), title) == 0)
        return gtk_column_view_column_get_visible (column);
    }
  return FALSE;
}

static void
test_columns (void)
{
  SlWindow *window = sl_app_test_open_sample ();

  g_test_summary (
      "The columns of the list that is shown can be hidden and shown; those of no list while none is.");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.show-page", "s", "events"));
  sl_app_test_spin (200);
  g_assert_true (has_column (window, "Event"));
  run (window, "column: event");
  g_assert_false (has_column (window, "Event"));
  run (window, "column: event");
  g_assert_true (has_column (window, "Event"));
  run (window, "reset columns");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.list", NULL));
  sl_app_test_spin (200);
  type (open_palette (window), "reset columns");
  g_assert_cmpuint (g_list_model_get_n_items (get_found (find_palette ())), ==, 0);
  gtk_window_destroy (GTK_WINDOW (find_palette ()));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_folded_rows (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  guint number;

  g_test_summary ("Rows in folded groups are found, and choosing one shows it.");

  g_assert_false (sl_rows_find (sl_document_get_rows (document), "task:264", &number));
  run (window, "ctx 264");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "task:264", &number));
  g_assert_cmpstr (sl_view_state_get_picked (sl_document_get_state (document))->row, ==,
                   "task:264");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_units (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *palette = open_palette (window);
  GListModel *found;
  guint n_own = 0, n_new = 0;

  g_test_summary (
      "The unit of this trace and that of new ones have one name, and say which they are.");

  type (palette, "units of time seconds");
  found = get_found (palette);
  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (found, i);

      if (g_strcmp0 (sl_command_get_title (command), "Units of Time: Seconds") != 0)
        continue;
      n_own += g_str_equal (sl_command_get_group (command), "This Trace");
      n_new += g_str_equal (sl_command_get_group (command), "Preference for New Traces");
    }
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_new, ==, 1);

  gtk_window_destroy (GTK_WINDOW (palette));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/command-palette/lists-all", test_lists_all);
  g_test_add_func ("/app/command-palette/finds-by-words", test_finds_by_words);
  g_test_add_func ("/app/command-palette/first-found", test_first_found);
  g_test_add_func ("/app/command-palette/misspelt", test_misspelt);
  g_test_add_func ("/app/command-palette/runs", test_runs);
  g_test_add_func ("/app/command-palette/lists-first", test_lists_first);
  g_test_add_func ("/app/command-palette/full-names", test_full_names);
  g_test_add_func ("/app/command-palette/obstacles", test_obstacles);
  g_test_add_func ("/app/command-palette/reasons", test_reasons);
  g_test_add_func ("/app/command-palette/columns", test_columns);
  g_test_add_func ("/app/command-palette/folded-rows", test_folded_rows);
  g_test_add_func ("/app/command-palette/units", test_units);
  return g_test_run ();
}
