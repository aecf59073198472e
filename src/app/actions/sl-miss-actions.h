/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-view.h"

G_BEGIN_DECLS

void sl_miss_actions_step (SlTraceView *page, int direction);

G_END_DECLS
