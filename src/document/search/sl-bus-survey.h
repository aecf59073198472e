/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-bus-statistics.h"

G_BEGIN_DECLS

/* Sums up the bus cycles of a span in the background. */
typedef struct _SlBusSurvey SlBusSurvey;

/**
 * SlBusSurveyFunc:
 * @statistics: (nullable) (transfer full): %NULL if the file changed since it was loaded
 */
typedef void (*SlBusSurveyFunc) (SlBusStatistics *statistics, gpointer user_data);

SlBusSurvey *
sl_bus_survey_new (SlTrace *trace, SlSpan span, SlBusSurveyFunc done, gpointer user_data);
double sl_bus_survey_get_fraction (const SlBusSurvey *self);
void sl_bus_survey_cancel (SlBusSurvey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBusSurvey, sl_bus_survey_cancel)

G_END_DECLS
