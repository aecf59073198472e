/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pulling values out of JSON; json-glib is asked for the same. */

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "sl-json-cursor.h"

static void
start (SlJsonCursor *cursor, const char *text)
{
  sl_json_cursor_init (cursor, text, strlen (text), 0);
}

static void
test_values (void)
{
  SlJsonCursor cursor;
  SlJsonSpan key, value;

  g_test_summary (
      "Members and elements come in order, with what they are; what is in them is skipped");
  start (
      &cursor,
      " { \"a\" : 1.5e3 , \"b\":[{\"x\":\"]\"},[]],\"n\":[NaN,-Infinity],\"c\":true,\"d\\\"\":\"\\\\\", } ");
  g_assert_true (sl_json_cursor_enter (&cursor, '{'));
  g_assert_true (sl_json_cursor_next_member (&cursor, &key));
  g_assert_true (sl_json_span_is (&key, "a"));
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_cmpint (value.type, ==, SL_JSON_TYPE_NUMBER);
  g_assert_true (sl_json_span_is (&value, "1.5e3"));
  g_assert_true (sl_json_cursor_next_member (&cursor, &key));
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_cmpint (value.type, ==, SL_JSON_TYPE_ARRAY);
  g_assert_cmpuint (value.length, ==, strlen ("[{\"x\":\"]\"},[]]"));
  g_assert_true (sl_json_cursor_next_member (&cursor, &key));
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_true (sl_json_span_is (&value, "[NaN,-Infinity]"));
  g_assert_true (sl_json_cursor_next_member (&cursor, &key));
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_true (sl_json_span_is_true (&value));
  g_assert_true (sl_json_cursor_next_member (&cursor, &key));
  g_assert_true (key.has_escapes);
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_false (sl_json_cursor_next_member (&cursor, &key));
  g_assert_null (cursor.fault);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    gsize at;
  } cases[] = {
    { "[NaN 2]", 5 },  { "[1 2]", 3 }, { "[1,", 3 },        { "[\"a", 3 },
    { "[\"a\\\"", 5 }, { "[nul]", 1 }, { "[{\"a\":[}", 8 },
  };

  g_test_summary ("A fault says where it is");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SlJsonCursor cursor;
      SlJsonSpan value;

      start (&cursor, cases[i].text);
      g_assert_true (sl_json_cursor_enter (&cursor, '['));
      while (sl_json_cursor_next_element (&cursor))
        if (!sl_json_cursor_read (&cursor, &value))
          break;
      g_assert_nonnull (cursor.fault);
      g_assert_cmpuint (cursor.at, ==, cases[i].at);
    }
}

static void
test_depth (void)
{
  gsize depth = 1000000;
  g_autofree char *text = g_malloc (2 * depth);
  SlJsonCursor cursor;
  SlJsonSpan value;

  g_test_summary ("A million arrays in each other need no stack");
  memset (text, '[', depth);
  memset (text + depth, ']', depth);
  sl_json_cursor_init (&cursor, text, 2 * depth, 0);
  g_assert_true (sl_json_cursor_read (&cursor, &value));
  g_assert_cmpuint (value.length, ==, 2 * depth);
  sl_json_cursor_init (&cursor, text, 2 * depth - 1, 0);
  g_assert_false (sl_json_cursor_read (&cursor, &value));
  g_assert_nonnull (cursor.fault);
}

static void
test_texts (void)
{
  static const char *const texts[] = {
    "\"\"",
    "\"plain\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u00e9\\u20ac\\ud83d\\ude00!\"",
    "\"a\\u0041b\"",
    "\"\303\251\"",
  };

  g_test_summary ("Texts mean what json-glib says; what no text can be becomes U+FFFD");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (JsonNode) node = json_from_string (texts[i], NULL);
      g_autofree char *text = NULL;
      SlJsonCursor cursor;
      SlJsonSpan value;

      start (&cursor, texts[i]);
      g_assert_true (sl_json_cursor_read (&cursor, &value));
      text = sl_json_span_dup (&value);
      g_assert_cmpstr (text, ==, json_node_get_string (node));
    }
}

static void
test_odd_texts (void)
{
  static const struct
  {
    const char *text;
    const char *meant;
  } cases[] = {
    { "\"\\ud83d\"", "\357\277\275" },
    { "\"\\ude00x\"", "\357\277\275x" },
    { "\"\\ud83d\\u0041\"", "\357\277\275A" },
    { "\"\\u0000\"", "\357\277\275" },
    { "\"\\u12\"", "\357\277\27512" },
    { "\"\\q\"", "\357\277\275" },
    { "\"\377\"", "\357\277\275" },
  };

  g_test_summary (
      "Halves of pairs, NUL, unknown escapes and bytes that are not UTF-8 are replaced");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;
      SlJsonCursor cursor;
      SlJsonSpan value;

      start (&cursor, cases[i].text);
      g_assert_true (sl_json_cursor_read (&cursor, &value));
      text = sl_json_span_dup (&value);
      g_assert_cmpstr (text, ==, cases[i].meant);
    }
}

static void
assert_decimal (const char *text, gboolean is_number, gint64 expected, gboolean expected_exact)
{
  SlJsonSpan span = { text, strlen (text), SL_JSON_TYPE_NUMBER, FALSE };
  gint64 number = 0;
  gboolean is_exact = FALSE;

  g_assert_cmpint (sl_json_span_read_decimal (&span, 3, &number, &is_exact), ==, is_number);
  if (!is_number)
    return;
  g_assert_cmpint (number, ==, expected);
  g_assert_cmpint (is_exact, ==, expected_exact);
}

static void
test_decimals (void)
{
  g_test_summary ("Microseconds become nanoseconds without a double in between");
  assert_decimal ("0", TRUE, 0, TRUE);
  assert_decimal ("1", TRUE, 1000, TRUE);
  assert_decimal ("-1.5", TRUE, -1500, TRUE);
  assert_decimal ("1635254735234567.891", TRUE, G_GINT64_CONSTANT (1635254735234567891), TRUE);
  assert_decimal ("163525473523456.789", TRUE, G_GINT64_CONSTANT (163525473523456789), TRUE);
  assert_decimal ("0.0004", TRUE, 0, FALSE);
  assert_decimal ("0.0005", TRUE, 1, FALSE);
  assert_decimal ("0.00049999999999999999999", TRUE, 0, FALSE);
  assert_decimal ("1.5e3", TRUE, 1500000, TRUE);
  assert_decimal ("12345E-3", TRUE, 12345, TRUE);
  assert_decimal ("1e-400", TRUE, 0, FALSE);
  assert_decimal ("0e99999999999", TRUE, 0, TRUE);
  assert_decimal ("000000000000000000000000001.000000000000000000000000", TRUE, 1000, TRUE);
  assert_decimal ("9999999999999999999e-22", TRUE, 1, FALSE);
  assert_decimal ("9223372036854775.807", TRUE, G_MAXINT64, TRUE);
  assert_decimal ("9223372036854775.808", FALSE, 0, FALSE);
  assert_decimal ("1e30", FALSE, 0, FALSE);
  assert_decimal ("99999999999999999999", FALSE, 0, FALSE);
  assert_decimal ("-", FALSE, 0, FALSE);
  assert_decimal (".", FALSE, 0, FALSE);
  assert_decimal ("1.2.3", FALSE, 0, FALSE);
  assert_decimal ("1e", FALSE, 0, FALSE);
  assert_decimal ("0x10", FALSE, 0, FALSE);
}

static void
test_any_decimal (void)
{
  g_test_summary ("Any number of nanoseconds is read as it was written. Replay with --seed");
  for (guint i = 0; i < 2000; i++)
    {
      gint64 ns = (gint64) (((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >>
                            g_test_rand_int_range (5, 60));
      g_autofree char *text =
          g_strdup_printf ("%" G_GINT64_FORMAT ".%03d", ns / 1000, (int) (ns % 1000));

      assert_decimal (text, TRUE, ns, TRUE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-cursor/values", test_values);
  g_test_add_func ("/json-cursor/faults", test_faults);
  g_test_add_func ("/json-cursor/depth", test_depth);
  g_test_add_func ("/json-cursor/texts", test_texts);
  g_test_add_func ("/json-cursor/odd-texts", test_odd_texts);
  g_test_add_func ("/json-cursor/decimals", test_decimals);
  g_test_add_func ("/json-cursor/any-decimal", test_any_decimal);
  return g_test_run ();
}
