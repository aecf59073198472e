/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-writer.h"

#include <glib/gi18n.h>

#include "sl-file-writer.h"
#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-progress-dialog.h"
#include "sl-save-dialog.h"
#include "sl-table-text.h"

/* Writes a list as CSV, a stretch of it whenever the window has nothing else to do, since the text of a line is that of
 * its cells. The file is there once it is whole. */

/* A stretch takes a part of a frame. */
#define SLICE_USEC 6000

/* The clock is looked at after so many lines. */
#define LINES_A_LOOK 16

typedef struct
{
  GtkColumnView *view;
  GFile *file;
  SlTableText *text;
  SlFileWriter *writer;
  GString *buffer;
  guint64 n_lines;
  guint64 done;
  guint stamp;
  guint idle;
  SlProgressDialog *dialog;
} Writing;

static void end (Writing *self, const GError *error, gboolean is_stopped);

static void
gone_cb (Writing *self)
{
  end (self, NULL, TRUE);
}

/* Without its last step the writer leaves the file as it was. */
static void
end (Writing *self, const GError *error, gboolean is_stopped)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->dialog, sl_progress_dialog_free);
  g_signal_handlers_disconnect_by_func (self->view, gone_cb, self);
  if (is_stopped)
    sl_message_show (GTK_WIDGET (self->view), _ ("Stopped; no file was written"));
  else
    sl_save_dialog_report (GTK_WIDGET (self->view), self->file, error);
  g_clear_pointer (&self->text, sl_table_text_free);
  g_clear_pointer (&self->writer, sl_file_writer_free);
  g_string_free (self->buffer, TRUE);
  g_object_unref (self->file);
  g_free (self);
}

static void
stop_cb (gpointer user_data)
{
  end (user_data, NULL, TRUE);
}

static gboolean
check_lines (Writing *self, GError **error)
{
  if (sl_table_text_get_stamp (self->text) == self->stamp &&
      sl_table_text_get_n_lines (self->text) >= self->n_lines)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       _ ("the list changed while it was written"));
  return FALSE;
}

static gboolean
write_slice (Writing *self, GError **error)
{
  gint64 end_time = g_get_monotonic_time () + SLICE_USEC;

  if (!check_lines (self, error))
    return FALSE;

  g_string_truncate (self->buffer, 0);
  do
    {
      guint64 until = MIN (self->done + LINES_A_LOOK, self->n_lines);

      while (self->done < until)
        sl_table_text_append_line (self->text, self->buffer, self->done++);
    }
  while (self->done < self->n_lines && g_get_monotonic_time () < end_time);
  return sl_file_writer_write (self->writer, self->buffer->str, self->buffer->len, error);
}

static gboolean
idle_cb (gpointer user_data)
{
  Writing *self = user_data;
  g_autoptr (GError) error = NULL;

  if (!write_slice (self, &error) ||
      (self->done == self->n_lines && !sl_file_writer_finish (self->writer, &error)))
    {
      self->idle = 0;
      end (self, error, FALSE);
      return G_SOURCE_REMOVE;
    }
  if (self->done < self->n_lines)
    {
      sl_progress_dialog_set_fraction (self->dialog, (double) self->done / (double) self->n_lines);
      return G_SOURCE_CONTINUE;
    }

  self->idle = 0;
  end (self, NULL, FALSE);
  return G_SOURCE_REMOVE;
}

static SlFileWriter *
open_writer (GFile *file, GError **error)
{
  g_autoptr (SlFileSet) inputs = sl_open_files_collect (SL_OPEN_ALL);

  return sl_open_files_check_target (file, error) ? sl_file_writer_new (file, inputs, error) : NULL;
}

/**
 * sl_table_write:
 * @view: with lines of sl_table_add_columns()
 * @file: that the user chose
 *
 * Writes all lines as they are shown, below the titles; says in the window what became of it. A list that changes
 * meanwhile is not written.
 */
void
sl_table_write (GtkColumnView *view, GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFileWriter) writer = open_writer (file, &error);
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  Writing *self;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  if (writer == NULL)
    {
      sl_save_dialog_report (GTK_WIDGET (view), file, error);
      return;
    }

  self = g_new0 (Writing, 1);
  self->view = view;
  g_signal_connect_swapped (view, "destroy", G_CALLBACK (gone_cb), self);
  self->file = g_object_ref (file);
  self->writer = g_steal_pointer (&writer);
  self->text = sl_table_text_new (view, SL_TABLE_CSV);
  self->n_lines = sl_table_text_get_n_lines (self->text);
  self->stamp = sl_table_text_get_stamp (self->text);
  self->buffer = g_string_new (NULL);
  sl_table_text_append_titles (self->text, self->buffer);
  if (!sl_file_writer_write (self->writer, self->buffer->str, self->buffer->len, &error))
    {
      end (self, error, FALSE);
      return;
    }

  name = g_file_get_basename (file);
  heading = g_strdup_printf (_ ("Writing “%s”"), name);
  self->dialog = sl_progress_dialog_new (GTK_WIDGET (view), heading, stop_cb, self);
  self->idle = g_idle_add_full (G_PRIORITY_LOW, idle_cb, self, NULL);
}
