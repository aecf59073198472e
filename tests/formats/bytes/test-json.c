/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "sl-error.h"
#include "sl-json.h"

#define STACK (256 * 1024)

/* @depth arrays in each other, with @text in the innermost. */
static char *
make_nested (guint depth, const char *text)
{
  GString *json = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append_c (json, '[');
  g_string_append (json, text);
  for (guint i = 0; i < depth; i++)
    g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

static gboolean
parses (const char *text)
{
  g_autoptr (JsonNode) node = sl_json_parse ((const guint8 *) text, strlen (text), NULL);

  return node != NULL;
}

static void
assert_fails (const char *text, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sl_json_parse ((const guint8 *) text, strlen (text), &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, part));
}

static gpointer
parse_deep (gpointer data)
{
  static const guint depths[] = { 101, 1000, 100000, 500000 };
  g_autofree char *most = make_nested (SL_JSON_MAX_DEPTH, "1");

  g_assert_true (parses (most));
  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      g_autofree char *deep = make_nested (depths[i], "1");

      assert_fails (deep, "more than 100 levels deep at offset 100");
      deep[depths[i]] = '\0'; /* nothing is closed */
      assert_fails (deep, "more than 100 levels deep at offset 100");
    }
  return NULL;
}

static void
test_depth (void)
{
  pthread_attr_t attributes;
  pthread_t thread;

  g_test_summary (
      "However deep a text is nested, a small stack is enough; the error names depth and offset.");

  pthread_attr_init (&attributes);
  g_assert_cmpint (pthread_attr_setstacksize (&attributes, MAX (STACK, PTHREAD_STACK_MIN)), ==, 0);
  g_assert_cmpint (pthread_create (&thread, &attributes, parse_deep, NULL), ==, 0);
  pthread_join (thread, NULL);
  pthread_attr_destroy (&attributes);
}

static void
test_texts (void)
{
  g_autofree char *brackets = g_strnfill (1000, '[');
  g_autofree char *quoted = g_strdup_printf ("[\"%s\", \"\\\"%s\\\\\"]", brackets, brackets);
  g_autofree char *key = g_strdup_printf ("{\"%s\": 1}", brackets);
  g_autofree char *behind = g_strdup_printf ("[\"\\\\\", %s", brackets);
  g_autofree char *open = g_strdup_printf ("[\"%s\\", brackets);

  g_test_summary ("Brackets in texts do not count, those behind them do.");

  g_assert_true (parses (quoted));
  g_assert_true (parses (key));
  assert_fails (behind, "more than 100 levels deep at offset 106");
  assert_fails (open, "Not JSON: ");
}

static void
test_byte_order_mark (void)
{
  g_test_summary ("A byte order mark may begin a text, and stand nowhere else.");

  g_assert_true (parses ("\xef\xbb\xbf{\"a\": 1}"));
  g_assert_false (parses ("{\xef\xbb\xbf\"a\": 1}"));
  g_assert_false (parses ("\xef\xbb\xbf"));
}

static void
test_comments (void)
{
  g_autofree char *brackets = g_strnfill (1000, '[');
  g_autofree char *line = g_strdup_printf ("// \"\n%s", brackets);
  g_autofree char *block = g_strdup_printf ("/* \" */ %s", brackets);
  g_autofree char *apostrophe = g_strdup_printf ("['\"', %s", brackets);

  g_test_summary ("A quote in a comment, which JSON does not have, hides nothing.");

  assert_fails (line, "Unexpected character at offset 0");
  assert_fails (block, "Unexpected character at offset 0");
  assert_fails (apostrophe, "Unexpected character at offset 1");
}

static void
test_values (void)
{
  g_test_summary ("What is JSON is read, what is not is refused.");

  g_assert_true (
      parses ("{\"a\": [1, -2.5e+3, true, false, null, \"\\u00e9 \xc3\xa9\"],\r\n\t\"b\": {}}"));
  assert_fails ("", "Not JSON");
  assert_fails ("[1, 2", "Not JSON");
  assert_fails ("{\"a\" 1}", "Not JSON");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/texts", test_texts);
  g_test_add_func ("/json/byte-order-mark", test_byte_order_mark);
  g_test_add_func ("/json/comments", test_comments);
  g_test_add_func ("/json/values", test_values);

  return g_test_run ();
}
