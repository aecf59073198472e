/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Works an exercise out: runs it and puts what happened into its texts. */

#include "sl-exercise-trace.h"

G_BEGIN_DECLS

/* The runs of an exercise, carried out. Immutable, one owner. */
typedef struct _SlSolution SlSolution;

SlSolution *sl_solution_new (SlExercise *exercise, GCancellable *cancellable, GError **error);
void sl_solution_free (SlSolution *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSolution, sl_solution_free)

SlExercise *sl_solution_get_exercise (const SlSolution *self);
const SlExerciseTrace *sl_solution_get_trace (const SlSolution *self, guint run);
char *sl_solution_fill (const SlSolution *self,
                        const char *text,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_solution_holds (const SlSolution *self, const char *condition, gboolean *holds, GError **error);
GPtrArray *sl_solution_dup_answer (const SlSolution *self, GError **error);

G_END_DECLS
