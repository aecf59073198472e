/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pictures of a sheet, in the textbook look: a schedule, and the grid into which a student draws
 * it. */

#include "sl-exercise-trace.h"
#include "sl-scene.h"

G_BEGIN_DECLS

/* What a picture takes of an A4 page, in pixels of 3/4 point. */
#define SL_SHEET_PICTURE_WIDTH 642

SlScene *sl_sheet_picture_draw (const SlExerciseTrace *trace, SlSpan span, SlTextMeasure *measure);
SlScene *
sl_sheet_picture_draw_blank (const SlExerciseTrace *trace, SlSpan span, SlTextMeasure *measure);

G_END_DECLS
