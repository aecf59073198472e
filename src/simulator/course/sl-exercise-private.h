/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What an exercise's reader fills. */

#include "sl-exercise.h"

G_BEGIN_DECLS

struct _SlExercise
{
  GFile *file;
  char *title;
  char *subject;
  GArray *runs;      /* of SlExerciseRun */
  GArray *questions; /* of SlExerciseText */
  GArray *looks;     /* of SlExerciseLook */
  GArray *answers;   /* of SlExerciseText */
};

SlExercise *sl_exercise_new (GFile *file);

G_END_DECLS
