/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A trace.dat that was cut off at its end says nothing that the whole one denies. */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-dat-machine.h"
#include "sl-test.h"

/* Cuts of each recording. */
#define N_CUTS 12

static char *folder;

typedef struct
{
  guint64 begin;
  guint64 end;
  const char *state;
} Slice;

/* A sleep that has not ended is not known to be the wait for a release. */
static gboolean
is_judged (const char *state)
{
  return g_str_equal (state, "running") || g_str_equal (state, "ready") ||
         g_str_equal (state, "idle");
}

static GPtrArray *
run_for_rows (const char *command, const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run (command, "--csv", path, NULL);

  return result.status == 0 ? sl_cli_parse_csv (result.output) : NULL;
}

static int
compare_slices (gconstpointer one, gconstpointer other)
{
  const Slice *a = one, *b = other;

  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Slices of each lane of tasks, in the order of time. */
static GHashTable *
list_slices (GPtrArray *rows)
{
  GHashTable *lanes =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  GHashTableIter iter;
  gpointer slices;

  for (guint row = 1; row < rows->len; row++)
    {
      const char *lane = sl_cli_cell (rows, row, "lane");
      Slice slice = { g_ascii_strtoull (sl_cli_cell (rows, row, "begin"), NULL, 10),
                      g_ascii_strtoull (sl_cli_cell (rows, row, "end"), NULL, 10),
                      sl_cli_cell (rows, row, "state") };

      if (!g_str_has_prefix (lane, "task:"))
        continue;
      slices = g_hash_table_lookup (lanes, lane);
      if (slices == NULL)
        g_hash_table_insert (lanes, (gpointer) lane,
                             slices = g_array_new (FALSE, FALSE, sizeof (Slice)));
      g_array_append_val ((GArray *) slices, slice);
    }
  g_hash_table_iter_init (&iter, lanes);
  while (g_hash_table_iter_next (&iter, NULL, &slices))
    g_array_sort (slices, compare_slices);
  return lanes;
}

static gboolean
is_inside (const Slice *slice, const GArray *whole)
{
  guint below = 0, above = whole != NULL ? whole->len : 0;

  while (below < above)
    {
      guint middle = (below + above) / 2;

      if (g_array_index (whole, Slice, middle).begin <= slice->begin)
        below = middle + 1;
      else
        above = middle;
    }
  return below > 0 && g_array_index (whole, Slice, below - 1).end >= slice->end &&
         g_str_equal (g_array_index (whole, Slice, below - 1).state, slice->state);
}

static void
check_slices (const char *path, GHashTable *whole)
{
  g_autoptr (GPtrArray) rows = run_for_rows ("slices", path);
  g_autoptr (GHashTable) lanes = rows != NULL ? list_slices (rows) : NULL;
  GHashTableIter iter;
  gpointer lane, slices;

  if (lanes == NULL)
    return;

  g_hash_table_iter_init (&iter, lanes);
  while (g_hash_table_iter_next (&iter, &lane, &slices))
    for (guint i = 0; i < ((GArray *) slices)->len; i++)
      {
        const Slice *slice = &g_array_index ((GArray *) slices, Slice, i);

        if (!is_judged (slice->state) || is_inside (slice, g_hash_table_lookup (whole, lane)))
          continue;
        g_test_message ("%s: %s %s from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, path,
                        (const char *) lane, slice->state, slice->begin, slice->end);
        g_test_fail ();
      }
}

static char *
name_job (GPtrArray *rows, guint row)
{
  return g_strconcat (sl_cli_cell (rows, row, "task"), " ", sl_cli_cell (rows, row, "release"),
                      NULL);
}

static void
check_jobs (const char *path, GHashTable *in_time)
{
  g_autoptr (GPtrArray) rows = run_for_rows ("jobs", path);

  for (guint row = 1; rows != NULL && row < rows->len; row++)
    {
      g_autofree char *job = name_job (rows, row);

      if (!g_str_equal (sl_cli_cell (rows, row, "missed"), "yes") ||
          !g_hash_table_contains (in_time, job))
        continue;
      g_test_message ("%s: job %s is judged late", path, job);
      g_test_fail ();
    }
}

/* What is cut out of a file that was cut off knows as much, as far as anything can be read of that. */
static void
check_span (const char *path, GHashTable *whole, GHashTable *in_time)
{
  g_autofree char *out = g_build_filename (folder, "span.dat", NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", path, NULL);
  g_auto (SlCliResult) result = sl_cli_run ("cut", "--from", "+0", "-o", out, path, NULL);

  if (info.status != 0)
    return;
  g_assert_cmpint (result.status, ==, 0);
  check_slices (out, whole);
  check_jobs (out, in_time);
}

static void
check_cuts (const char *name, const guint8 *data, gsize size)
{
  g_autoptr (GBytes) all = g_bytes_new (data, size);
  g_autofree char *path = sl_cli_write_file (folder, name, all);
  g_autoptr (GPtrArray) rows = run_for_rows ("slices", path);
  g_autoptr (GPtrArray) jobs = run_for_rows ("jobs", path);
  g_autoptr (GHashTable) whole = list_slices (rows);
  g_autoptr (GHashTable) in_time = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint row = 1; row < jobs->len; row++)
    if (g_str_equal (sl_cli_cell (jobs, row, "missed"), "no"))
      g_hash_table_add (in_time, name_job (jobs, row));

  for (guint i = 1; i <= N_CUTS; i++)
    {
      gsize left = i < 4 ? size - 100 * i * i : size - size / 2 / N_CUTS * (i - 3);
      g_autoptr (GBytes) bytes = g_bytes_new (data, left);
      g_autofree char *cut_name = g_strdup_printf ("%" G_GSIZE_FORMAT "-%s", left, name);
      g_autofree char *cut = sl_cli_write_file (folder, cut_name, bytes);

      check_slices (cut, whole);
      check_jobs (cut, in_time);
      if (i % 4 == 1)
        check_span (cut, whole, in_time);
    }
}

static void
test_made (void)
{
  static const struct
  {
    guint version;
    const char *codec;
  } forms[] = { { 7, "zstd" }, { 7, "none" }, { 6, "none" } };

  g_test_summary ("Of a made recording that is cut off no task does what it does not do in the "
                  "whole one, and no job is late that is in time there.");

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      SlDatLayout layout = { .version = forms[i].version,
                             .codec = forms[i].codec,
                             .long_size = 8,
                             .page_size = 4096,
                             .n_cpus = 3,
                             .n_buffers = 1,
                             .pages_a_chunk = 2,
                             .clock = "mono",
                             .seed = 5,
                             .is_plain = TRUE };
      SlDatMachine machine = { .n_cpus = 3, .n_tasks = 12, .n_records = 4000, .seed = 5 };
      g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
      g_autofree char *name = g_strdup_printf ("made-%u.dat", i);
      g_autoptr (GBytes) bytes = NULL;
      gconstpointer data;
      gsize size;

      sl_dat_machine_run (&machine, writer);
      bytes = sl_dat_writer_finish (writer);
      data = g_bytes_get_data (bytes, &size);
      check_cuts (name, data, size);
    }
}

/* The note of what is missing, without where it is; NULL for none. */
static char *
find_missing (const char *path)
{
  g_auto (SlCliResult) info = sl_cli_run ("info", path, NULL);
  const char *note;

  sl_cli_assert_fine (&info);
  g_assert_null (strstr (info.output, "lost while recording"));
  note = strstr (info.output, "Events are missing: ");
  return note != NULL ? g_strndup (note, strcspn (note, "\n")) : NULL;
}

static GBytes *
make_recording (void)
{
  const SlDatLayout layout = { .version = 7,
                               .codec = "zstd",
                               .long_size = 8,
                               .page_size = 4096,
                               .n_cpus = 2,
                               .n_buffers = 1,
                               .pages_a_chunk = 2,
                               .clock = "mono",
                               .seed = 6,
                               .is_plain = TRUE };
  const SlDatMachine machine = { .n_cpus = 2, .n_tasks = 12, .n_records = 4000, .seed = 6 };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);

  sl_dat_machine_run (&machine, writer);
  return sl_dat_writer_finish (writer);
}

static void
test_missing (void)
{
  g_autoptr (GBytes) whole = make_recording ();
  gsize size = g_bytes_get_size (whole);
  g_autofree char *span = g_build_filename (folder, "span.dat", NULL);
  guint n_damaged = 0;

  g_test_summary (
      "What a damaged file lacks is said to be missing, not to have been lost while recording, also of a span of it.");

  for (guint i = 4; i < 16; i++)
    {
      g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (whole, NULL), size);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *path = NULL, *missing = NULL, *of_span = NULL;
      g_auto (SlCliResult) cut = { 0 };

      for (guint j = 0; j < 8; j++)
        data[size * i / 16 + j] ^= 0xa5;
      bytes = g_bytes_new (data, size);
      path = sl_cli_write_file (folder, "damaged.dat", bytes);
      missing = find_missing (path);
      if (missing == NULL)
        continue;

      cut = sl_cli_run ("cut", "--from", "+0", "-o", span, path, NULL);
      g_assert_cmpint (cut.status, ==, 0);
      of_span = find_missing (span);
      g_assert_cmpstr (of_span, ==, missing);
      n_damaged++;
    }
  g_assert_cmpuint (n_damaged, >, 4);
}

static void
test_real (gconstpointer data)
{
  g_autofree char *below = g_strconcat ("linux/tracedat/", data, NULL);
  g_autofree char *path = sl_test_make_real_path (below);
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);

  g_test_summary ("So it is of a real recording.");

  if (file == NULL)
    {
      g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
      return;
    }

  check_cuts (data, (const guint8 *) g_mapped_file_get_contents (file),
              g_mapped_file_get_length (file));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-cut-off/made", test_made);
  g_test_add_func ("/cli-cut-off/missing", test_missing);
  g_test_add_data_func ("/cli-cut-off/real/dl-miss", "dl-miss.dat", test_real);
  g_test_add_data_func ("/cli-cut-off/real/dl-timers", "dl-timers.dat", test_real);
  g_test_add_data_func ("/cli-cut-off/real/migrate", "migrate.dat", test_real);
  g_test_add_data_func ("/cli-cut-off/real/fifo-jobs", "fifo-jobs.dat", test_real);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
