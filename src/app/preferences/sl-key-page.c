/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-key-row.h"
#include "sl-widget-util.h"

/* All that can have keys, to be searched by its words or by its keys. */
struct _SlKeyPage
{
  AdwPreferencesPage parent_instance;

  SlKeyMap *map;
  AdwPreferencesGroup *groups[SL_N_KEY_GROUPS]; /* NULL for those whose keys are fixed */
  GPtrArray *rows[SL_N_KEY_GROUPS];             /* of SlKeyRow */
  GtkWidget *entry;
  GtkWidget *reset;
  GtkWidget *nothing;
  guint n_looked_at; /* entries of the table that have their row, or need none */
  guint filling;     /* the source that makes the rows; 0 once all are there */
};

G_DEFINE_FINAL_TYPE (SlKeyPage, sl_key_page, ADW_TYPE_PREFERENCES_PAGE)

static void
add_entry (SlKeyPage *self, const SlKeyEntry *entry)
{
  GtkWidget *row = sl_key_row_new (self->map, entry);

  if (self->groups[entry->group] == NULL)
    {
      self->groups[entry->group] = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
      adw_preferences_group_set_title (self->groups[entry->group],
                                       sl_key_group_get_title (entry->group));
      adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), self->groups[entry->group]);
    }
  adw_preferences_group_add (self->groups[entry->group], row);
  g_ptr_array_add (self->rows[entry->group], row);
}

/* Makes the row of the next entry; %FALSE once there is none. */
static gboolean
add_next (SlKeyPage *self)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  if (self->n_looked_at == n_entries)
    return FALSE;
  if (entries[self->n_looked_at].action != NULL)
    add_entry (self, &entries[self->n_looked_at]);
  self->n_looked_at++;
  return TRUE;
}

static gboolean
fill_cb (gpointer user_data)
{
  SlKeyPage *self = user_data;

  if (add_next (self))
    return G_SOURCE_CONTINUE;

  self->filling = 0;
  return G_SOURCE_REMOVE;
}

static char **
get_words (SlKeyPage *self)
{
  g_autofree char *folded =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);

  return g_strsplit (g_strstrip (folded), " ", -1);
}

static void
search (SlKeyPage *self)
{
  g_auto (GStrv) words = get_words (self);
  gboolean is_empty = TRUE;

  while (add_next (self))
    ;
  for (guint group = 0; group < SL_N_KEY_GROUPS; group++)
    {
      gboolean is_shown = FALSE;

      for (guint i = 0; i < self->rows[group]->len; i++)
        {
          SlKeyRow *row = g_ptr_array_index (self->rows[group], i);
          gboolean matches = sl_key_row_matches (row, (const char *const *) words);

          gtk_widget_set_visible (GTK_WIDGET (row), matches);
          is_shown |= matches;
        }
      if (self->groups[group] != NULL)
        gtk_widget_set_visible (GTK_WIDGET (self->groups[group]), is_shown);
      is_empty &= !is_shown;
    }
  gtk_widget_set_visible (self->nothing, is_empty);
}

/* Enter in the search: the first that was found. */
static void
open_first (SlKeyPage *self)
{
  for (guint group = 0; group < SL_N_KEY_GROUPS; group++)
    for (guint i = 0; i < self->rows[group]->len; i++)
      {
        GtkWidget *row = g_ptr_array_index (self->rows[group], i);

        if (gtk_widget_get_visible (row))
          {
            gtk_widget_grab_focus (row);
            adw_action_row_activate (ADW_ACTION_ROW (row));
            return;
          }
      }
}

static void
map_changed_cb (SlKeyPage *self)
{
  gtk_widget_set_sensitive (self->reset, sl_key_map_is_any_changed (self->map));
}

/* The button takes no focus while there is nothing to reset: that would be nowhere. */
static void
response_cb (SlKeyPage *self, const char *response)
{
  if (strcmp (response, "reset") != 0)
    return;

  gtk_widget_grab_focus (self->entry);
  sl_key_map_reset_all (self->map);
}

static void
reset_all_cb (SlKeyPage *self)
{
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                              _ ("Reset All Keys?"), _ ("All actions get their default keys."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "reset",
                                    _ ("_Reset All"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "reset",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  sl_button_names_give (dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
focus_cb (gpointer entry)
{
  GtkRoot *root = gtk_widget_get_root (entry);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *page = gtk_widget_get_ancestor (entry, SL_TYPE_KEY_PAGE);
  /* A user who was quicker than this has it in a row. */
  gboolean is_taken = focus != NULL && page != NULL && gtk_widget_is_ancestor (focus, page) &&
                      gtk_widget_get_parent (focus) != gtk_widget_get_parent (entry);

  if (gtk_widget_get_mapped (entry) && !is_taken &&
      (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    gtk_widget_grab_focus (entry);
  return G_SOURCE_REMOVE;
}

/* Where the focus was on the page before, the stack moves it on here after this: from the entry it would go on to the button. */
static void
map_cb (GtkWidget *entry)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, focus_cb, g_object_ref (entry), g_object_unref);
}

static void
add_search (SlKeyPage *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->reset = gtk_button_new_with_mnemonic (_ ("_Reset All…"));
  self->entry = sl_search_entry_new (_ ("Search commands and keys"), GTK_WIDGET (self));
  /* "search-changed" would come late: who types and presses Enter means what is typed. */
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (open_first), self);
  g_signal_connect (self->entry, "map", G_CALLBACK (map_cb), NULL);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (reset_all_cb), self);
  self->nothing = gtk_label_new (_ ("Nothing matches"));
  gtk_widget_set_margin_top (self->nothing, 24);
  gtk_widget_set_visible (self->nothing, FALSE);

  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->reset);
  sl_button_names_give (box);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), box);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), self->nothing);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
}

static void
sl_key_page_finalize (GObject *object)
{
  SlKeyPage *self = SL_KEY_PAGE (object);

  g_clear_handle_id (&self->filling, g_source_remove);
  g_clear_object (&self->map);
  for (guint i = 0; i < SL_N_KEY_GROUPS; i++)
    g_ptr_array_unref (self->rows[i]);

  G_OBJECT_CLASS (sl_key_page_parent_class)->finalize (object);
}

static void
sl_key_page_class_init (SlKeyPageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_key_page_finalize;
}

static void
sl_key_page_init (SlKeyPage *self)
{
  for (guint i = 0; i < SL_N_KEY_GROUPS; i++)
    self->rows[i] = g_ptr_array_new ();
  add_search (self);
}

/* Returns: (transfer none): a page that shows and changes the keys of @map; its rows are made as the window has time */
AdwPreferencesPage *
sl_key_page_new (SlKeyMap *map)
{
  SlKeyPage *self = g_object_new (SL_TYPE_KEY_PAGE, "title", _ ("Keyboard Shortcuts"), "name",
                                  "keys", "icon-name", "input-keyboard-symbolic", NULL);

  self->map = g_object_ref (map);
  g_signal_connect_object (map, "changed", G_CALLBACK (map_changed_cb), self, G_CONNECT_SWAPPED);
  map_changed_cb (self);
  self->filling = g_idle_add (fill_cb, self);
  return ADW_PREFERENCES_PAGE (self);
}
