/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-view.h"

G_BEGIN_DECLS

GSimpleActionGroup *sl_view_actions_new (SlTraceView *page);

G_END_DECLS
