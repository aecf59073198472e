/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-sheet-picture.h"
#include "sl-text-theory.h"

#define NO_BREAK "\u00a0"

struct _SlSheet
{
  char *title;
  GArray *blocks; /* of SlSheetBlock */
};

typedef struct
{
  SlSheet *sheet;
  const SlSolution *solution;
  const SlExercise *exercise;
  SlTextMeasure *measure;
} Maker;

static void
clear_block (gpointer data)
{
  SlSheetBlock *block = data;

  g_free (block->text);
  g_clear_pointer (&block->table, sl_sheet_table_free);
  g_clear_pointer (&block->scene, sl_scene_unref);
}

void
sl_sheet_free (SlSheet *self)
{
  g_free (self->title);
  g_array_unref (self->blocks);
  g_free (self);
}

/* No line ends between a number and its unit. */
static void
tie_units (char **text)
{
  g_autoptr (GString) tied = g_string_new (NULL);
  const char *rest = *text;

  for (const char *space; (space = strchr (rest, ' ')) != NULL; rest = space + 1)
    {
      static const char *const units[] = { "ns", "µs", "ms", "s", "%" };
      gsize length = strcspn (space + 1, " .,;:)?");
      gboolean is_unit = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (units); i++)
        is_unit =
            is_unit || (strlen (units[i]) == length && strncmp (space + 1, units[i], length) == 0);
      g_string_append_len (tied, rest, space - rest);
      g_string_append (tied,
                       is_unit && space > *text && g_ascii_isdigit (space[-1]) ? NO_BREAK : " ");
    }
  g_string_append (tied, rest);
  g_free (*text);
  *text = g_string_free (g_steal_pointer (&tied), FALSE);
}

/* @text: (transfer full) (nullable) */
static SlSheetBlock *
add_block (Maker *self, SlSheetBlockType type, char *text)
{
  SlSheetBlock block = { .type = type, .text = text };

  if (text != NULL)
    tie_units (&block.text);

  g_array_append_val (self->sheet->blocks, block);
  return &g_array_index (self->sheet->blocks, SlSheetBlock, self->sheet->blocks->len - 1);
}

/* @table: (transfer full) (nullable): %NULL adds nothing */
static void
add_table (Maker *self, SlSheetTable *table)
{
  if (table != NULL)
    add_block (self, SL_SHEET_TABLE, NULL)->table = table;
}

/* (transfer full): "Exercise 9", by the place among the exercises of its folder; without one the
 * title alone */
static char *
dup_title (const SlExercise *exercise)
{
  GFile *file = sl_exercise_get_file (exercise);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GPtrArray) files = sl_exercise_list (folder);
  guint number;

  if (!g_ptr_array_find_with_equal_func (files, file, (GEqualFunc) g_file_equal, &number))
    return g_strdup (sl_exercise_get_title (exercise));

  /* Translators: the number of an exercise and its title, on paper */
  return g_strdup_printf (_ ("%u. %s"), number + 1, sl_exercise_get_title (exercise));
}

/* Whether a run before it has the same task set. */
static gboolean
has_set_before (const Maker *self, guint run)
{
  for (guint i = 0; i < run; i++)
    if (g_str_equal (sl_exercise_get_run (self->exercise, i)->tasks,
                     sl_exercise_get_run (self->exercise, run)->tasks))
      return TRUE;

  return FALSE;
}

/* (transfer full) (nullable): the runs that have the task set of @run; %NULL where all have it */
static char *
dup_runs_of_set (const Maker *self, guint run)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  guint n_runs = sl_exercise_get_n_runs (self->exercise);
  guint n_found = 0;

  for (guint i = 0; i < n_runs; i++)
    {
      const SlExerciseRun *other = sl_exercise_get_run (self->exercise, i);

      if (!g_str_equal (other->tasks, sl_exercise_get_run (self->exercise, run)->tasks))
        continue;
      g_string_append_printf (titles, "%s%s", n_found > 0 ? ", " : "", other->title);
      n_found++;
    }

  return n_found < n_runs ? g_string_free (g_steal_pointer (&titles), FALSE) : NULL;
}

static void
add_sets (Maker *self)
{
  add_block (self, SL_SHEET_HEADING, g_strdup (_ ("Task set")));
  for (guint i = 0; i < sl_exercise_get_n_runs (self->exercise); i++)
    {
      const SlTaskSet *set = sl_solution_get_trace (self->solution, i)->set;
      char *label = has_set_before (self, i) ? NULL : dup_runs_of_set (self, i);

      if (has_set_before (self, i))
        continue;
      if (label != NULL)
        add_block (self, SL_SHEET_LABEL, label);
      add_table (self, sl_sheet_table_new_tasks (set));
      add_table (self, sl_sheet_table_new_servers (set));
      add_table (self, sl_sheet_table_new_lines (set));
    }
}

/* By what the tasks are scheduled, run by run, where its title does not say so already. */
static void
add_runs (Maker *self)
{
  guint n_runs = sl_exercise_get_n_runs (self->exercise);

  for (guint i = 0; i < n_runs; i++)
    {
      const SlExerciseTrace *trace = sl_solution_get_trace (self->solution, i);
      const SlTaskModel *model = trace->run->model;
      g_autofree char *policy = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "policy");
      g_autofree char *protocol = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "protocol");
      g_autoptr (GString) text = g_string_new (sl_text_policy (sl_policy_from_id (policy)));

      if (sl_task_set_get_n_locks (trace->set) > 0)
        g_string_append_printf (text, ", %s", sl_text_protocol (sl_protocol_from_id (protocol)));
      if (n_runs > 1 && g_str_equal (text->str, sl_exercise_get_run (self->exercise, i)->title))
        continue;

      if (n_runs > 1)
        {
          g_autofree char *title =
              g_strdup_printf ("“%s”: ", sl_exercise_get_run (self->exercise, i)->title);

          g_string_prepend (text, title);
        }
      add_block (self, SL_SHEET_NOTE, g_string_free (g_steal_pointer (&text), FALSE));
    }
}

static guint
count_questions (const Maker *self)
{
  guint count = 0;

  for (guint i = 0; i < sl_exercise_get_n_questions (self->exercise); i++)
    count += sl_exercise_get_question (self->exercise, i)->asks;

  return count;
}

/* Numbered where there are several; what asks nothing has neither number nor room. */
static gboolean
add_questions (Maker *self, gboolean with_room, GError **error)
{
  guint n_questions = count_questions (self);
  guint number = 0;

  add_block (self, SL_SHEET_HEADING,
             g_strdup (n_questions == 1 ? _ ("Question") : _ ("Questions")));
  for (guint i = 0; i < sl_exercise_get_n_questions (self->exercise); i++)
    {
      const SlExerciseText *question = sl_exercise_get_question (self->exercise, i);
      char *text = sl_solution_fill (self->solution, question->text, error);

      if (text == NULL)
        return FALSE;
      if (question->asks && n_questions > 1)
        {
          char *numbered = g_strdup_printf ("%u. %s", ++number, text);

          g_free (text);
          text = numbered;
        }
      add_block (self, SL_SHEET_PARAGRAPH, text);
      if (question->asks && with_room)
        add_block (self, SL_SHEET_ROOM, NULL);
    }

  return TRUE;
}

static gboolean
is_whole (const SlExerciseLook *look)
{
  return look->span.end <= look->span.begin;
}

/* What a look shows: an empty one the whole run. */
static SlSpan
get_span (const Maker *self, const SlExerciseLook *look)
{
  return is_whole (look)
             ? sl_trace_get_span (sl_solution_get_trace (self->solution, look->run)->trace)
             : look->span;
}

/* Whether another look of the same run shows all of @number's span, and shows more of it or comes
 * before. The whole run shows too much to see a part in it. */
static gboolean
is_covered (const Maker *self, guint number)
{
  const SlExerciseLook *look = sl_exercise_get_look (self->exercise, number);
  SlSpan span = get_span (self, look);

  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *other = sl_exercise_get_look (self->exercise, i);
      SlSpan wide = get_span (self, other);
      gboolean is_same = wide.begin == span.begin && wide.end == span.end;

      if (other->run == look->run && is_whole (other) == is_whole (look) &&
          wide.begin <= span.begin && wide.end >= span.end && (is_same ? i < number : i != number))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_drawn (const SlSimPattern *pattern, const SlSimDistribution *distribution)
{
  if (pattern->jitter > 0 || pattern->sporadic > 0)
    return TRUE;

  for (guint i = 0; i < distribution->parts->len; i++)
    {
      const SlSimDistributionPart *part =
          &g_array_index (distribution->parts, SlSimDistributionPart, i);

      if (part->least != part->most || part->weight > 0)
        return TRUE;
    }

  return FALSE;
}

/* Where something is drawn at random, nobody can know the schedule beforehand. */
static gboolean
is_random (const SlTaskSet *set)
{
  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);

      if (is_drawn (&task->pattern, &task->distribution))
        return TRUE;
    }
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    {
      const SlSimLine *line = sl_task_set_get_line (set, i);

      if (is_drawn (&line->pattern, &line->distribution))
        return TRUE;
    }

  return FALSE;
}

static char *
dup_picture_label (const Maker *self, guint run)
{
  return g_strdup (sl_exercise_get_run (self->exercise, run)->title);
}

/* From the beginning, since what comes later follows from it, to the end of what the exercise looks
 * at. */
static SlSpan
get_grid_span (const Maker *self, guint run)
{
  SlSpan span = sl_trace_get_span (sl_solution_get_trace (self->solution, run)->trace);
  SlTime end = span.begin;

  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *look = sl_exercise_get_look (self->exercise, i);

      if (look->run == run && !is_whole (look))
        end = MAX (end, look->span.end);
    }
  if (end > span.begin)
    span.end = end;

  return span;
}

static void
add_grids (Maker *self)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < sl_exercise_get_n_runs (self->exercise); i++)
    {
      const SlExerciseTrace *trace = sl_solution_get_trace (self->solution, i);
      SlSheetBlock *block;

      if (is_random (trace->set))
        continue;

      if (is_first)
        add_block (self, SL_SHEET_HEADING, g_strdup (_ ("Draw the schedule")));
      is_first = FALSE;
      add_block (self, SL_SHEET_LABEL, dup_picture_label (self, i));
      block = add_block (self, SL_SHEET_PICTURE, g_strdup (_ ("An empty grid")));
      block->scene = sl_sheet_picture_draw_blank (trace, get_grid_span (self, i), self->measure);
    }
}

static gboolean
add_answers (Maker *self, GError **error)
{
  g_autoptr (GPtrArray) answers = sl_solution_dup_answer (self->solution, error);

  if (answers == NULL)
    return FALSE;

  add_block (self, SL_SHEET_HEADING, g_strdup (_ ("Answer")));
  for (guint i = 0; i < answers->len; i++)
    add_block (self, SL_SHEET_PARAGRAPH, g_strdup (g_ptr_array_index (answers, i)));

  return TRUE;
}

/* What to look at in the picture of @look: its text, and those of looks inside of it. */
static gboolean
add_look_texts (Maker *self, guint number, GError **error)
{
  const SlExerciseLook *look = sl_exercise_get_look (self->exercise, number);
  SlSpan span = get_span (self, look);

  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *other = sl_exercise_get_look (self->exercise, i);
      SlSpan own = get_span (self, other);
      char *text;

      if (other->run != look->run || is_whole (other) != is_whole (look) ||
          own.begin < span.begin || own.end > span.end || (i != number && !is_covered (self, i)))
        continue;

      text = sl_solution_fill (self->solution, other->text, error);
      if (text == NULL)
        return FALSE;
      add_block (self, SL_SHEET_NOTE, text);
    }

  return TRUE;
}

static gboolean
add_pictures (Maker *self, GError **error)
{
  if (sl_exercise_get_n_looks (self->exercise) > 0)
    add_block (self, SL_SHEET_HEADING, g_strdup (_ ("Schedule")));
  for (guint i = 0; i < sl_exercise_get_n_looks (self->exercise); i++)
    {
      const SlExerciseLook *look = sl_exercise_get_look (self->exercise, i);
      const SlExerciseTrace *trace = sl_solution_get_trace (self->solution, look->run);
      SlSheetBlock *block;

      if (is_covered (self, i))
        continue;

      add_block (self, SL_SHEET_LABEL, dup_picture_label (self, look->run));
      block = add_block (self, SL_SHEET_PICTURE,
                         g_strdup (sl_exercise_get_run (self->exercise, look->run)->title));
      block->scene = sl_sheet_picture_draw (trace, get_span (self, look), self->measure);
      if (!add_look_texts (self, i, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_sheet_new:
 * @with_answers: instead of room for them
 *
 * In the language of the exercise's texts, which is the program's.
 *
 * Returns: (transfer full): %NULL with %SL_ERROR_USAGE where a text of the exercise makes no sense
 */
SlSheet *
sl_sheet_new (const SlSolution *solution, gboolean with_answers, GError **error)
{
  g_autoptr (SlSheet) sheet = g_new0 (SlSheet, 1);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_pango (&fonts);
  Maker self = { sheet, solution, sl_solution_get_exercise (solution), measure };

  sheet->blocks = g_array_new (FALSE, TRUE, sizeof (SlSheetBlock));
  g_array_set_clear_func (sheet->blocks, clear_block);
  sheet->title = dup_title (self.exercise);

  if (!with_answers)
    add_block (&self, SL_SHEET_NAME, g_strdup (_ ("Name:")));
  add_block (&self, SL_SHEET_TITLE, g_strdup (sheet->title));
  add_block (&self, SL_SHEET_SUBJECT, g_strdup (sl_exercise_get_subject (self.exercise)));
  add_sets (&self);
  add_runs (&self);
  if (!add_questions (&self, !with_answers, error))
    return NULL;
  if (!with_answers)
    add_grids (&self);
  else if (!add_answers (&self, error) || !add_pictures (&self, error))
    return NULL;

  return g_steal_pointer (&sheet);
}

/* Returns: (transfer none): of the document */
const char *
sl_sheet_get_title (const SlSheet *self)
{
  return self->title;
}

guint
sl_sheet_get_n_blocks (const SlSheet *self)
{
  return self->blocks->len;
}

/* Returns: (transfer none) */
const SlSheetBlock *
sl_sheet_get_block (const SlSheet *self, guint number)
{
  g_return_val_if_fail (number < self->blocks->len, NULL);

  return &g_array_index (self->blocks, SlSheetBlock, number);
}
