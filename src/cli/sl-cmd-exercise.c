/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-output.h"
#include "sl-cli-writer.h"
#include "sl-sheet-file.h"

static struct
{
  gboolean list;
  gboolean answers;
  char *output;
  char **names;
} given;

static const GOptionEntry entries[] = {
  { "list", 0, 0, G_OPTION_ARG_NONE, &given.list, "List the exercises of the course", NULL },
  { "answers", 0, 0, G_OPTION_ARG_NONE, &given.answers,
    "Include the answers and the schedules instead of room for them", NULL },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "The sheet to write, .pdf or .tex; text on standard output by default", "SHEET" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.names, NULL, "NAME" },
  G_OPTION_ENTRY_NULL,
};

static gboolean G_GNUC_PRINTF (2, 3) fail_usage (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "exercise: %s", message);
  return FALSE;
}

static gboolean
parse_form (SlSheetForm *form, GError **error)
{
  if (given.output == NULL || sl_sheet_form_find (given.output, form))
    return TRUE;

  return fail_usage (error, "-o %s: The extension must be pdf or tex", given.output);
}

/* (transfer full): "09-deadlock" of ".../09-deadlock.slackline-exercise" */
static char *
dup_id (GFile *file)
{
  char *name = g_file_get_basename (file);

  if (g_str_has_suffix (name, SL_EXERCISE_SUFFIX))
    name[strlen (name) - strlen (SL_EXERCISE_SUFFIX)] = '\0';
  return name;
}

/* Whether @name means the exercise in @file, which is the @number-th of the course. */
static gboolean
is_meant (GFile *file, guint number, const char *name)
{
  g_autofree char *id = dup_id (file);
  const char *dash = strchr (id, '-');
  guint64 wanted;

  if (g_ascii_string_to_unsigned (name, 10, 1, G_MAXUINT, &wanted, NULL))
    return wanted == number;

  return g_str_equal (id, name) || (dash != NULL && g_str_equal (dash + 1, name));
}

/* (transfer full) */
static GFile *
find_exercise (const char *name, GError **error)
{
  g_autoptr (GFile) folder = sl_exercise_dup_course_folder ();
  g_autoptr (GPtrArray) files = NULL;

  if (g_str_has_suffix (name, SL_EXERCISE_SUFFIX) || strchr (name, G_DIR_SEPARATOR) != NULL)
    return g_file_new_for_commandline_arg (name);

  files = sl_exercise_list (folder);
  for (guint i = 0; i < files->len; i++)
    if (is_meant (g_ptr_array_index (files, i), i + 1, name))
      return g_object_ref (g_ptr_array_index (files, i));

  fail_usage (error, "Unknown exercise “%s”; “slackline-cli exercise --list” lists the exercises",
              name);
  return NULL;
}

static gboolean
print_list (GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (GFile) folder = sl_exercise_dup_course_folder ();
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);

  if (files->len == 0)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_INPUT, "%s: No exercises found",
                   g_file_peek_path (folder));
      return FALSE;
    }
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *id = dup_id (g_ptr_array_index (files, i));
      g_autoptr (SlExercise) exercise = sl_exercise_load (g_ptr_array_index (files, i), error);

      if (exercise == NULL)
        return FALSE;
      sl_cli_writer_format (writer, "%-22s %s: %s\n", id, sl_exercise_get_title (exercise),
                            sl_exercise_get_subject (exercise));
    }

  return sl_cli_writer_finish (writer, error);
}

static gboolean
print_text (const SlSheet *sheet, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autofree char *text = sl_sheet_to_text (sheet);

  sl_cli_writer_text (writer, text);
  return sl_cli_writer_finish (writer, error);
}

/* The exercise and its task sets, which a sheet must not be written over. */
static SlFileSet *
collect_inputs (const SlExercise *exercise)
{
  SlFileSet *inputs = sl_file_set_new ();

  sl_file_set_add_file (inputs, sl_exercise_get_file (exercise));
  for (guint i = 0; i < sl_exercise_get_n_runs (exercise); i++)
    {
      g_autoptr (GFile) tasks = sl_exercise_dup_task_file (exercise, i);

      sl_file_set_add_file (inputs, tasks);
    }

  return inputs;
}

static gboolean
write_sheet (const SlSheet *sheet, const SlExercise *exercise, SlSheetForm form, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (given.output);
  g_autoptr (SlFileSet) inputs = collect_inputs (exercise);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GBytes) bytes = sl_sheet_to_bytes (sheet, form, &failure);

  if (bytes != NULL && sl_file_write (file, inputs, g_bytes_get_data (bytes, NULL),
                                      g_bytes_get_size (bytes), &failure))
    return TRUE;

  return sl_cli_output_fail (given.output, failure, error);
}

static gboolean
run (const SlCliRequest *request G_GNUC_UNUSED, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (SlExercise) exercise = NULL;
  g_autoptr (SlSolution) solution = NULL;
  g_autoptr (SlSheet) sheet = NULL;
  SlSheetForm form = SL_SHEET_PDF;

  if (given.names != NULL && given.names[1] != NULL)
    return fail_usage (error, "Give one exercise");
  if (given.list && (given.names != NULL || given.answers || given.output != NULL))
    return fail_usage (error, "--list takes nothing else");
  if (given.names == NULL && (given.answers || given.output != NULL))
    return fail_usage (error, "No exercise given; “slackline-cli exercise --list” lists them");
  if (!parse_form (&form, error))
    return FALSE;

  /* It is for people: in their language. */
  setlocale (LC_MESSAGES, "");
  if (given.names == NULL)
    return print_list (error);

  file = find_exercise (given.names[0], error);
  exercise = file != NULL ? sl_exercise_load (file, error) : NULL;
  solution = exercise != NULL ? sl_solution_new (exercise, NULL, error) : NULL;
  sheet = solution != NULL ? sl_sheet_new (solution, given.answers, error) : NULL;
  if (sheet == NULL)
    return FALSE;

  return given.output == NULL ? print_text (sheet, error)
                              : write_sheet (sheet, exercise, form, error);
}

const SlCliCommand sl_cmd_exercise = {
  .id = "exercise",
  .summary = "Print an exercise of the course, with or without its answers",
  .reads_files = FALSE,
  .entries = entries,
  .run = run,
};
