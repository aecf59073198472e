/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-computer-capture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n.h>

#include "sl-file-writer.h"
#include "sl-install.h"
#include "sl-recorder.h"
#include "sl-time-text.h"

/* What pkexec ends with where the user does not give the rights, or may not. */
#define STATUS_DISMISSED 126
#define STATUS_REFUSED   127

/* What the recorder puts before its errors. */
static const char *const prefixes[] = { "slackline-cli: ", "record: ", "standard output: " };

struct _SlComputerCapture
{
  SlLiveCapture parent_instance;

  SlFileWriter *writer; /* NULL once it is saved */
  GSubprocess *process;
  GDataInputStream *lines;
  GCancellable *cancellable; /* of reading them */
  guint64 total;
  guint64 n_lost;
  gint64 begun; /* monotonic; 0 while rights are asked for */
  char *last;   /* the last line that does not count; NULL for none */
  gboolean asks_rights;
  gboolean is_packing;
};

G_DEFINE_FINAL_TYPE (SlComputerCapture, sl_computer_capture, SL_TYPE_LIVE_CAPTURE)

static void
take_line (SlComputerCapture *self, const char *line)
{
  guint64 total, n_lost;

  if (sscanf (line, "recorded %" G_GUINT64_FORMAT " lost %" G_GUINT64_FORMAT, &total, &n_lost) == 2)
    {
      if (self->begun == 0)
        self->begun = g_get_monotonic_time ();
      self->total = total;
      self->n_lost = n_lost;
    }
  else if (g_str_equal (line, "packing"))
    self->is_packing = TRUE;
  else
    {
      g_free (self->last);
      self->last = g_strdup (line);
    }
}

/* It holds no reference: closing a window ends the recording, and with it the reading. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *line = g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (source),
                                                                     result, NULL, &error);
  SlComputerCapture *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* Standard error ends with the process. */
  if (line == NULL)
    {
      sl_live_capture_ended (SL_LIVE_CAPTURE (self));
      return;
    }

  take_line (self, line);
  g_data_input_stream_read_line_async (self->lines, G_PRIORITY_DEFAULT, self->cancellable, read_cb,
                                       self);
  sl_live_capture_changed (SL_LIVE_CAPTURE (self));
}

static void
sl_computer_capture_get_look (SlLiveCapture *capture, SlLiveCaptureLook *look)
{
  *look = (SlLiveCaptureLook) { SL_RECORDER_FORMAT, _ ("Waiting for Events"),
                                "media-record-symbolic", _ ("Stop recording and save the trace") };
}

static char *
sl_computer_capture_dup_growing_path (SlLiveCapture *capture)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (capture);

  return self->writer != NULL ? sl_file_writer_dup_path (self->writer) : NULL;
}

static char *
sl_computer_capture_dup_loss (SlLiveCapture *capture)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (capture);
  g_autofree char *lost = sl_time_text_ticks ((gint64) self->n_lost);

  return self->n_lost > 0
             ? g_strdup_printf (ngettext ("%s event lost", "%s events lost", self->n_lost), lost)
             : NULL;
}

static char *
sl_computer_capture_dup_text (SlLiveCapture *capture)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (capture);
  g_autofree char *size = g_format_size_full (self->total, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *loss = sl_computer_capture_dup_loss (capture);
  GString *text;

  if (self->begun == 0)
    return g_strdup (self->asks_rights ? _ ("Waiting for the rights to record")
                                       : _ ("Recording this computer"));

  text = g_string_new (NULL);
  /* Translators: seconds, and an amount of memory */
  g_string_append_printf (text, _ ("Recording this computer for %d s · %s"),
                          (int) ((g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC), size);
  if (loss != NULL)
    g_string_append_printf (text, " · %s", loss);
  return g_string_free (text, FALSE);
}

/* The recorder ends with its standard input, whoever it runs as. What still asks for rights is ended as it is. */
static void
sl_computer_capture_stop (SlLiveCapture *capture)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (capture);

  if (self->begun == 0 && self->asks_rights)
    g_subprocess_send_signal (self->process, SIGTERM);
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
}

/* Why it ended, where it has failed. */
static gboolean
check_end (SlComputerCapture *self, GError **error)
{
  int status = g_subprocess_get_if_exited (self->process)
                   ? g_subprocess_get_exit_status (self->process)
                   : -1;
  const char *why = self->last;

  if (status == 0)
    return TRUE;
  if (self->asks_rights && self->begun == 0 &&
      (status == -1 || status == STATUS_DISMISSED || status == STATUS_REFUSED))
    why = _ ("The rights to record were not given");
  else if (why == NULL)
    why = _ ("The recorder ended and gave no reason");
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (why, prefixes[i]))
      why += strlen (prefixes[i]);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, why);
  return FALSE;
}

static gboolean
sl_computer_capture_finish (SlLiveCapture *capture, GError **error)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (capture);
  g_autoptr (SlFileWriter) writer = g_steal_pointer (&self->writer);
  gboolean is_fine;

  g_cancellable_cancel (self->cancellable);
  sl_computer_capture_stop (capture);
  g_subprocess_wait (self->process, NULL, NULL);
  is_fine = check_end (self, error);
  /* Of a recorder that was killed, what came is whole, unless it was moving it. */
  if (!is_fine &&
      (self->total == 0 || (self->is_packing && !g_subprocess_get_if_exited (self->process))))
    return FALSE;

  return sl_file_writer_finish (writer, is_fine ? error : NULL);
}

static void
sl_computer_capture_dispose (GObject *object)
{
  SlComputerCapture *self = SL_COMPUTER_CAPTURE (object);

  G_OBJECT_CLASS (sl_computer_capture_parent_class)->dispose (object);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->lines);
  g_clear_object (&self->process);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->writer, sl_file_writer_free);
  g_clear_pointer (&self->last, g_free);
}

static void
sl_computer_capture_class_init (SlComputerCaptureClass *klass)
{
  SlLiveCaptureClass *capture_class = SL_LIVE_CAPTURE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_computer_capture_dispose;
  capture_class->get_look = sl_computer_capture_get_look;
  capture_class->dup_growing_path = sl_computer_capture_dup_growing_path;
  capture_class->dup_text = sl_computer_capture_dup_text;
  capture_class->dup_loss = sl_computer_capture_dup_loss;
  capture_class->stop = sl_computer_capture_stop;
  capture_class->finish = sl_computer_capture_finish;
}

static void
sl_computer_capture_init (SlComputerCapture *self)
{
  self->cancellable = g_cancellable_new ();
}

/* Returns: whether a user without rights can be asked for them */
gboolean
sl_computer_capture_can_ask_rights (void)
{
  g_autofree char *path = g_find_program_in_path ("pkexec");

  return path != NULL;
}

static GPtrArray *
make_words (const SlComputerCaptureSettings *settings, const char *program)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  if (settings->asks_rights)
    g_ptr_array_add (words, g_strdup ("pkexec"));
  g_ptr_array_add (words, g_strdup (program));
  g_ptr_array_add (words, g_strdup ("record"));
  g_ptr_array_add (words, g_strdup ("--live"));
  g_ptr_array_add (words, g_strdup_printf ("--events=%s", settings->events));
  if (settings->duration_us > 0)
    g_ptr_array_add (words,
                     g_strdup_printf ("--duration=%" G_GINT64_FORMAT "us", settings->duration_us));
  if (settings->most > 0)
    g_ptr_array_add (words, g_strdup_printf ("--size=%" G_GUINT64_FORMAT "K",
                                             MAX (settings->most / 1024, 1)));
  g_ptr_array_add (words, NULL);
  return words;
}

/* Its standard output is the temporary file: so who it runs as needs no right to any folder of the user's. */
static gboolean
spawn (SlComputerCapture *self, const SlComputerCaptureSettings *settings, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *program = sl_install_find_cli ();
  g_autoptr (GPtrArray) words = NULL;
  int fd = sl_file_writer_get_fd (self->writer);

  if (program == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("The program slackline-cli, which records, is not installed"));
      return FALSE;
    }
  fd = fd >= 0 ? fcntl (fd, F_DUPFD_CLOEXEC, 3) : -1;
  if (fd < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("It can only be recorded into a file"));
      return FALSE;
    }

  words = make_words (settings, program);
  g_subprocess_launcher_take_stdout_fd (launcher, fd);
  self->process =
      g_subprocess_launcher_spawnv (launcher, (const char *const *) words->pdata, error);
  return self->process != NULL;
}

/**
 * sl_computer_capture_new:
 * @file: where what comes is saved in the end
 *
 * Records from now on, or once the user has given the rights.
 *
 * Returns: (transfer full) (nullable): %NULL with @error
 */
SlLiveCapture *
sl_computer_capture_new (const SlComputerCaptureSettings *settings, GFile *file, GError **error)
{
  g_autoptr (SlComputerCapture) self = g_object_new (SL_TYPE_COMPUTER_CAPTURE, NULL);

  self->asks_rights = settings->asks_rights;
  self->writer = sl_file_writer_new (file, NULL, error);
  if (self->writer == NULL || !spawn (self, settings, error))
    return NULL;

  self->lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  g_data_input_stream_read_line_async (self->lines, G_PRIORITY_DEFAULT, self->cancellable, read_cb,
                                       self);
  sl_live_capture_begin (SL_LIVE_CAPTURE (self), file);
  return SL_LIVE_CAPTURE (g_steal_pointer (&self));
}
