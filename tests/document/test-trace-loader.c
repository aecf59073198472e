/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-loader.h"

#include <sys/resource.h>
#include <unistd.h>

#include "fake-source.h"

/* What a load told. */
typedef struct
{
  guint n_changes;
  SlTrace *last;
  double fraction;
  GError *error;
  gboolean done;
} Told;

static void
told_clear (Told *self)
{
  g_clear_object (&self->last);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Told, told_clear)

static void
trace_cb (SlTraceLoader *loader, SlTrace *trace, double fraction, Told *told)
{
  g_assert_false (told->done);
  g_assert_cmpfloat (fraction, >=, told->fraction);
  told->n_changes++;
  told->fraction = fraction;
  g_set_object (&told->last, trace);
}

static void
finished_cb (SlTraceLoader *loader, GPtrArray *others, GError *error, Told *told)
{
  g_assert_false (told->done);
  if (error != NULL)
    g_assert_null (others);
  told->error = error != NULL ? g_error_copy (error) : NULL;
  told->done = TRUE;
}

static void
start (SlTraceLoader *loader, Told *told)
{
  g_signal_connect (loader, "trace", G_CALLBACK (trace_cb), told);
  g_signal_connect (loader, "finished", G_CALLBACK (finished_cb), told);
  sl_trace_loader_start (loader);
}

static SlTraceLoader *
load_short (void)
{
  g_autoptr (SlSource) source = fake_source_new (3000, 10, 200);

  return sl_trace_loader_new_for_source (source);
}

static SlTraceLoader *
load_endless (void)
{
  g_autoptr (SlSource) source = fake_source_new (G_MAXUINT64, 100, 100);

  return sl_trace_loader_new_for_source (source);
}

static void
wait_for_changes (Told *told, guint n_changes)
{
  while (told->n_changes < n_changes)
    g_main_context_iteration (NULL, TRUE);
}

/* Whether there is another thread of that name, and how nice it is. */
static gboolean
find_thread (const char *name, int *niceness)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;

  while (dir != NULL && (thread = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", thread, "comm", NULL);
      g_autofree char *found = NULL;

      if (!g_file_get_contents (path, &found, NULL, NULL) ||
          !g_str_equal (g_strchomp (found), name))
        continue;

      *niceness = getpriority (PRIO_PROCESS, (id_t) g_ascii_strtoull (thread, NULL, 10));
      return TRUE;
    }
  return FALSE;
}

/* The load holds no reference to its loader: its thread ends by itself. */
static void
wait_for_end (void)
{
  int niceness;

  while (find_thread ("sl-load", &niceness))
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_load (void)
{
  g_autoptr (SlTraceLoader) loader = load_short ();
  g_auto (Told) told = { 0 };

  g_test_summary ("The complete generation comes before the end is reported.");

  start (loader, &told);
  while (!told.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (told.error);
  g_assert_true (sl_trace_is_complete (told.last));
  g_assert_cmpuint (sl_trace_get_n_events (told.last), ==, 3000);
  g_assert_cmpfloat (told.fraction, ==, 1.0);
}

static void
test_cannot_open (void)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlTraceLoader) loader = NULL;
  g_auto (Told) told = { 0 };

  g_test_summary ("The reason why a file does not open reaches who listens.");

  g_ptr_array_add (files, g_file_new_for_path ("/nonexistent/trace.bin"));
  loader = sl_trace_loader_new (files, NULL);
  start (loader, &told);
  while (!told.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (told.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (told.n_changes, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (SlTraceLoader) loader = load_endless ();
  g_auto (Told) told = { 0 };
  guint n_changes;

  g_test_summary ("After cancelling nothing more is heard, and an endless load ends.");

  start (loader, &told);
  wait_for_changes (&told, 2);
  sl_trace_loader_cancel (loader);
  n_changes = told.n_changes;
  wait_for_end ();
  g_assert_cmpuint (told.n_changes, ==, n_changes);
  g_assert_false (told.done);
}

static void
test_cancel_in_signal (void)
{
  g_autoptr (SlTraceLoader) loader = load_short ();
  g_auto (Told) told = { 0 };

  g_test_summary ("A listener may cancel at a generation: then the end is not reported.");

  g_signal_connect (loader, "trace", G_CALLBACK (sl_trace_loader_cancel), NULL);
  start (loader, &told);
  wait_for_changes (&told, 1);
  wait_for_end ();
  g_assert_cmpuint (told.n_changes, ==, 1);
  g_assert_false (told.done);
}

static void
test_dropped_while_loading (void)
{
  SlTraceLoader *loader = load_endless ();
  g_auto (Told) told = { 0 };
  guint n_changes;

  g_test_summary ("A load holds no reference to its loader: to drop it ends an endless load.");

  start (loader, &told);
  wait_for_changes (&told, 1);
  g_assert_finalize_object (loader);
  n_changes = told.n_changes;
  wait_for_end ();
  g_assert_cmpuint (told.n_changes, ==, n_changes);
  g_assert_false (told.done);
}

static void
test_yields (void)
{
  g_autoptr (SlTraceLoader) loader = load_endless ();
  g_auto (Told) told = { 0 };
  int niceness = -100;
  int own = getpriority (PRIO_PROCESS, (id_t) gettid ());

  g_test_summary ("The thread that loads is nicer than the one that shows what is loaded.");

  start (loader, &told);
  wait_for_changes (&told, 1);
  g_assert_true (find_thread ("sl-load", &niceness));
  if (own < 19)
    g_assert_cmpint (niceness, >, own);
  sl_trace_loader_cancel (loader);
  wait_for_end ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-loader/load", test_load);
  g_test_add_func ("/trace-loader/cannot-open", test_cannot_open);
  g_test_add_func ("/trace-loader/cancel", test_cancel);
  g_test_add_func ("/trace-loader/cancel-in-signal", test_cancel_in_signal);
  g_test_add_func ("/trace-loader/dropped-while-loading", test_dropped_while_loading);
  g_test_add_func ("/trace-loader/yields", test_yields);

  return g_test_run ();
}
