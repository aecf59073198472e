/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Stepping through a document. The event is at the cursor A; with "predict" everything after it is
 * hidden: the document then shows a trace that ends there, so that no panel can know more. */

#include <glib-object.h>

#include "sl-decision.h"

G_BEGIN_DECLS

/* No trace of more events is cut off at the cursor: each step reads it again from its beginning. */
#define SL_STEP_MOST_HIDDEN 2000000

typedef enum
{
  SL_STEP_EVENT,
  SL_STEP_DECISION,
  SL_STEP_JOB,   /* to the end of a job */
  SL_STEP_TRACE, /* to the last event of the trace, or to the first */
} SlStepUnit;

#define SL_TYPE_STEP_MODE (sl_step_mode_get_type ())
G_DECLARE_FINAL_TYPE (SlStepMode, sl_step_mode, SL, STEP_MODE, GObject)

/* Of the document that is declared in sl-document.h, which owns it. */
SlStepMode *sl_step_mode_new (gpointer document);

gboolean sl_step_mode_is_possible (SlStepMode *self);
const char *sl_step_mode_get_obstacle (SlStepMode *self);
const char *sl_step_mode_get_predict_obstacle (SlStepMode *self);
void sl_step_mode_set_active (SlStepMode *self, gboolean active);
void sl_step_mode_begin_in (SlStepMode *self, SlSpan job);
gboolean sl_step_mode_get_active (SlStepMode *self);
void sl_step_mode_set_predict (SlStepMode *self, gboolean predict);
void sl_step_mode_set_playing (SlStepMode *self, gboolean playing);
gboolean sl_step_mode_get_playing (SlStepMode *self);
void sl_step_mode_set_speed (SlStepMode *self, double speed);

SlReplay *sl_step_mode_get_replay (SlStepMode *self);
SlDecisionSearch *sl_step_mode_get_decisions (SlStepMode *self);
guint64 sl_step_mode_get_index (SlStepMode *self);
gboolean sl_step_mode_move (SlStepMode *self, SlStepUnit unit, int direction);

G_END_DECLS
