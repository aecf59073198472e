/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* An exercise of the course: task sets to run, a question about what happens, where to look, and
 * an answer whose figures are computed when it is asked for. It is a file of XML:
 *
 *   <exercise>
 *     <title>What is a preemption?</title>
 *     <subject>One line about it</subject>
 *     <run id="rm" tasks="preemption.slackline-tasks" policy="rm" until="20ms">Its name</run>
 *     <question asks="no">One paragraph</question>
 *     <look run="rm" row="logger" from="0ms" to="14ms" steps="yes">What is to be seen</look>
 *     <answer when="misses @rm > 0">One paragraph, such as {misses @rm}</answer>
 *   </exercise>
 *
 * There may be several of each but the first two, and all paragraphs may have figures in braces,
 * which sl-figures.c lists. The attributes of <run> but id and tasks are keys of the task model's
 * group [scheduler], and override what the task set says there. Texts are looked up in the
 * program's translations. */

#include <gio/gio.h>

#include "sl-task-model.h"
#include "sl-time.h"

G_BEGIN_DECLS

#define SL_EXERCISE_SUFFIX ".slackline-exercise"

/**
 * SlExerciseRun:
 * @id: by which figures and looks name it
 * @title: for people; empty for none
 * @tasks: the file of the task set, beside the exercise unless it says where
 * @settings: keys of the group [scheduler] and their values in turn, ended by %NULL
 */
typedef struct
{
  char *id;
  char *title;
  char *tasks;
  char **settings;
} SlExerciseRun;

/**
 * SlExerciseLook:
 * @text: what is to be seen, with figures in braces
 * @run: number of the run in which
 * @row: (nullable): name of the task or lock; %NULL for all
 * @span: empty for the whole run
 * @steps: whether it is to be seen step by step, each predicted before it is shown
 */
typedef struct
{
  char *text;
  guint run;
  char *row;
  SlSpan span;
  gboolean steps;
} SlExerciseLook;

/**
 * SlExerciseText:
 * @text: a paragraph, with figures in braces
 * @when: (nullable): the condition under which it is true; %NULL for always
 * @asks: of a question: whether it wants an answer, for which paper has room
 */
typedef struct
{
  char *text;
  char *when;
  gboolean asks;
} SlExerciseText;

/* Immutable, shared by count, in the language in which it was loaded. */
typedef struct _SlExercise SlExercise;

SlExercise *sl_exercise_load (GFile *file, GError **error);
SlExercise *sl_exercise_parse (const char *text, gsize length, GFile *file, GError **error);
SlExercise *sl_exercise_ref (SlExercise *self);
void sl_exercise_unref (SlExercise *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlExercise, sl_exercise_unref)

GFile *sl_exercise_get_file (const SlExercise *self);
const char *sl_exercise_get_title (const SlExercise *self);
const char *sl_exercise_get_subject (const SlExercise *self);
guint sl_exercise_get_n_runs (const SlExercise *self);
const SlExerciseRun *sl_exercise_get_run (const SlExercise *self, guint number);
gboolean sl_exercise_find_run (const SlExercise *self, const char *id, guint *number);
SlTaskModel *sl_exercise_dup_model (const SlExercise *self, guint run, GError **error);
GFile *sl_exercise_dup_task_file (const SlExercise *self, guint run);
guint sl_exercise_get_n_questions (const SlExercise *self);
const SlExerciseText *sl_exercise_get_question (const SlExercise *self, guint number);
guint sl_exercise_get_n_looks (const SlExercise *self);
const SlExerciseLook *sl_exercise_get_look (const SlExercise *self, guint number);
guint sl_exercise_get_n_answers (const SlExercise *self);
const SlExerciseText *sl_exercise_get_answer (const SlExercise *self, guint number);

GFile *sl_exercise_dup_course_folder (void);
GPtrArray *sl_exercise_list (GFile *folder);

G_END_DECLS
