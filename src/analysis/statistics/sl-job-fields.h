/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Jobs as rows of text in the form that scripts rely on: what "slackline-cli jobs" prints and what
 * the window saves. Nothing depends on the locale; a value that is unknown is empty. */

#include "sl-job-table.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

#define SL_N_JOB_FIELDS 20

typedef struct _SlJobFields SlJobFields;

SlJobFields *sl_job_fields_new (SlJobTable *jobs);
void sl_job_fields_free (SlJobFields *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobFields, sl_job_fields_free)

void sl_job_fields_set_axis (SlJobFields *self, SlTraceSet *set, guint trace, const char *prefix);

void sl_job_fields_set_with_inferred (SlJobFields *self, gboolean with_inferred);
void sl_job_fields_set_for_people (SlJobFields *self);

const char *sl_job_fields_get_id (guint field);
gboolean sl_job_fields_is_number (guint field);
gboolean sl_job_fields_is_for_scripts (guint field);
const char *const *sl_job_fields_get (SlJobFields *self, guint number);

GArray *sl_job_fields_dup_order (SlJobFields *self);
char *sl_job_fields_to_csv (SlJobFields *self,
                            const GArray *numbers,
                            gboolean has_header) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
