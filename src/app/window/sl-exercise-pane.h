/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-solution.h"

G_BEGIN_DECLS

#define SL_TYPE_EXERCISE_PANE (sl_exercise_pane_get_type ())
G_DECLARE_FINAL_TYPE (SlExercisePane, sl_exercise_pane, SL, EXERCISE_PANE, AdwBin)

void sl_exercise_pane_set_exercise (SlExercisePane *self, SlExercise *exercise);
void sl_exercise_pane_take_solution (SlExercisePane *self, SlSolution *solution);
void sl_exercise_pane_set_failure (SlExercisePane *self, const char *message);
void sl_exercise_pane_set_run (SlExercisePane *self, guint run);

G_END_DECLS
