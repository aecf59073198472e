/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <glib/gstdio.h>
#include <utime.h>

#include "sl-details-private.h"
#include "sl-panels.h"

/* Two jobs of the fast task and one of the slow one in 20 ms; by rate monotonic order the slow one
 * runs 3 to 10 and 13 to 14. */
static const char two_tasks[] = "[task fast]\nperiod=10ms\nwcet=3ms\n"
                                "[task slow]\nperiod=20ms\nwcet=8ms\n";

/* They ask for more than there is: the slow one is late. */
static const char late_tasks[] = "[task fast]\nperiod=10ms\nwcet=6ms\n"
                                 "[task slow]\nperiod=20ms\nwcet=12ms\n";

static SlSimulation *
make_simulation (const char *text, const char *name)
{
  const SlSimOptions options = { .quantum = 1000000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "a set", &error);

  g_assert_no_error (error);
  return sl_simulation_new (model, name, &options);
}

static gboolean
has_jobs (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_document_get_jobs (document) != NULL &&
         sl_trace_is_complete (sl_document_get_trace (document));
}

static const char *
get_page (SlWindow *window)
{
  GObject *stack = gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                  SL_TYPE_TRACE_TAB, "stack");

  return gtk_stack_get_visible_child_name (GTK_STACK (stack));
}

static gboolean
shows_error (gpointer data)
{
  return g_str_equal (get_page (data), "error");
}

static void
test_opens_as_a_trace (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlSimulation) simulation = make_simulation (two_tasks, "Two tasks/one");
  g_autofree char *name = NULL;
  SlJobTable *jobs;

  g_test_summary ("A set is simulated in the background and shown as a trace with its deadlines, "
                  "under its name, marked as simulated.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_simulation (window, simulation);
  sl_app_test_wait (has_jobs, window);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Two tasks_one (simulated)");

  jobs = sl_document_get_jobs (sl_window_get_document (window));
  g_assert_cmpuint (sl_job_table_get_n_jobs (jobs), ==, 3);
  g_assert_cmpint (sl_job_table_get (jobs, 0)->deadline - sl_job_table_get (jobs, 0)->release, ==,
                   10000000);

  name = sl_simulation_find_name (sl_simulation_get_file (simulation));
  g_assert_cmpstr (name, ==, "Two tasks_one");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_tells_errors (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlSimulation) simulation = make_simulation ("[task t]\nperiod=10ms\n", "No WCET");
  GObject *page;

  g_test_summary ("Faults of a set are shown where a file's faults are.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_simulation (window, simulation);
  sl_app_test_wait (shows_error, window);
  page = gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)), SL_TYPE_TRACE_TAB,
                                        "error_page");
  g_assert_nonnull (strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)), "[task t]"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static guint
count_kept (const char *folder, const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);
  return n;
}

static void
test_cleans_up (void)
{
  g_autofree char *folder =
      g_build_filename (g_get_user_cache_dir (), "slackline", "simulated", NULL);
  g_autofree char *first = NULL;

  g_test_summary (
      "Only the newest forty simulated traces are kept, each with its model; the oldest "
      "go.");

  for (guint i = 0; i < 45; i++)
    {
      g_autofree char *name = g_strdup_printf ("Set %u", i);
      g_autoptr (SlSimulation) simulation = make_simulation (two_tasks, name);
      g_autofree char *path = g_file_get_path (sl_simulation_get_file (simulation));
      /* Long ago, each later than the one before. */
      struct utimbuf times = { 1000 + i, 1000 + i };
      g_autoptr (GError) error = NULL;

      sl_simulation_run (simulation, NULL, &error);
      g_assert_no_error (error);
      if (i < 44)
        g_utime (path, &times);
      if (i == 0)
        first = g_steal_pointer (&path);
    }

  g_assert_cmpuint (count_kept (folder, ".shark"), ==, 40);
  g_assert_cmpuint (count_kept (folder, SL_TASK_MODEL_SUFFIX), ==, 40);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
}

static void
test_name_is_a_file_name (void)
{
  static const char *const names[] = { "", ".", "..", "a/b", "ä\nö", "[x]" };
  g_autofree char *folder =
      g_build_filename (g_get_user_cache_dir (), "slackline", "simulated", NULL);
  g_autoptr (GString) longest = g_string_new (NULL);

  g_test_summary ("Whatever a set is called, its trace is in the folder of simulated ones.");

  for (guint i = 0; i < 200; i++)
    g_string_append (longest, "è");
  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      const char *name = i < G_N_ELEMENTS (names) ? names[i] : longest->str;
      g_autoptr (SlSimulation) simulation = make_simulation (two_tasks, name);
      g_autofree char *path = g_file_get_path (sl_simulation_get_file (simulation));
      g_autofree char *parent = g_path_get_dirname (path);
      g_autofree char *base = g_path_get_basename (path);

      g_assert_cmpstr (parent, ==, folder);
      g_assert_cmpuint (strlen (base), <, 200);
      g_assert_true (g_utf8_validate (base, -1, NULL));
    }
}

/* How many texts below @root may be cut: only at their end, and all of them is in their tooltip. */
static guint
count_cut (GtkWidget *root)
{
  const char *tip = gtk_widget_get_tooltip_text (root);
  guint n = 0;

  if (GTK_IS_LABEL (root) && gtk_label_get_ellipsize (GTK_LABEL (root)) != PANGO_ELLIPSIZE_NONE)
    {
      g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (root)), ==, PANGO_ELLIPSIZE_END);
      g_assert_cmpstr (tip, ==, gtk_label_get_text (GTK_LABEL (root)));
      return 1;
    }
  /* Such a cell says all of it where it is cut. */
  if (GTK_IS_INSCRIPTION (root))
    return gtk_widget_get_has_tooltip (root) &&
           gtk_inscription_get_text_overflow (GTK_INSCRIPTION (root)) ==
               GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END &&
           gtk_inscription_get_text (GTK_INSCRIPTION (root)) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (child);
  return n;
}

static guint
count_wrapped (GtkWidget *root)
{
  guint n = GTK_IS_LABEL (root) && gtk_label_get_wrap (GTK_LABEL (root));

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_wrapped (child);
  return n;
}

static gboolean
has_causes (gpointer view)
{
  return count_cut (view) > 0;
}

static void
test_long_causes (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlSimulation) simulation = make_simulation (late_tasks, "Late");
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *panel_window = gtk_window_new ();
  GtkWidget *panel = g_object_new (SL_TYPE_JOB_PANEL, NULL);
  SlDocument *document;

  g_test_summary (
      "A cause that is too long for its line has several in the details; in the list of jobs it loses "
      "its end, and is whole in its tooltip.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_simulation (window, simulation);
  sl_app_test_wait (has_jobs, window);
  document = sl_window_get_document (window);
  for (guint i = 0; i < sl_job_table_get_n_jobs (sl_document_get_jobs (document)); i++)
    sl_job_causes_append (GTK_BOX (box), document, (SlJobRef) { 0, i });
  g_assert_cmpuint (count_cut (box), ==, 0);
  g_assert_cmpuint (count_wrapped (box), >, 0);

  gtk_window_set_default_size (GTK_WINDOW (panel_window), 1600, 400);
  gtk_window_set_child (GTK_WINDOW (panel_window), panel);
  g_object_set (panel, "document", document, NULL);
  gtk_window_present (GTK_WINDOW (panel_window));
  sl_app_test_wait (has_causes, gtk_widget_get_template_child (panel, SL_TYPE_JOB_PANEL, "view"));

  gtk_window_destroy (GTK_WINDOW (panel_window));
  g_object_unref (box);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/simulation/opens-as-a-trace", test_opens_as_a_trace);
  g_test_add_func ("/app/simulation/tells-errors", test_tells_errors);
  g_test_add_func ("/app/simulation/cleans-up", test_cleans_up);
  g_test_add_func ("/app/simulation/name-is-a-file-name", test_name_is_a_file_name);
  g_test_add_func ("/app/simulation/long-causes", test_long_causes);
  return g_test_run ();
}
