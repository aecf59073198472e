/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <string.h>
#include <unistd.h>

#include "sl-application.h"
#include "sl-load.h"
#include "sl-simulation.h"

/* A test that waits longer than this for something to happen has failed. */
#define PATIENCE_USEC (60 * G_USEC_PER_SEC)
/* The longest that something moves without having been asked to. */
#define REST_USEC (5 * G_USEC_PER_SEC)

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_LEAK_CHECK
#endif
#endif

#ifdef HAS_LEAK_CHECK
#include <sanitizer/lsan_interface.h>

/* GLib's table of quarks grows without freeing the one before. The first is made while libraries
 * start, before anything of ours runs: what they keep then is not looked for. */
static void
ignore_leaks (void)
{
  __lsan_disable ();
}

__attribute__ ((section (".preinit_array"),
                used)) static void (*const before_libraries) (void) = ignore_leaks;

__attribute__ ((constructor)) static void
look_for_leaks (void)
{
  __lsan_enable ();
}
#endif

/* One for the whole process: GTK starts once. */
GtkApplication *
sl_app_test_start (void)
{
  static GtkApplication *application;
  g_autoptr (GError) error = NULL;

  if (application == NULL)
    {
      application = GTK_APPLICATION (sl_application_new ());
      g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (application), NULL, &error);
      g_assert_no_error (error);
    }
  return application;
}

SlTrace *
sl_app_test_make_trace (guint64 n_events)
{
  g_autoptr (SlSource) source = fake_source_new (n_events, 1000, 0);
  g_autoptr (GError) error = NULL;
  SlTrace *trace = sl_load_run (source, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the main loop until @condition holds. */
void
sl_app_test_wait (SlAppCondition condition, gpointer data)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_USEC;
  guint wake = g_timeout_add (20, wake_cb, NULL);

  while (!condition (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (wake);
}

static gboolean
is_over (gpointer data)
{
  return g_get_monotonic_time () >= *(gint64 *) data;
}

/* Whether another thread computes, or waits for a processor to do so. */
static gboolean
is_computing (void)
{
  g_autofree char *self = g_strdup_printf ("%d", (int) getpid ());
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;

  while (threads != NULL && (thread = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", thread, "stat", NULL);
      g_autofree char *stat = NULL;
      const char *name_end;

      if (g_str_equal (thread, self) || !g_file_get_contents (path, &stat, NULL, NULL))
        continue;
      name_end = strrchr (stat, ')');
      if (name_end != NULL &&
          (g_str_has_prefix (name_end, ") R") || g_str_has_prefix (name_end, ") D")))
        return TRUE;
    }
  return FALSE;
}

/* Runs the main loop for that long, and on until nothing happens any more: on a busy machine time alone
 * does not say that anything was done. What moves for ever is not waited for. */
void
sl_app_test_spin (guint msec)
{
  gint64 end = g_get_monotonic_time () + msec * 1000;
  gint64 last = end + REST_USEC;
  guint n_quiet = 0;

  sl_app_test_wait (is_over, &end);
  while (n_quiet < 3 && g_get_monotonic_time () < last)
    {
      n_quiet = is_computing () ? 0 : n_quiet + 1;
      while (g_main_context_iteration (NULL, FALSE) && g_get_monotonic_time () < last)
        n_quiet = 0;
      g_usleep (5000);
    }
}

static gboolean
has_complete_trace (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

static gboolean
has_jobs (gpointer data)
{
  return has_complete_trace (data) && sl_document_get_jobs (sl_window_get_document (data)) != NULL;
}

/* A window that shows all of a file. */
SlWindow *
sl_app_test_open (GFile *file)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_object_ref (file));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (300);
  return window;
}

SlWindow *
sl_app_test_open_sample (void)
{
  g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                      "jumping-balls.shark", NULL);
  SlWindow *window = sl_app_test_open (file);

  /* They decide which rows stand apart. */
  sl_app_test_wait (has_jobs, window);
  return window;
}

/* The first widget of a type in @root, or NULL. */
GtkWidget *
sl_app_test_find (GtkWidget *root, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = sl_app_test_find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The simulated trace of the task set @text, with its jobs. */
SlWindow *
sl_app_test_open_set (const char *text)
{
  const SlSimOptions options = { .quantum = 1000000 };
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "a set", NULL);
  g_autoptr (SlSimulation) simulation = sl_simulation_new (model, "Steps", &options);

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_simulation (window, simulation);
  sl_app_test_wait (has_jobs, window);
  return window;
}
