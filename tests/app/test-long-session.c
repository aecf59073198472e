/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/allocator_interface.h>
#define HAS_SANITIZER
#endif
#endif

#include "sl-app-test.h"

/* Caches fill up in the first rounds; the median of what the others add is not above the limit. */
#define WARM_UP_ROUNDS 6
#define ROUNDS         15
#define MOST_GROWTH    4096 /* bytes a round */

/* What somebody does who explores a trace, as actions; after each round the view is what it was. */
static const char *const round_of_actions[] = {
  "view.zoom-in",
  "view.zoom-in",
  "view.next-miss",
  "view.obstacle",
  "view.waker",
  "view.follow-back",
  "view.across",
  "view.back",
  "view.axis::delta",
  "view.axis::time",
  "view.unit::us",
  "view.unit::auto",
  "view.show-page::row",
  "view.show-page::jobs",
  "view.show-page::intervals",
  "view.show-page::misses",
  "view.show-page::inversions",
  "view.show-page::theory",
  "view.show-page::distributions",
  "view.show-page::notes",
  "view.show-page::markers",
  "view.mark",
  "view.delete-marker",
  "view.show-page::events",
  "view.next-hit",
  "view.go-to",
  "view.details",
  "view.details",
  "view.list-maximized",
  "view.list-maximized",
  "view.toggle-look",
  "view.toggle-look",
  "view.values",
  "view.values",
  "view.compress-empty",
  "view.compress-empty",
  "view.sort-rows::load",
  "view.sort-rows::appearance",
  "view.quiet-rows::hidden",
  "view.quiet-rows::full",
  "view.step-mode",
  "view.step-decision",
  "view.step-decision",
  "view.step-event",
  "view.step-job",
  "view.step-decision-back",
  "view.step-mode",
  "view.predict",
  "view.step-decision",
  "view.step-mode",
  "view.lecture",
  "view.lecture",
  "view.undo",
  "view.undo",
  "view.redo",
  "view.model",
  "view.rate",
  "view.traces",
  "win.commands",
  "app.preferences",
  "app.shortcuts",
  "app.about",
  "win.reload",
  "view.zoom-fit",
};

static gsize
get_allocated (void)
{
#ifdef HAS_SANITIZER
  return __sanitizer_get_current_allocated_bytes ();
#else
  return mallinfo2 ().uordblks;
#endif
}

static gboolean
is_whole (gpointer window)
{
  SlDocument *document = sl_window_get_document (window);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

/* What was opened over the window is closed as its user does. */
static void
close_others (SlWindow *window)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  g_list_foreach (toplevels, (GFunc) (void (*) (void)) g_object_ref, NULL);
  for (GList *link = toplevels; link != NULL; link = link->next)
    {
      if (link->data != window && gtk_widget_get_visible (link->data))
        gtk_window_close (link->data);
      g_object_unref (link->data);
    }
}

static void
act (SlWindow *window, const char *detailed)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;
  gsize before = get_allocated ();

  g_assert_true (g_action_parse_detailed_name (detailed, &name, &target, NULL));
  gtk_widget_activate_action_variant (
      gtk_window_get_focus (GTK_WINDOW (window)) != NULL
          ? gtk_window_get_focus (GTK_WINDOW (window))
          : GTK_WIDGET (window),
      name, target);
  sl_app_test_spin (40);
  sl_app_test_wait (is_whole, window);
  close_others (window);
  sl_app_test_spin (20);
  if (g_getenv ("SL_GROWTH") != NULL)
    g_printerr ("  %s %zd\n", detailed, (gssize) (get_allocated () - before));
}

static int
compare_growths (gconstpointer one, gconstpointer other)
{
  gint64 a = *(const gint64 *) one, b = *(const gint64 *) other;

  return (a > b) - (a < b);
}

static void
test_memory (void)
{
  SlWindow *window;
  gint64 growths[ROUNDS];
  gsize before;

  g_test_summary ("Exploring for hours does not take more and more memory.");

  window = sl_app_test_open_sample ();
  before = get_allocated ();
  for (guint round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
    {
      gsize now;

      for (guint i = 0; i < G_N_ELEMENTS (round_of_actions); i++)
        act (window, round_of_actions[i]);
      sl_app_test_spin (500);
      now = get_allocated ();
      g_test_message ("round %u: %" G_GSIZE_FORMAT " bytes, %+" G_GINT64_FORMAT, round, now,
                      (gint64) now - (gint64) before);
      if (round >= WARM_UP_ROUNDS)
        growths[round - WARM_UP_ROUNDS] = (gint64) now - (gint64) before;
      before = now;
    }

  qsort (growths, ROUNDS, sizeof *growths, compare_growths);
  g_assert_cmpint (growths[ROUNDS / 2], <=, MOST_GROWTH);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      return 0;
    }

  g_test_add_func ("/app/long-session/memory", test_memory);

  return g_test_run ();
}
