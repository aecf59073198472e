/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-file.h"

#include <string.h>

static gboolean
can_load (const char *text, gsize length, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  return sl_key_file_load (keys, text, length, error);
}

static void
test_escapes (void)
{
  static const char *const bad[] = { "[a]\nb=\\q\\\n", "[a]\nb=\\", "[a]\nb=x\\ \r\n",
                                     "[a]\nb=\\\\\\\nc=1\n" };
  static const char text[] = "# \\\n[a]\nb=x\\\\\nc=\\s1\n";
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *b = NULL;
  g_autofree char *c = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) failure = NULL;

      g_assert_false (can_load (bad[i], strlen (bad[i]), &failure));
      g_assert_error (failure, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE);
      g_assert_nonnull (strstr (failure->message, "Line 2"));
    }

  g_assert_true (sl_key_file_load (keys, text, sizeof text - 1, &error));
  g_assert_no_error (error);
  b = g_key_file_get_string (keys, "a", "b", &error);
  c = g_key_file_get_string (keys, "a", "c", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (b, ==, "x\\");
  g_assert_cmpstr (c, ==, " 1");
}

static void
read_all (GKeyFile *keys)
{
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_key_file_get_keys (keys, groups[i], NULL, NULL);

      for (guint j = 0; names != NULL && names[j] != NULL; j++)
        {
          G_GNUC_UNUSED g_autofree char *text =
              g_key_file_get_string (keys, groups[i], names[j], NULL);
          G_GNUC_UNUSED g_auto (GStrv) list =
              g_key_file_get_string_list (keys, groups[i], names[j], NULL, NULL);
        }
    }
}

/* Whatever is loaded can be read without a warning of GLib's, which would end this program. */
static void
test_law (void)
{
  static const char letters[] = "\\\\\\\n\n\r ;=asq#\0\xff";
  guint n_loaded = 0;

  for (guint round = 0; round < 50000; round++)
    {
      char text[32] = "[a]\nb=";
      guint length = (guint) g_test_rand_int_range (6, sizeof text);
      g_autoptr (GKeyFile) keys = g_key_file_new ();

      for (guint i = 6; i < length; i++)
        text[i] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
      if (!sl_key_file_load (keys, text, length, NULL))
        continue;
      read_all (keys);
      n_loaded++;
    }
  g_assert_cmpuint (n_loaded, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/key-file/escapes", test_escapes);
  g_test_add_func ("/key-file/law", test_law);

  return g_test_run ();
}
