/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts with a line for each event, in the order of their times: the head, and the lines of the span. */
#include "sl-cut-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Behind the line that has the byte at @offset. */
static gsize
find_line_end (SlMapping *mapping, gsize offset)
{
  const char *data = (const char *) sl_mapping_get_data (mapping);
  gsize size = sl_mapping_get_size (mapping);
  const char *end = offset < size ? memchr (data + offset, '\n', size - offset) : NULL;

  return end != NULL ? (gsize) (end - data) + 1 : size;
}

static gboolean
find_offset (SlCutJob *job, guint64 index, gsize *offset, GError **error)
{
  gsize size = sl_mapping_get_size (sl_input_get_file (job->input, 0));
  SlEvent event;

  if (!sl_trace_read_event (job->request->trace, index, &event) ||
      SL_OFFSET_FILE (event.offset) != 0 || SL_OFFSET_BYTE (event.offset) >= size)
    return sl_cut_job_fail_changed (error);

  *offset = (gsize) SL_OFFSET_BYTE (event.offset);
  return TRUE;
}

/* What a line has beside itself, such as a stack, is up to the next event. */
static gboolean
copy_lines (SlCutJob *job, GError **error)
{
  SlMapping *mapping = sl_input_get_file (job->input, 0);
  gsize begin = 0, last = 0, next;

  if (!find_offset (job, job->first, &begin, error) ||
      !find_offset (job, job->end - 1, &last, error))
    return FALSE;

  next = find_line_end (mapping, last);
  if (job->end < sl_trace_get_n_events (job->request->trace) &&
      !find_offset (job, job->end, &next, error))
    return FALSE;
  /* The last line of a file may lack its end. */
  return sl_cut_job_copy (job, 0, begin, MAX (next, find_line_end (mapping, last)), error);
}

/* All lines before the first event, with the names of the columns. */
gboolean
sl_cut_listing (SlCutJob *job, GError **error)
{
  gsize head = 0;

  if (!find_offset (job, 0, &head, error))
    return FALSE;

  job->result->starts_anew = TRUE;
  return sl_cut_job_copy (job, 0, 0, head, error) && copy_lines (job, error);
}

/* Comments, and what trace-cmd says of the recording; a page of systrace around the text is left out. */
static gboolean
is_of_head (const char *line)
{
  return line[0] == '#' || strncmp (line, "cpus=", 5) == 0 || strncmp (line, "version = ", 10) == 0;
}

gboolean
sl_cut_ftrace_text (SlCutJob *job, GError **error)
{
  SlMapping *mapping = sl_input_get_file (job->input, 0);
  const char *data = (const char *) sl_mapping_get_data (mapping);
  gsize head = 0;

  if (!find_offset (job, 0, &head, error))
    return FALSE;

  for (gsize at = 0; at < head;)
    {
      gsize end = find_line_end (mapping, at);
      g_autofree char *line = g_strndup (data + at, MIN (end - at, 16));

      if (is_of_head (line) && !sl_cut_job_copy (job, 0, at, end, error))
        return FALSE;
      at = end;
    }

  if (job->first > 0)
    job->result->unknown = N_ (
        "What ran on a processor before its first switch in the span, who held what, and what earlier "
        "marks say of tasks, such as their deadlines, is not known in it. A task model can say the latter.");
  return copy_lines (job, error);
}
