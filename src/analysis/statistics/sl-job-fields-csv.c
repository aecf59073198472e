/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-fields.h"

#include "sl-csv.h"

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
