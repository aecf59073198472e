/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* An exercise on paper, for the window to save. */

#include "sl-solution.h"

G_BEGIN_DECLS

char *sl_exercise_sheet_dup_name (SlExercise *exercise,
                                  gboolean with_answers) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_exercise_sheet_write (SlSolution *solution, GFile *file, gboolean with_answers, GError **error);

G_END_DECLS
