/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From when to when a recording goes, by the first and the last pages of each CPU. */

#include "sl-dat-file.h"

G_BEGIN_DECLS

/**
 * SlDatSurvey:
 * @first: the first time
 * @last: the time of the last page
 * @complete: from when on there is a record of each CPU that has any; of several buffers @first
 */
typedef struct
{
  guint64 first;
  guint64 last;
  guint64 complete;
} SlDatSurvey;

void sl_dat_survey_run (SlDatSurvey *self, const SlDatFile *file);

G_END_DECLS
