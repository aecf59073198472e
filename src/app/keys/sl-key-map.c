/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-map.h"

/* Which keys do what, now. GTK hands the accelerators of an application to its actions before the
 * widget with the focus sees them, which no key may do that an entry takes as text or to edit it.
 * Such plain keys, and those of the timeline, are shortcuts of controllers, whose lists are shared
 * by all windows. */
struct _SlKeyMap
{
  GObject parent_instance;

  GHashTable *keys;                          /* of SlKeyEntry and GStrv */
  GListStore *shortcuts[SL_KEY_SCOPE_FIXED]; /* of GtkShortcut */
};

G_DEFINE_FINAL_TYPE (SlKeyMap, sl_key_map, G_TYPE_OBJECT)

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

/* Whether an entry takes the key as text or to edit it. */
static gboolean
is_plain (const char *accelerator)
{
  guint key;
  GdkModifierType modifiers;

  return gtk_accelerator_parse (accelerator, &key, &modifiers) &&
         (modifiers & ~GDK_SHIFT_MASK) == 0 && !(key >= GDK_KEY_F1 && key <= GDK_KEY_F35);
}

static gboolean
is_taken (SlKeyMap *self, const char *accelerator)
{
  GHashTableIter iter;
  gpointer keys;

  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, NULL, &keys))
    if (g_strv_contains (keys, accelerator))
      return TRUE;
  return FALSE;
}

/* What is pressed for @accelerator. */
static GtkShortcutTrigger *
make_trigger (SlKeyMap *self, const char *accelerator)
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

        if (name != NULL && !is_taken (self, name))
          trigger =
              gtk_alternative_trigger_new (trigger, gtk_keyval_trigger_new (other, modifiers));
      }
  return trigger;
}

static void
add_shortcut (SlKeyMap *self, GPtrArray *shortcuts, const char *action, const char *accelerator)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkShortcut *shortcut;

  if (!g_action_parse_detailed_name (action, &name, &target, NULL))
    return;

  shortcut = gtk_shortcut_new (make_trigger (self, accelerator), gtk_named_action_new (name));
  gtk_shortcut_set_arguments (shortcut, target);
  g_ptr_array_add (shortcuts, shortcut);
}

/* The shortcuts of a scope are made anew; controllers that are shown follow. */
static void
fill_shortcuts (SlKeyMap *self, SlKeyScope scope)
{
  g_autoptr (GPtrArray) shortcuts = g_ptr_array_new_with_free_func (g_object_unref);
  GListStore *store = self->shortcuts[scope];
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      const char *const *keys = sl_key_map_get_keys (self, &entries[i]);

      if (sl_key_entry_get_scope (&entries[i]) != scope)
        continue;
      for (guint j = 0; keys[j] != NULL; j++)
        if (scope == SL_KEY_SCOPE_TIMELINE || is_plain (keys[j]))
          add_shortcut (self, shortcuts, entries[i].action, keys[j]);
    }
  g_list_store_splice (store, 0, g_list_model_get_n_items (G_LIST_MODEL (store)), shortcuts->pdata,
                       shortcuts->len);
}

static void
sl_key_map_finalize (GObject *object)
{
  SlKeyMap *self = SL_KEY_MAP (object);

  g_hash_table_unref (self->keys);
  for (guint i = 0; i < G_N_ELEMENTS (self->shortcuts); i++)
    g_object_unref (self->shortcuts[i]);

  G_OBJECT_CLASS (sl_key_map_parent_class)->finalize (object);
}

static void
sl_key_map_class_init (SlKeyMapClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_key_map_finalize;
}

/* In the one spelling that GTK gives each. */
static char **
split_keys (const char *keys)
{
  char **names = g_strsplit (keys, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint key;
      GdkModifierType modifiers;

      gtk_accelerator_parse (names[i], &key, &modifiers);
      g_free (names[i]);
      names[i] = gtk_accelerator_name (key, modifiers);
    }
  return names;
}

static void
sl_key_map_init (SlKeyMap *self)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  self->keys = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_strfreev);
  for (guint i = 0; i < n_entries; i++)
    g_hash_table_insert (self->keys, (gpointer) &entries[i], split_keys (entries[i].keys));
  for (guint i = 0; i < G_N_ELEMENTS (self->shortcuts); i++)
    {
      self->shortcuts[i] = g_list_store_new (GTK_TYPE_SHORTCUT);
      fill_shortcuts (self, i);
    }
}

/**
 * sl_key_map_get_default:
 *
 * Returns: (transfer none): the keys of this program; only for the main thread
 */
SlKeyMap *
sl_key_map_get_default (void)
{
  static SlKeyMap *map;

  if (map == NULL)
    map = g_object_new (SL_TYPE_KEY_MAP, NULL);
  return map;
}

/**
 * sl_key_map_get_keys:
 * @entry: of the table
 *
 * Returns: (transfer none) (array zero-terminated=1): as gtk_accelerator_parse() reads them; valid
 *   until they are changed
 */
const char *const *
sl_key_map_get_keys (SlKeyMap *self, const SlKeyEntry *entry)
{
  g_return_val_if_fail (SL_IS_KEY_MAP (self), NULL);

  return g_hash_table_lookup (self->keys, entry);
}

/**
 * sl_key_map_dup_label:
 * @action: with its prefix, and its target, if it has one
 *
 * Returns: (transfer full) (nullable): the first of its keys, as people read it; %NULL for none
 */
char *
sl_key_map_dup_label (SlKeyMap *self, const char *action)
{
  const SlKeyEntry *entry = sl_key_table_find (action);
  const char *const *keys = entry != NULL ? sl_key_map_get_keys (self, entry) : NULL;
  guint key;
  GdkModifierType modifiers;

  if (keys == NULL || keys[0] == NULL || !gtk_accelerator_parse (keys[0], &key, &modifiers))
    return NULL;

  return gtk_accelerator_get_label (key, modifiers);
}

/**
 * sl_key_map_make_controller:
 * @scope: %SL_KEY_SCOPE_WINDOW for the plain keys of a window, or %SL_KEY_SCOPE_TIMELINE
 *
 * Returns: (transfer full): activates actions by the keys that they have just then
 */
GtkEventController *
sl_key_map_make_controller (SlKeyMap *self, SlKeyScope scope)
{
  GtkEventController *controller;

  g_return_val_if_fail (SL_IS_KEY_MAP (self), NULL);
  g_return_val_if_fail (scope < G_N_ELEMENTS (self->shortcuts), NULL);

  controller = gtk_shortcut_controller_new_for_model (G_LIST_MODEL (self->shortcuts[scope]));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_BUBBLE);
  return controller;
}

/**
 * sl_key_map_set_accels:
 *
 * Gives @application its accelerators: all keys of windows but the plain ones.
 */
void
sl_key_map_set_accels (SlKeyMap *self, GtkApplication *application)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  g_return_if_fail (SL_IS_KEY_MAP (self));

  for (guint i = 0; i < n_entries; i++)
    {
      const char *const *keys = sl_key_map_get_keys (self, &entries[i]);
      g_autoptr (GPtrArray) accels = g_ptr_array_new ();

      if (sl_key_entry_get_scope (&entries[i]) != SL_KEY_SCOPE_WINDOW)
        continue;
      for (guint j = 0; keys[j] != NULL; j++)
        if (!is_plain (keys[j]))
          g_ptr_array_add (accels, (gpointer) keys[j]);
      g_ptr_array_add (accels, NULL);
      gtk_application_set_accels_for_action (application, entries[i].action,
                                             (const char *const *) accels->pdata);
    }
}
