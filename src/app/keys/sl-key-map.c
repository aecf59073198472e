/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-map.h"

#include "sl-key-shortcuts.h"
#include "sl-own-keys.h"

/* Which keys do what, now. GTK hands the accelerators of an application to its actions before the
 * widget with the focus sees them, which no key may do that an entry takes as text or to edit it.
 * Such plain keys, and those of the timeline, are shortcuts of controllers, whose lists are shared
 * by all windows. */
struct _SlKeyMap
{
  GObject parent_instance;

  GHashTable *keys;                          /* of SlKeyEntry and GStrv: all that count */
  GHashTable *own;                           /* of SlKeyEntry and GStrv: those the user set */
  GListStore *shortcuts[SL_KEY_SCOPE_FIXED]; /* of GtkShortcut */
  GSettings *settings;                       /* that keep the user's keys; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlKeyMap, sl_key_map, G_TYPE_OBJECT)

/* As in the schema: the actions whose keys are other than in the table, each with its keys. */
#define SETTING "keys"

static guint changed_signal;

/* Keys of all windows and entries, which nothing else may have. */
static const char *const reserved[] = {
  "Tab",        "<Shift>Tab", "<Control>Tab", "<Control><Shift>Tab", "F10",       "Escape",
  "<Control>a", "<Control>c", "<Control>v",   "<Control>x",          "BackSpace", NULL,
};

static char **
dup_default_keys (const SlKeyEntry *entry)
{
  g_auto (GStrv) names = g_strsplit (entry->keys, " ", -1);

  return sl_own_keys_canonicalize ((const char *const *) names);
}

/* What the user set counts before what the program comes with, which may have changed since. */
static void
update (SlKeyMap *self)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  g_hash_table_remove_all (self->keys);
  for (guint i = 0; i < n_entries; i++)
    {
      char **own = g_hash_table_lookup (self->own, &entries[i]);
      char **keys = own != NULL ? g_strdupv (own) : dup_default_keys (&entries[i]);

      if (own == NULL && entries[i].action != NULL)
        keys = sl_own_keys_drop_taken (keys, &entries[i], self->own);
      g_hash_table_insert (self->keys, (gpointer) &entries[i], keys);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->shortcuts); i++)
    sl_key_shortcuts_fill (self->shortcuts[i], self->keys, i);
  g_signal_emit (self, changed_signal, 0);
}

static void
read_settings (SlKeyMap *self)
{
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, SETTING);

  g_hash_table_unref (self->own);
  self->own = sl_own_keys_read (value);
  update (self);
}

static void
write_settings (SlKeyMap *self)
{
  g_autoptr (GVariant) before = g_settings_get_value (self->settings, SETTING);

  g_signal_handlers_block_by_func (self->settings, read_settings, self);
  g_settings_set_value (self->settings, SETTING, sl_own_keys_write (self->own, before));
  g_signal_handlers_unblock_by_func (self->settings, read_settings, self);
}

/* Without settings, or where they cannot be written, the keys are those of this run. */
static void
commit (SlKeyMap *self)
{
  update (self);
  if (self->settings != NULL)
    write_settings (self);
}

static void
sl_key_map_finalize (GObject *object)
{
  SlKeyMap *self = SL_KEY_MAP (object);

  sl_key_map_follow (self, NULL);
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->own);
  for (guint i = 0; i < G_N_ELEMENTS (self->shortcuts); i++)
    g_object_unref (self->shortcuts[i]);

  G_OBJECT_CLASS (sl_key_map_parent_class)->finalize (object);
}

static void
sl_key_map_class_init (SlKeyMapClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_key_map_finalize;

  /**
   * SlKeyMap::changed:
   *
   * Some keys are others than before.
   */
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_key_map_init (SlKeyMap *self)
{
  self->keys = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_strfreev);
  self->own = sl_own_keys_new ();
  for (guint i = 0; i < G_N_ELEMENTS (self->shortcuts); i++)
    self->shortcuts[i] = g_list_store_new (GTK_TYPE_SHORTCUT);
  update (self);
}

/**
 * sl_key_map_new:
 *
 * Returns: (transfer full): the keys of the table, until it follows settings
 */
SlKeyMap *
sl_key_map_new (void)
{
  return g_object_new (SL_TYPE_KEY_MAP, NULL);
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
    map = sl_key_map_new ();
  return map;
}

/**
 * sl_key_map_follow:
 * @settings: (nullable): of the program; %NULL to leave them
 *
 * Takes the user's keys from @settings, now and whenever they change, and writes changes there.
 */
void
sl_key_map_follow (SlKeyMap *self, GSettings *settings)
{
  g_return_if_fail (SL_IS_KEY_MAP (self));

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  if (!g_set_object (&self->settings, settings) || settings == NULL)
    return;

  g_signal_connect_swapped (settings, "changed::" SETTING, G_CALLBACK (read_settings), self);
  read_settings (self);
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
 * sl_key_map_find:
 * @accelerator: as gtk_accelerator_name() writes it
 * @except: (nullable): an entry that does not count
 *
 * Returns: (nullable): what the key does in the window of a trace
 */
const SlKeyEntry *
sl_key_map_find (SlKeyMap *self, const char *accelerator, const SlKeyEntry *except)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  g_return_val_if_fail (SL_IS_KEY_MAP (self), NULL);

  for (guint i = 0; i < n_entries; i++)
    if (&entries[i] != except && entries[i].action != NULL &&
        !(except != NULL && sl_key_entry_may_share (except, &entries[i], accelerator)) &&
        g_strv_contains (sl_key_map_get_keys (self, &entries[i]), accelerator))
      return &entries[i];

  return NULL;
}

/**
 * sl_key_map_is_reserved:
 * @accelerator: as gtk_accelerator_name() writes it
 *
 * Returns: whether users cannot give the key to anything
 */
gboolean
sl_key_map_is_reserved (const char *accelerator)
{
  g_auto (GStrv) names = sl_own_keys_canonicalize (reserved);

  return g_strv_contains ((const char *const *) names, accelerator);
}

/* Takes the keys away from what else the user gave them to. */
static void
free_keys (SlKeyMap *self, const SlKeyEntry *entry, GHashTable *wanted)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      char **own = g_hash_table_lookup (self->own, &entries[i]);

      if (own != NULL && &entries[i] != entry)
        g_hash_table_insert (self->own, (gpointer) &entries[i],
                             sl_own_keys_drop_taken (g_strdupv (own), &entries[i], wanted));
    }
}

/**
 * sl_key_map_set_keys:
 * @entry: of the table; one with an action
 * @keys: (array zero-terminated=1): as gtk_accelerator_parse() reads them; may be empty
 *
 * Gives it these keys and no others, at once in all windows. What had them loses them.
 */
void
sl_key_map_set_keys (SlKeyMap *self, const SlKeyEntry *entry, const char *const *keys)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  g_auto (GStrv) names = NULL;
  g_auto (GStrv) initial = NULL;

  g_return_if_fail (SL_IS_KEY_MAP (self));
  g_return_if_fail (entry != NULL && entry->action != NULL);
  g_return_if_fail (keys != NULL);

  names = sl_own_keys_canonicalize (keys);
  initial = dup_default_keys (entry);
  g_hash_table_insert (wanted, (gpointer) entry, names);
  free_keys (self, entry, wanted);
  if (g_strv_equal ((const char *const *) names, (const char *const *) initial))
    g_hash_table_remove (self->own, entry);
  else
    g_hash_table_insert (self->own, (gpointer) entry, g_strdupv (names));
  commit (self);
}

/* Gives it the keys again that the program comes with; what had them loses them. */
void
sl_key_map_reset (SlKeyMap *self, const SlKeyEntry *entry)
{
  g_auto (GStrv) keys = dup_default_keys (entry);

  sl_key_map_set_keys (self, entry, (const char *const *) keys);
}

/* Gives everything the keys again that the program comes with. */
void
sl_key_map_reset_all (SlKeyMap *self)
{
  g_return_if_fail (SL_IS_KEY_MAP (self));

  g_hash_table_remove_all (self->own);
  commit (self);
}

/* Returns: (transfer full): the keys that the program comes with */
char **
sl_key_map_dup_initial (SlKeyMap *self, const SlKeyEntry *entry)
{
  g_return_val_if_fail (SL_IS_KEY_MAP (self), NULL);

  return dup_default_keys (entry);
}

/* Whether it has other keys than the program comes with. */
gboolean
sl_key_map_is_changed (SlKeyMap *self, const SlKeyEntry *entry)
{
  g_auto (GStrv) initial = sl_key_map_dup_initial (self, entry);

  return !g_strv_equal (sl_key_map_get_keys (self, entry), (const char *const *) initial);
}

/* Whether anything has other keys than the program comes with. */
gboolean
sl_key_map_is_any_changed (SlKeyMap *self)
{
  g_return_val_if_fail (SL_IS_KEY_MAP (self), FALSE);

  return g_hash_table_size (self->own) > 0;
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
        if (!sl_key_is_plain (keys[j]))
          g_ptr_array_add (accels, (gpointer) keys[j]);
      g_ptr_array_add (accels, NULL);
      gtk_application_set_accels_for_action (application, entries[i].action,
                                             (const char *const *) accels->pdata);
    }
}
