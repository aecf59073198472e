/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-own-keys.h"

#include <gtk/gtk.h>

/**
 * sl_own_keys_canonicalize:
 * @names: (array zero-terminated=1): keys as gtk_accelerator_parse() reads them
 *
 * Returns: (transfer full): them in the one spelling that GTK gives each, and each once; what is not a key is left
 *   out
 */
char **
sl_own_keys_canonicalize (const char *const *names)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint key;
      GdkModifierType modifiers;
      g_autofree char *name = NULL;

      if (!gtk_accelerator_parse (names[i], &key, &modifiers) || key == 0)
        continue;
      name = gtk_accelerator_name (key, modifiers);
      if (!g_ptr_array_find_with_equal_func (keys, name, g_str_equal, NULL))
        g_ptr_array_add (keys, g_steal_pointer (&name));
    }
  g_ptr_array_add (keys, NULL);
  return (char **) g_ptr_array_steal (keys, NULL);
}

/* Returns: (transfer full): none */
GHashTable *
sl_own_keys_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_strfreev);
}

/**
 * sl_own_keys_has_other:
 *
 * Returns: whether something other than @entry has the key where @entry would have it
 */
gboolean
sl_own_keys_has_other (GHashTable *keys, const char *accelerator, const SlKeyEntry *entry)
{
  GHashTableIter iter;
  gpointer other, names;

  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &other, &names))
    if (g_strv_contains (names, accelerator) && !sl_key_entry_may_share (entry, other, accelerator))
      return TRUE;
  return FALSE;
}

/**
 * sl_own_keys_drop_taken:
 * @keys: (transfer full): of @entry
 *
 * Returns: (transfer full): those of them that nothing else has in @by where @entry would have them
 */
char **
sl_own_keys_drop_taken (char **keys, const SlKeyEntry *entry, GHashTable *by)
{
  g_auto (GStrv) all = keys;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (!sl_own_keys_has_other (by, all[i], entry))
      g_strv_builder_add (builder, all[i]);
  return g_strv_builder_end (builder);
}

/* Whoever wrote the settings may have given one key to several: the first in the table keeps it. */
static void
settle (GHashTable *own)
{
  g_autoptr (GHashTable) settled = g_hash_table_new (NULL, NULL);
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      char **keys = g_hash_table_lookup (own, &entries[i]);

      if (keys == NULL)
        continue;
      keys = sl_own_keys_drop_taken (g_strdupv (keys), &entries[i], settled);
      g_hash_table_insert (own, (gpointer) &entries[i], keys);
      g_hash_table_insert (settled, (gpointer) &entries[i], keys);
    }
}

/**
 * sl_own_keys_read:
 * @value: of the setting; what it says of unknown actions is left out
 *
 * Returns: (transfer full): what it says, each key for one action alone where both could be meant
 */
GHashTable *
sl_own_keys_read (GVariant *value)
{
  GHashTable *own = sl_own_keys_new ();
  GVariantIter iter;
  const char *action;
  char **names;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "{&s^as}", &action, &names))
    {
      const SlKeyEntry *entry = sl_key_table_find (action);

      if (entry != NULL)
        g_hash_table_insert (own, (gpointer) entry,
                             sl_own_keys_canonicalize ((const char *const *) names));
      g_strfreev (names);
    }
  settle (own);
  return own;
}

/* Actions that only another version of the program has keep their keys. */
static void
keep_unknown (GVariant *before, GVariantBuilder *builder)
{
  GVariantIter iter;
  const char *action;
  GVariant *names;

  g_variant_iter_init (&iter, before);
  while (g_variant_iter_next (&iter, "{&s@as}", &action, &names))
    {
      if (sl_key_table_find (action) == NULL)
        g_variant_builder_add (builder, "{s@as}", action, names);
      g_variant_unref (names);
    }
}

/**
 * sl_own_keys_write:
 * @before: what the setting has said
 *
 * Returns: (transfer floating): what it is to say
 */
GVariant *
sl_own_keys_write (GHashTable *own, GVariant *before)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{sas}"));
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      char **names = g_hash_table_lookup (own, &entries[i]);

      if (names != NULL)
        g_variant_builder_add (&builder, "{s^as}", entries[i].action, names);
    }
  keep_unknown (before, &builder);
  return g_variant_builder_end (&builder);
}
