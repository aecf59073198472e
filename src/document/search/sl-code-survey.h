/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-missing-code.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* Finds out in the background which code a trace lacks. */
typedef struct _SlCodeSurvey SlCodeSurvey;

typedef void (*SlCodeSurveyFunc) (gpointer user_data);

SlCodeSurvey *
sl_code_survey_new (SlTrace *trace, SlCodeMap *map, SlCodeSurveyFunc done, gpointer user_data);
gboolean sl_code_survey_is_of (const SlCodeSurvey *self, SlTrace *trace, SlCodeMap *map);
const SlMissingCode *sl_code_survey_get (const SlCodeSurvey *self);
void sl_code_survey_cancel (SlCodeSurvey *self);

G_END_DECLS
