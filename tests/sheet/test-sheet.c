/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The course on paper: what is on a sheet, on which page, and that other programs read it so. */
#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "sl-sheet-file.h"
#include "sl-sheet-pages.h"
#include "sl-sheet-picture.h"
#include "sl-test.h"

static GFile *
get_folder (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "course", NULL);

  return g_file_new_for_path (path);
}

static SlSolution *
solve (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlExercise) exercise = sl_exercise_load (file, &error);
  SlSolution *solution;

  g_assert_no_error (error);
  solution = sl_solution_new (exercise, NULL, &error);
  g_assert_no_error (error);
  return solution;
}

static SlSolution *
solve_name (const char *name)
{
  g_autofree char *base = g_strconcat (name, SL_EXERCISE_SUFFIX, NULL);
  g_autoptr (GFile) folder = get_folder ();
  g_autoptr (GFile) file = g_file_get_child (folder, base);

  return solve (file);
}

static SlSheet *
make_sheet (const SlSolution *solution, gboolean with_answers)
{
  g_autoptr (GError) error = NULL;
  SlSheet *sheet = sl_sheet_new (solution, with_answers, &error);

  g_assert_no_error (error);
  return sheet;
}

static guint
count (const SlSheet *sheet, SlSheetBlockType type)
{
  guint n = 0;

  for (guint i = 0; i < sl_sheet_get_n_blocks (sheet); i++)
    n += sl_sheet_get_block (sheet, i)->type == type;

  return n;
}

/* One space for any white space, no-break ones too, and no joiners. */
static char *
normalize (const char *text)
{
  g_autoptr (GString) plain = g_string_new (NULL);
  gboolean was_space = TRUE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar letter = g_utf8_get_char (p);
      gboolean is_space = g_unichar_isspace (letter) || letter == 0xa0;

      if (is_space && !was_space)
        g_string_append_c (plain, ' ');
      if (!is_space && letter != 0x2060)
        g_string_append_unichar (plain, letter);
      was_space = is_space;
    }

  return g_string_free (g_steal_pointer (&plain), FALSE);
}

static void
assert_contains (const char *text, const char *part)
{
  g_autofree char *plain = normalize (part);

  if (strstr (text, plain) == NULL)
    g_error ("“%s” is not in “%s”", plain, text);
}

static void
test_students (void)
{
  g_autoptr (SlSolution) solution = solve_name ("09-deadlock");
  g_autoptr (SlSheet) sheet = make_sheet (solution, FALSE);
  g_autofree char *raw = sl_sheet_to_text (sheet);
  g_autofree char *text = normalize (raw);

  g_test_summary ("What is handed out has the task set, the questions with room, a grid for each "
                  "run, and nothing of the answers");

  assert_contains (text, "9. A deadlock, and how a ceiling prevents it");
  assert_contains (text, "control 6 ms 40 ms 40 ms 2 ms bus from 1 ms to 5 ms; state from 3 ms to "
                         "4 ms");
  assert_contains (text,
                   "logger 8 ms 80 ms 80 ms – state from 1 ms to 7 ms; bus from 4 ms to 6 ms");
  assert_contains (text, "“Priority ceiling”: Rate monotonic, priority ceiling");
  assert_contains (text, "2. The ceiling of both locks is the priority of control.");
  g_assert_null (strstr (text, "Answer"));
  g_assert_null (strstr (text, "13 ms"));
  g_assert_cmpuint (count (sheet, SL_SHEET_ROOM), ==, 2);
  g_assert_cmpuint (count (sheet, SL_SHEET_PICTURE), ==, 2);
  g_assert_cmpuint (count (sheet, SL_SHEET_NAME), ==, 1);
}

static void
test_introduction (void)
{
  g_autoptr (SlSolution) solution = solve_name ("10-pathfinder");
  g_autoptr (SlSheet) sheet = make_sheet (solution, FALSE);
  g_autofree char *raw = sl_sheet_to_text (sheet);
  g_autofree char *text = normalize (raw);

  g_test_summary ("What asks nothing has neither a number nor room below");

  assert_contains (text, "Questions In 1997 Mars Pathfinder reset itself");
  assert_contains (text, "1. bc_dist is the second most urgent of four tasks");
  assert_contains (text, "2. The mutex had an option");
  g_assert_cmpuint (count (sheet, SL_SHEET_ROOM), ==, 2);
}

static void
test_answers (void)
{
  g_autoptr (SlSolution) solution = solve_name ("09-deadlock");
  g_autoptr (SlSheet) sheet = make_sheet (solution, TRUE);
  g_autofree char *raw = sl_sheet_to_text (sheet);
  g_autofree char *text = normalize (raw);

  g_test_summary ("With answers there is no room for them, and a schedule for each run");

  assert_contains (text, "its first job finishes at 13 ms, that of logger at 14 ms.");
  g_assert_cmpuint (count (sheet, SL_SHEET_ROOM), ==, 0);
  g_assert_cmpuint (count (sheet, SL_SHEET_NAME), ==, 0);
  g_assert_cmpuint (count (sheet, SL_SHEET_PICTURE), ==, 2);
}

/* Servers, what is asked for in turn, and arrivals; a run with jitter cannot be drawn beforehand. */
static void
test_tables (void)
{
  g_autoptr (SlSolution) servers = solve_name ("11-servers");
  g_autoptr (SlSheet) sheet = make_sheet (servers, FALSE);
  g_autofree char *raw = sl_sheet_to_text (sheet);
  g_autofree char *text = normalize (raw);
  g_autoptr (SlSolution) jitter = solve_name ("16-jitter");
  g_autoptr (SlSheet) random = make_sheet (jitter, FALSE);

  g_test_summary (
      "Each task set has its table and its servers; parameters that no task has are left out");

  assert_contains (text, "Polling server Task C T D Arrivals Execution Server");
  assert_contains (text, "requests 2 ms – – 2 ms, 8 ms, 12 ms, 19 ms 2 ms, 1 ms S");
  assert_contains (text, "S Deferrable server 2 ms 5 ms");
  g_assert_null (strstr (text, "Priority"));
  g_assert_cmpuint (count (sheet, SL_SHEET_TABLE), ==, 4);
  g_assert_cmpuint (count (random, SL_SHEET_TABLE), ==, 3);
  g_assert_cmpuint (count (random, SL_SHEET_PICTURE), ==, 2);
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* How many empty grids the sheet has for a set with an interrupt of these keys. */
static guint
count_grids (const char *interrupt)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-sheet-XXXXXX", NULL);
  g_autofree char *tasks =
      g_strconcat ("[task a]\nperiod=10ms\nwcet=2ms\n[scheduler]\npolicy=rm\nuntil=50ms\n"
                   "[interrupt disk]\n",
                   interrupt, NULL);
  g_autofree char *path = g_build_filename (folder, "a" SL_EXERCISE_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SlSolution) solution = NULL;
  g_autoptr (SlSheet) sheet = NULL;

  write_file (folder, "a.slackline-tasks", tasks);
  write_file (folder, "a" SL_EXERCISE_SUFFIX,
              "<exercise><title>A</title><subject>B</subject>"
              "<run id=\"rm\" tasks=\"a.slackline-tasks\" policy=\"rm\">Rate monotonic</run>"
              "<question>C?</question><answer>D</answer></exercise>");
  solution = solve (file);
  sheet = make_sheet (solution, FALSE);
  sl_test_remove_folder (folder);
  return count (sheet, SL_SHEET_PICTURE);
}

static void
test_random (void)
{
  g_test_summary ("No schedule is to be drawn where the interrupts come at random");

  g_assert_cmpuint (count_grids ("period=5ms\nwcet=100us\n"), ==, 1);
  g_assert_cmpuint (count_grids ("period=5ms\njitter=1ms\nwcet=100us\n"), ==, 0);
  g_assert_cmpuint (count_grids ("period=5ms\nexecution=10us..90us\n"), ==, 0);
}

/* How many vertical lines of the grid there are: those from the top to the axis. */
static guint
count_grid_lines (SlScene *scene)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_PAGE);
  guint n_lines = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_PAGE); i++)
    n_lines += shapes[i].type == SL_SHAPE_LINE && shapes[i].width == 0 && shapes[i].height > 20;

  return n_lines;
}

/* Whether a row of the grid is called @name. */
static gboolean
has_name (SlScene *scene, const char *name)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    if (shapes[i].anchor == SL_ANCHOR_LEFT && g_strcmp0 (shapes[i].text, name) == 0)
      return TRUE;

  return FALSE;
}

static void
test_grid_rows (void)
{
  static const char *const names[] = { "sensor", "requests", "control", "S" };
  g_autoptr (SlSolution) solution = solve_name ("11-servers");
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlScene) scene = sl_sheet_picture_draw_blank (sl_solution_get_trace (solution, 0),
                                                           (SlSpan) { 0, 24000000 }, measure);

  g_test_summary ("A grid has a row for each task and each server, by their names in the set");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (has_name (scene, names[i]));
  g_assert_false (has_name (scene, "boot"));
}

static void
test_grid (void)
{
  g_autoptr (SlSolution) solution = solve_name ("01-preemption");
  g_autoptr (SlSolution) pathfinder = solve_name ("10-pathfinder");
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlScene) small = sl_sheet_picture_draw_blank (sl_solution_get_trace (solution, 0),
                                                           (SlSpan) { 0, 20000000 }, measure);
  g_autoptr (SlScene) large = sl_sheet_picture_draw_blank (sl_solution_get_trace (pathfinder, 0),
                                                           (SlSpan) { 0, 190000000 }, measure);
  guint n_shapes = sl_scene_get_n_shapes (large, SL_LAYER_FRAME);

  g_test_summary (
      "A grid has a line for each instant at which something may happen, as far as there "
      "is room, and numbers that do not touch");

  /* 3, 8, 10 and 20 ms: every millisecond from 0 to 20. */
  g_assert_cmpuint (count_grid_lines (small), ==, 21);
  /* 1 ms would take 2 pixels and 2 ms 5; so 5 ms: 0 to 190. */
  g_assert_cmpuint (count_grid_lines (large), ==, 39);
  for (guint i = 0; i < n_shapes; i++)
    for (guint k = i + 1; k < n_shapes; k++)
      {
        const SlShape *a = &sl_scene_get_shapes (large, SL_LAYER_FRAME)[i];
        const SlShape *b = &sl_scene_get_shapes (large, SL_LAYER_FRAME)[k];

        if (a->y == b->y && a->anchor == SL_ANCHOR_MIDDLE && b->anchor == SL_ANCHOR_MIDDLE)
          g_assert_cmpfloat (ABS (a->x - b->x), >, (a->width + b->width) / 2);
      }
}

static void
assert_pages (const SlSheet *sheet)
{
  g_autoptr (SlSheetPages) pages = sl_sheet_pages_new (sheet);
  guint n_items = sl_sheet_pages_get_n_items (pages);

  g_assert_cmpuint (sl_sheet_pages_get_count (pages), <=, 4);
  for (guint i = 0; i < n_items; i++)
    {
      const SlSheetItem *item = sl_sheet_pages_get_item (pages, i);
      const SlSheetItem *next = i + 1 < n_items ? sl_sheet_pages_get_item (pages, i + 1) : NULL;

      g_assert_cmpfloat (item->y, >=, SL_SHEET_MARGIN);
      g_assert_cmpfloat (item->y + item->height, <=, SL_SHEET_PAGE_HEIGHT - SL_SHEET_MARGIN);
      if (item->block->scene != NULL)
        g_assert_cmpfloat (item->scale * sl_scene_get_width (item->block->scene), <=,
                           SL_SHEET_TEXT_WIDTH + 0.01);
      if (next == NULL)
        continue;
      /* A heading or a question is never the last on its page, unless it goes on there. */
      if (item->keeps)
        g_assert_cmpuint (item->page, ==, next->page);
      if (item->page == next->page)
        g_assert_cmpfloat (next->y, >=, item->y + item->height - 0.01);
      else
        g_assert_cmpuint (item->page + 1, ==, next->page);
    }
}

static void
test_pages (void)
{
  g_autoptr (GFile) folder = get_folder ();
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);

  g_test_summary ("Everything is on a page, nothing overlaps, headings stay with what follows, "
                  "pictures at their size");

  for (guint i = 0; i < files->len; i++)
    for (int with_answers = 0; with_answers <= 1; with_answers++)
      {
        g_autoptr (SlSolution) solution = solve (g_ptr_array_index (files, i));
        g_autoptr (SlSheet) sheet = make_sheet (solution, with_answers);

        assert_pages (sheet);
      }
}

static char *
write_sheet (const SlSheet *sheet, const char *folder, const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  SlSheetForm form;

  g_assert_true (sl_sheet_form_find (name, &form));
  bytes = sl_sheet_to_bytes (sheet, form, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  return path;
}

/* (transfer full): what @command prints; the test fails where it does */
static char *
run (const char *folder, const char *const *command)
{
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  g_assert_true (g_spawn_sync (folder, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                               &output, NULL, &status, &error));
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s", command[0], output);
  return output;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* The paragraphs that the window shows, as pdftotext reads them off the pages. */
static void
assert_same_texts (const SlSolution *solution, const char *text)
{
  const SlExercise *exercise = sl_solution_get_exercise (solution);
  g_autoptr (GPtrArray) answer = sl_solution_dup_answer (solution, NULL);

  for (guint i = 0; i < sl_exercise_get_n_questions (exercise); i++)
    {
      g_autofree char *question =
          sl_solution_fill (solution, sl_exercise_get_question (exercise, i)->text, NULL);

      assert_contains (text, question);
    }
  for (guint i = 0; i < answer->len; i++)
    assert_contains (text, g_ptr_array_index (answer, i));
}

/* Running titles between two pages would stand in the middle of a paragraph. */
static char *
drop_feet (const char *text)
{
  g_autoptr (GRegex) foot =
      g_regex_new ("\\n[^\\n]* · [^\\n]* \\d+ [a-z]+ \\d+\\n*\\f", 0, 0, NULL);

  return g_regex_replace (foot, text, -1, 0, "\n", 0, NULL);
}

static void
test_pdf (void)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autofree char *folder = g_dir_make_tmp ("slackline-sheet-XXXXXX", NULL);
  g_autoptr (GFile) course = get_folder ();
  g_autoptr (GPtrArray) files = sl_exercise_list (course);

  g_test_summary ("The PDF has the questions and answers that the window shows, word for word");

  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (SlSolution) solution = solve (g_ptr_array_index (files, i));
      g_autoptr (SlSheet) sheet = make_sheet (solution, TRUE);
      g_autofree char *path = write_sheet (sheet, folder, "sheet.pdf");
      g_autofree char *raw = NULL;
      g_autofree char *whole = NULL;
      g_autofree char *text = NULL;

      if (program == NULL)
        continue;

      raw = run (folder, (const char *const[]) { "pdftotext", "-layout", path, "-", NULL });
      whole = drop_feet (raw);
      text = normalize (whole);
      assert_same_texts (solution, text);
    }
  remove_folder (folder);
  if (program == NULL)
    g_test_skip ("pdftotext is not installed");
}

static void
assert_compiles (const char *name, gboolean with_answers)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-sheet-XXXXXX", NULL);
  g_autoptr (SlSolution) solution = solve_name (name);
  g_autoptr (SlSheet) sheet = make_sheet (solution, with_answers);
  g_autofree char *path = write_sheet (sheet, folder, "sheet.tex");
  g_autofree char *pdf = g_build_filename (folder, "sheet.pdf", NULL);
  g_autofree char *log = NULL;

  log = run (folder, (const char *const[]) { "pdflatex", "-interaction=nonstopmode",
                                             "-halt-on-error", path, NULL });
  g_assert_true (g_file_test (pdf, G_FILE_TEST_EXISTS));
  /* Nothing stands out of the text by a millimetre or more. */
  for (const char *p = log; (p = strstr (p, "Overfull \\hbox (")) != NULL; p++)
    g_assert_cmpfloat (g_ascii_strtod (p + strlen ("Overfull \\hbox ("), NULL), <, 2.8);
  g_assert_null (strstr (log, "Missing character"));
  remove_folder (folder);
}

static void
set_language (const char *language)
{
  g_setenv ("LANGUAGE", language, TRUE);
  setlocale (LC_ALL, "");
}

static void
test_tex (void)
{
  g_autofree char *program = g_find_program_in_path ("pdflatex");

  g_test_summary ("The document compiles as it is, in both forms and languages");

  if (program == NULL)
    {
      g_test_skip ("pdflatex is not installed");
      return;
    }

  assert_compiles ("10-pathfinder", FALSE);
  assert_compiles ("14-inheritance", TRUE);
  assert_compiles ("16-jitter", TRUE);
  set_language ("it");
  assert_compiles ("12-isolation", TRUE);
  set_language ("C");
}

static void
test_language (void)
{
  g_autoptr (SlSolution) solution = NULL;
  g_autoptr (SlSheet) sheet = NULL;
  g_autofree char *raw = NULL;
  g_autofree char *text = NULL;

  g_test_summary ("A sheet is in the language of the environment, headings and figures' texts too");

  set_language ("it");
  solution = solve_name ("01-preemption");
  sheet = make_sheet (solution, TRUE);
  raw = sl_sheet_to_text (sheet);
  text = normalize (raw);
  assert_contains (text, "1. Che cos’è una prelazione?");
  assert_contains (text, "Risposta");
  assert_contains (text, "A 10 ms subisce la prelazione di control");
  g_assert_null (strstr (text, "Answer"));
  g_assert_null (strstr (text, "Question"));
  set_language ("C");
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("SL_TEST_LOCALES"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");

  g_test_add_func ("/sheet/students", test_students);
  g_test_add_func ("/sheet/introduction", test_introduction);
  g_test_add_func ("/sheet/answers", test_answers);
  g_test_add_func ("/sheet/tables", test_tables);
  g_test_add_func ("/sheet/random", test_random);
  g_test_add_func ("/sheet/grid", test_grid);
  g_test_add_func ("/sheet/grid-rows", test_grid_rows);
  g_test_add_func ("/sheet/pages", test_pages);
  g_test_add_func ("/sheet/pdf", test_pdf);
  g_test_add_func ("/sheet/tex", test_tex);
  g_test_add_func ("/sheet/language", test_language);
  return g_test_run ();
}
