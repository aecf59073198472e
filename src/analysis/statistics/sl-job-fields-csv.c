/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-fields.h"

#include "sl-csv.h"

static const char *const ids[] = {
  [SL_JOB_FIELD_TASK] = "task",
  [SL_JOB_FIELD_JOB] = "job",
  [SL_JOB_FIELD_RELEASE] = "release",
  [SL_JOB_FIELD_START] = "start",
  [SL_JOB_FIELD_FINISH] = "finish",
  [SL_JOB_FIELD_DEADLINE] = "deadline",
  [SL_JOB_FIELD_RESPONSE] = "response",
  [SL_JOB_FIELD_LATENESS] = "lateness",
  [SL_JOB_FIELD_EXECUTION] = "execution",
  [SL_JOB_FIELD_PREEMPTIONS] = "preemptions",
  [SL_JOB_FIELD_BLOCKED] = "blocked",
  [SL_JOB_FIELD_MISSED] = "missed",
  [SL_JOB_FIELD_CAUSE] = "cause",
  [SL_JOB_FIELD_DEADLINE_FROM] = "deadline_from",
  [SL_JOB_FIELD_NAME] = "name",
  [SL_JOB_FIELD_RELEASE_LATENESS] = "release_lateness",
  [SL_JOB_FIELD_BLOCKED_BY] = "blocked_by",
  [SL_JOB_FIELD_CPU] = "cpu",
  [SL_JOB_FIELD_ABORTED] = "aborted",
  [SL_JOB_FIELD_RECORDED_NUMBER] = "recorded_number",
};

G_STATIC_ASSERT (G_N_ELEMENTS (ids) == SL_N_JOB_FIELDS);

/**
 * sl_job_fields_get_id:
 * @field: below %SL_N_JOB_FIELDS
 *
 * Returns: (transfer none): what the header line calls it
 */
const char *
sl_job_fields_get_id (guint field)
{
  g_return_val_if_fail (field < SL_N_JOB_FIELDS, NULL);

  return ids[field];
}

/**
 * sl_job_fields_is_number:
 * @field: below %SL_N_JOB_FIELDS
 *
 * Returns: whether people expect it at the right of its column
 */
gboolean
sl_job_fields_is_number (guint field)
{
  return (field >= SL_JOB_FIELD_JOB && field <= SL_JOB_FIELD_BLOCKED) ||
         field == SL_JOB_FIELD_RELEASE_LATENESS || field == SL_JOB_FIELD_CPU ||
         field >= SL_JOB_FIELD_ABORTED;
}

/**
 * sl_job_fields_is_for_scripts:
 * @field: below %SL_N_JOB_FIELDS
 *
 * Returns: whether people have what it says in another field
 */
gboolean
sl_job_fields_is_for_scripts (guint field)
{
  return field == SL_JOB_FIELD_NAME;
}

static void
append_line (GString *csv, const char *const *row)
{
  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    {
      sl_csv_append (csv, row[i]);
      g_string_append_c (csv, i + 1 < SL_N_JOB_FIELDS ? ',' : '\n');
    }
}

/**
 * sl_job_fields_to_csv:
 * @numbers: (element-type guint): places of jobs, in the order of the lines
 * @has_header: whether a line with the names of the fields comes first
 *
 * Returns: (transfer full): after RFC 4180
 */
char *
sl_job_fields_to_csv (SlJobFields *self, const GArray *numbers, gboolean has_header)
{
  GString *csv = g_string_new (NULL);
  const char *names[SL_N_JOB_FIELDS];

  if (has_header)
    {
      for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
        names[i] = sl_job_fields_get_id (i);
      append_line (csv, names);
    }
  for (guint i = 0; i < numbers->len; i++)
    append_line (csv, sl_job_fields_get (self, g_array_index (numbers, guint, i)));
  return g_string_free (csv, FALSE);
}
