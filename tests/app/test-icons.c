/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons as the window shows them: each that the source names has pixels of its own. Where the loader
 * of SVG files is missing, GTK shows the sign of a broken picture instead, and says nothing. */
#include "sl-app-test.h"

#include <string.h>

#define SIZE 32

static const char marker[] = "-symbolic";

static gboolean
is_name_char (char c)
{
  return g_ascii_islower (c) || g_ascii_isdigit (c) || c == '-';
}

/* Adds each word of @text that ends in "-symbolic", but for what is only the end of a name that is put
 * together. */
static void
add_names (const char *text, GHashTable *names)
{
  for (const char *at = strstr (text, marker); at != NULL; at = strstr (at + 1, marker))
    {
      const char *begin = at;
      const char *end = at + strlen (marker);

      while (begin > text && is_name_char (begin[-1]))
        begin--;
      if (begin < at && !is_name_char (*end))
        g_hash_table_add (names, g_strndup (begin, end - begin));
    }
}

static void
add_names_of_folder (const char *folder, GHashTable *names)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;

      if (g_file_test (file, G_FILE_TEST_IS_DIR))
        {
          g_autofree char *inner = g_build_filename (folder, name, NULL);

          add_names_of_folder (inner, names);
        }
      else if ((g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".ui")) &&
               g_file_get_contents (file, &text, NULL, NULL))
        add_names (text, names);
    }
}

/* What the window would show in the icon's place. */
static GBytes *
draw_icon (const char *name)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (theme, name, NULL, SIZE, 1, GTK_TEXT_DIR_LTR, 0);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GskRenderNode) node = NULL;
  GBytes *pixels;

  gdk_paintable_snapshot (GDK_PAINTABLE (icon), snapshot, SIZE, SIZE);
  node = gtk_snapshot_to_node (snapshot);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_surface_flush (surface);
  pixels = g_bytes_new (cairo_image_surface_get_data (surface),
                        SIZE * cairo_image_surface_get_stride (surface));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixels;
}

static gboolean
has_pixels (GBytes *pixels)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (pixels, &size);

  for (gsize i = 0; i < size; i++)
    {
      if (data[i] != 0)
        return TRUE;
    }
  return FALSE;
}

static void
check_icon (const char *name, GBytes *broken)
{
  g_autoptr (GBytes) pixels = draw_icon (name);

  g_test_message ("%s", name);
  g_assert_true (has_pixels (pixels));
  g_assert_false (g_bytes_equal (pixels, broken));
}

/* Of the application, whose names are in the program, and of the theme. */
static void
test_have_pixels (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GBytes) broken = NULL;
  GHashTableIter iter;
  gpointer name;

  g_test_summary ("every icon that the window names is drawn, and not as a broken one");
  sl_app_test_start ();
  broken = draw_icon ("there-is-no-such-icon");
  g_assert_true (has_pixels (broken));

  add_names_of_folder ("ui", names);
  add_names_of_folder ("src/app", names);
  g_assert_true (g_hash_table_contains (names, "sl-miss-symbolic"));
  g_assert_true (g_hash_table_contains (names, "sl-panel-right-symbolic"));
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    check_icon (name, broken);
  check_icon (SL_APP_ID, broken);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  g_test_add_func ("/icons/have-pixels", test_have_pixels);
  return g_test_run ();
}
