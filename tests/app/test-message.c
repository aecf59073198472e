/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-message.h"

#include "sl-app-test.h"

static gboolean
shows (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;

  return FALSE;
}

static void
wait_for (GtkWidget *widget, const char *text, gboolean is_shown)
{
  while (shows (widget, text) != is_shown)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_message (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *toasts = adw_toast_overlay_new ();
  GtkWidget *button = gtk_button_new_with_label ("asks");

  g_test_summary ("A message takes the place of the one before, with its button; while it "
                  "is quiet none is shown, and what was shown goes.");

  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), button);
  gtk_window_set_child (GTK_WINDOW (window), toasts);
  gtk_window_present (GTK_WINDOW (window));

  sl_message_show (button, "one & only");
  wait_for (toasts, "one & only", TRUE);
  sl_message_show (button, "another");
  g_assert_false (shows (toasts, "one & only"));
  g_assert_true (shows (toasts, "another"));

  sl_message_offer (button, "with a button", "_Undo", "view.undo", NULL);
  sl_app_test_spin (50);
  g_assert_true (shows (toasts, "with a button"));
  g_assert_true (shows (toasts, "_Undo"));
  sl_message_show (button, "another");
  sl_app_test_spin (50);
  g_assert_false (shows (toasts, "_Undo"));

  sl_message_set_quiet (button, TRUE);
  wait_for (toasts, "another", FALSE);
  sl_message_show (button, "unseen");
  sl_message_set_quiet (button, FALSE);
  sl_message_show (button, "replaced");
  sl_message_show (button, "seen");
  wait_for (toasts, "seen", TRUE);
  g_assert_false (shows (toasts, "unseen"));

  /* While one goes and another is about to come. */
  sl_message_withdraw (button);
  sl_message_show (button, "last");
  gtk_window_destroy (GTK_WINDOW (window));
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_high (void)
{
  static const char text[] =
      "A message that is far too long for a single line of a window as narrow as this one";
  static const int widths[] = { 300, 400, 700 };

  g_test_summary (
      "A message has room for all of its lines, however narrow the window and large the type.");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *window = gtk_window_new ();
      GtkWidget *toasts = adw_toast_overlay_new ();
      GtkWidget *label;
      int least;

      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (i % 2 == 0 ? 96 : 144) * 1024,
                    NULL);
      adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), gtk_label_new ("below"));
      gtk_window_set_child (GTK_WINDOW (window), toasts);
      gtk_window_set_default_size (GTK_WINDOW (window), widths[i / 2], 400);
      gtk_window_present (GTK_WINDOW (window));
      sl_app_test_spin (200);
      sl_message_offer (toasts, text, i < 3 ? "_Undo" : NULL, i < 3 ? "view.undo" : NULL, NULL);
      sl_app_test_spin (600);
      label = find_label (toasts, text);
      g_assert_nonnull (label);
      gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (label), &least,
                          NULL, NULL, NULL);
      g_assert_cmpint (gtk_widget_get_height (label), >=, least);
      gtk_window_destroy (GTK_WINDOW (window));
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
}

static void
test_wide (void)
{
  static const char text[] =
      "A message that is far too long for a single line of a window as narrow as this one, even if it "
      "is not really narrow, and that therefore goes on for a while";

  g_test_summary (
      "A message of several lines takes the width that there is, with text of any size.");

  for (guint i = 0; i < 3; i++)
    {
      GtkWidget *window = gtk_window_new ();
      GtkWidget *toasts = adw_toast_overlay_new ();
      GtkWidget *label;

      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 + 48 * i) * 1024, NULL);
      adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), gtk_label_new ("below"));
      gtk_window_set_child (GTK_WINDOW (window), toasts);
      gtk_window_set_default_size (GTK_WINDOW (window), 900, 400);
      gtk_window_present (GTK_WINDOW (window));
      sl_app_test_spin (200);
      sl_message_show (toasts, text);
      sl_app_test_spin (600);
      label = find_label (toasts, text);
      g_assert_nonnull (label);
      /* What is lacking is the button beside it, and a word that had no room. */
      g_assert_cmpint (gtk_widget_get_width (label), >=, gtk_widget_get_width (toasts) * 4 / 5);
      gtk_window_destroy (GTK_WINDOW (window));
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sl_app_test_start ();
  g_test_add_func ("/app/message/replaced", test_message);
  g_test_add_func ("/app/message/high", test_high);
  g_test_add_func ("/app/message/wide", test_wide);
  return g_test_run ();
}
