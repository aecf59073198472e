/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-decision.h"
#include "sl-document.h"

G_BEGIN_DECLS

void sl_step_view_show (SlDocument *document,
                        SlDecisionSearch *decisions,
                        guint64 index,
                        SlTime *chosen,
                        guint gesture);

G_END_DECLS
