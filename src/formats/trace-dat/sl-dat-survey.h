/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What has to be known of all pages before the first block of events. */

#include "sl-dat-file.h"
#include "sl-linux-names.h"

G_BEGIN_DECLS

/**
 * SlDatSurvey:
 * @first: the first time
 * @last: the time of the last page
 */
typedef struct
{
  guint64 first;
  guint64 last;
} SlDatSurvey;

void sl_dat_survey_run (SlDatSurvey *self, const SlDatFile *file, SlLinuxNames *names);

G_END_DECLS
