/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The figures that the texts of an exercise may have: each is measured in the trace of a run, or
 * follows from its task set. */

#include "sl-exercise-trace.h"
#include "sl-figure.h"

G_BEGIN_DECLS

gboolean sl_figures_find (const SlExerciseTrace *trace,
                          const char *const *words,
                          SlFigure *figure,
                          GError **error);

G_END_DECLS
