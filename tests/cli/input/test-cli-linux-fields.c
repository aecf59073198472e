/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters on what records of Linux say, written here as the kernel and trace-cmd print them. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

typedef struct
{
  const char *filter;
  guint n_events;
} Wanted;

static void
check_counts (const char *path, const Wanted *wanted, gsize n_wanted)
{
  for (gsize i = 0; i < n_wanted; i++)
    {
      g_auto (SlCliResult) result =
          sl_cli_run ("events", "--csv", "--filter", wanted[i].filter, path, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      g_test_message ("%s", wanted[i].filter);
      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len - 1, ==, wanted[i].n_events);
    }
}

static void
check_refused (const char *path, const char *filter, const char *part)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--filter", filter, path, NULL);

  sl_cli_assert_fails (&result, 2, part);
}

static void
test_flags (void)
{
  static const Wanted wanted[] = {
    { "field.flags & 1", 2 }, { "field.flags > 0", 3 }, { "field.flags = 1", 1 },
    { "field.flags = 7", 0 }, { "field.flags ~ *", 3 }, { "not field.flags & 1", 2 },
    { "flags = lost", 0 },    { "flags = gap", 0 },     { "field.cpu = 3", 1 },
  };
  g_autofree char *path = sl_cli_write_ftrace (
      folder, " a-7 [000]     1.000001: contention_begin:  lock_addr=0xffff8886 flags=1\n"
              " a-7 [000]     1.000002: contention_begin:  lock_addr=0xffff8886 flags=2\n"
              " a-7 [000]     1.000003: contention_begin:  lock_addr=0xffff8886 flags=3\n"
              " a-7 [000]     1.000004: some_event:  cpu=3\n");

  g_test_summary ("What a record calls flags is asked for behind “field.”, and is a number");

  check_counts (path, wanted, G_N_ELEMENTS (wanted));
  check_refused (path, "flags & 1", "“1” in column 9");
  check_refused (path, "flags > 0", "field.flags");
  check_refused (path, "flags = 1", "not a value of flags");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/linux-fields/flags", test_flags);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
