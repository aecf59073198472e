/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut-job.h"

#include "sl-error.h"

/* Bytes that are copied between two reports. */
#define PIECE_SIZE (4u << 20)

/**
 * sl_cut_job_report:
 * @fraction: that is done
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED
 */
gboolean
sl_cut_job_report (SlCutJob *self, double fraction, GError **error)
{
  if (self->request->progress != NULL)
    self->request->progress (CLAMP (fraction, 0, 1), self->request->user_data);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/**
 * sl_cut_job_fail_changed:
 *
 * Sets @error for bytes that are not there any more.
 *
 * Returns: %FALSE
 */
gboolean
sl_cut_job_fail_changed (GError **error)
{
  g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "The file has changed since it was opened; open it again");
  return FALSE;
}

gboolean
sl_cut_job_write (SlCutJob *self, gconstpointer bytes, gsize size, GError **error)
{
  self->result->size += size;
  return sl_file_writer_write (self->writer, bytes, size, error);
}

/**
 * sl_cut_job_copy:
 * @file: number of the file in the input
 * @begin: offset of the first byte
 * @end: offset behind the last one
 *
 * Returns: %FALSE with @error, also where the file is too short by now
 */
gboolean
sl_cut_job_copy (SlCutJob *self, guint file, guint64 begin, guint64 end, GError **error)
{
  SlMapping *mapping;

  if (file >= sl_input_get_n_files (self->input))
    return sl_cut_job_fail_changed (error);
  mapping = sl_input_get_file (self->input, file);
  if (begin > end || end > sl_mapping_get_size (mapping))
    return sl_cut_job_fail_changed (error);

  for (guint64 at = begin; at < end; at += PIECE_SIZE)
    {
      gsize size = (gsize) MIN (end - at, PIECE_SIZE);

      if (!sl_cut_job_write (self, sl_mapping_get_data (mapping) + at, size, error) ||
          (size == PIECE_SIZE &&
           !sl_cut_job_report (self, (double) (at - begin) / (double) (end - begin), error)))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_cut_job_visit:
 * @first: index of the first event
 * @end: index behind the last one
 * @visitor: called for each block of events
 *
 * Returns: %FALSE with @error, of @visitor or of its own
 */
gboolean
sl_cut_job_visit (SlCutJob *self,
                  guint64 first,
                  guint64 end,
                  SlCutVisitor visitor,
                  gpointer data,
                  GError **error)
{
  SlTrace *trace = self->request->trace;
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint64 index = first; index < end;)
    {
      guint block = sl_trace_block_of_index (trace, index);
      guint64 begin = sl_trace_get_zone (trace, block)->first;
      gssize n_events = sl_trace_read_block (trace, block, events);
      guint64 skipped = index - begin;
      guint64 n_wanted;

      if (n_events < 0 || (guint64) n_events <= skipped)
        return sl_cut_job_fail_changed (error);
      n_wanted = MIN ((guint64) n_events, end - begin) - skipped;
      if (!visitor (data, events + skipped, (guint) n_wanted, error) ||
          !sl_cut_job_report (self, (double) (index - first) / (double) (end - first), error))
        return FALSE;
      index += n_wanted;
    }

  return TRUE;
}
