/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>

#include "sl-app-test.h"
#include "sl-key-map.h"

/* What holds for any keys that users give to anything. */

#define N_ROUNDS  12
#define N_CHANGES 25

/* Those that are pressed for @trigger, as names, are added to @names. */
static void
add_names (GtkShortcutTrigger *trigger, GPtrArray *names)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    {
      GtkAlternativeTrigger *both = GTK_ALTERNATIVE_TRIGGER (trigger);

      add_names (gtk_alternative_trigger_get_first (both), names);
      add_names (gtk_alternative_trigger_get_second (both), names);
      return;
    }

  g_assert_true (GTK_IS_KEYVAL_TRIGGER (trigger));
  g_ptr_array_add (names, gtk_accelerator_name (gtk_keyval_trigger_get_keyval (
                                                    GTK_KEYVAL_TRIGGER (trigger)),
                                                gtk_keyval_trigger_get_modifiers (
                                                    GTK_KEYVAL_TRIGGER (trigger))));
}

/* The action that the shortcut activates, with its target. */
static char *
dup_action (GtkShortcut *shortcut)
{
  GtkNamedAction *action = GTK_NAMED_ACTION (gtk_shortcut_get_action (shortcut));

  return g_action_print_detailed_name (gtk_named_action_get_action_name (action),
                                       gtk_shortcut_get_arguments (shortcut));
}

/* (transfer full): from each key that the controller of @scope takes to the action that it activates;
 * fails where one would activate two. */
static GHashTable *
read_controller (SlKeyMap *map, SlKeyScope scope)
{
  GHashTable *taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GtkEventController) controller = sl_key_map_make_controller (map, scope);
  GListModel *shortcuts = G_LIST_MODEL (controller);

  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      add_names (gtk_shortcut_get_trigger (shortcut), names);
      for (guint j = 0; j < names->len; j++)
        {
          const char *other = g_hash_table_lookup (taken, names->pdata[j]);
          g_autofree char *action = dup_action (shortcut);

          if (other != NULL)
            g_error ("%s does %s and %s", (char *) names->pdata[j], other, action);
          g_hash_table_insert (taken, names->pdata[j], g_steal_pointer (&action));
        }
    }
  return taken;
}

/* Fails unless the key activates the action of @entry, and nothing else. */
static void
check_reached (GtkApplication *application,
               GHashTable *const *controllers,
               const SlKeyEntry *entry,
               const char *key)
{
  SlKeyScope scope = sl_key_entry_get_scope (entry);

  if (scope == SL_KEY_SCOPE_WINDOW && !sl_key_is_plain (key))
    {
      g_auto (GStrv) actions = gtk_application_get_actions_for_accel (application, key);

      g_assert_cmpuint (g_strv_length (actions), ==, 1);
      g_assert_cmpstr (actions[0], ==, entry->action);
      for (guint i = 0; i < SL_KEY_SCOPE_FIXED; i++)
        if (i != SL_KEY_SCOPE_LECTURE)
          g_assert_null (g_hash_table_lookup (controllers[i], key));
      return;
    }

  g_assert_cmpstr (g_hash_table_lookup (controllers[scope], key), ==, entry->action);
  /* The plain keys of a lecture come before those of the window and the timeline. */
  for (guint i = 0; i < SL_KEY_SCOPE_FIXED; i++)
    if (i != scope && i != SL_KEY_SCOPE_LECTURE && scope != SL_KEY_SCOPE_LECTURE)
      g_assert_null (g_hash_table_lookup (controllers[i], key));
}

static void
check_map (SlKeyMap *map, GtkApplication *application)
{
  GHashTable *controllers[SL_KEY_SCOPE_FIXED];
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < SL_KEY_SCOPE_FIXED; i++)
    controllers[i] = read_controller (map, i);
  sl_key_map_set_accels (map, application);

  for (guint i = 0; i < n_entries; i++)
    for (guint j = 0; entries[i].action != NULL && sl_key_map_get_keys (map, &entries[i])[j]; j++)
      {
        const char *key = sl_key_map_get_keys (map, &entries[i])[j];

        if (sl_key_map_find (map, key, &entries[i]) != NULL)
          g_error ("%s belongs to %s and %s", key, entries[i].action,
                   sl_key_map_find (map, key, &entries[i])->action);
        check_reached (application, controllers, &entries[i], key);
      }

  for (guint i = 0; i < SL_KEY_SCOPE_FIXED; i++)
    g_hash_table_unref (controllers[i]);
}

static void
check_same (SlKeyMap *map, SlKeyMap *other)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      g_autofree char *keys = g_strjoinv (" ", (char **) sl_key_map_get_keys (map, &entries[i]));
      g_autofree char *others =
          g_strjoinv (" ", (char **) sl_key_map_get_keys (other, &entries[i]));

      g_assert_cmpstr (keys, ==, others);
      g_assert_cmpint (sl_key_map_is_changed (map, &entries[i]), ==,
                       sl_key_map_is_changed (other, &entries[i]));
    }
}

/* Any key that can be pressed; few, so that many are wanted by several. */
static char *
make_key (void)
{
  static const guint keys[] = {
    GDK_KEY_a,      GDK_KEY_b,      GDK_KEY_n,     GDK_KEY_1,         GDK_KEY_plus,  GDK_KEY_minus,
    GDK_KEY_F3,     GDK_KEY_F12,    GDK_KEY_Left,  GDK_KEY_Home,      GDK_KEY_comma, GDK_KEY_equal,
    GDK_KEY_Return, GDK_KEY_KP_Add, GDK_KEY_space, GDK_KEY_Page_Down,
  };
  static const GdkModifierType modifiers[] = {
    0, GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
  };
  gint32 key = g_test_rand_int_range (0, G_N_ELEMENTS (keys));
  gint32 modifier = g_test_rand_int_range (0, G_N_ELEMENTS (modifiers));

  return gtk_accelerator_name (keys[key], modifiers[modifier]);
}

static const SlKeyEntry *
choose_entry (void)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);
  const SlKeyEntry *entry;

  do
    entry = &entries[g_test_rand_int_range (0, (gint32) n_entries)];
  while (entry->action == NULL);
  return entry;
}

/* Gives @entry one more key or others, and checks that it has them. */
static void
set_keys (SlKeyMap *map, const SlKeyEntry *entry)
{
  const char *const *has = sl_key_map_get_keys (map, entry);
  gboolean is_another = g_test_rand_int_range (0, 2) == 0;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *key = make_key ();
  g_auto (GStrv) keys = NULL;

  if (is_another && !g_strv_contains (has, key))
    g_strv_builder_addv (builder, (const char **) has);
  g_strv_builder_add (builder, key);
  keys = g_strv_builder_end (builder);
  sl_key_map_set_keys (map, entry, (const char *const *) keys);
  g_assert_true (g_strv_equal (sl_key_map_get_keys (map, entry), (const char *const *) keys));
}

static void
change (SlKeyMap *map)
{
  static const char *const none[] = { NULL };
  const SlKeyEntry *entry = choose_entry ();
  g_auto (GStrv) initial = sl_key_map_dup_initial (map, entry);

  switch (g_test_rand_int_range (0, 16))
    {
    case 0:
      sl_key_map_set_keys (map, entry, none);
      g_assert_null (sl_key_map_get_keys (map, entry)[0]);
      break;
    case 1:
      sl_key_map_reset (map, entry);
      g_assert_true (
          g_strv_equal (sl_key_map_get_keys (map, entry), (const char *const *) initial));
      break;
    default:
      set_keys (map, entry);
      break;
    }
}

static GSettings *
make_settings (void)
{
  g_autoptr (GSettingsBackend) backend = g_memory_settings_backend_new ();

  return g_settings_new_with_backend (SL_APP_ID, backend);
}

static void
test_random_keys (void)
{
  GtkApplication *application = GTK_APPLICATION (sl_app_test_start ());

  g_test_summary (
      "Whatever keys are given to whatever commands: each command has the keys that it was "
      "given last, no two commands of one context share a key, every key activates its "
      "command and no other, and another program that reads the settings has the same. "
      "Reset, all are as at the beginning.");

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GSettings) settings = make_settings ();
      g_autoptr (SlKeyMap) map = sl_key_map_new ();
      g_autoptr (SlKeyMap) untouched = sl_key_map_new ();

      sl_key_map_follow (map, settings);
      for (guint i = 0; i < N_CHANGES; i++)
        {
          g_autoptr (SlKeyMap) loaded = sl_key_map_new ();

          change (map);
          check_map (map, application);
          sl_key_map_follow (loaded, settings);
          check_same (map, loaded);
        }
      sl_key_map_reset_all (map);
      check_same (map, untouched);
    }
}

/* As people write settings by hand: the same key for several, keys that cannot be given, no keys. */
static GVariant *
make_setting (void)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{sas}"));
  gint32 n_actions = g_test_rand_int_range (0, 12);

  for (gint32 i = 0; i < n_actions; i++)
    {
      g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
      gint32 n_keys = g_test_rand_int_range (0, 4);

      for (gint32 j = 0; j < n_keys; j++)
        g_ptr_array_add (keys, g_test_rand_int_range (0, 8) > 0
                                   ? make_key ()
                                   : g_strdup (g_test_rand_bit () ? "Escape" : "no key"));
      g_variant_builder_add (&builder, "{s@as}",
                             g_test_rand_int_range (0, 8) > 0 ? choose_entry ()->action : "a.b",
                             g_variant_new_strv ((const char *const *) keys->pdata, keys->len));
    }
  return g_variant_builder_end (&builder);
}

static void
test_any_setting (void)
{
  GtkApplication *application = GTK_APPLICATION (sl_app_test_start ());

  g_test_summary (
      "Whatever the settings say, no two commands of one context share a key, and every "
      "key activates its command.");

  for (guint i = 0; i < N_ROUNDS * N_CHANGES; i++)
    {
      g_autoptr (GSettings) settings = make_settings ();
      g_autoptr (SlKeyMap) map = sl_key_map_new ();

      g_settings_set_value (settings, "keys", make_setting ());
      sl_key_map_follow (map, settings);
      check_map (map, application);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/key-laws/random-keys", test_random_keys);
  g_test_add_func ("/app/key-laws/any-setting", test_any_setting);
  return g_test_run ();
}
