/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-list.h"

#include <glib/gi18n.h>

/* The window that lists all keys. Before GTK 4.14 its parts can only be put together by a
 * GtkBuilder, so that its description is written here. */

/* How many lines a column has: one has them all, and is scrolled. */
#define COLUMN_HEIGHT "1000"

/* How wide it is: its labels do not wrap by themselves. */
#define MOST_CHARS 44

/* For a screen that has so much room. */
#define WIDTH  660
#define HEIGHT 720

static const struct
{
  const char *name;
  const char *title;
} sections[SL_N_KEY_SECTIONS] = {
  [SL_KEY_SECTION_WINDOW] = { "general", N_ ("Window") },
  [SL_KEY_SECTION_TIMELINE] = { "timeline", N_ ("Timeline") },
  [SL_KEY_SECTION_SCHEDULES] = { "schedules", N_ ("Schedules") },
};

static void
add_property (GString *xml, const char *name, const char *value)
{
  g_autofree char *text =
      g_markup_printf_escaped ("<property name='%s'>%s</property>", name, value);

  g_string_append (xml, text);
}

/* (transfer full): in lines of no more than %MOST_CHARS, where words allow it */
static char *
dup_lines (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) lines = g_string_new (NULL);
  glong n_chars = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong more = g_utf8_strlen (words[i], -1);
      gboolean is_full = n_chars + 1 + more > MOST_CHARS;

      if (i > 0)
        g_string_append_c (lines, is_full ? '\n' : ' ');
      g_string_append (lines, words[i]);
      n_chars = is_full ? more : n_chars + 1 + more;
    }
  return g_strdup (lines->str);
}

static void
begin_object (GString *xml, const char *class_name)
{
  g_string_append_printf (xml, "<child><object class='%s'>", class_name);
}

static void
end_object (GString *xml)
{
  g_string_append (xml, "</object></child>");
}

static void
add_entry (GString *xml, const SlKeyEntry *entry, const char *const *keys)
{
  g_autofree char *joined = g_strjoinv (" ", (char **) keys);
  g_autofree char *title = dup_lines (sl_key_entry_get_title (entry));
  g_autofree char *note = entry->note != NULL ? dup_lines (_ (entry->note)) : NULL;

  begin_object (xml, "GtkShortcutsShortcut");
  add_property (xml, "accelerator", joined);
  add_property (xml, "title", title);
  if (note != NULL)
    add_property (xml, "subtitle", note);
  end_object (xml);
}

/* What has no key is not listed, nor is a group of which nothing has. */
static void
add_group (GString *xml, SlKeyMap *map, SlKeyGroup group)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);
  gboolean is_begun = FALSE;

  for (guint i = 0; i < n_entries; i++)
    {
      const char *const *keys = sl_key_map_get_keys (map, &entries[i]);

      if (entries[i].group != group || keys[0] == NULL)
        continue;
      if (!is_begun)
        {
          begin_object (xml, "GtkShortcutsGroup");
          add_property (xml, "title", sl_key_group_get_title (group));
        }
      is_begun = TRUE;
      add_entry (xml, &entries[i], keys);
    }
  if (is_begun)
    end_object (xml);
}

static void
add_section (GString *xml, SlKeyMap *map, SlKeySection section)
{
  begin_object (xml, "GtkShortcutsSection");
  add_property (xml, "section-name", sections[section].name);
  add_property (xml, "title", _ (sections[section].title));
  add_property (xml, "max-height", COLUMN_HEIGHT);
  for (guint group = 0; group < SL_N_KEY_GROUPS; group++)
    if (sl_key_group_get_section (group) == section)
      add_group (xml, map, group);
  end_object (xml);
}

/* (transfer full): as people read them */
static char *
dup_key_names (const char *accelerators)
{
  g_auto (GStrv) keys = g_strsplit (accelerators, " ", -1);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      guint key;
      GdkModifierType modifiers;
      g_autofree char *name = NULL;

      if (!gtk_accelerator_parse (keys[i], &key, &modifiers))
        continue;
      name = gtk_accelerator_get_label (key, modifiers);
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  return g_strdup (names->str);
}

static void
name_shortcut (GtkWidget *shortcut)
{
  g_autofree char *title = NULL;
  g_autofree char *note = NULL;
  g_autofree char *accelerators = NULL;
  g_autofree char *keys = NULL;
  g_autofree char *name = NULL;

  g_object_get (shortcut, "title", &title, "subtitle", &note, "accelerator", &accelerators, NULL);
  keys = dup_key_names (accelerators);
  name = g_strjoin (", ", title, keys, note != NULL && note[0] != '\0' ? note : NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (shortcut), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  g_strdelimit (name, "\n", ' '), -1);
}

/* GTK puts groups in two columns, each of which is a box on the page. */
static void
stack_columns (GtkWidget *group)
{
  GtkWidget *column = gtk_widget_get_parent (group);
  GtkWidget *page = column != NULL ? gtk_widget_get_parent (column) : NULL;

  if (GTK_IS_BOX (column) && GTK_IS_BOX (page))
    gtk_orientable_set_orientation (GTK_ORIENTABLE (page), GTK_ORIENTATION_VERTICAL);
}

/* Who has no pointer and reads no screen goes from one to the next: GTK 4.8 lets nobody. */
static void
let_keys_in (GtkWidget *widget)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, GTK_TYPE_SHORTCUTS_SHORTCUT))
    {
      gtk_widget_set_focusable (widget, TRUE);
      name_shortcut (widget);
      return;
    }
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, GTK_TYPE_SHORTCUTS_GROUP))
    stack_columns (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    let_keys_in (child);
}

/* A section of GTK's would turn its pages, of which it has one. */
static void
add_page_key (GtkWidget *scrolled, guint key, GtkScrollType type)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (key, 0),
                                       gtk_signal_action_new ("scroll-child"), "(ib)", type,
                                       FALSE));
  gtk_widget_add_controller (scrolled, keys);
}

/* GTK makes the window as high as its longest page, on whatever screen. */
static void
let_scroll (GtkWindow *window)
{
  GtkWidget *box = gtk_window_get_child (window);
  GtkWidget *pages = box != NULL ? gtk_widget_get_last_child (box) : NULL;
  GtkWidget *scrolled;

  while (pages != NULL && !GTK_IS_STACK (pages))
    pages = gtk_widget_get_prev_sibling (pages);
  if (pages == NULL || !GTK_IS_BOX (box))
    return;

  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  add_page_key (scrolled, GDK_KEY_Page_Up, GTK_SCROLL_PAGE_UP);
  add_page_key (scrolled, GDK_KEY_Page_Down, GTK_SCROLL_PAGE_DOWN);
  gtk_stack_set_vhomogeneous (GTK_STACK (pages), FALSE);
  g_object_ref (pages);
  gtk_box_remove (GTK_BOX (box), pages);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), pages);
  g_object_unref (pages);
  gtk_box_append (GTK_BOX (box), scrolled);
}

/**
 * sl_key_list_new:
 * @height: of the window that it comes over, in pixels
 *
 * Returns: (transfer none): a window that lists the keys of @map as they are now, owned by GTK
 */
GtkShortcutsWindow *
sl_key_list_new (SlKeyMap *map, int height)
{
  g_autoptr (GString) xml =
      g_string_new ("<interface><object class='GtkShortcutsWindow' id='shortcuts'>"
                    "<property name='modal'>True</property>"
                    "<property name='accessible-role'>window</property>");
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWidget *window;

  g_return_val_if_fail (SL_IS_KEY_MAP (map), NULL);

  add_property (xml, "title", _ ("Keyboard Shortcuts"));
  for (guint section = 0; section < SL_N_KEY_SECTIONS; section++)
    add_section (xml, map, section);
  g_string_append (xml, "</object></interface>");

  builder = gtk_builder_new_from_string (xml->str, (gssize) xml->len);
  window = GTK_WIDGET (gtk_builder_get_object (builder, "shortcuts"));
  let_keys_in (window);
  let_scroll (GTK_WINDOW (window));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, MIN (HEIGHT, height));
  return GTK_SHORTCUTS_WINDOW (window);
}
