/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Traces of a bus: records of one size in the order of their times, whose distances from each other are all the time there is. */
#include "sl-cut-formats.h"

#include "sl-byu-pentium.h"
#include "sl-byu-record.h"

static gboolean
cut_records (SlCutJob *job, gsize record_size, GError **error)
{
  SlEvent first, last;

  if (!sl_trace_read_event (job->request->trace, job->first, &first) ||
      !sl_trace_read_event (job->request->trace, job->end - 1, &last))
    return sl_cut_job_fail_changed (error);

  job->result->starts_anew = TRUE;
  return sl_cut_job_copy (job, SL_OFFSET_FILE (first.offset), SL_OFFSET_BYTE (first.offset),
                          SL_OFFSET_BYTE (last.offset) + record_size, error);
}

gboolean
sl_cut_byu6 (SlCutJob *job, GError **error)
{
  return cut_records (job, SL_PENTIUM_RECORD_SIZE, error);
}

gboolean
sl_cut_byu12 (SlCutJob *job, GError **error)
{
  return cut_records (job, SL_BYU_RECORD_SIZE_12, error);
}

gboolean
sl_cut_byu16 (SlCutJob *job, GError **error)
{
  return cut_records (job, SL_BYU_RECORD_SIZE_16, error);
}
