/* SPDX-License-Identifier: GPL-3.0-or-later */

/* events --form byu prints what the programs of the formats' documents print, byte for byte. */
#include <string.h>

#include "sl-byu-writer.h"
#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

/* What the document's program prints of @path. */
static char *
run_program (const char *variable, const char *path)
{
  g_autofree char *program = g_shell_quote (g_getenv (variable));
  g_autofree char *file = g_shell_quote (path);
  g_autofree char *command = g_strdup_printf ("%s < %s", program, file);
  const char *arguments[] = { "/bin/sh", "-c", command, NULL };
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL,
                               &output, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  return output;
}

static void
check_file (const char *format, const char *variable, const char *path)
{
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--form", "byu", "--format", format, path, NULL);
  g_autofree char *expected = run_program (variable, path);

  g_test_message ("%s: %" G_GSIZE_FORMAT " bytes", path, result.length);
  sl_cli_assert_fine (&result);
  g_assert_cmpuint (result.length, ==, strlen (expected));
  g_assert_true (memcmp (result.output, expected, result.length) == 0);
}

static char *
write_random (const char *name, gsize size, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint8 *bytes = g_malloc (size);
  g_autoptr (GBytes) file = NULL;

  for (gsize i = 0; i < size; i++)
    bytes[i] = (guint8) g_rand_int_range (rand, 0, 256);
  file = g_bytes_new_take (bytes, size);
  return sl_cli_write_file (folder, name, file);
}

/* All bytes come: types and pins that no table has, times without a sign, a rest at the end. */
static void
test_random (void)
{
  g_test_summary ("Of random bytes each record prints as the document's program prints it.");

  for (guint32 seed = 1; seed <= 5; seed++)
    {
      g_autofree char *six = write_random ("random6", 6 * 5000 + seed, seed);
      g_autofree char *twelve = write_random ("random12", 12 * 5000 + 2 * seed, seed);

      check_file ("byu6", "SL_BYU6_ASCII", six);
      check_file ("byu12", "SL_BYU12_ASCII", twelve);
    }
}

/* Every type of request, and a first record without a time. */
static void
test_types (void)
{
  guint8 *bytes = g_malloc (256 * 12);
  g_autoptr (GBytes) file = NULL;
  g_autofree char *path = NULL;

  g_test_summary ("Each type of request has its name and its tabs; an unknown time is -1.");

  for (guint type = 0; type < 256; type++)
    {
      SlByuRecord record = { .address = type * 0x1000u,
                             .type = (guint8) type,
                             .size = (guint8) (type % 33),
                             .attribute = (guint8) (type % 8),
                             .processor = (guint8) type,
                             .time = type == 0 ? G_MAXUINT32 : 24 };

      sl_byu_put (bytes + type * 12, 12, &record);
    }
  file = g_bytes_new_take (bytes, 256 * 12);
  path = sl_cli_write_file (folder, "types", file);
  check_file ("byu12", "SL_BYU12_ASCII", path);
}

static void
test_selection (void)
{
  static const SlByuRecord records[] = {
    { .address = 0x41f760, .type = 0x00, .size = 8, .time = 0xffffffff },
    { .address = 0x5e78900, .type = 0x36, .size = 8, .attribute = 7, .time = 24, .processor = 1 },
    { .address = 0x70, .type = 0x11, .size = 1, .time = 100 },
  };
  guint8 *bytes = g_malloc (sizeof records);
  g_autoptr (GBytes) file = NULL;
  g_autofree char *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    sl_byu_put (bytes + i * 12, 12, &records[i]);
  file = g_bytes_new_take (bytes, G_N_ELEMENTS (records) * 12);
  path = sl_cli_write_file (folder, "three", file);
  {
    g_auto (SlCliResult) all = sl_cli_run ("events", "--form=byu", path, NULL);
    g_auto (SlCliResult) one =
        sl_cli_run ("events", "--form=byu", "--filter=attribute-byte = 7", path, NULL);
    g_auto (SlCliResult) columns = sl_cli_run ("events", "--form=byu", "--csv", path, NULL);
    g_auto (SlCliResult) other = sl_cli_run ("events", "--form=html", path, NULL);

    g_test_summary ("Filters, spans and limits choose the lines; a form has no columns.");
    sl_cli_assert_fine (&all);
    g_assert_cmpstr (all.output, ==,
                     "0041f760 FETCH\t\t 8\t00\t0\t-1\n"
                     "05e78900 STOPCLKAK\t 8\t07\t1\t24\n"
                     "00000070 IOWRITE\t 1\t00\t0\t100\n");
    sl_cli_assert_fine (&one);
    g_assert_cmpstr (one.output, ==, "05e78900 STOPCLKAK\t 8\t07\t1\t24\n");
    sl_cli_assert_fails (&columns, 2, "omit --csv");
    sl_cli_assert_fails (&other, 2, "its form is byu");
  }
}

static void
test_without_form (void)
{
  g_autofree char *path = sl_cli_make_switches (folder, "switches", 100, 1000);
  g_auto (SlCliResult) byu = sl_cli_run ("events", "--form=byu", path, NULL);
  g_auto (SlCliResult) other = sl_cli_run ("events", "--form=html", path, NULL);

  g_test_summary ("A trace whose format has no form is not offered the form of another.");
  sl_cli_assert_fails (&byu, 2, "cannot be printed in this form\n");
  sl_cli_assert_fails (&other, 2, "cannot be printed in this form\n");
}

/* (transfer full) (nullable): where it is, if it is there */
static char *
find_capture (const char *name)
{
  g_autofree char *below = g_build_filename ("byu12", name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

static void
test_real (void)
{
  static const char *const names[] = { "sdsu-trace1.tr", "usafa-eon-trace_small.tr" };
  g_test_summary ("Real captures print as b2a.c prints them.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = find_capture (names[i]);

      if (path == NULL)
        g_test_skip ("The real trace is not here");
      else
        check_file ("byu12", "SL_BYU12_ASCII", path);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/byu-form/random", test_random);
  g_test_add_func ("/cli/byu-form/types", test_types);
  g_test_add_func ("/cli/byu-form/selection", test_selection);
  g_test_add_func ("/cli/byu-form/without-form", test_without_form);
  g_test_add_func ("/cli/byu-form/real", test_real);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
