/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recordings of LITMUS^RT: made here, whose every job is known, and real ones against st-job-stats. */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

#define N_CPUS 2
#define N_JOBS 40

/* Types of records. */
enum
{
  NAME = 1,
  PARAM,
  RELEASE,
  SWITCH_TO = 5,
  SWITCH_AWAY,
  COMPLETION,
  BLOCK,
  RESUME,
  SYSTEM_RELEASE = 11,
};

typedef struct
{
  guint64 release;
  guint64 start;
  guint64 finish;
  guint64 deadline;
  guint64 execution;
} Job;

static char *folder;

static void
put (GByteArray *file,
     gboolean is_big,
     guint type,
     guint cpu,
     guint pid,
     guint job,
     guint64 first,
     guint64 second)
{
  guint16 low = (guint16) pid;
  guint32 number = job;
  guint8 head[2] = { (guint8) type, (guint8) cpu };

  if (is_big && type == SWITCH_TO)
    second <<= 32;
  low = is_big ? GUINT16_TO_BE (low) : GUINT16_TO_LE (low);
  number = is_big ? GUINT32_TO_BE (number) : GUINT32_TO_LE (number);
  first = is_big ? GUINT64_TO_BE (first) : GUINT64_TO_LE (first);
  second = is_big ? GUINT64_TO_BE (second) : GUINT64_TO_LE (second);
  g_byte_array_append (file, head, 2);
  g_byte_array_append (file, (const guint8 *) &low, 2);
  g_byte_array_append (file, (const guint8 *) &number, 4);
  g_byte_array_append (file, (const guint8 *) &first, 8);
  g_byte_array_append (file, (const guint8 *) &second, 8);
}

static void
put_name (GByteArray *file, gboolean is_big, guint cpu, guint pid)
{
  char name[17] = { 0 };
  guint at = file->len;

  g_snprintf (name, sizeof name, "task-%u", pid);
  put (file, is_big, NAME, cpu, pid, 0, 0, 0);
  memcpy (file->data + at + 8, name, 16);
}

/* One task a processor. Each release is written ahead, with the end of the job before; each job sleeps once, or
 * never. */
static void
put_processor (GByteArray *file, gboolean is_big, guint cpu, Job *jobs)
{
  guint pid = 100 + cpu;
  guint64 now = 5000000 + cpu;

  put_name (file, is_big, cpu, pid);
  for (guint i = 0; i < N_JOBS; i++)
    {
      Job *job = &jobs[i];
      guint64 half = (guint64) g_test_rand_int_range (1, 900);
      gboolean sleeps = g_test_rand_int_range (0, 2) == 1;

      job->release = now + (guint64) g_test_rand_int_range (1, 1000);
      job->deadline = job->release + (guint64) g_test_rand_int_range (500, 3000);
      job->start = job->release + (guint64) g_test_rand_int_range (0, 300);
      put (file, is_big, RELEASE, cpu, pid, i + 2, job->release, job->deadline);
      put (file, is_big, SWITCH_TO, cpu, pid, i + 2, job->start, 0);
      now = job->start + half;
      if (sleeps)
        {
          put (file, is_big, BLOCK, cpu, pid, i + 2, now, 0);
          put (file, is_big, SWITCH_AWAY, cpu, pid, i + 2, now, half);
          now += (guint64) g_test_rand_int_range (1, 400);
          put (file, is_big, RESUME, cpu, pid, i + 2, now, 0);
          put (file, is_big, SWITCH_TO, cpu, pid, i + 2, now, half);
          now += half;
        }
      job->execution = sleeps ? 2 * half : half;
      job->finish = now;
      put (file, is_big, COMPLETION, cpu, pid, i + 2, now, job->execution << 1);
      put (file, is_big, SWITCH_AWAY, cpu, pid, i + 2, now, job->execution);
    }
}

static void
check_cell (GPtrArray *rows, guint row, const char *column, gint64 wanted)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, wanted);

  g_assert_cmpstr (sl_cli_cell (rows, row, column), ==, text);
}

static void
test_jobs (void)
{
  g_test_summary ("The jobs of a recording on two processors, in either order of bytes, are those "
                  "that were written.");

  for (guint is_big = 0; is_big < 2; is_big++)
    {
      Job jobs[N_CPUS][N_JOBS];
      char *paths[N_CPUS];
      g_auto (SlCliResult) result = { 0 };
      g_autoptr (GPtrArray) rows = NULL;

      for (guint cpu = 0; cpu < N_CPUS; cpu++)
        {
          g_autoptr (GByteArray) file = g_byte_array_new ();
          g_autofree char *name = g_strdup_printf ("st-run%u-%u.bin", is_big, cpu);
          g_autoptr (GBytes) bytes = NULL;

          put_processor (file, is_big != 0, cpu, jobs[cpu]);
          bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));
          paths[cpu] = sl_cli_write_file (folder, name, bytes);
        }

      result = sl_cli_run ("jobs", "--csv", paths[1], paths[0], NULL);
      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len, ==, N_CPUS * N_JOBS + 1);
      for (guint i = 0; i < N_CPUS * N_JOBS; i++)
        {
          const Job *job = &jobs[i / N_JOBS][i % N_JOBS];

          check_cell (rows, i + 1, "release", (gint64) job->release);
          check_cell (rows, i + 1, "start", (gint64) job->start);
          check_cell (rows, i + 1, "finish", (gint64) job->finish);
          check_cell (rows, i + 1, "deadline", (gint64) job->deadline);
          check_cell (rows, i + 1, "execution", (gint64) job->execution);
          check_cell (rows, i + 1, "recorded_number", i % N_JOBS + 2);
          /* Nothing is said of a deadline after the end of the recording. */
          g_assert_cmpint (g_str_equal (sl_cli_cell (rows, i + 1, "missed"), "yes"), ==,
                           job->finish > job->deadline);
        }
      for (guint cpu = 0; cpu < N_CPUS; cpu++)
        g_free (paths[cpu]);
    }
}

/* A task of period 1000 whose first job is due 300 after the system's release; the second comes late and executes too long,
 * the third is cut off. */
static void
put_parameters (GByteArray *file)
{
  const guint64 releases[] = { 6320, 7340, 8300 };
  const guint64 executions[] = { 40, 80 };
  const guint64 wcet = 50, period = 1000, phase = 300;

  put_name (file, FALSE, 0, 7);
  put (file, FALSE, PARAM, 0, 7, 0, wcet | period << 32, phase);
  put (file, FALSE, SYSTEM_RELEASE, 0, 0, 0, 5000, 6000);
  for (guint i = 0; i < 3; i++)
    {
      put (file, FALSE, RELEASE, 0, 7, i + 9, releases[i], releases[i] + 500);
      put (file, FALSE, SWITCH_TO, 0, 7, i + 9, releases[i] + 10, 0);
      if (i == 2)
        break;
      put (file, FALSE, COMPLETION, 0, 7, i + 9, releases[i] + 10 + executions[i],
           executions[i] << 1);
      put (file, FALSE, SWITCH_AWAY, 0, 7, i + 9, releases[i] + 10 + executions[i], executions[i]);
    }
  put (file, FALSE, BLOCK, 0, 7, 11, 8330, 0);
  put (file, FALSE, SWITCH_AWAY, 0, 7, 11, 8330, 20);
}

/* The second job and the third, as neutral events. */
static void
check_cut_parameters (const char *path)
{
  g_autofree char *out = g_build_filename (folder, "cut.csv", NULL);
  g_auto (SlCliResult) cut = sl_cli_run ("cut", "--from", "7000", "-o", out, path, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", out, NULL);
  g_auto (SlCliResult) theory = sl_cli_run ("theory", "--csv", out, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_assert_cmpint (cut.status, ==, 0);
  sl_cli_assert_fine (&jobs);
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "release_lateness"), ==, "40");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "release_lateness"), ==, "0");
  check_cell (rows, 1, "recorded_number", 10);
  check_cell (rows, 2, "recorded_number", 11);
  g_assert_nonnull (strstr (sl_cli_cell (rows, 1, "cause"), "overrun=30"));

  sl_cli_assert_fine (&theory);
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = sl_cli_parse_csv (theory.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "wcet"), ==, "50");
}

static void
test_parameters (void)
{
  static const char *const late_by[] = { "20", "40", "0" };
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) jobs = { 0 };
  g_auto (SlCliResult) theory = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "The parameters of a task say when its jobs were due and for how long they may execute, "
      "and a job that does not finish has a number.");
  put_parameters (file);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));
  path = sl_cli_write_file (folder, "st-parameters-0.bin", bytes);

  jobs = sl_cli_run ("jobs", "--csv", path, NULL);
  sl_cli_assert_fine (&jobs);
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpuint (rows->len, ==, 4);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "release_lateness"), ==, late_by[i]);
      check_cell (rows, i + 1, "recorded_number", i + 9);
    }
  g_assert_cmpstr (sl_cli_cell (rows, 3, "finish"), ==, "");

  theory = sl_cli_run ("theory", "--csv", path, NULL);
  sl_cli_assert_fine (&theory);
  g_clear_pointer (&rows, g_ptr_array_unref);
  rows = sl_cli_parse_csv (theory.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "wcet"), ==, "50");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "period"), ==, "1000");
  check_cut_parameters (path);
}

static void
test_forced (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("A job that the kernel ended since its budget was used up is an overrun.");
  put_name (file, FALSE, 0, 7);
  for (guint i = 0; i < 2; i++)
    {
      guint64 release = 6000 + 1000 * i;

      put (file, FALSE, RELEASE, 0, 7, i + 1, release, release + 500);
      put (file, FALSE, SWITCH_TO, 0, 7, i + 1, release, 0);
      put (file, FALSE, COMPLETION, 0, 7, i + 1, release + 40, 40 << 1 | i);
      put (file, FALSE, SWITCH_AWAY, 0, 7, i + 1, release + 40, 40);
    }
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));
  path = sl_cli_write_file (folder, "st-forced-0.bin", bytes);

  result = sl_cli_run ("check", "--overruns", path, NULL);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, "job 2"));
  g_assert_null (strstr (result.output, "job 1"));
}

/* Blocked before its first job, within that, and behind it up to the second. */
static void
put_blocks (GByteArray *file)
{
  put_name (file, FALSE, 0, 7);
  put (file, FALSE, SWITCH_TO, 0, 7, 2, 5000, 0);
  put (file, FALSE, SWITCH_AWAY, 0, 7, 2, 5010, 10);
  put (file, FALSE, BLOCK, 0, 7, 2, 5010, 0);
  put (file, FALSE, RELEASE, 0, 7, 2, 6000, 6500);
  put (file, FALSE, RESUME, 0, 7, 2, 6000, 0);
  put (file, FALSE, SWITCH_TO, 0, 7, 2, 6010, 0);
  put (file, FALSE, BLOCK, 0, 7, 2, 6020, 0);
  put (file, FALSE, SWITCH_AWAY, 0, 7, 2, 6020, 10);
  put (file, FALSE, RESUME, 0, 7, 2, 6030, 0);
  put (file, FALSE, SWITCH_TO, 0, 7, 2, 6040, 10);
  put (file, FALSE, COMPLETION, 0, 7, 2, 6050, 20 << 1);
  put (file, FALSE, SWITCH_AWAY, 0, 7, 3, 6060, 0);
  put (file, FALSE, BLOCK, 0, 7, 3, 6060, 0);
  put (file, FALSE, RELEASE, 0, 7, 3, 7000, 7500);
  put (file, FALSE, RESUME, 0, 7, 3, 7000, 0);
  put (file, FALSE, SWITCH_TO, 0, 7, 3, 7010, 0);
  put (file, FALSE, COMPLETION, 0, 7, 3, 7050, 40 << 1);
  put (file, FALSE, SWITCH_AWAY, 0, 7, 3, 7050, 40);
}

static void
test_blocks (void)
{
  static const char *const wanted[] = { "suspended 5010", "suspended 6020", "idle 6060" };
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) slices = { 0 };
  g_auto (SlCliResult) jobs = { 0 };
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) job_rows = NULL;
  guint n_found = 0;

  g_test_summary (
      "A block within a job is a suspension, for which no lock is recorded; between jobs "
      "the task is idle.");
  put_blocks (file);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));
  path = sl_cli_write_file (folder, "st-blocks-0.bin", bytes);

  slices = sl_cli_run ("slices", "--csv", "--lane", "task:7", path, NULL);
  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  for (guint row = 1; row < rows->len; row++)
    {
      g_autofree char *slice = g_strdup_printf ("%s %s", sl_cli_cell (rows, row, "state"),
                                                sl_cli_cell (rows, row, "begin"));

      g_assert_cmpstr (sl_cli_cell (rows, row, "state"), !=, "blocked");
      if (n_found < G_N_ELEMENTS (wanted) && g_str_equal (slice, wanted[n_found]))
        n_found++;
    }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (wanted));

  jobs = sl_cli_run ("jobs", "--csv", path, NULL);
  sl_cli_assert_fine (&jobs);
  job_rows = sl_cli_parse_csv (jobs.output);
  g_assert_nonnull (strstr (sl_cli_cell (job_rows, 1, "cause"), "suspended=10"));
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "blocked"), ==, "0");
}

static void
test_damage (void)
{
  Job jobs[N_JOBS];
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  g_auto (SlCliResult) result = { 0 };

  g_test_summary ("Of a damaged recording all records are kept that can be read, and a note says "
                  "where the others are.");
  put_processor (file, FALSE, 0, jobs);
  file->data[24 * 70] = 99;
  memset (file->data + 24 * 80 + 8, 0xff, 8);
  g_byte_array_set_size (file, 24 * 100 + 5);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));
  path = sl_cli_write_file (folder, "st-damaged-0.bin", bytes);

  result = sl_cli_run ("info", path, NULL);
  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, "events   98\n"));
  g_assert_nonnull (strstr (result.output, "first at offset 1680, count 2"));
  g_assert_nonnull (strstr (result.output, "less than a record of 24 bytes, first at offset 2400"));
}

static char *
find_real (const char *name)
{
  g_autofree char *below = g_build_filename ("linux/litmus", name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/* As read from the file. */
typedef struct
{
  gint64 when;
  guint place;
  guint type;
  guint pid;
  guint job;
} Record;

static int
compare_records (gconstpointer one, gconstpointer other)
{
  const Record *a = one, *b = other;

  if (a->when != b->when)
    return a->when < b->when ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

static GArray *
read_records (const char *const paths[], guint n_paths)
{
  GArray *records = g_array_new (FALSE, FALSE, sizeof (Record));

  for (guint i = 0; i < n_paths; i++)
    {
      g_autofree char *bytes = NULL;
      gsize size;

      g_assert_true (g_file_get_contents (paths[i], &bytes, &size, NULL));
      for (gsize at = 0; at + 24 <= size; at += 24)
        {
          Record record = { .place = records->len, .type = (guint8) bytes[at] };
          guint16 pid;
          guint32 job;

          memcpy (&pid, bytes + at + 2, 2);
          memcpy (&job, bytes + at + 4, 4);
          memcpy (&record.when, bytes + at + 8, 8);
          record.pid = GUINT16_FROM_LE (pid);
          record.job = GUINT32_FROM_LE (job);
          record.when = (gint64) GUINT64_FROM_LE ((guint64) record.when);
          g_array_append_val (records, record);
        }
    }
  g_array_sort (records, compare_records);
  return records;
}

/* What of the kernel's count for a job came before its release, and how often it went to sleep. */
typedef struct
{
  gint64 early;
  guint n_sleeps;
} Beyond;

static Beyond
measure_beyond (GArray *records, guint pid, gint64 release, gint64 finish)
{
  Beyond beyond = { 0 };
  gint64 counted_from = 0, runs_from = -1;

  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);

      if (record->pid != pid || record->when > finish)
        continue;
      if (record->type == SWITCH_TO)
        runs_from = record->when;
      if (record->type == BLOCK && record->when > release)
        beyond.n_sleeps++;
      if (record->type != SWITCH_AWAY && record->type != COMPLETION)
        continue;
      if (runs_from >= 0)
        beyond.early += MAX (0, MIN (record->when, release) - MAX (runs_from, counted_from));
      runs_from = record->type == COMPLETION ? record->when : -1;
      if (record->type == COMPLETION && record->when < finish)
        {
          counted_from = record->when;
          beyond.early = 0;
        }
    }
  return beyond;
}

static gint64
get_number (GPtrArray *rows, guint row, const char *column)
{
  return g_ascii_strtoll (sl_cli_cell (rows, row, column), NULL, 10);
}

/* The kernel counts execution from the end of the job before, and a job that slept is switched to once more. */
static void
check_counts (const char *stats, GPtrArray *rows, GArray *records)
{
  g_auto (GStrv) lines = g_strsplit (stats, "\n", -1);
  guint row = 0, n_early = 0, n_slept = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      Beyond beyond;

      if (lines[i][0] == '#' || lines[i][0] == '\0')
        continue;

      row++;
      beyond = measure_beyond (records, (guint) g_ascii_strtoull (cells[0], NULL, 10),
                               get_number (rows, row, "release"), get_number (rows, row, "finish"));
      g_assert_cmpint (g_ascii_strtoll (cells[8], NULL, 10), ==,
                       get_number (rows, row, "execution") + beyond.early);
      g_assert_cmpint (g_ascii_strtoll (cells[9], NULL, 10), ==,
                       get_number (rows, row, "preemptions") + beyond.n_sleeps);
      n_early += beyond.early > 0;
      n_slept += beyond.n_sleeps > 0;
    }
  g_assert_cmpuint (n_early, >, 20);
  g_assert_cmpuint (n_slept, >=, 8);
}

/* Lines of st-job-stats: task, job, period, response, miss, lateness, and more; the others begin with #. */
static void
check_job_stats (const char *stats, GPtrArray *rows)
{
  g_auto (GStrv) lines = g_strsplit (stats, "\n", -1);
  guint row = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = NULL;
      g_autofree char *task = NULL;

      if (lines[i][0] == '#' || lines[i][0] == '\0')
        continue;

      cells = g_strsplit (lines[i], ",", -1);
      task = g_strdup_printf ("task:%s", g_strstrip (cells[0]));
      row++;
      g_assert_cmpstr (sl_cli_cell (rows, row, "task"), ==, task);
      g_assert_cmpstr (sl_cli_cell (rows, row, "recorded_number"), ==, g_strstrip (cells[1]));
      g_assert_cmpstr (sl_cli_cell (rows, row, "response"), ==, g_strstrip (cells[3]));
      g_assert_cmpint (g_str_equal (sl_cli_cell (rows, row, "missed"), "yes"), ==,
                       g_str_equal (g_strstrip (cells[4]), "1"));
      g_assert_cmpstr (sl_cli_cell (rows, row, "lateness"), ==, g_strstrip (cells[5]));
    }
  g_assert_cmpuint (row, >, 20);
  g_assert_cmpuint (rows->len, ==, row + 1);
}

/* The comments of st-job-stats have the parameters of each task. */
static void
check_periods (const char *stats, const char *first, const char *second)
{
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--csv", first, second, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 4);
  for (guint row = 1; row < rows->len; row++)
    {
      const char *number = strchr (sl_cli_cell (rows, row, "task"), ':');
      g_autofree char *wanted =
          g_strdup_printf ("PID=%s COST=%s PERIOD=%s ", number != NULL ? number + 1 : "",
                           sl_cli_cell (rows, row, "wcet"), sl_cli_cell (rows, row, "period"));

      g_assert_nonnull (strstr (stats, wanted));
      g_assert_cmpstr (sl_cli_cell (rows, row, "estimated"), ==, "");
    }
}

static void
test_real (gconstpointer data)
{
  g_autofree char *first_name = g_strdup_printf ("%s-0.bin", (const char *) data);
  g_autofree char *second_name = g_strdup_printf ("%s-1.bin", (const char *) data);
  g_autofree char *stats_name = g_strdup_printf ("%s.job-stats.txt", (const char *) data);
  g_autofree char *first = find_real (first_name);
  g_autofree char *second = find_real (second_name);
  g_autofree char *path = find_real (stats_name);
  g_autofree char *stats = NULL;
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GArray) records = NULL;

  g_test_summary (
      "Responses, misses and lateness of a recording are those that st-job-stats of "
      "feather-trace-tools prints, and its periods and WCETs are taken as recorded. Its execution times have what "
      "the task ran before the release, its preemptions the sleeps as well.");
  if (first == NULL || second == NULL || path == NULL)
    {
      g_test_skip ("The recording is not there");
      return;
    }

  g_assert_true (g_file_get_contents (path, &stats, NULL, NULL));
  result = sl_cli_run ("jobs", "--csv", first, second, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  check_job_stats (stats, rows);
  check_periods (stats, first, second);
  records = read_records ((const char *const[]) { first, second }, 2);
  check_counts (stats, rows, records);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/litmus/jobs", test_jobs);
  g_test_add_func ("/cli/litmus/parameters", test_parameters);
  g_test_add_func ("/cli/litmus/forced", test_forced);
  g_test_add_func ("/cli/litmus/blocks", test_blocks);
  g_test_add_func ("/cli/litmus/damage", test_damage);
  g_test_add_data_func ("/cli/litmus/real-pi", "st-pi", test_real);
  g_test_add_data_func ("/cli/litmus/real-nopi", "st-nopi", test_real);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
