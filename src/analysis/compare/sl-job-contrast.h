/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a job differs from the other jobs of its task. */

#include "sl-job-parts.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/* A job is compared with so many finished jobs of its task, the nearest ones in order of release. */
#define SL_JOB_CONTRAST_MOST 256

/**
 * SlContrastRange:
 * @ticks: of the job itself
 * @least, @most: of its task's other jobs; mean nothing where there are none
 */
typedef struct
{
  gint64 ticks;
  gint64 least;
  gint64 most;
} SlContrastRange;

/**
 * SlJobContrast:
 * @n_others: finished jobs of the same task that it is compared with; 0 for none
 * @response: from release to finish; of a job that is not finished, to the end of what is known of it
 * @causes: by #SlCause; %SL_CAUSE_OVERRUN is a part of %SL_CAUSE_EXECUTION here, and zero by itself
 */
typedef struct
{
  guint n_others;
  SlContrastRange response;
  SlContrastRange causes[SL_N_CAUSES];
} SlJobContrast;

/**
 * SlJobReason:
 * @part: its largest cause; of a job's own execution the whole of it
 * @beyond: of own execution, ticks beyond the usual or beyond the WCET; else the part's ticks. 0
 *   where nothing but own execution within the usual took time
 * @usual: range of what the others executed; means something where @n_others is not 0
 * @n_others: as in #SlJobContrast
 * @has_longer: something else took longer than own execution, which made the job late by itself
 */
typedef struct
{
  SlJobPart part;
  gint64 beyond;
  SlContrastRange usual;
  guint n_others;
  gboolean has_longer;
} SlJobReason;

guint sl_job_contrast_list_others (const SlJobTable *table,
                                   guint number,
                                   guint others[SL_JOB_CONTRAST_MOST]);
void sl_job_contrast_find (SlJobTable *table, guint number, SlJobContrast *contrast);
guint
sl_job_contrast_get_usual_execution (const SlJobTable *table, guint number, SlContrastRange *range);
gboolean sl_job_contrast_judge (const SlJobTable *table,
                                guint number,
                                const SlJobPart *parts,
                                guint n_parts,
                                SlJobReason *reason);
gboolean sl_job_contrast_find_reason (SlJobTable *table, guint number, SlJobReason *reason);
gboolean sl_contrast_range_is_beyond (const SlContrastRange *self, guint n_others);
gboolean
sl_contrast_range_stands_out (const SlContrastRange *self, guint n_others, gint64 response);

G_END_DECLS
