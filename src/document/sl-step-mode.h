/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Stepping through a document. The event is at the cursor A; with "predict" everything after it is
 * hidden: the document then shows a trace that ends there, so that no panel can know more. */

#include <glib-object.h>

#include "sl-step-walk.h"

G_BEGIN_DECLS

#define SL_TYPE_STEP_MODE (sl_step_mode_get_type ())
G_DECLARE_FINAL_TYPE (SlStepMode, sl_step_mode, SL, STEP_MODE, GObject)

/* Of the document that is declared in sl-document.h, which owns it. */
SlStepMode *sl_step_mode_new (gpointer document);

void sl_step_mode_set_active (SlStepMode *self, gboolean active);
void sl_step_mode_begin_in (SlStepMode *self, SlSpan job);
void sl_step_mode_settle (SlStepMode *self, int direction);
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
