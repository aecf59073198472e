/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Jobs as rows of text in the form that scripts rely on: what "slackline-cli jobs" prints and what
 * the window saves. Nothing depends on the locale; a value that is unknown is empty. */

#include "sl-clock-shown.h"
#include "sl-job-table.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_JOB_FIELD_TASK,
  SL_JOB_FIELD_JOB,
  SL_JOB_FIELD_RELEASE,
  SL_JOB_FIELD_START,
  SL_JOB_FIELD_FINISH,
  SL_JOB_FIELD_DEADLINE,
  SL_JOB_FIELD_RESPONSE,
  SL_JOB_FIELD_LATENESS,
  SL_JOB_FIELD_EXECUTION,
  SL_JOB_FIELD_PREEMPTIONS,
  SL_JOB_FIELD_BLOCKED,
  SL_JOB_FIELD_MISSED,
  SL_JOB_FIELD_CAUSE,
  SL_JOB_FIELD_DEADLINE_FROM,
  SL_JOB_FIELD_NAME,
  SL_JOB_FIELD_RELEASE_LATENESS,
  SL_JOB_FIELD_BLOCKED_BY,
  SL_JOB_FIELD_CPU,
  SL_JOB_FIELD_ABORTED,
  SL_JOB_FIELD_RECORDED_NUMBER,
  SL_N_JOB_FIELDS,
} SlJobField;

typedef struct _SlJobFields SlJobFields;

SlJobFields *sl_job_fields_new (SlJobTable *jobs);
void sl_job_fields_free (SlJobFields *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobFields, sl_job_fields_free)

void sl_job_fields_set_axis (SlJobFields *self, SlTraceSet *set, guint trace, const char *prefix);

void sl_job_fields_set_with_inferred (SlJobFields *self, gboolean with_inferred);
void sl_job_fields_set_for_people (SlJobFields *self);
void sl_job_fields_set_unit (SlJobFields *self, SlShownUnit unit);

const char *sl_job_fields_get_id (guint field);
gboolean sl_job_fields_is_number (guint field);
gboolean sl_job_fields_is_for_scripts (guint field);
const char *const *sl_job_fields_get (SlJobFields *self, guint number);

GArray *sl_job_fields_dup_order (SlJobFields *self);
char *sl_job_fields_to_csv (SlJobFields *self,
                            const GArray *numbers,
                            gboolean has_header) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
