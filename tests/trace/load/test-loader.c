/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-loader.h"

#include <sys/resource.h>
#include <unistd.h>

#include "fake-source.h"

/* What a load told. */
typedef struct
{
  guint n_changes;
  SlTrace *last;
  SlTrace *result;
  GError *error;
  gboolean done;
} Told;

static void
told_clear (Told *self)
{
  g_clear_object (&self->last);
  g_clear_object (&self->result);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Told, told_clear)

static SlSource *
open_short (gpointer data, GCancellable *cancellable, GError **error)
{
  return fake_source_new (3000, 10, 200);
}

static SlSource *
open_endless (gpointer data, GCancellable *cancellable, GError **error)
{
  return fake_source_new (G_MAXUINT64, 100, 100);
}

static SlSource *
open_nothing (gpointer data, GCancellable *cancellable, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such file");
  return NULL;
}

static int
get_niceness (void)
{
  return getpriority (PRIO_PROCESS, (id_t) gettid ());
}

static SlSource *
open_nicely (gpointer data, GCancellable *cancellable, GError **error)
{
  *(int *) data = get_niceness ();
  return fake_source_new (3000, 10, 200);
}

static void
trace_changed_cb (SlLoader *loader, SlTrace *trace, gint64 begin, gint64 end, Told *told)
{
  g_assert_cmpint (begin, <=, end);
  g_assert_false (told->done);
  told->n_changes++;
  g_set_object (&told->last, trace);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Told *told = user_data;

  told->result = sl_loader_load_finish (result, &told->error);
  told->done = TRUE;
}

static void
wait_for (Told *told)
{
  while (!told->done)
    g_main_context_iteration (NULL, TRUE);
}

static void
start (SlLoader *loader, SlLoaderOpenFunc open, Told *told)
{
  g_signal_connect (loader, "trace-changed", G_CALLBACK (trace_changed_cb), told);
  sl_loader_load_async (loader, open, NULL, NULL, NULL, loaded_cb, told);
}

static void
test_load (void)
{
  g_autoptr (SlLoader) loader = sl_loader_new ();
  g_auto (Told) told = { 0 };

  g_test_summary ("The complete generation is told of before the load's callback runs.");

  start (loader, open_short, &told);
  g_assert_true (sl_loader_is_loading (loader));
  wait_for (&told);
  g_assert_no_error (told.error);
  g_assert_true (told.last == told.result);
  g_assert_true (sl_trace_is_complete (told.result));
  g_assert_cmpfloat (sl_loader_get_progress (loader), ==, 1.0);
  g_assert_false (sl_loader_is_loading (loader));
}

static void
test_cannot_open (void)
{
  g_autoptr (SlLoader) loader = sl_loader_new ();
  g_auto (Told) told = { 0 };

  g_test_summary ("The reason why a file does not open reaches the caller.");

  start (loader, open_nothing, &told);
  wait_for (&told);
  g_assert_error (told.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (told.n_changes, ==, 0);
  g_assert_false (sl_loader_is_loading (loader));
}

static void
test_cancel (void)
{
  g_autoptr (SlLoader) loader = sl_loader_new ();
  g_auto (Told) told = { 0 };
  guint n_changes;

  g_test_summary ("After cancelling nothing more is told, and the callback says cancelled.");

  start (loader, open_endless, &told);
  while (told.n_changes < 2)
    g_main_context_iteration (NULL, TRUE);
  sl_loader_cancel (loader);
  n_changes = told.n_changes;
  wait_for (&told);
  g_assert_error (told.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (told.n_changes, ==, n_changes);
}

static void
test_dropped_while_loading (void)
{
  SlLoader *loader = sl_loader_new ();
  g_auto (Told) told = { 0 };

  g_test_summary ("A load holds no reference to its loader: to drop it ends an endless load.");

  start (loader, open_endless, &told);
  while (told.n_changes < 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (loader);
  wait_for (&told);
  g_assert_error (told.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_load_again (void)
{
  g_autoptr (SlLoader) loader = sl_loader_new ();
  g_auto (Told) first = { 0 };
  g_auto (Told) second = { 0 };

  g_test_summary ("A second load ends the first.");

  sl_loader_load_async (loader, open_endless, NULL, NULL, NULL, loaded_cb, &first);
  sl_loader_load_async (loader, open_short, NULL, NULL, NULL, loaded_cb, &second);
  wait_for (&first);
  wait_for (&second);
  g_assert_error (first.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_no_error (second.error);
  g_assert_cmpuint (sl_trace_get_n_events (second.result), ==, 3000);
}

static void
test_yields (void)
{
  g_autoptr (SlLoader) loader = sl_loader_new ();
  g_auto (Told) told = { 0 };
  int niceness = -100;

  g_test_summary ("The thread that loads is nicer than the one that shows what is loaded.");

  sl_loader_load_async (loader, open_nicely, &niceness, NULL, NULL, loaded_cb, &told);
  wait_for (&told);
  g_assert_no_error (told.error);
  g_assert_cmpint (niceness, >, -100);
#ifdef __linux__
  if (get_niceness () < 19)
    g_assert_cmpint (niceness, >, get_niceness ());
#endif
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/loader/load", test_load);
  g_test_add_func ("/loader/cannot-open", test_cannot_open);
  g_test_add_func ("/loader/cancel", test_cancel);
  g_test_add_func ("/loader/dropped-while-loading", test_dropped_while_loading);
  g_test_add_func ("/loader/load-again", test_load_again);
  g_test_add_func ("/loader/yields", test_yields);

  return g_test_run ();
}
