/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The timeline in a font of the user's. */
#include "sl-app-test.h"
#include "sl-overview-widget.h"
#include "sl-picture-widget.h"
#include "sl-settings.h"
#include "sl-timeline-widget.h"

static int
get_size (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);

  return pango_font_description_get_size (pango_context_get_font_description (context));
}

static const char *
get_family (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);

  return pango_font_description_get_family (pango_context_get_font_description (context));
}

static void
test_font (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  g_autoptr (GSettings) settings = NULL;
  g_autofree char *family = g_strdup (get_family (timeline));
  int size = get_size (timeline), other = get_size (GTK_WIDGET (window));
  int width = sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline));

  g_test_summary (
      "Size and family of the timeline's font are as the user sets them, and the headers have room for it; "
      "all else keeps the desktop's.");

  g_object_get (g_application_get_default (), "settings", &settings, NULL);
  g_settings_set_string (settings, "text-size", "largest");
  g_settings_set_string (settings, "font", "Mo\"no\\space");
  sl_app_test_spin (1500);
  g_assert_cmpfloat_with_epsilon ((double) get_size (timeline) / size, 1.5, 0.001);
  g_assert_cmpstr (get_family (timeline), ==, "Mo\"no\\space");
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)), >, width);
  g_assert_cmpint (get_size (GTK_WIDGET (window)), ==, other);

  g_settings_reset (settings, "text-size");
  g_settings_reset (settings, "font");
  sl_app_test_spin (1500);
  g_assert_cmpint (get_size (timeline), ==, size);
  g_assert_cmpstr (get_family (timeline), ==, family);
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)), ==, width);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_family (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  g_autoptr (GSettings) settings = NULL;
  int size = get_size (timeline);
  int width = sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline));

  g_test_summary (
      "Another family of the same size has other widths, for which the headers are made too.");

  g_object_get (g_application_get_default (), "settings", &settings, NULL);
  g_settings_set_string (settings, "font", "monospace");
  sl_app_test_spin (1500);
  g_assert_cmpint (get_size (timeline), ==, size);
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)), !=, width);

  g_settings_reset (settings, "font");
  sl_app_test_spin (1500);
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)), ==, width);
  gtk_window_destroy (GTK_WINDOW (window));
}

typedef struct
{
  GtkWidget *timeline;
  int width;
} Wanted;

static gboolean
has_width (gpointer data)
{
  const Wanted *wanted = data;

  return sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (wanted->timeline)) == wanted->width;
}

static gboolean
is_wider (gpointer data)
{
  const Wanted *wanted = data;

  return sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (wanted->timeline)) >=
         wanted->width * 3 / 2;
}

static void
test_large (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  GtkSettings *settings = gtk_settings_get_default ();
  int width = sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline));
  Wanted wanted = { timeline, width };
  int dpi;

  g_test_summary (
      "Names in type of twice the size have half as much room again, and more than names may take in the usual one.");

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  sl_app_test_wait (is_wider, &wanted);
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)), >, 240);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  sl_app_test_wait (has_width, &wanted);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_half_free (gpointer timeline)
{
  int width = gtk_widget_get_width (timeline);

  return width > 0 && width <= 600 && sl_picture_widget_get_header_width (timeline) < width / 2;
}

static void
test_lecture (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  GtkWidget *overview = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_OVERVIEW_WIDGET);
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_test_summary (
      "In a lecture in a small window, large names take less than half of the width; the overview is aligned with the "
      "timeline.");

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 700);
  sl_app_test_spin (1000);
  g_assert_cmpint (sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (overview)), ==,
                   sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (timeline)));
  gtk_widget_activate_action (timeline, "view.lecture", NULL);
  g_object_set (settings, "gtk-xft-dpi", 3 * dpi, NULL);
  sl_app_test_wait (is_half_free, timeline);
  sl_app_test_spin (500);
  g_assert_true (is_half_free (timeline));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/timeline-font/set", test_font);
  g_test_add_func ("/app/timeline-font/family", test_family);
  g_test_add_func ("/app/timeline-font/large", test_large);
  g_test_add_func ("/app/timeline-font/lecture", test_lecture);
  return g_test_run ();
}
