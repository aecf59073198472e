/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-view.h"

G_BEGIN_DECLS

/* The actions "view.…", and what they are made of. */

GSimpleActionGroup *sl_view_actions_new (SlTraceView *page);
void sl_view_action_states_follow (GSimpleActionGroup *group, SlDocument *document);

void sl_address_actions_add (GSimpleActionGroup *group, SlTraceView *page);
void sl_marker_actions_add (GSimpleActionGroup *group, SlTraceView *page);
char *sl_session_actions_say_left (GPtrArray *odd, GPtrArray *missing) G_GNUC_WARN_UNUSED_RESULT;
void sl_session_actions_show (SlTraceView *page, GFile *file);
void sl_session_actions_add (GSimpleActionGroup *group, SlTraceView *page);
void sl_step_actions_add (GSimpleActionGroup *group, SlTraceView *page);
void sl_measure_actions_add (GSimpleActionGroup *group, SlTraceView *page);

G_END_DECLS
