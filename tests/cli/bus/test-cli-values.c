/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters on fields and lanes of which only some values are possible. */

#include "sl-byu-writer.h"
#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;
static char *path;

#define N_RECORDS 8

/* Each second one fetches, the others read; each attribute twice; the fifth one follows a gap. */
static void
write_trace (void)
{
  guint8 bytes[12 * N_RECORDS];
  g_autoptr (GBytes) file = NULL;

  for (guint i = 0; i < N_RECORDS; i++)
    {
      SlByuRecord record = {
        .address = 0x1000 * (i + 1),
        .time = i == 4 ? G_MAXUINT32 : 10,
        .type = (guint8) (i % 2),
        .size = 8,
        .attribute = (guint8) (i / 2),
      };

      sl_byu_put (bytes + 12 * i, 12, &record);
    }
  file = g_bytes_new (bytes, sizeof bytes);
  path = sl_cli_write_file (folder, "values", file);
}

static SlCliResult
run (const char *filter)
{
  return sl_cli_run ("events", "--csv", "--format=byu12", "--filter", filter, path, NULL);
}

static void
assert_count (const char *filter, guint n_events)
{
  g_auto (SlCliResult) result = run (filter);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_message ("%s", filter);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len - 1, ==, n_events);
}

static void
assert_refused (const char *filter, const char *part)
{
  g_auto (SlCliResult) result = run (filter);

  g_test_message ("%s", filter);
  sl_cli_assert_fails (&result, 2, part);
}

static void
test_attributes (void)
{
  g_test_summary (
      "Attributes go by their words and by those of the processor's manual; another word is "
      "refused with those that are possible.");

  assert_count ("attribute = write-back", 2);
  assert_count ("attribute = wb", 2);
  assert_count ("attribute = WB", 2);
  assert_count ("attribute = \"write back\"", 2);
  assert_count ("attribute != UC", 6);
  assert_count ("attribute ~ write-*", 6);
  assert_refused ("attribute = wx",
                  "possible values are uncacheable, write-through, write-protect, write-back");
  assert_refused ("kind = fetch and not attribute = 3", "in column 34");
}

static void
test_flags (void)
{
  g_test_summary ("What the column of flags says can be asked for by word.");

  assert_count ("flags = gap", 1);
  assert_count ("flags != gap", 7);
  assert_count ("flags = \"\"", 7);
  assert_count ("flags ~ g*", 1);
  assert_count ("flags = gap+bad-time", 0);
  assert_refused ("flags = gaps", "bad-time, fast, guessed");
}

static void
test_lanes (void)
{
  g_test_summary ("Events of a bus are in the lanes that count them.");

  assert_count ("lane = bus:fetch", 4);
  assert_count ("lane != bus:fetch", 4);
  assert_count ("lane = bus:fetch or lane = bus:memory-read", 8);
  assert_count ("lane ~ map:*", 8);
  assert_count ("lane = bus:fetch and attribute = wb", 1);
  assert_refused ("lane = bus:shutdown", "the trace has no such lane");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  write_trace ();
  g_test_add_func ("/cli/values/attributes", test_attributes);
  g_test_add_func ("/cli/values/flags", test_flags);
  g_test_add_func ("/cli/values/lanes", test_lanes);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (path);
  g_free (folder);
  return status;
}
