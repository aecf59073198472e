/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-exercise.h"

#include <string.h>

#include "sl-error.h"
#include "sl-exercise-private.h"
#include "sl-file-reader.h"
#include "sl-install.h"

/* An exercise is some pages of text. */
#define MAX_BYTES (1 << 20)

static void
clear_run (gpointer data)
{
  SlExerciseRun *run = data;

  g_free (run->id);
  g_free (run->title);
  g_free (run->tasks);
  g_strfreev (run->settings);
}

static void
clear_look (gpointer data)
{
  SlExerciseLook *look = data;

  g_free (look->text);
  g_free (look->row);
}

static void
clear_text (gpointer data)
{
  SlExerciseText *text = data;

  g_free (text->text);
  g_free (text->when);
}

static GArray *
new_array (guint size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, size);

  g_array_set_clear_func (array, clear);
  return array;
}

/**
 * sl_exercise_new:
 *
 * Returns: (transfer full): one without anything, to be filled by its reader
 */
SlExercise *
sl_exercise_new (GFile *file)
{
  SlExercise *self = g_atomic_rc_box_new0 (SlExercise);

  self->file = g_object_ref (file);
  self->runs = new_array (sizeof (SlExerciseRun), clear_run);
  self->questions = new_array (sizeof (SlExerciseText), clear_text);
  self->looks = new_array (sizeof (SlExerciseLook), clear_look);
  self->answers = new_array (sizeof (SlExerciseText), clear_text);
  return self;
}

static void
clear_exercise (gpointer data)
{
  SlExercise *self = data;

  g_object_unref (self->file);
  g_free (self->title);
  g_free (self->subject);
  g_array_unref (self->runs);
  g_array_unref (self->questions);
  g_array_unref (self->looks);
  g_array_unref (self->answers);
}

SlExercise *
sl_exercise_ref (SlExercise *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
sl_exercise_unref (SlExercise *self)
{
  g_atomic_rc_box_release_full (self, clear_exercise);
}

/**
 * sl_exercise_load:
 *
 * Fails with a code of %G_IO_ERROR where the file cannot be read, and with %SL_ERROR_USAGE, which
 * names the line, where it is not an exercise.
 *
 * Returns: (transfer full): %NULL on error
 */
SlExercise *
sl_exercise_load (GFile *file, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  text = sl_file_read (file, SL_FILE_READ_REGULAR, MAX_BYTES, &length, error);
  if (text == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_prefix_error (error, "%s: ", name);
      return NULL;
    }

  return sl_exercise_parse (text, length, file, error);
}

/* Returns: (transfer none): where it was read from */
GFile *
sl_exercise_get_file (const SlExercise *self)
{
  return self->file;
}

const char *
sl_exercise_get_title (const SlExercise *self)
{
  return self->title;
}

const char *
sl_exercise_get_subject (const SlExercise *self)
{
  return self->subject;
}

/* Returns: above 0 */
guint
sl_exercise_get_n_runs (const SlExercise *self)
{
  return self->runs->len;
}

/**
 * sl_exercise_get_run:
 * @number: below the number of runs
 *
 * Returns: (transfer none): one task set to run, with what to run it by
 */
const SlExerciseRun *
sl_exercise_get_run (const SlExercise *self, guint number)
{
  g_return_val_if_fail (number < self->runs->len, NULL);

  return &g_array_index (self->runs, SlExerciseRun, number);
}

/**
 * sl_exercise_find_run:
 * @number: (out): set on success only
 *
 * Returns: whether a run is called @id
 */
gboolean
sl_exercise_find_run (const SlExercise *self, const char *id, guint *number)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      if (!g_str_equal (g_array_index (self->runs, SlExerciseRun, i).id, id))
        continue;

      *number = i;
      return TRUE;
    }

  return FALSE;
}

/* Returns: (transfer full): the task set that @run runs */
GFile *
sl_exercise_dup_task_file (const SlExercise *self, guint run)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  const char *tasks = sl_exercise_get_run (self, run)->tasks;

  return folder != NULL ? g_file_resolve_relative_path (folder, tasks)
                        : g_file_new_for_commandline_arg (tasks);
}

/**
 * sl_exercise_dup_model:
 *
 * Fails where the task set cannot be read.
 *
 * Returns: (transfer full): the task set of @run with the run's settings
 */
SlTaskModel *
sl_exercise_dup_model (const SlExercise *self, guint run, GError **error)
{
  g_autoptr (GFile) file = sl_exercise_dup_task_file (self, run);
  g_autoptr (SlTaskModel) model = sl_task_model_load (file, error);
  char **settings = sl_exercise_get_run (self, run)->settings;

  for (guint i = 0; model != NULL && settings[i] != NULL; i += 2)
    {
      g_auto (GStrv) locks = sl_task_model_list (model, SL_MODEL_LOCK);

      if (!sl_task_model_set (model, SL_MODEL_SCHEDULER, "", settings[i], settings[i + 1], error))
        return NULL;
      for (guint k = 0; g_str_equal (settings[i], "protocol") && locks[k] != NULL; k++)
        sl_task_model_set (model, SL_MODEL_LOCK, locks[k], "protocol", NULL, NULL);
    }

  return g_steal_pointer (&model);
}

guint
sl_exercise_get_n_questions (const SlExercise *self)
{
  return self->questions->len;
}

/**
 * sl_exercise_get_question:
 * @number: below the number of questions
 *
 * Returns: (transfer none): translated
 */
const SlExerciseText *
sl_exercise_get_question (const SlExercise *self, guint number)
{
  g_return_val_if_fail (number < self->questions->len, NULL);

  return &g_array_index (self->questions, SlExerciseText, number);
}

guint
sl_exercise_get_n_looks (const SlExercise *self)
{
  return self->looks->len;
}

/**
 * sl_exercise_get_look:
 * @number: below the number of looks
 *
 * Returns: (transfer none): a place of a run's trace that is worth a look
 */
const SlExerciseLook *
sl_exercise_get_look (const SlExercise *self, guint number)
{
  g_return_val_if_fail (number < self->looks->len, NULL);

  return &g_array_index (self->looks, SlExerciseLook, number);
}

guint
sl_exercise_get_n_answers (const SlExercise *self)
{
  return self->answers->len;
}

/**
 * sl_exercise_get_answer:
 * @number: below the number of answers
 *
 * Returns: (transfer none): translated, with figures that are still to be computed
 */
const SlExerciseText *
sl_exercise_get_answer (const SlExercise *self, guint number)
{
  g_return_val_if_fail (number < self->answers->len, NULL);

  return &g_array_index (self->answers, SlExerciseText, number);
}

/**
 * sl_exercise_dup_course_folder:
 *
 * Returns: (transfer full): the course that comes with the program; while developing, beside the
 *   sources
 */
GFile *
sl_exercise_dup_course_folder (void)
{
  g_autofree char *data = sl_install_dup_data ();

  return g_file_new_build_filename (data, "samples", "course", NULL);
}

static int
compare_files (gconstpointer one, gconstpointer other)
{
  g_autofree char *first = g_file_get_basename (*(GFile **) one);
  g_autofree char *second = g_file_get_basename (*(GFile **) other);

  return strcmp (first, second);
}

/**
 * sl_exercise_list:
 *
 * Returns: (transfer full) (element-type GFile): the exercises in a folder by name; none where it
 *   cannot be read
 */
GPtrArray *
sl_exercise_list (GFile *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GFileEnumerator) children =
      g_file_enumerate_children (folder, G_FILE_ATTRIBUTE_STANDARD_NAME, G_FILE_QUERY_INFO_NONE,
                                 NULL, NULL);
  GFileInfo *info;
  GFile *child;

  while (children != NULL && g_file_enumerator_iterate (children, &info, &child, NULL, NULL) &&
         info != NULL)
    if (g_str_has_suffix (g_file_info_get_name (info), SL_EXERCISE_SUFFIX))
      g_ptr_array_add (files, g_object_ref (child));

  g_ptr_array_sort (files, compare_files);
  return files;
}
