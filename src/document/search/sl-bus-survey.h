/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-background.h"
#include "sl-bus-statistics.h"

G_BEGIN_DECLS

SlBackground *
sl_bus_survey_new (SlTrace *trace, SlSpan span, SlBackgroundFunc done, gpointer owner);

G_END_DECLS
