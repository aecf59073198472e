/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-view.h"

G_BEGIN_DECLS

void sl_step_actions_add (GSimpleActionGroup *group, SlTraceView *page);

G_END_DECLS
