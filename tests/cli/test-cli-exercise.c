/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sheets of the course from the command line. */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static void
test_list (void)
{
  g_auto (SlCliResult) list = sl_cli_run ("exercise", "--list", NULL);
  g_auto (SlCliResult) bare = sl_cli_run ("exercise", NULL);
  g_auto (GStrv) lines = NULL;

  g_test_summary ("Without a name, or asked for, the exercises of the course are listed");

  sl_cli_assert_fine (&list);
  g_assert_cmpstr (list.output, ==, bare.output);
  lines = g_strsplit (g_strchomp (list.output), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 16);
  g_assert_true (g_str_has_prefix (lines[8], "09-deadlock  "));
  g_assert_nonnull (strstr (lines[8], "A deadlock, and how a ceiling prevents it: Two tasks take"));
}

static void
test_names (void)
{
  static const char *const names[] = { "9", "09", "09-deadlock", "deadlock" };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "course",
                                                 "09-deadlock.slackline-exercise", NULL);
  g_auto (SlCliResult) by_path = sl_cli_run ("exercise", path, "--answers", NULL);

  g_test_summary ("A number, a name with or without it, and a path mean the same exercise");

  sl_cli_assert_fine (&by_path);
  g_assert_nonnull (strstr (by_path.output, "9. A deadlock, and how a ceiling prevents it\n"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run ("exercise", names[i], "--answers", NULL);

      sl_cli_assert_fine (&result);
      g_assert_cmpstr (result.output, ==, by_path.output);
    }
}

static void
test_answers (void)
{
  g_auto (SlCliResult) without = sl_cli_run ("exercise", "5", NULL);
  g_auto (SlCliResult) with = sl_cli_run ("exercise", "5", "--answers", NULL);

  g_test_summary ("Answers are printed only where they are asked for");

  sl_cli_assert_fine (&without);
  sl_cli_assert_fine (&with);
  g_assert_nonnull (strstr (without.output, "Which of the"));
  g_assert_null (strstr (without.output, "Preemptions"));
  /* Of rate monotonic control0-2 video2-4 control4-6 video6-7-8 control8-10 video10-12: twice. */
  g_assert_nonnull (strstr (with.output, "Preemptions: 2 under rate monotonic priorities, 0 under "
                                         "earliest deadline first."));
}

static void
test_files (void)
{
  g_autofree char *pdf = g_build_filename (folder, "sheet.pdf", NULL);
  g_autofree char *tex = g_build_filename (folder, "sheet.TEX", NULL);
  g_auto (SlCliResult) one = sl_cli_run ("exercise", "8", "-o", pdf, NULL);
  g_auto (SlCliResult) other = sl_cli_run ("exercise", "8", "--answers", "-o", tex, NULL);
  g_autofree char *pages = NULL;
  g_autofree char *document = NULL;

  g_test_summary ("The extension says what is written, and nothing is printed");

  sl_cli_assert_fine (&one);
  sl_cli_assert_fine (&other);
  g_assert_cmpstr (one.output, ==, "");
  g_assert_true (g_file_get_contents (pdf, &pages, NULL, NULL));
  g_assert_true (g_str_has_prefix (pages, "%PDF-"));
  g_assert_true (g_file_get_contents (tex, &document, NULL, NULL));
  g_assert_nonnull (strstr (document, "\\documentclass"));
  g_assert_nonnull (strstr (document, "\\section*{Answer}"));
  g_assert_true (g_str_has_suffix (document, "\\end{document}\n"));
}

/* The PDF has the question as standard output has it. */
static void
test_question (void)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autofree char *pdf = g_build_filename (folder, "question.pdf", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("exercise", "4", "-o", pdf, NULL);
  g_autofree char *text = NULL;

  g_test_summary ("The question stands in the PDF, its figures filled in");

  sl_cli_assert_fine (&result);
  if (program == NULL)
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }

  g_assert_true (g_spawn_sync (folder, (char *[]) { program, "-layout", pdf, "-", NULL }, NULL,
                               G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, NULL, NULL));
  g_strdelimit (text, "\n", ' ');
  g_assert_nonnull (strstr (text, "the bound of Liu and Layland for 3 tasks"));
  g_assert_nonnull (strstr (text, "Does that mean that a deadline is missed?"));
  g_assert_null (strstr (text, "{"));
}

static void
test_faults (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("<exercise><title>t</title></exercise>", 37);
  g_autofree char *bad = sl_cli_write_file (folder, "bad.slackline-exercise", bytes);
  g_autofree char *pdf = g_build_filename (folder, "out.pdf", NULL);
  g_auto (SlCliResult) unknown = sl_cli_run ("exercise", "17", NULL);
  g_auto (SlCliResult) word = sl_cli_run ("exercise", "mood", NULL);
  g_auto (SlCliResult) missing = sl_cli_run ("exercise", "/nowhere/a.slackline-exercise", NULL);
  g_auto (SlCliResult) wrong = sl_cli_run ("exercise", bad, NULL);
  g_auto (SlCliResult) kind = sl_cli_run ("exercise", "1", "-o", "sheet.png", NULL);
  g_auto (SlCliResult) nameless = sl_cli_run ("exercise", "-o", pdf, NULL);
  g_auto (SlCliResult) two = sl_cli_run ("exercise", "1", "2", NULL);
  g_auto (SlCliResult) full = sl_cli_run ("exercise", "1", "-o", "/nowhere/sheet.pdf", NULL);

  g_test_summary ("What is not an exercise and what cannot be written end with their status");

  sl_cli_assert_fails (&unknown, 2, "Unknown exercise “17”");
  sl_cli_assert_fails (&word, 2, "Unknown exercise “mood”");
  sl_cli_assert_fails (&missing, 3, "/nowhere/a.slackline-exercise");
  sl_cli_assert_fails (&wrong, 2, "It has no <subject>");
  sl_cli_assert_fails (&kind, 2, "-o sheet.png");
  sl_cli_assert_fails (&nameless, 2, "No exercise given");
  sl_cli_assert_fails (&two, 2, "Give one exercise");
  sl_cli_assert_fails (&full, 4, "/nowhere/sheet.pdf");
}

#define EXERCISE                                                       \
  "<exercise><title>t</title><subject>s</subject>"                     \
  "<run id='a' tasks='set.tex' policy='rm' until='10ms'>Run</run>"     \
  "<question>How long is {response x 1}?</question><answer>a</answer>" \
  "</exercise>"

static void
test_inputs (void)
{
  static const char set[] = "[task x]\nperiod=10ms\nwcet=2ms\n";
  g_autofree char *path = sl_cli_write_text (folder, "own.slackline-exercise", EXERCISE);
  g_autofree char *tasks_path = sl_cli_write_text (folder, "set.tex", set);
  g_auto (SlCliResult) over = sl_cli_run ("exercise", path, "-o", tasks_path, NULL);
  g_auto (SlCliResult) fine = sl_cli_run ("exercise", path, NULL);
  g_autofree char *kept = NULL;

  g_test_summary ("An exercise of one's own works; a sheet is never written over its task set");

  sl_cli_assert_fails (&over, 4, "set.tex");
  g_assert_true (g_file_get_contents (tasks_path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, set);
  sl_cli_assert_fine (&fine);
  g_assert_nonnull (strstr (fine.output, "How long is 2"));
}

/* As README has it: the tests are given where the data is, whoever types that is not. */
static void
test_build_folder (void)
{
  g_autofree char *data = g_strdup (g_getenv ("SLACKLINE_DATA"));

  g_test_summary ("A program that was built and not installed finds the exercises of its sources.");

  g_unsetenv ("SLACKLINE_DATA");
  {
    g_auto (SlCliResult) list = sl_cli_run ("exercise", "--list", NULL);

    sl_cli_assert_fine (&list);
    g_assert_nonnull (strstr (list.output, "deadlock"));
  }
  g_setenv ("SLACKLINE_DATA", data, TRUE);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/exercise/list", test_list);
  g_test_add_func ("/cli/exercise/names", test_names);
  g_test_add_func ("/cli/exercise/answers", test_answers);
  g_test_add_func ("/cli/exercise/files", test_files);
  g_test_add_func ("/cli/exercise/question", test_question);
  g_test_add_func ("/cli/exercise/faults", test_faults);
  g_test_add_func ("/cli/exercise/inputs", test_inputs);
  g_test_add_func ("/cli/exercise/build-folder", test_build_folder);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
