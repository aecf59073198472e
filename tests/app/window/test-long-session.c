/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/allocator_interface.h>
#define HAS_SANITIZER
#endif
#endif

#include "sl-app-test.h"

/* What is kept for ever is kept each time, what a cache gets at one time or another: so it grows if all of the times but a few
 * add more than the limit, and as soon as more than a few did not, there is nothing left to see. */
#define WARM_UP     1
#define TIMES       7
#define FEW         2
#define MOST_GROWTH (16 * 1024) /* bytes: less than any window or list takes */

/* What somebody does for hours who explores a trace: actions after which the view is what it was. */
static const char *const doings[] = {
  "view.zoom-in view.zoom-fit",
  "view.next-miss view.obstacle view.waker view.follow-back view.across view.back view.back",
  "view.axis::delta view.axis::time",
  "view.unit::us view.unit::auto",
  "view.show-page::row view.show-page::events",
  "view.show-page::jobs view.show-page::events",
  "view.show-page::intervals view.show-page::events",
  "view.show-page::misses view.show-page::events",
  "view.show-page::inversions view.show-page::events",
  "view.show-page::theory view.show-page::events",
  "view.show-page::distributions view.show-page::events",
  "view.show-page::notes view.show-page::events",
  "view.show-page::markers view.show-page::events",
  "view.mark view.delete-marker",
  "view.next-hit view.previous-hit",
  "view.go-to",
  "view.details view.details",
  "view.list-maximized view.list-maximized",
  "view.toggle-look view.toggle-look",
  "view.values view.values",
  "view.compress-empty view.compress-empty",
  "view.sort-rows::load view.sort-rows::appearance",
  "view.quiet-rows::hidden view.quiet-rows::full",
  "view.step-mode view.step-decision view.step-event view.step-job view.step-mode",
  "view.predict view.step-decision view.step-mode",
  "view.lecture view.lecture",
  "view.undo view.redo",
  "view.model",
  "view.rate",
  "view.traces",
  "view.export",
  "win.commands",
  "win.reload",
  "app.preferences",
  "app.shortcuts",
  "app.help",
  "app.about",
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
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;

  g_assert_true (g_action_parse_detailed_name (detailed, &name, &target, NULL));
  gtk_widget_activate_action_variant (focus != NULL ? focus : GTK_WIDGET (window), name, target);
  sl_app_test_spin (40);
  sl_app_test_wait (is_whole, window);
  close_others (window);
  sl_app_test_spin (20);
}

/* Returns: whether it takes more and more memory: more than the limit each time but for a few */
static gboolean
grows (SlWindow *window, const char *doing)
{
  g_auto (GStrv) actions = g_strsplit (doing, " ", -1);
  gsize before = 0;
  guint n_small = 0;

  for (guint i = 0; i < WARM_UP + TIMES && n_small <= FEW; i++)
    {
      gint64 growth;

      for (guint j = 0; actions[j] != NULL; j++)
        act (window, actions[j]);
      sl_app_test_spin (100);
      growth = (gint64) get_allocated () - (gint64) before;
      before += growth;
      if (i < WARM_UP)
        continue;
      g_test_message ("%s: %+" G_GINT64_FORMAT " bytes", doing, growth);
      n_small += growth <= MOST_GROWTH ? 1 : 0;
    }
  return n_small <= FEW;
}

static void
test_memory (void)
{
  SlWindow *window;

  g_test_summary ("Whatever one does for hours, it does not take more and more memory.");

  /* A toast is drawn larger and larger while it comes, and cairo keeps the fonts of the last 256 sizes: some of 25 KB each
   * time, until there are as many. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  window = sl_app_test_open_sample ();
  for (guint i = 0; i < G_N_ELEMENTS (doings); i++)
    if (grows (window, doings[i]))
      g_error ("“%s” takes more memory each time", doings[i]);
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
