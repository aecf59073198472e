/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-key-dialog.h"
#include "sl-message.h"
#include "sl-widget-util.h"

/* One thing that can have keys, with those that it has. Activating it asks for another key. */
struct _SlKeyRow
{
  AdwActionRow parent_instance;

  SlKeyMap *map;
  const SlKeyEntry *entry;
  char *folded; /* what is searched: title, group, keys */

  GtkShortcutLabel *keys;
  GtkWidget *reset;
};

G_DEFINE_FINAL_TYPE (SlKeyRow, sl_key_row, ADW_TYPE_ACTION_ROW)

/* Keys as people read them; NULL for none. */
static char *
dup_labels (const char *const *keys)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      guint key;
      GdkModifierType modifiers;

      gtk_accelerator_parse (keys[i], &key, &modifiers);
      g_ptr_array_add (labels, gtk_accelerator_get_label (key, modifiers));
    }
  g_ptr_array_add (labels, NULL);
  return labels->len > 1 ? g_strjoinv (", ", (char **) labels->pdata) : NULL;
}

static void
update (SlKeyRow *self)
{
  const char *const *keys = sl_key_map_get_keys (self->map, self->entry);
  const char *title = sl_key_entry_get_title (self->entry);
  g_auto (GStrv) initial = sl_key_map_dup_initial (self->map, self->entry);
  g_autofree char *joined = g_strjoinv (" ", (char **) keys);
  g_autofree char *labels = dup_labels (keys);
  g_autofree char *before = dup_labels ((const char *const *) initial);
  g_autofree char *tip = NULL;
  g_autofree char *searched = NULL;

  /* Translators: keys. */
  tip = g_strdup_printf (_ ("Reset to %s"), before != NULL ? before : _ ("no key"));
  gtk_shortcut_label_set_accelerator (self->keys, joined);
  sl_tip_name_give (self->reset, tip);
  gtk_widget_set_visible (self->reset, sl_key_map_is_changed (self->map, self->entry));
  /* Its name is its title. */
  sl_message_describe (GTK_WIDGET (self), labels != NULL ? labels : _ ("no key"));

  searched = g_strjoin (" ", title, sl_key_group_get_title (self->entry->group), labels, NULL);
  g_free (self->folded);
  self->folded = g_utf8_casefold (searched, -1);
}

static void
ask (SlKeyRow *self, gboolean is_another)
{
  sl_key_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->map,
                         self->entry, is_another);
}

static void
add_cb (SlKeyRow *self)
{
  ask (self, TRUE);
}

static void
response_cb (SlKeyRow *self, const char *response)
{
  if (strcmp (response, "reset") == 0)
    sl_key_map_reset (self->map, self->entry);
}

/* What has a key that this one comes with would lose it: first that is asked. */
static void
reset_cb (SlKeyRow *self)
{
  g_auto (GStrv) initial = sl_key_map_dup_initial (self->map, self->entry);
  const SlKeyEntry *holder = NULL;
  g_autofree char *body = NULL;
  GtkWidget *dialog;

  /* The button goes once nothing is changed. */
  gtk_widget_grab_focus (GTK_WIDGET (self));
  for (guint i = 0; holder == NULL && initial[i] != NULL; i++)
    holder = sl_key_map_find (self->map, initial[i], self->entry);
  if (holder == NULL)
    {
      sl_key_map_reset (self->map, self->entry);
      return;
    }

  /* Translators: titles of two things that keys do; the first is reset. */
  body = g_strdup_printf (_ ("“%s” gets its keys back, and “%s” loses what it has of them."),
                          sl_key_entry_get_title (self->entry), sl_key_entry_get_title (holder));
  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                   _ ("Reset the Key?"), body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "reset",
                                    _ ("_Reset"), NULL);
  sl_dialog_suggest (ADW_MESSAGE_DIALOG (dialog), "reset");
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
sl_key_row_activate (AdwActionRow *row)
{
  ask (SL_KEY_ROW (row), FALSE);
}

static void
sl_key_row_finalize (GObject *object)
{
  SlKeyRow *self = SL_KEY_ROW (object);

  g_clear_object (&self->map);
  g_free (self->folded);

  G_OBJECT_CLASS (sl_key_row_parent_class)->finalize (object);
}

static void
sl_key_row_class_init (SlKeyRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_key_row_finalize;
  ADW_ACTION_ROW_CLASS (klass)->activate = sl_key_row_activate;
}

static GtkWidget *
make_button (SlKeyRow *self, const char *icon, const char *tip, GCallback clicked)
{
  GtkWidget *button = sl_icon_button_new (icon, tip, NULL);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", clicked, self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  return button;
}

static void
sl_key_row_init (SlKeyRow *self)
{
  GtkWidget *keys = gtk_shortcut_label_new ("");

  self->keys = GTK_SHORTCUT_LABEL (keys);
  gtk_shortcut_label_set_disabled_text (self->keys, "–");
  gtk_widget_set_valign (keys, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), keys);
  self->reset =
      make_button (self, "edit-undo-symbolic", _ ("Reset the Key"), G_CALLBACK (reset_cb));
  make_button (self, "list-add-symbolic", _ ("Add Another Key"), G_CALLBACK (add_cb));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
}

/**
 * sl_key_row_new:
 * @entry: of the table; one with an action
 */
GtkWidget *
sl_key_row_new (SlKeyMap *map, const SlKeyEntry *entry)
{
  SlKeyRow *self = g_object_new (SL_TYPE_KEY_ROW, "title-lines", 2, NULL);
  g_autofree char *title = g_markup_escape_text (sl_key_entry_get_title (entry), -1);

  self->map = g_object_ref (map);
  self->entry = entry;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  g_signal_connect_object (map, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

/**
 * sl_key_row_matches:
 * @words: (array zero-terminated=1): case-folded
 *
 * Returns: whether all are in its title, the title of its group or its keys
 */
gboolean
sl_key_row_matches (SlKeyRow *self, const char *const *words)
{
  g_return_val_if_fail (SL_IS_KEY_ROW (self), FALSE);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (self->folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}
