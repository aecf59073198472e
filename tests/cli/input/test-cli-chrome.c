/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chrome's trace events: what is made here at random is written in any of the ways that writers have, and read again. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

#define N_THREADS 4
#define N_LABELS  5
#define DEEPEST   4

typedef struct
{
  guint thread;
  guint label;
  gint64 begin; /* in ns */
  gint64 end;
  guint depth;
} Span;

/* How a file is written. */
typedef struct
{
  gboolean is_array;
  gboolean is_open;  /* without its last brackets */
  gboolean is_loose; /* with blanks */
  gboolean is_mixed; /* complete spans in any order */
} Form;

static const char *const labels[N_LABELS] = { "read", "compute \\\"x\\\"", "wr\\u00efte",
                                              "idle-\\ud83d\\ude00", "a,b" };
static const char *const meant[N_LABELS] = { "read", "compute \"x\"", "wr\303\257te",
                                             "idle-\360\237\230\200", "a,b" };

static char *folder;

static gint64
pick (gint64 from, gint64 to)
{
  return from + (gint64) ((guint64) g_test_rand_int_range (0, G_MAXINT32) * (guint64) (to - from) /
                          G_MAXINT32);
}

/* Spans in each other, in the order in which they begin. */
static void
make_spans (GArray *spans, guint thread, gint64 begin, gint64 end, guint depth)
{
  gint64 at = begin;

  while (at < end && (depth > 0 || spans->len < 400))
    {
      gboolean touches = g_test_rand_bit ();
      Span span = { thread, (guint) g_test_rand_int_range (0, N_LABELS), 0, 0, depth };

      span.begin = touches ? at : pick (at, end);
      span.end = g_test_rand_int_range (0, 8) == 0 && depth > 0
                     ? span.begin
                     : pick (span.begin, depth == 0 ? MIN (end, span.begin + 40000) : end) + 1;
      span.end = MIN (span.end, end);
      if (span.begin >= end)
        break;
      g_array_append_val (spans, span);
      if (depth < DEEPEST && span.end > span.begin + 4 && g_test_rand_bit ())
        make_spans (spans, thread, span.begin, span.end, depth + 1);
      at = span.end + (span.end == span.begin);
      if (g_test_rand_int_range (0, 4) == 0 && depth > 0)
        break;
    }
}

static void
put_time (GString *line, const char *key, gint64 ns)
{
  if (g_test_rand_bit ())
    g_string_append_printf (line, ",\"%s\":%" G_GINT64_FORMAT ".%03d", key, ns / 1000,
                            (int) (ns % 1000));
  else
    g_string_append_printf (line, ",\"%s\": %" G_GINT64_FORMAT "e-3", key, ns);
}

static char *
make_line (const Span *span, char phase, gint64 time)
{
  GString *line = g_string_new ("{");

  if (g_test_rand_bit ())
    g_string_append (line, "\"args\":{\"ph\":\"Z\",\"deep\":[[{\"}\":\"]\"}]]},");
  g_string_append_printf (line, "\"ph\":\"%c\",\"pid\":%u,\"tid\":%u", phase, span->thread / 2,
                          100 + span->thread % 2);
  put_time (line, "ts", time);
  if (phase == 'X')
    put_time (line, "dur", span->end - span->begin);
  if (phase != 'E')
    g_string_append_printf (line, ",\"name\":\"%s\"", labels[span->label]);
  g_string_append_c (line, '}');
  return g_string_free (line, FALSE);
}

/* Begins and ends in order of time, as a program writes them. */
static void
put_pairs (GPtrArray *lines, const GArray *spans)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Span));

  for (guint i = 0; i <= spans->len; i++)
    {
      const Span *next = i < spans->len ? &g_array_index (spans, Span, i) : NULL;

      while (open->len > 0 &&
             (next == NULL || g_array_index (open, Span, open->len - 1).depth >= next->depth))
        {
          const Span *last = &g_array_index (open, Span, open->len - 1);

          g_ptr_array_add (lines, make_line (last, 'E', last->end));
          g_array_set_size (open, open->len - 1);
        }
      if (next == NULL)
        return;
      g_ptr_array_add (lines, make_line (next, 'B', next->begin));
      g_array_append_val (open, *next);
    }
}

static void
put_whole (GPtrArray *lines, const GArray *spans, gboolean is_mixed)
{
  guint first = lines->len;

  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);

      g_ptr_array_add (lines, make_line (span, 'X', span->begin));
    }
  for (guint i = lines->len; is_mixed && i > first + 1; i--)
    {
      guint other = (guint) g_test_rand_int_range ((gint32) first, (gint32) i);
      gpointer line = lines->pdata[other];

      lines->pdata[other] = lines->pdata[i - 1];
      lines->pdata[i - 1] = line;
    }
}

static char *
join_lines (GPtrArray *lines, const Form *form)
{
  GString *text = g_string_new (form->is_array ? "[" : "{\"other\":[1,{}],\"traceEvents\":[");

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%s%s", i > 0 ? "," : "", form->is_loose ? " \n\t" : "",
                            (const char *) lines->pdata[i]);
  if (!form->is_open)
    g_string_append (text, form->is_array ? "]\n" : "],\"displayTimeUnit\":\"ns\"}");
  return g_string_free (text, FALSE);
}

static char *
write_trace (const Form *form, GArray *const *spans)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < N_THREADS; i++)
    {
      g_ptr_array_add (lines,
                       g_strdup_printf ("{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_"
                                        "name\",\"args\":{\"name\":\"T%u\"}}",
                                        i / 2, 100 + i % 2, i));
      if (i % 2 == 0)
        put_pairs (lines, spans[i]);
      else
        put_whole (lines, spans[i], form->is_mixed);
    }
  text = join_lines (lines, form);
  bytes = g_bytes_new (text, strlen (text));
  return sl_cli_write_file (folder, "trace.json", bytes);
}

static int
compare_texts (gconstpointer one, gconstpointer other)
{
  return strcmp (*(char *const *) one, *(char *const *) other);
}

static void
assert_same (GPtrArray *found, GPtrArray *expected)
{
  g_ptr_array_sort (found, compare_texts);
  g_ptr_array_sort (expected, compare_texts);
  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpstr (found->pdata[i], ==, expected->pdata[i]);
}

/* What the objects in "detail" are called. */
static GHashTable *
read_names (const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", path, NULL);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    g_hash_table_replace (names, g_strdup (sl_cli_cell (rows, i, "object")),
                          g_strdup (sl_cli_cell (rows, i, "name")));
  return names;
}

static void
check_slices (const char *path, GPtrArray *expected)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) names = read_names (path);
  g_auto (SlCliResult) result = sl_cli_run ("slices", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    {
      const char *detail = sl_cli_cell (rows, i, "detail");

      g_assert_cmpstr (sl_cli_cell (rows, i, "state"), ==, "active");
      g_ptr_array_add (found, g_strdup_printf ("%s %s %s %s", sl_cli_cell (rows, i, "name"),
                                               sl_cli_cell (rows, i, "begin"),
                                               sl_cli_cell (rows, i, "end"),
                                               (char *) g_hash_table_lookup (names, detail)));
    }
  assert_same (found, expected);
}

static void
check_jobs (const char *path, GPtrArray *expected)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    g_ptr_array_add (found, g_strdup_printf ("%s %s %s", sl_cli_cell (rows, i, "name"),
                                             sl_cli_cell (rows, i, "release"),
                                             sl_cli_cell (rows, i, "finish")));
  assert_same (found, expected);
}

static void
test_any_spans (void)
{
  g_test_summary (
      "Whatever spans a program had, and however they were written, they are read to the "
      "nanosecond; the outermost are jobs. Replay with --seed");
  for (guint round = 0; round < 6; round++)
    {
      Form form = { g_test_rand_bit (), g_test_rand_bit (), g_test_rand_bit (),
                    g_test_rand_bit () };
      gint64 origin = pick (0, G_GINT64_CONSTANT (1700000000000000000));
      g_autoptr (GPtrArray) slices = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_free);
      GArray *spans[N_THREADS];
      g_autofree char *path = NULL;

      for (guint thread = 0; thread < N_THREADS; thread++)
        {
          spans[thread] = g_array_new (FALSE, FALSE, sizeof (Span));
          make_spans (spans[thread], thread, origin, origin + 1000000, 0);
          for (guint i = 0; i < spans[thread]->len; i++)
            {
              const Span *span = &g_array_index (spans[thread], Span, i);

              g_ptr_array_add (slices, g_strdup_printf ("%u/T%u %" G_GINT64_FORMAT
                                                        " %" G_GINT64_FORMAT " %s",
                                                        thread / 2, thread, span->begin, span->end,
                                                        meant[span->label]));
              if (span->depth == 0)
                g_ptr_array_add (jobs,
                                 g_strdup_printf ("%u/T%u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                                  thread / 2, thread, span->begin, span->end));
            }
        }

      path = write_trace (&form, spans);
      check_slices (path, slices);
      check_jobs (path, jobs);
      for (guint thread = 0; thread < N_THREADS; thread++)
        g_array_unref (spans[thread]);
    }
}

static void
test_unmetered (void)
{
  static const char text[] =
      "{\"traceEvents\":["
      "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10},"
      "{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":20}]}";
  static const char *const unknown[] = { "execution", "preemptions", "blocked" };
  g_autofree char *path = sl_cli_write_text (folder, "unmetered.json", text);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", path, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", "--json", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("What follows from when a thread executed is empty, since nobody recorded that");
  sl_cli_assert_fine (&jobs);
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpuint (rows->len, ==, 3);
  for (guint row = 1; row < rows->len; row++)
    for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
      g_assert_cmpstr (sl_cli_cell (rows, row, unknown[i]), ==, "");

  sl_cli_assert_fine (&stats);
  g_assert_nonnull (strstr (stats.output, "\"cpu\" : null"));
  g_assert_nonnull (strstr (stats.output, "\"share\" : null"));
  g_assert_nonnull (strstr (stats.output, "\"slices\" : null"));
  g_assert_nonnull (strstr (stats.output, "\"preemptions\" : null"));
  g_assert_nonnull (strstr (stats.output, "\"migrations\" : null"));
  g_assert_null (strstr (stats.output, "\"min\" : 0,"));
}

static void
test_picture (void)
{
  static const char text[] =
      "{\"traceEvents\":["
      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"robot\"}},"
      "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"control\"}},"
      "{\"ph\":\"X\",\"name\":\"whole loop\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1000},"
      "{\"ph\":\"X\",\"name\":\"inner part\",\"pid\":1,\"tid\":1,\"ts\":100,\"dur\":700},"
      "{\"ph\":\"X\",\"name\":\"elsewhere\",\"pid\":2,\"tid\":1,\"ts\":200,\"dur\":700},"
      "{\"ph\":\"b\",\"cat\":\"net\",\"id\":1,\"name\":\"request\",\"pid\":1,\"ts\":10},"
      "{\"ph\":\"e\",\"cat\":\"net\",\"id\":1,\"name\":\"request\",\"pid\":1,\"ts\":900},"
      "{\"ph\":\"C\",\"name\":\"speed\",\"pid\":1,\"ts\":300,\"args\":{\"left\":1,\"right\":2.5}}"
      "]}";
  static const char *const shown[] = { "robot/control", "whole loop",
                                       "inner part",    "2/1",
                                       "elsewhere",     "request",
                                       "speed: left",   "speed: right (thousandths)" };
  g_autofree char *path = sl_cli_write_text (folder, "picture.json", text);
  g_autofree char *picture = g_build_filename (folder, "picture.svg", NULL);
  g_autofree char *svg = NULL;
  g_auto (SlCliResult) result = sl_cli_run ("render", "-o", picture, "--width=1600", path, NULL);

  g_test_summary (
      "Threads, spans, what lies in them, spans of no thread and variables are in the picture by name");
  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (strstr (svg, shown[i]) == NULL)
      g_error ("“%s” is not in the picture", shown[i]);
}

static void
test_textbook (void)
{
  static const char *const text =
      "[{\"ph\":\"X\",\"name\":\"loop\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1000},"
      "{\"ph\":\"X\",\"name\":\"loop\",\"pid\":1,\"tid\":1,\"ts\":2000,\"dur\":1000}]";
  g_autofree char *path = sl_cli_write_text (folder, "textbook.json", text);
  g_autofree char *picture = g_build_filename (folder, "textbook.svg", NULL);
  g_autofree char *svg = NULL;
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "--style=textbook", "-o", picture, "--width=800", path, NULL);

  g_test_summary ("From the release of a job to its finish a textbook picture is not empty: what a "
                  "span does not tell of the processor is drawn and explained as not recorded.");
  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "url(#hatch-"));
  g_assert_nonnull (strstr (svg, "not recorded"));
}

static void
test_neutral_spans (void)
{
  static const char text[] = "# slackline-events 1, unit us\n"
                             "time,action,task,object\n"
                             "0,span-begin,control,loop\n"
                             "1,span-begin,control,read\n"
                             "2.5,span-end,control,read\n"
                             "4,span-end,control,loop\n"
                             "4,span-begin,control,loop\n"
                             "7,span-end,control,loop\n";
  g_autofree char *path = sl_cli_write_text (folder, "spans.csv", text);
  g_autoptr (GPtrArray) slices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_free);

  g_test_summary (
      "Neutral events that have spans and nothing of a scheduler are shown in the same way");
  g_ptr_array_add (slices, g_strdup ("control 0 4000 loop"));
  g_ptr_array_add (slices, g_strdup ("control 1000 2500 read"));
  g_ptr_array_add (slices, g_strdup ("control 4000 7000 loop"));
  g_ptr_array_add (jobs, g_strdup ("control 0 4000"));
  g_ptr_array_add (jobs, g_strdup ("control 4000 7000"));
  check_slices (path, slices);
  check_jobs (path, jobs);
}

/* The jobs of the thread "control" where the model says so. */
static void
check_asked (const char *keys, const char *const *expected)
{
  static const char text[] = "# slackline-events 1, unit us\n"
                             "time,action,task,object\n"
                             "0,span-begin,control,loop\n"
                             "1,span-begin,control,read\n"
                             "2,span-begin,control,read\n"
                             "3,span-end,control,read\n"
                             "4,span-end,control,read\n"
                             "4,span-begin,control,read\n"
                             "5,span-end,control,read\n"
                             "6,span-begin,control,write\n"
                             "6.5,span-end,control,write\n"
                             "7,span-end,control,loop\n"
                             "8,span-begin,control,write\n"
                             "9,span-end,control,write\n"
                             "10,span-begin,control,read\n"
                             "11,mark,other,end\n";
  g_autofree char *model = g_strdup_printf ("[task control]\nmatch=control\nperiod=5us\n%s", keys);
  g_autofree char *path = sl_cli_write_text (folder, "asked.csv", text);
  g_autofree char *beside G_GNUC_UNUSED =
      sl_cli_write_text (folder, "asked.csv.slackline-tasks", model);
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; expected[i] != NULL; i++)
    g_ptr_array_add (jobs, g_strdup (expected[i]));
  check_jobs (path, jobs);
}

static void
test_asked_spans (void)
{
  static const char *const outermost[] = { "control 0 7000", "control 8000 9000", "control 10000 ",
                                           NULL };
  static const char *const reads[] = { "control 1000 4000", "control 4000 5000", "control 10000 ",
                                       NULL };
  static const char *const ways[] = { "control 1000 2000", "control 2000 4000", "control 4000 6500",
                                      "control 10000 ", NULL };

  g_test_summary ("The user may say which spans of a thread are its jobs; else the outermost are");
  check_asked ("", outermost);
  check_asked ("begin=re*\n", reads);
  check_asked ("begin=read\nend=write\n", ways);
}

static void
check_count (GPtrArray *rows, const char *kind, guint expected)
{
  guint count = 0;

  for (guint i = 1; i < rows->len; i++)
    count += g_str_equal (sl_cli_cell (rows, i, "kind"), kind);
  g_assert_cmpuint (count, ==, expected);
}

static void
check_real (const char *name, guint n_spans, guint n_begins, guint n_steps, guint n_ends)
{
  g_autofree char *relative = g_strconcat ("linux/chrome-json/", name, NULL);
  g_autofree char *path = sl_test_make_real_path (relative);
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  if (path == NULL)
    {
      g_test_skip ("There are no real traces");
      return;
    }

  result = sl_cli_run ("events", "--csv", path, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  check_count (rows, "span-begin", n_spans);
  check_count (rows, "span-end", n_spans);
  check_count (rows, "flow-begin", n_begins);
  check_count (rows, "flow-step", n_steps);
  check_count (rows, "flow-end", n_ends);
}

static void
test_real (void)
{
  g_test_summary ("Flows are read as events of their own, and as what spans say");
  check_real ("flow_events_json_v1.json", 5, 2, 1, 2);
  check_real ("flow_events_json_v2.json", 6, 2, 1, 3);
}

static void
test_text_ids (void)
{
  g_autofree char *path = sl_cli_write_text (
      folder, "text-ids.json",
      "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":3,\"pid\":\"web\",\"tid\":\"main\"},"
      "{\"name\":\"b\",\"ph\":\"X\",\"ts\":5,\"dur\":3,\"pid\":\"web\",\"tid\":\"worker\"},"
      "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":\"web\",\"tid\":\"worker\",\"args\":{\"name\":"
      "\"Pool\"}}]");
  g_autofree char *several = sl_cli_write_text (
      folder, "several.json",
      "[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":3,\"pid\":\"web\"},"
      "{\"name\":\"b\",\"ph\":\"X\",\"ts\":5,\"dur\":3,\"pid\":\"db\",\"tid\":\"x\"}]");
  g_auto (SlCliResult) one = sl_cli_run ("info", path, NULL);
  g_auto (SlCliResult) other = sl_cli_run ("info", several, NULL);

  g_test_summary ("A thread whose id is a text has it for its name, unless it is given another");

  sl_cli_assert_fine (&one);
  g_assert_nonnull (strstr (one.output, " main\n"));
  g_assert_nonnull (strstr (one.output, " Pool\n"));
  g_assert_null (strstr (one.output, "worker"));
  sl_cli_assert_fine (&other);
  g_assert_nonnull (strstr (other.output, " web\n"));
  g_assert_nonnull (strstr (other.output, " db/x\n"));
}

/* Not in the order of time; one end too many. */
static void
test_unnamed_ends (void)
{
  static const char *const wanted[][3] = { { "2000", "3000", "inner" },
                                           { "2500", "6000", "other" },
                                           { "2600", "7600", "whole" },
                                           { "4000", "9000", "inner" },
                                           { "1000", "10000", "outer" } };
  g_autofree char *path = sl_cli_write_text (
      folder, "unnamed-ends.json",
      "[{\"ph\":\"B\",\"ts\":2,\"pid\":1,\"tid\":1,\"name\":\"inner\"},"
      "{\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":1,\"name\":\"outer\"},"
      "{\"ph\":\"B\",\"ts\":2.5,\"pid\":1,\"tid\":2,\"name\":\"other\"},"
      "{\"ph\":\"X\",\"ts\":2.6,\"dur\":5,\"pid\":1,\"tid\":1,\"name\":\"whole\"},"
      "{\"ph\":\"E\",\"ts\":3,\"pid\":1,\"tid\":1},"
      "{\"ph\":\"B\",\"ts\":4,\"pid\":1,\"tid\":1,\"name\":\"inner\"},"
      "{\"ph\":\"E\",\"ts\":6,\"pid\":1,\"tid\":2},"
      "{\"ph\":\"E\",\"ts\":9,\"pid\":1,\"tid\":1},"
      "{\"ph\":\"E\",\"ts\":11,\"pid\":1,\"tid\":1},"
      "{\"ph\":\"E\",\"ts\":10,\"pid\":1,\"tid\":1}]");
  g_auto (SlCliResult) intervals =
      sl_cli_run ("intervals", "--csv", "--same", "object", "--from", "kind = span-begin", "--to",
                  "kind = span-end", path, NULL);
  g_auto (SlCliResult) ends =
      sl_cli_run ("events", "--csv", "--filter", "kind = span-end", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) events = NULL;

  g_test_summary ("An end without a name is that of the span of its thread that began last");

  sl_cli_assert_fine (&intervals);
  rows = sl_cli_parse_csv (intervals.output);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (wanted) + 1);
  sl_cli_assert_fine (&ends);
  events = sl_cli_parse_csv (ends.output);
  g_assert_cmpuint (events->len, ==, G_N_ELEMENTS (wanted) + 2);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "begin"), ==, wanted[i][0]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "end"), ==, wanted[i][1]);
      g_assert_cmpstr (sl_cli_cell (events, i + 1, "name"), ==, wanted[i][2]);
    }
  g_assert_cmpstr (sl_cli_cell (events, G_N_ELEMENTS (wanted) + 1, "name"), ==, "");
}

/* More than are followed: only the outer ones keep their names, the others get none that is not theirs. */
static void
test_deep_ends (void)
{
  const guint n_outer = 4096, n_inner = 4;
  g_autoptr (GString) text = g_string_new ("[");
  g_autofree char *path = NULL;
  g_auto (SlCliResult) ends = { 0 };
  g_autoptr (GPtrArray) events = NULL;

  g_test_summary ("Where very many spans are open, an end without a name has no wrong one");

  for (guint i = 0; i < n_outer + n_inner; i++)
    g_string_append_printf (text, "{\"ph\":\"B\",\"ts\":%u,\"pid\":1,\"tid\":1,\"name\":\"%s\"},",
                            i, i < n_outer ? "outer" : "inner");
  for (guint i = 0; i < n_inner + 2; i++)
    g_string_append_printf (text, "%s{\"ph\":\"E\",\"ts\":%u,\"pid\":1,\"tid\":1}",
                            i > 0 ? "," : "", 10000 + i);
  g_string_append (text, "]");
  path = sl_cli_write_text (folder, "deep-ends.json", text->str);
  ends = sl_cli_run ("events", "--csv", "--filter", "kind = span-end", path, NULL);
  sl_cli_assert_fine (&ends);
  events = sl_cli_parse_csv (ends.output);
  g_assert_cmpuint (events->len, ==, n_inner + 2 + 1);
  for (guint i = 0; i < n_inner + 2; i++)
    g_assert_cmpstr (sl_cli_cell (events, i + 1, "name"), ==, i < n_inner ? "" : "outer");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/chrome/any-spans", test_any_spans);
  g_test_add_func ("/cli/chrome/neutral-spans", test_neutral_spans);
  g_test_add_func ("/cli/chrome/asked-spans", test_asked_spans);
  g_test_add_func ("/cli/chrome/unmetered", test_unmetered);
  g_test_add_func ("/cli/chrome/picture", test_picture);
  g_test_add_func ("/cli/chrome/textbook", test_textbook);
  g_test_add_func ("/cli/chrome/text-ids", test_text_ids);
  g_test_add_func ("/cli/chrome/unnamed-ends", test_unnamed_ends);
  g_test_add_func ("/cli/chrome/deep-ends", test_deep_ends);
  g_test_add_func ("/cli/chrome/real", test_real);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
