/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mappings while they are made: what they say, what is guessed, what they make of a log. */
#include <string.h>

#include "sl-format-dump.h"
#include "sl-log-guess.h"
#include "sl-log-map.h"
#include "sl-log-meaning.h"
#include "sl-log-preview.h"
#include "sl-log-shape.h"
#include "sl-log-words.h"
#include "sl-test-source.h"
#include "sl-test.h"

static const char *const logs[] = { "trace-cmd.txt", "spreadsheet.csv", "events.csv" };

static const char kernel_log[] = "0 0 R control 10000\n0 0 S control\n400 0 L control bus\n"
                                 "410 0 G control bus\n900 0 U control bus\n1000 0 R logger 50000\n"
                                 "1500 0 F control\n1500 0 S logger\n9000 0 F logger\n9000 0 S -\n"
                                 "10000 0 R control 20000\n10000 0 S control\n";

static char *
load (const char *name, const char *suffix)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "formats", "events", "logs", name, NULL);
  g_autofree char *whole = g_strconcat (path, suffix, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (whole, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static SlLogDraft *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SlLogDraft *draft = sl_log_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return draft;
}

static SlSource *
open_log (const char *log, const SlLogDraft *draft, GError **error)
{
  g_autofree char *map = sl_log_draft_to_text (draft);
  g_autoptr (GBytes) log_bytes = g_bytes_new (log, strlen (log));
  g_autoptr (GBytes) map_bytes = g_bytes_new (map, strlen (map));
  GBytes *files[] = { log_bytes, map_bytes };
  static const char *const names[] = { "log", "log" SL_LOG_MAP_SUFFIX };

  return sl_test_open_bytes (files, names, 2, "text-log", error);
}

static char *
dump (const char *log, const SlLogDraft *draft)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_log (log, draft, &error);

  g_assert_no_error (error);
  return sl_test_dump_source (source);
}

/* Without the numbers of the mapping's actions, which are in the events' details. */
static char *
dump_plainly (const char *log, const SlLogDraft *draft)
{
  g_autofree char *text = dump (log, draft);
  g_autoptr (GRegex) detail = g_regex_new (" detail=\\d+", 0, 0, NULL);

  return g_regex_replace_literal (detail, text, -1, 0, "", 0, NULL);
}

static void
assert_key (const SlLogDraft *draft, const char *key, const char *expected)
{
  g_autofree char *text = sl_log_draft_get (draft, key);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_cell (const SlLogDraft *draft, SlRowCell cell, const char *expected)
{
  g_autofree char *text = sl_log_draft_get_cell_text (draft, cell);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_same (gconstpointer name)
{
  g_autofree char *log = load (name, "");
  g_autofree char *map = load (name, SL_LOG_MAP_SUFFIX);
  g_autoptr (SlLogDraft) draft = parse (map);
  g_autoptr (SlLogDraft) copy = sl_log_draft_copy (draft);
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (copy, log, strlen (log), NULL);
  g_autofree char *expected = dump_plainly (log, draft);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autofree char *got = NULL;

  g_test_summary (
      "A mapping that is read and written is the same, comments and all, also where each "
      "of its words was given the meaning that it has.");
  text = sl_log_draft_to_text (draft);
  again = sl_log_draft_to_text (copy);
  g_assert_cmpstr (again, ==, text);
  g_assert_cmpint (text[0], ==, map[0]);

  g_assert_no_error (preview->error);
  g_assert_cmpint (preview->words_column, >=, 0);
  for (guint i = 0; i < preview->words->len; i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);
      SlLogMeaning meaning =
          sl_log_draft_get_meaning (copy, preview->columns, preview->words_column, word->word);

      if (meaning != SL_LOG_OTHER)
        sl_log_draft_set_meaning (copy, preview->columns, preview->words_column, word->word,
                                  meaning);
      g_assert_cmpint (sl_log_draft_get_meaning (copy, preview->columns, preview->words_column,
                                                 word->word),
                       ==, meaning);
    }
  sl_log_draft_settle (copy, preview->columns);
  got = dump_plainly (log, copy);
  g_assert_cmpstr (got, ==, expected);
}

static void
test_counts (gconstpointer name)
{
  g_autofree char *log = load (name, "");
  g_autofree char *map = load (name, SL_LOG_MAP_SUFFIX);
  g_autoptr (SlLogDraft) draft = parse (map);
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, log, strlen (log), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_log (log, draft, &error);
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint n_words = 0;

  g_test_summary ("The preview of a short log has as many actions as the trace has events.");
  g_assert_no_error (error);
  g_assert_true (preview->is_whole);
  g_assert_cmpuint (preview->n_actions, ==, events->len);
  g_assert_cmpuint (preview->n_read + preview->n_other + preview->n_faults, ==, preview->n_lines);
  g_assert_cmpuint (preview->lines->len, ==, MIN (preview->n_lines, SL_LOG_PREVIEW_LINES));
  for (guint i = 0; i < preview->words->len; i++)
    n_words += ((SlLogPreviewWord *) g_ptr_array_index (preview->words, i))->count;
  g_assert_cmpuint (n_words, ==, preview->n_lines);
}

static void
test_guess_linux (void)
{
  g_autofree char *log = load ("trace-cmd.txt", "");
  g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_log (log, draft, &error);
  g_autoptr (GArray) events = NULL;
  g_autofree char *map = load ("trace-cmd.txt", SL_LOG_MAP_SUFFIX);
  g_autoptr (SlLogDraft) by_hand = parse (map);
  g_autofree char *expected = NULL;
  g_autofree char *got = NULL;

  g_test_summary (
      "The text of Linux' tracers is known: what is guessed reads the same as a mapping "
      "written by hand, but for the prints.");
  g_assert_no_error (error);
  g_key_file_remove_group (sl_log_draft_get_keys (by_hand), "action print", NULL);
  expected = dump_plainly (log, by_hand);
  got = dump_plainly (log, draft);
  g_assert_cmpstr (got, ==, expected);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, 16);
}

static void
test_guess_linux_keys (void)
{
  static const char log[] =
      "# tracer: nop\n#\n"
      "          <idle>-0       [001] d..2.  1234.567893: sched_switch: prev_comm=swapper/1 prev_pid=0 "
      "prev_prio=120 prev_state=R ==> next_comm=ctrl loop next_pid=41 next_prio=10\n"
      "       ctrl loop-41      [001] d..2.  1234.568893: sched_switch: prev_comm=ctrl loop prev_pid=41 "
      "prev_prio=10 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n"
      "          <idle>-0       [001] d.h1.  1234.569000: sched_waking: comm=ctrl loop pid=41 prio=10\n";
  g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));
  g_autofree char *text = dump (log, draft);

  g_test_summary ("The raw text of ftrace is known too.");
  g_assert_nonnull (strstr (text, "run a=41"));
  g_assert_nonnull (strstr (text, "sleep a=41"));
  g_assert_nonnull (strstr (text, "ready a=41"));
  g_assert_nonnull (strstr (text, "name a=41"));
  g_assert_null (strstr (text, "a=0 b=0 at=0:15 "));
  g_assert_null (strstr (text, "\nnote"));
}

static void
test_guess_spreadsheet (void)
{
  g_autofree char *log = load ("spreadsheet.csv", "");
  g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, log, strlen (log), NULL);

  g_test_summary ("A spreadsheet's header is found below its title, and the unit is in its name.");
  g_assert_no_error (preview->error);
  g_assert_true (sl_log_draft_is_table (draft));
  assert_key (draft, "skip", "1");
  assert_key (draft, "header", NULL);
  assert_key (draft, "separator", NULL);
  assert_key (draft, "unit", "ms");
  assert_cell (draft, SL_ROW_TIME, "Time [ms]");
  assert_cell (draft, SL_ROW_CPU, "Core");
  assert_cell (draft, SL_ROW_TASK, "Who, exactly");
  g_assert_cmpint (preview->words_column, ==, 2);
  g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 2, "job"), ==,
                   SL_ACTION_RELEASE);
  g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 2, "start"), ==,
                   SL_ACTION_RUN);
  g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 2, "stop"), ==,
                   SL_LOG_FINISH_IDLE);
  g_assert_cmpuint (preview->n_faults, ==, 0);
  g_assert_cmpuint (preview->n_other, ==, 1);
}

static void
test_guess_events (void)
{
  g_autofree char *log = load ("events.csv", "");
  g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, log, strlen (log), NULL);

  g_test_summary ("Kinds of events that are known here mean what they mean.");
  g_assert_no_error (preview->error);
  assert_key (draft, "unit", "ticks");
  assert_cell (draft, SL_ROW_TIME, "tick");
  assert_cell (draft, SL_ROW_CPU, "cpu");
  g_assert_cmpint (preview->words_column, ==, 4);
  g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 4, "context-switch"), ==,
                   SL_ACTION_RUN);
  g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 4, "task-end-cycle"), ==,
                   SL_ACTION_FINISH);
  g_assert_cmpuint (preview->n_read, >, 10);
  g_assert_cmpuint (preview->n_faults, ==, 0);
}

static void
test_guess_kernel (void)
{
  g_autoptr (SlLogDraft) draft = sl_log_guess (kernel_log, strlen (kernel_log));
  g_autoptr (SlLogPreview) preview =
      sl_log_preview_new (draft, kernel_log, strlen (kernel_log), NULL);
  static const struct
  {
    const char *word;
    SlLogMeaning meaning;
  } words[] = {
    { "R", (SlLogMeaning) SL_ACTION_RELEASE }, { "S", (SlLogMeaning) SL_ACTION_RUN },
    { "F", (SlLogMeaning) SL_ACTION_FINISH },  { "L", (SlLogMeaning) SL_ACTION_REQUEST },
    { "G", (SlLogMeaning) SL_ACTION_ACQUIRE }, { "U", (SlLogMeaning) SL_ACTION_UNLOCK }
  };
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Lines of words without names are cut, the letters are said by hand, the idle "
                  "processor's name and what the last column has are found again.");
  g_assert_false (sl_log_draft_is_table (draft));
  g_assert_cmpint (preview->words_column, ==, 3);
  assert_cell (draft, SL_ROW_TIME, "c1");
  assert_cell (draft, SL_ROW_CPU, "c2");
  assert_cell (draft, SL_ROW_TASK, "c4");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    sl_log_draft_set_meaning (draft, preview->columns, 3, words[i].word, words[i].meaning);
  sl_log_guess_rest (draft, kernel_log, strlen (kernel_log));
  assert_cell (draft, SL_ROW_OBJECT, "rest");
  assert_cell (draft, SL_ROW_DEADLINE, "rest");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpint (sl_log_draft_get_meaning (draft, preview->columns, 3, words[i].word), ==,
                     words[i].meaning);

  source = open_log (kernel_log, draft, &error);
  g_assert_no_error (error);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, 12);
  g_assert_cmpuint (g_array_index (events, SlEvent, 9).kind, ==, SL_KIND_ACTED_RUN);
  g_assert_true ((g_array_index (events, SlEvent, 9).flags & SL_EVENT_NO_A) != 0);
  g_assert_cmpint (g_array_index (events, SlEvent, 0).b, ==, 10000000);
}

/* All that a person can choose, in any order. */
static void
change_at_random (SlLogDraft *draft, const char *log)
{
  static const char *const separators[] = { ",", ";", "tab", "blanks", "|" };
  static const char *const units[] = { "s", "ms", "us", "ns", "ticks" };
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (draft, log, strlen (log), NULL);
  GStrv columns = preview->columns;
  int n_columns = columns != NULL ? (int) g_strv_length (columns) : 0;
  int column = n_columns > 0 ? g_test_rand_int_range (-1, n_columns) : -1;
  const SlLogPreviewWord *word =
      preview->words->len > 0
          ? g_ptr_array_index (preview->words, g_test_rand_int_range (0, (int) preview->words->len))
          : NULL;

  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
      if (sl_log_draft_is_table (draft))
        sl_log_draft_set (draft, "separator", separators[g_test_rand_int_range (0, 5)]);
      break;
    case 1:
      sl_log_draft_set (draft, "unit", units[g_test_rand_int_range (0, 5)]);
      break;
    case 2:
      if (columns != NULL)
        sl_log_draft_set_words_column (draft, columns, column);
      break;
    case 3:
      if (columns != NULL)
        sl_log_draft_set_idle_name (draft, columns, g_test_rand_bit () ? "-" : " ;=~{\"");
      break;
    case 4:
    case 5:
      if (word != NULL)
        sl_log_draft_set_meaning (draft, columns, preview->words_column, word->word,
                                  g_test_rand_int_range (0, SL_N_LOG_MEANINGS));
      break;
    default:
      if (columns != NULL)
        sl_log_draft_set_cell (draft, columns, g_test_rand_int_range (0, SL_N_ROW_CELLS), column);
    }
  if (columns != NULL && g_test_rand_bit ())
    sl_log_draft_settle (draft, columns);
}

static void
test_law (void)
{
  g_test_summary (
      "Whatever was chosen, a mapping that is written and read says the same, and so do "
      "its words. Replay with --seed.");
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *log = i % 4 == 3 ? g_strdup (kernel_log) : load (logs[i % 3], "");
      g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));

      for (guint j = 0; j < 12; j++)
        {
          g_autoptr (SlLogDraft) read = NULL;
          g_autoptr (SlLogPreview) one = NULL;
          g_autoptr (SlLogPreview) other = NULL;
          g_autofree char *text = NULL;
          g_autofree char *again = NULL;

          change_at_random (draft, log);
          text = sl_log_draft_to_text (draft);
          read = parse (text);
          again = sl_log_draft_to_text (read);
          one = sl_log_preview_new (draft, log, strlen (log), NULL);
          other = sl_log_preview_new (read, log, strlen (log), NULL);
          g_assert_cmpstr (text, ==, again);
          g_assert_cmpuint (one->n_actions, ==, other->n_actions);
          g_assert_cmpuint (one->n_faults, ==, other->n_faults);
          g_assert_true ((one->error == NULL) == (other->error == NULL));
        }
    }
}

static void
test_odd_words (void)
{
  static const char *const words[] = { "a;b", "a=b",     "~^a$", "!",    "tab\there", "=",
                                       "[x]", "caf\xe9", "ü",    "\\d+", "#go",       "x y" };
  static const char header[] = "t,\"what;=\",\"{who}\"\n";

  g_test_summary ("Any word of any column can be given a meaning, whatever characters it has.");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *log =
          g_strdup_printf ("%s1,%s,one\n2,other,\"two\"\n3,%s,one\n", header, words[i], words[i]);
      g_autoptr (SlLogDraft) draft = sl_log_draft_new (TRUE);
      g_autoptr (SlLogDraft) read = NULL;
      g_autoptr (SlLogPreview) empty = sl_log_preview_new (draft, log, strlen (log), NULL);
      g_autoptr (SlLogPreview) preview = NULL;
      g_autofree char *text = NULL;

      g_assert_nonnull (empty->columns);
      sl_log_draft_set_cell (draft, empty->columns, SL_ROW_TIME, 0);
      sl_log_draft_set_cell (draft, empty->columns, SL_ROW_TASK, 2);
      sl_log_draft_set_words_column (draft, empty->columns, 1);
      sl_log_draft_set_meaning (draft, empty->columns, 1, words[i], (SlLogMeaning) SL_ACTION_RUN);
      text = sl_log_draft_to_text (draft);
      read = parse (text);
      g_assert_cmpint (sl_log_draft_get_meaning (read, empty->columns, 1, words[i]), ==,
                       SL_ACTION_RUN);
      preview = sl_log_preview_new (read, log, strlen (log), NULL);
      g_assert_no_error (preview->error);
      g_assert_cmpuint (preview->n_read, ==, 2);
      g_assert_cmpuint (preview->n_other, ==, 1);
    }
}

static void
check_hostile (const char *data, gsize size)
{
  g_autoptr (SlLogDraft) guess = sl_log_guess (data, size);
  g_autoptr (SlLogPreview) preview = sl_log_preview_new (guess, data, size, NULL);

  g_assert_nonnull (preview->columns);
  g_assert_cmpuint (preview->lines->len, <=, SL_LOG_PREVIEW_LINES);
  for (guint i = 0; i < preview->lines->len; i++)
    {
      const SlLogPreviewLine *line = g_ptr_array_index (preview->lines, i);

      for (guint j = 0; line->cells[j] != NULL; j++)
        g_assert_true (g_utf8_validate (line->cells[j], -1, NULL));
      g_assert_true (line->actions == NULL || g_utf8_validate (line->actions, -1, NULL));
      g_assert_true (line->fault == NULL || g_utf8_validate (line->fault, -1, NULL));
    }
  for (guint i = 0; i < preview->words->len; i++)
    {
      const SlLogPreviewWord *word = g_ptr_array_index (preview->words, i);

      sl_log_draft_set_meaning (guess, preview->columns, preview->words_column, word->word,
                                (SlLogMeaning) SL_ACTION_RUN);
    }
  {
    g_autofree char *text = sl_log_draft_to_text (guess);
    g_autoptr (SlLogDraft) again = parse (text);
    g_autoptr (SlLogPreview) other = sl_log_preview_new (again, data, size, NULL);

    g_assert_nonnull (other->columns);
  }
}

static void
test_hostile (void)
{
  static const char *const texts[] = {
    "",
    "\n",
    "\n\n\n",
    "1",
    "a,b",
    "\xff\xfe,\xc3(\n\x80;\x80;1,2\n",
    "\"",
    "\"\n\"\n\"\n",
    "\"a\nb\",1\n\"c\nd\",2\n",
    "t,t,t\n1,2,3\n",
    "2,1\n3,4\n",
    ",,,\n,,,\n1,,,\n",
    "\r\n1,2\r\n3,4\r\n",
    "#\n#\n#\n",
    "time what\n[log] [action x]\n",
  };
  g_autoptr (GString) wide = g_string_new (NULL);
  g_autofree char *binary = g_malloc (100000);

  g_test_summary (
      "Any bytes are guessed, shown and mapped within bounds: nothing, binary, a line of a "
      "million columns, no line end, what is not UTF-8. Replay with --seed.");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    check_hostile (texts[i], strlen (texts[i]));
  check_hostile ("a\0b,c\0\n\0,1", 10);

  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (wide, "%u,", i % 10);
  check_hostile (wide->str, wide->len);
  g_string_prepend (wide, "a,b,c\n1,2,3\n2,3,4\n");
  check_hostile (wide->str, wide->len);
  g_string_set_size (wide, 0);
  for (guint i = 0; i < 5000000; i++)
    g_string_append_c (wide, 'x');
  check_hostile (wide->str, wide->len);

  for (guint i = 0; i < 20; i++)
    {
      static const char alphabet[] = "0123456789,;\t| \n\n\"=[]{}~!\xc3\xa9"
                                     "abc\0";
      gboolean is_any = g_test_rand_bit ();

      for (gsize j = 0; j < 2000; j++)
        binary[j] = is_any ? (char) g_test_rand_int_range (0, 256)
                           : alphabet[g_test_rand_int_range (0, sizeof alphabet - 1)];
      check_hostile (binary, 2000);
    }
}

static void
test_large (void)
{
  g_autoptr (GString) log = g_string_new ("time,task,event\n");
  g_autoptr (SlLogDraft) draft = NULL;
  g_autoptr (SlLogPreview) preview = NULL;

  g_test_summary ("Of a large log the first lines are looked at, and the preview says so.");
  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (log, "%u,task %u,run\n", i, i % 5);
  draft = sl_log_guess (log->str, log->len);
  preview = sl_log_preview_new (draft, log->str, log->len, NULL);
  g_assert_no_error (preview->error);
  g_assert_false (preview->is_whole);
  g_assert_cmpuint (preview->n_lines, >, 100);
  g_assert_cmpuint (preview->n_lines, <=, SL_LOG_PREVIEW_COUNTS);
  g_assert_cmpuint (preview->n_read, ==, preview->n_lines);
}

static void
test_faults (void)
{
  static const char log[] = "t;what;n\n1,5;run;a\n2,5;run;a\nnext;run;a\n\n3;jump;a\n4;run;a\n";
  g_autoptr (SlLogDraft) draft = sl_log_guess (log, strlen (log));
  g_autoptr (SlLogPreview) preview = NULL;
  const SlLogPreviewLine *line;
  g_autoptr (SlLogPreview) broken = NULL;

  g_test_summary (
      "What is not read says why, with its line and column; a mapping that is wrong says "
      "so and still cuts the lines.");
  assert_key (draft, "decimal", ",");
  assert_key (draft, "separator", ";");
  preview = sl_log_preview_new (draft, log, strlen (log), NULL);
  g_assert_no_error (preview->error);
  g_assert_cmpuint (preview->n_lines, ==, 5);
  g_assert_cmpuint (preview->n_read, ==, 3);
  g_assert_cmpuint (preview->n_faults, ==, 1);
  g_assert_cmpuint (preview->n_other, ==, 1);
  line = g_ptr_array_index (preview->lines, 0);
  g_assert_cmpuint (line->line, ==, 2);
  g_assert_cmpstr (line->cells[0], ==, "1,5");
  g_assert_true (g_str_has_prefix (line->actions, "run"));
  line = g_ptr_array_index (preview->lines, 2);
  g_assert_cmpstr (
      line->fault, ==,
      "Line 4, column 1 (time): “next” is not a time; a decimal number such as 12,5 was "
      "expected");
  line = g_ptr_array_index (preview->lines, 3);
  g_assert_cmpuint (line->line, ==, 6);
  g_assert_null (line->fault);
  g_assert_null (line->actions);

  sl_log_draft_set_cell (draft, preview->columns, SL_ROW_TIME, SL_LOG_NO_COLUMN);
  broken = sl_log_preview_new (draft, log, strlen (log), NULL);
  g_assert_nonnull (broken->error);
  g_assert_nonnull (strstr (broken->error->message, "the column of the time is missing"));
  g_assert_cmpuint (broken->lines->len, ==, 5);
  g_assert_cmpuint (broken->n_actions, ==, 0);
}

static void
test_save (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "my log.txt", NULL);
  g_autofree char *lost = g_build_filename (folder, "nowhere", "log.txt", NULL);
  g_autoptr (GFile) log = g_file_new_for_path (path);
  g_autoptr (GFile) other = g_file_new_for_path (lost);
  g_autoptr (GFile) map = sl_log_draft_get_file (log);
  g_autofree char *packed_path = g_strconcat (path, ".gz", NULL);
  g_autoptr (GFile) packed = g_file_new_for_path (packed_path);
  g_autoptr (GFile) packed_map = sl_log_draft_get_file (packed);
  g_autoptr (SlLogDraft) draft = sl_log_guess (kernel_log, strlen (kernel_log));
  g_autofree char *expected = sl_log_draft_to_text (draft);
  g_autofree char *text = NULL;
  g_autofree char *name = g_file_get_basename (map);
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "A mapping is written beside its log, or the file that cannot be written is named.");
  g_assert_cmpstr (name, ==, "my log.txt" SL_LOG_MAP_SUFFIX);
  g_assert_true (g_file_equal (map, packed_map));
  g_assert_true (sl_log_draft_save (draft, log, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_load_contents (map, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
  g_assert_false (sl_log_draft_save (draft, other, &error));
  g_assert_nonnull (strstr (error->message, "log.txt" SL_LOG_MAP_SUFFIX));
  sl_test_remove_folder (folder);
}

static void
test_text (void)
{
  g_autofree char *log = load ("trace-cmd.txt", "");

  g_test_summary ("Text is told from other bytes.");
  g_assert_true (sl_log_is_text (log, strlen (log)));
  g_assert_true (sl_log_is_text (kernel_log, strlen (kernel_log)));
  g_assert_true (sl_log_is_text ("Zeit;Aufgabe f\xfcr\n", 17));
  g_assert_false (sl_log_is_text ("", 0));
  g_assert_false (sl_log_is_text ("\x7f"
                                  "ELF\x02\x01\x01\0\0",
                                  9));
  g_assert_false (sl_log_is_text ("\x01\x02\x03\x04\x05", 5));
}

static void
test_words (void)
{
  static const char *const idle[] = { "-", "idle", "<idle>", "IDLE", "Idle Task", "swapper" };

  g_test_summary (
      "Words mean the same however they are written, and no word is guessed at random.");
  g_assert_cmpint (sl_log_words_guess ("Deadline_Missed"), ==, SL_ACTION_MISS);
  g_assert_cmpint (sl_log_words_guess ("CONTEXT SWITCH"), ==, SL_ACTION_RUN);
  g_assert_cmpint (sl_log_words_guess ("server-create"), ==, SL_ACTION_SERVER_CREATE);
  g_assert_cmpint (sl_log_words_guess (""), ==, SL_LOG_NOT_READ);
  g_assert_cmpint (sl_log_words_guess ("lunch"), ==, SL_LOG_NOT_READ);
  g_assert_cmpint (sl_log_words_guess ("name"), ==, SL_LOG_NOT_READ);
  for (guint i = 0; i < G_N_ELEMENTS (idle); i++)
    g_assert_true (sl_log_words_is_idle (idle[i]));
  g_assert_false (sl_log_words_is_idle (""));
  g_assert_false (sl_log_words_is_idle ("control"));
}

static void
add (const char *what, const char *name, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/log-draft/%s/%s", what, name);

  g_test_add_data_func (path, name, function);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      add ("same", logs[i], test_same);
      add ("counts", logs[i], test_counts);
    }
  g_test_add_func ("/log-draft/guess/linux", test_guess_linux);
  g_test_add_func ("/log-draft/guess/linux-keys", test_guess_linux_keys);
  g_test_add_func ("/log-draft/guess/spreadsheet", test_guess_spreadsheet);
  g_test_add_func ("/log-draft/guess/events", test_guess_events);
  g_test_add_func ("/log-draft/guess/kernel", test_guess_kernel);
  g_test_add_func ("/log-draft/law", test_law);
  g_test_add_func ("/log-draft/odd-words", test_odd_words);
  g_test_add_func ("/log-draft/hostile", test_hostile);
  g_test_add_func ("/log-draft/large", test_large);
  g_test_add_func ("/log-draft/faults", test_faults);
  g_test_add_func ("/log-draft/save", test_save);
  g_test_add_func ("/log-draft/text", test_text);
  g_test_add_func ("/log-draft/words", test_words);
  return g_test_run ();
}
