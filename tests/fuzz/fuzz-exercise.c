/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Exercises: whatever the text says, it is refused with a reason, or its texts are filled in from the runs
 * of another exercise, or a reason is given why they cannot be. */
#include "sl-solution.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const SlSolution *
get_solution (GFile *file)
{
  static SlSolution *solution;
  g_autoptr (SlExercise) exercise = solution == NULL ? sl_exercise_load (file, NULL) : NULL;

  if (solution == NULL)
    solution = sl_solution_new (exercise, NULL, NULL);
  g_assert (solution != NULL);
  return solution;
}

static void
fill (const SlSolution *solution, const SlExerciseText *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *filled = sl_solution_fill (solution, text->text, &error);
  g_autoptr (GError) failure = NULL;
  gboolean holds;

  g_assert_true ((filled == NULL) == (error != NULL));
  if (text->when != NULL)
    g_assert_true (sl_solution_holds (solution, text->when, &holds, &failure) == (failure == NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GFile) file = g_file_new_for_path (SL_FUZZ_EXERCISE);
  const SlSolution *solution = get_solution (file);
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlExercise) exercise = sl_exercise_parse (text, size, file, &error);

  g_assert_true ((exercise == NULL) == (error != NULL));
  if (exercise == NULL)
    return 0;

  for (guint i = 0; i < sl_exercise_get_n_questions (exercise); i++)
    fill (solution, sl_exercise_get_question (exercise, i));
  for (guint i = 0; i < sl_exercise_get_n_answers (exercise); i++)
    fill (solution, sl_exercise_get_answer (exercise, i));
  return 0;
}
