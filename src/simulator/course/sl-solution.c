/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-solution.h"

#include <string.h>

#include "sl-error.h"
#include "sl-figures.h"

struct _SlSolution
{
  SlExercise *exercise;
  GPtrArray *traces; /* of SlExerciseTrace */
};

void
sl_solution_free (SlSolution *self)
{
  g_ptr_array_unref (self->traces);
  sl_exercise_unref (self->exercise);
  g_free (self);
}

/**
 * sl_solution_new:
 *
 * Runs all runs; may be called from any thread.
 *
 * Returns: (transfer full): %NULL where one does not run
 */
SlSolution *
sl_solution_new (SlExercise *exercise, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlSolution) self = g_new0 (SlSolution, 1);

  self->exercise = sl_exercise_ref (exercise);
  self->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_exercise_trace_free);
  for (guint i = 0; i < sl_exercise_get_n_runs (exercise); i++)
    {
      SlExerciseTrace *trace = sl_exercise_trace_new (exercise, i, cancellable, error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (self->traces, trace);
    }

  return g_steal_pointer (&self);
}

/* Returns: (transfer none) */
SlExercise *
sl_solution_get_exercise (const SlSolution *self)
{
  return self->exercise;
}

/* Returns: (transfer none) */
const SlExerciseTrace *
sl_solution_get_trace (const SlSolution *self, guint run)
{
  g_return_val_if_fail (run < self->traces->len, NULL);

  return g_ptr_array_index (self->traces, run);
}

/* @text: "response logger 1 @rm"; without @ the first run is meant */
static gboolean
find_figure (const SlSolution *self, const char *text, SlFigure *figure, GError **error)
{
  g_auto (GStrv) words = NULL;
  guint n_words;
  guint run = 0;

  if (!g_shell_parse_argv (text, NULL, &words, NULL))
    words = g_new0 (char *, 1);

  n_words = g_strv_length (words);
  if (n_words > 0 && words[n_words - 1][0] == '@')
    {
      g_autofree char *id = g_steal_pointer (&words[n_words - 1]);

      if (!sl_exercise_find_run (self->exercise, id + 1, &run))
        {
          g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "{%s}: There is no run “%s”", text, id + 1);
          return FALSE;
        }
    }
  if (sl_figures_find (sl_solution_get_trace (self, run), (const char *const *) words, figure,
                       error))
    return TRUE;

  g_prefix_error (error, "{%s}: ", text);
  return FALSE;
}

/**
 * sl_solution_fill:
 * @text: with figures in braces, such as "{response logger 1 @rm}"
 *
 * Fails with %SL_ERROR_USAGE where there is no such figure.
 *
 * Returns: (transfer full): with what they are in these runs
 */
char *
sl_solution_fill (const SlSolution *self, const char *text, GError **error)
{
  g_autoptr (GString) filled = g_string_new (NULL);

  for (const char *open; (open = strchr (text, '{')) != NULL;)
    {
      const char *close = strchr (open, '}');
      g_autofree char *expression = NULL;
      g_autofree char *shown = NULL;
      SlFigure figure;

      if (close == NULL)
        {
          g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s”: An opening brace is not closed",
                       open);
          return NULL;
        }

      g_string_append_len (filled, text, open - text);
      expression = g_strndup (open + 1, (gsize) (close - open - 1));
      if (!find_figure (self, expression, &figure, error))
        return NULL;

      shown = sl_figure_to_text (&figure);
      g_string_append (filled, shown);
      text = close + 1;
    }

  g_string_append (filled, text);
  return g_string_free (g_steal_pointer (&filled), FALSE);
}

/* A figure of a run, or one that stands there. */
static gboolean
read_side (const SlSolution *self, const char *text, SlFigure *figure, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  return sl_figure_parse (stripped, figure) || find_figure (self, stripped, figure, error);
}

static gboolean
compare (const SlSolution *self, const char *text, gboolean *holds, GError **error)
{
  const char *found = strpbrk (text, "<>=!");
  gsize length = found != NULL ? strspn (found, "<>=!") : 0;
  g_autofree char *left = g_strndup (text, found != NULL ? (gsize) (found - text) : 0);
  g_autofree char *sign = g_strndup (found, length);
  SlFigure one;
  SlFigure other;
  gboolean is_comparable;
  int order = 0;

  if (found == NULL ||
      !g_strv_contains ((const char *const[]) { "<", "<=", "=", "!=", ">=", ">", NULL }, sign))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s”: Two figures are compared with one of <, <=, =, !=, >=, >", text);
      return FALSE;
    }
  if (!read_side (self, left, &one, error) || !read_side (self, found + length, &other, error))
    return FALSE;

  is_comparable = sl_figure_compare (&one, &other, &order);
  *holds = (is_comparable && strchr (sign, '=') != NULL && sign[0] != '!' && order == 0) ||
           (is_comparable && sign[0] == '<' && order < 0) ||
           (is_comparable && sign[0] == '>' && order > 0) ||
           (sign[0] == '!' && (!is_comparable || order != 0));
  return TRUE;
}

/**
 * sl_solution_holds:
 * @condition: such as "misses @rm > 0 and misses @edf = 0"
 *
 * What never came to be is neither less, equal nor more than anything.
 *
 * Returns: %FALSE with %SL_ERROR_USAGE where it makes no sense
 */
gboolean
sl_solution_holds (const SlSolution *self, const char *condition, gboolean *holds, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (condition, " and ", -1);

  if (parts[0] == NULL)
    return compare (self, "", holds, error);

  *holds = TRUE;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean part_holds;

      if (!compare (self, parts[i], &part_holds, error))
        return FALSE;
      *holds = *holds && part_holds;
    }

  return TRUE;
}

/**
 * sl_solution_dup_answer:
 *
 * Returns: (transfer full) (element-type utf8): the paragraphs that are true of these runs; %NULL
 *   with %SL_ERROR_USAGE where one makes no sense
 */
GPtrArray *
sl_solution_dup_answer (const SlSolution *self, GError **error)
{
  g_autoptr (GPtrArray) paragraphs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sl_exercise_get_n_answers (self->exercise); i++)
    {
      const SlExerciseText *answer = sl_exercise_get_answer (self->exercise, i);
      gboolean holds = TRUE;
      char *filled;

      if (answer->when != NULL && !sl_solution_holds (self, answer->when, &holds, error))
        return NULL;

      filled = sl_solution_fill (self, answer->text, error);
      if (filled == NULL)
        return NULL;
      if (holds)
        g_ptr_array_add (paragraphs, filled);
      else
        g_free (filled);
    }

  return g_steal_pointer (&paragraphs);
}
