/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-save-steps.h"

#include <glib/gi18n.h>

#include "sl-csv.h"
#include "sl-event-text.h"
#include "sl-file-writer.h"
#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-progress-dialog.h"
#include "sl-save-dialog.h"
#include "sl-text-decision.h"

/* Some decisions at a time, whenever the window has nothing else to do: what they are found in is the step mode's. */

/* A stretch takes a part of a frame. */
#define SLICE_USEC 6000

#define DOCUMENT "document-of-steps"

typedef struct
{
  GtkWidget *widget;
  SlDocument *document;
  GFile *file;
  SlReplay *replay; /* of the step mode, as long as it has it */
  SlDecisionSearch *search;
  GArray *decisions;
  guint64 index; /* behind which is looked */
  SlFileWriter *writer;
  GString *buffer;
  SlProgressDialog *dialog;
  guint idle;
} Saving;

static void gone_cb (Saving *self);

static void
end (Saving *self, const GError *error, gboolean is_stopped)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->dialog, sl_progress_dialog_free);
  g_signal_handlers_disconnect_by_func (self->widget, gone_cb, self);
  if (is_stopped)
    sl_message_show (self->widget, _ ("Stopped; no file was written"));
  else
    sl_save_dialog_report (self->widget, self->file, error);
  sl_decision_search_free (self->search);
  g_array_unref (self->decisions);
  g_clear_pointer (&self->writer, sl_file_writer_free);
  g_string_free (self->buffer, TRUE);
  g_object_unref (self->document);
  g_object_unref (self->file);
  g_free (self);
}

static void
gone_cb (Saving *self)
{
  end (self, NULL, TRUE);
}

static void
stop_cb (gpointer user_data)
{
  end (user_data, NULL, TRUE);
}

static void
append_cell (Saving *self, const char *cell, gboolean is_last)
{
  sl_csv_append (self->buffer, cell);
  g_string_append_c (self->buffer, is_last ? '\n' : ',');
}

static void
append_titles (Saving *self)
{
  append_cell (self, _ ("Time"), FALSE);
  append_cell (self, _ ("Event"), FALSE);
  append_cell (self, _ ("Task"), FALSE);
  append_cell (self, _ ("Job"), FALSE);
  append_cell (self, _ ("Decision"), TRUE);
}

static void
append_decision (Saving *self, const SlDecision *decision)
{
  SlAnnotations *annotations = sl_document_get_annotations (self->document);
  SlClock *clock = sl_document_get_clock (self->document);
  g_autofree char *time = sl_text_step_time (clock, decision->time);
  g_autofree char *event = g_strdup_printf ("%" G_GUINT64_FORMAT, decision->index);
  g_autofree char *task = sl_event_text_object (self->document, 0, decision->task);
  g_autofree char *sentence = sl_text_decision (self->replay, annotations, clock, decision);
  g_autofree char *job = NULL;

  if (decision->job != G_MAXUINT)
    job = g_strdup_printf ("%u", sl_job_table_get (sl_replay_get_jobs (self->replay), decision->job)
                                     ->number);
  append_cell (self, time, FALSE);
  append_cell (self, event, FALSE);
  append_cell (self, task, FALSE);
  append_cell (self, job != NULL ? job : "", FALSE);
  append_cell (self, sentence, TRUE);
}

/* Returns: whether there was one */
static gboolean
append_next (Saving *self)
{
  if (!sl_decision_search_find (self->search, self->index, 1, self->decisions))
    return FALSE;

  for (guint i = 0; i < self->decisions->len; i++)
    append_decision (self, &g_array_index (self->decisions, SlDecision, i));
  self->index = g_array_index (self->decisions, SlDecision, 0).index;
  return TRUE;
}

static gboolean
write_slice (Saving *self, gboolean *is_done, GError **error)
{
  gint64 end_time = g_get_monotonic_time () + SLICE_USEC;

  if (sl_step_mode_get_replay (sl_document_get_step_mode (self->document)) != self->replay)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           _ ("the list changed while it was written"));
      return FALSE;
    }

  while (!*is_done && g_get_monotonic_time () < end_time)
    *is_done = !append_next (self);
  if (!sl_file_writer_write (self->writer, self->buffer->str, self->buffer->len, error))
    return FALSE;

  g_string_truncate (self->buffer, 0);
  return !*is_done || sl_file_writer_finish (self->writer, error);
}

static gboolean
idle_cb (gpointer user_data)
{
  Saving *self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean is_done = FALSE;

  if (write_slice (self, &is_done, &error) && !is_done)
    {
      sl_progress_dialog_set_fraction (self->dialog,
                                       (double) self->index /
                                           (double) MAX (sl_replay_get_n_events (self->replay), 1));
      return G_SOURCE_CONTINUE;
    }

  self->idle = 0;
  end (self, error, FALSE);
  return G_SOURCE_REMOVE;
}

static void
begin (GtkWidget *widget, GFile *file)
{
  SlDocument *document = g_object_get_data (G_OBJECT (widget), DOCUMENT);
  SlReplay *replay = sl_step_mode_get_replay (sl_document_get_step_mode (document));
  g_autoptr (SlFileSet) inputs = sl_open_files_collect (SL_OPEN_ALL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFileWriter) writer = NULL;
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *heading = g_strdup_printf (_ ("Writing “%s”"), name);
  Saving *self;

  if (replay == NULL)
    return;
  if (sl_open_files_check_target (file, &error))
    writer = sl_file_writer_new (file, inputs, &error);
  if (writer == NULL)
    {
      sl_save_dialog_report (widget, file, error);
      return;
    }

  self = g_new0 (Saving, 1);
  self->widget = widget;
  self->document = g_object_ref (document);
  self->file = g_object_ref (file);
  self->replay = replay;
  self->search = sl_decision_search_new (replay);
  self->decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  self->index = sl_replay_find_index (replay, SL_TIME_MIN);
  self->writer = g_steal_pointer (&writer);
  self->buffer = g_string_new (NULL);
  append_titles (self);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (gone_cb), self);
  self->dialog = sl_progress_dialog_new (widget, heading, stop_cb, self);
  self->idle = g_idle_add_full (G_PRIORITY_LOW, idle_cb, self, NULL);
}

/**
 * sl_save_steps_ask:
 * @widget: on whose behalf
 *
 * Asks where to save all decisions of the trace that is stepped through, and writes them; says so where it is not.
 */
void
sl_save_steps_ask (GtkWidget *widget, SlDocument *document)
{
  static const SlSaveType type = { N_ ("Comma-separated values"), "csv" };

  if (sl_step_mode_get_replay (sl_document_get_step_mode (document)) == NULL)
    {
      sl_message_show (widget, _ ("Start stepping through the trace first"));
      return;
    }

  g_object_set_data_full (G_OBJECT (widget), DOCUMENT, g_object_ref (document), g_object_unref);
  sl_save_dialog_ask (widget, _ ("Save Decisions as CSV"), "decisions.csv", &type, begin);
}
