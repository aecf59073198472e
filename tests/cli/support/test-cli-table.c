/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "sl-cli-error.h"
#include "sl-cli-run.h"
#include "sl-cli-table.h"

static const SlCliColumn columns[] = { { "name", 6, FALSE }, { "count", 5, TRUE } };

/* Opens a file whose name is already gone. */
static int
open_scratch (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("slackline-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_unlink (path);
  return fd;
}

static char *
read_back (int fd)
{
  off_t size = lseek (fd, 0, SEEK_END);
  char *text = g_malloc0 ((gsize) size + 1);

  g_assert_cmpint (pread (fd, text, (size_t) size, 0), ==, size);
  return text;
}

static void
test_numbers (void)
{
  g_test_summary ("Numbers formatted by hand are those of printf, for any number of digits.");

  for (guint i = 0; i < 20000; i++)
    {
      guint64 number = (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
      char decimal[SL_CLI_NUMBER_LENGTH + 1] = "";
      char hex[SL_CLI_NUMBER_LENGTH + 1] = "";
      g_autofree char *expected_decimal = NULL;
      g_autofree char *expected_hex = NULL;

      number = i == 0 ? 0 : i == 1 ? G_MAXUINT64 : number >> (i % 64);
      expected_decimal = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
      expected_hex = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", number);

      decimal[sl_cli_format_decimal (decimal, number)] = '\0';
      hex[sl_cli_format_hex (hex, number)] = '\0';
      g_assert_cmpstr (decimal, ==, expected_decimal);
      g_assert_cmpstr (hex, ==, expected_hex);
    }
}

static void
test_csv (void)
{
  static const char *const texts[] = { "plain", "a,b", "say \"no\"", "two\nlines", "", "τ₁", "\"" };
  int fd = open_scratch ();
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (fd, "scratch");
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *text = NULL;
  SlCliTable table;

  g_test_summary ("Whatever a field holds, a reader of RFC 4180 gets it back.");

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      sl_cli_table_text (&table, texts[i]);
      sl_cli_table_decimal (&table, i);
    }
  g_assert_true (sl_cli_writer_finish (writer, NULL));

  text = read_back (fd);
  rows = sl_cli_parse_csv (text);
  g_assert_cmpuint (rows->len, ==, 1 + G_N_ELEMENTS (texts));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpstr (sl_cli_cell (rows, i + 1, "name"), ==, texts[i]);
  g_assert_nonnull (strstr (text, "\n\"a,b\",1\n\"say \"\"no\"\"\",2\n"));
  close (fd);
}

static void
test_columns (void)
{
  int fd = open_scratch ();
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (fd, "scratch");
  g_autofree char *text = NULL;
  SlCliTable table;

  g_test_summary ("For people columns align, numbers on the right, and no line ends in spaces.");

  sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  sl_cli_table_text (&table, "τ₁");
  sl_cli_table_decimal (&table, 7);
  sl_cli_table_text (&table, "overlong");
  sl_cli_table_hex (&table, 255);
  sl_cli_table_text (&table, "x");
  sl_cli_table_empty (&table);
  g_assert_true (sl_cli_writer_finish (writer, NULL));

  text = read_back (fd);
  g_assert_cmpstr (text, ==,
                   "name    count\n"
                   "τ₁          7\n"
                   "overlong   0xff\n"
                   "x\n");
  close (fd);
}

static void
test_failure (void)
{
  int fd = g_open ("/dev/full", O_WRONLY);
  g_autoptr (SlCliWriter) writer = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A full disk is told, however much was written after it filled up.");

  if (fd < 0)
    {
      g_test_skip ("There is no /dev/full here");
      return;
    }

  writer = sl_cli_writer_new (fd, "somewhere");
  for (guint i = 0; i < 100000; i++)
    sl_cli_writer_text (writer, "more than the buffer holds\n");
  g_assert_false (sl_cli_writer_is_open (writer));
  g_assert_false (sl_cli_writer_finish (writer, &error));
  g_assert_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT);
  g_assert_true (g_str_has_prefix (error->message, "somewhere: "));
  close (fd);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/numbers", test_numbers);
  g_test_add_func ("/table/csv", test_csv);
  g_test_add_func ("/table/columns", test_columns);
  g_test_add_func ("/writer/failure", test_failure);
  return g_test_run ();
}
