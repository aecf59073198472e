/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-decision.h"
#include "sl-document.h"

G_BEGIN_DECLS

void
sl_step_view_show (SlDocument *document, const SlStepWalk *walk, SlTime *chosen, guint gesture);

G_END_DECLS
