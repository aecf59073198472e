/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-shortcuts.h"

#include "sl-own-keys.h"

/* Other keys that mean the same. */
static const struct
{
  guint key;
  guint others[2];
} variants[] = {
  /* The key "+" types "=" without Shift on many keyboards. */
  { GDK_KEY_plus, { GDK_KEY_KP_Add, GDK_KEY_equal } },
  { GDK_KEY_minus, { GDK_KEY_KP_Subtract } },
  { GDK_KEY_Return, { GDK_KEY_KP_Enter } },
};

/* What is pressed for @accelerator. */
static GtkShortcutTrigger *
make_trigger (GHashTable *keys, const SlKeyEntry *entry, const char *accelerator)
{
  GtkShortcutTrigger *trigger;
  guint key;
  GdkModifierType modifiers;

  gtk_accelerator_parse (accelerator, &key, &modifiers);
  trigger = gtk_keyval_trigger_new (key, modifiers);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    for (guint j = 0; variants[i].key == key && j < G_N_ELEMENTS (variants[i].others); j++)
      {
        guint other = variants[i].others[j];
        g_autofree char *name = other != 0 ? gtk_accelerator_name (other, modifiers) : NULL;

        if (name != NULL && !sl_own_keys_has_other (keys, name, entry))
          trigger =
              gtk_alternative_trigger_new (trigger, gtk_keyval_trigger_new (other, modifiers));
      }
  return trigger;
}

static void
add_shortcut (GPtrArray *shortcuts,
              GHashTable *keys,
              const SlKeyEntry *entry,
              const char *accelerator)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (entry->action, &name, &target, NULL))
    return;

  shortcut =
      gtk_shortcut_new (make_trigger (keys, entry, accelerator), gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  g_ptr_array_add (shortcuts, shortcut);
}

/**
 * sl_key_shortcuts_fill:
 * @store: of GtkShortcut: controllers that are made of it follow
 * @keys: all that count, as in sl-own-keys.h
 *
 * Makes the shortcuts of @scope anew: of a window, those of plain keys.
 */
void
sl_key_shortcuts_fill (GListStore *store, GHashTable *keys, SlKeyScope scope)
{
  g_autoptr (GPtrArray) shortcuts = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      const char *const *names = g_hash_table_lookup (keys, &entries[i]);

      if (sl_key_entry_get_scope (&entries[i]) != scope)
        continue;
      for (guint j = 0; names[j] != NULL; j++)
        if (scope != SL_KEY_SCOPE_WINDOW || sl_key_is_plain (names[j]))
          add_shortcut (shortcuts, keys, &entries[i], names[j]);
    }
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)), shortcuts->pdata,
                       shortcuts->len);
}

/**
 * sl_key_shortcuts_get_plain:
 *
 * Returns: the key that means the same as @key, such as Enter for that of the number pad
 */
guint
sl_key_shortcuts_get_plain (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (variants[i].others[0] == key)
      return variants[i].key;

  return key;
}
