/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-saved-filters.h"

#include "sl-settings.h"

static void
check (GSettings *settings, const char *expected)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (settings);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < filters->len; i++)
    {
      const SlSavedFilter *filter = g_ptr_array_index (filters, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "; " : "", filter->name, filter->text);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_kept (void)
{
  g_autoptr (GSettings) settings = sl_settings_new ();
  g_autoptr (GSettings) later = NULL;

  g_test_summary ("What is saved is there at the next start, each name once.");

  g_settings_reset (settings, SL_SAVED_FILTERS);
  check (settings, "");
  sl_saved_filters_save (settings, "locks", "family = mutex");
  sl_saved_filters_save (settings, "late", "delta > 5ms");
  sl_saved_filters_save (settings, "locks", "kind ~ mutex-*");
  later = sl_settings_new ();
  check (later, "locks: kind ~ mutex-*; late: delta > 5ms");
}

static void
test_changed (void)
{
  g_autoptr (GSettings) settings = sl_settings_new ();

  g_test_summary ("A filter gets another name, also that of another one, which goes; what is not "
                  "there changes nothing.");

  g_settings_reset (settings, SL_SAVED_FILTERS);
  sl_saved_filters_save (settings, "one", "a = 1");
  sl_saved_filters_save (settings, "two", "a = 2");
  sl_saved_filters_save (settings, "three", "a = 3");
  sl_saved_filters_rename (settings, "two", "second");
  check (settings, "one: a = 1; second: a = 2; three: a = 3");
  sl_saved_filters_rename (settings, "three", "one");
  check (settings, "second: a = 2; one: a = 3");
  sl_saved_filters_rename (settings, "four", "five");
  sl_saved_filters_rename (settings, "one", "one");
  sl_saved_filters_remove (settings, "four");
  check (settings, "second: a = 2; one: a = 3");
  sl_saved_filters_remove (settings, "second");
  check (settings, "one: a = 3");
}

static void
test_damaged (void)
{
  g_autoptr (GSettings) settings = sl_settings_new ();
  GVariant *value = g_variant_new_parsed ("[('', 'a = 1'), ('x', 'a ='), ('x', 'a = 2')]");

  g_test_summary ("Settings that somebody else wrote cannot give two filters one name.");

  g_settings_set_value (settings, SL_SAVED_FILTERS, value);
  check (settings, "x: a =");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/saved-filters/kept", test_kept);
  g_test_add_func ("/app/saved-filters/changed", test_changed);
  g_test_add_func ("/app/saved-filters/damaged", test_damaged);
  return g_test_run ();
}
