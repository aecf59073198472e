/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-cli-amount.h"
#include "sl-cli-error.h"
#include "sl-cli-output.h"
#include "sl-error.h"
#include "sl-event-sets.h"
#include "sl-record-run.h"

static struct
{
  char *buffer;
  char *events;
  char *clock;
  char *duration;
  char *size;
  char *output;
  gboolean live;
} given;

static const GOptionEntry entries[] = {
  { "buffer", 0, 0, G_OPTION_ARG_STRING, &given.buffer,
    "The kernel's buffer for each CPU, 8M by default", "SIZE" },
  { "events", 0, 0, G_OPTION_ARG_STRING, &given.events,
    "What is recorded, with commas between: sched, irq, timer, futex, marks (these by default), lock, power, "
    "syscalls, or tracepoints as SYSTEM:NAME",
    "SET" },
  { "clock", 0, 0, G_OPTION_ARG_STRING, &given.clock, "The kernel's clock, mono by default",
    "NAME" },
  { "duration", 0, 0, G_OPTION_ARG_STRING, &given.duration, "End after this time, such as 5s",
    "DURATION" },
  { "size", 0, 0, G_OPTION_ARG_STRING, &given.size, "End once this much was recorded, such as 1G",
    "SIZE" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "The trace to write, as trace-cmd writes it (trace.dat, version 7); needed", "OUT" },
  { "live", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &given.live,
    "Into standard output, a file that another program reads meanwhile; ends with standard input",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  SlRecorder *recorder;
  SlRecordedCommand *program; /* NULL for none */
  char *const *words;         /* of the program */
  gint64 duration_us;         /* below 0 for any time */
} Recording;

static guint64
count_losses (SlRecorder *recorder)
{
  const GArray *losses = sl_recorder_get_losses (recorder);
  guint64 n_lost = 0;

  for (guint i = 0; i < losses->len; i++)
    {
      const SlRecorderLoss *loss = &g_array_index (losses, SlRecorderLoss, i);

      n_lost += loss->overwritten + loss->dropped;
    }

  return n_lost;
}

/* For the window, which reads these lines. */
static void
report_cb (SlRecorder *recorder, gpointer data G_GNUC_UNUSED)
{
  fprintf (stderr, "recorded %" G_GUINT64_FORMAT " lost %" G_GUINT64_FORMAT "\n",
           sl_recorder_get_total (recorder), count_losses (recorder));
}

static void
print_losses (SlRecorder *recorder)
{
  const GArray *losses = sl_recorder_get_losses (recorder);

  for (guint i = 0; i < losses->len; i++)
    {
      const SlRecorderLoss *loss = &g_array_index (losses, SlRecorderLoss, i);

      if (loss->overwritten + loss->dropped > 0)
        sl_cli_note_print ("record: cpu:%u: %" G_GUINT64_FORMAT
                           " events were lost: %" G_GUINT64_FORMAT
                           " overwritten before they were read, %" G_GUINT64_FORMAT
                           " dropped; a larger --buffer or fewer --events lose fewer",
                           loss->cpu, loss->overwritten + loss->dropped, loss->overwritten,
                           loss->dropped);
    }
}

static void
print_missing (const SlRecorder *recorder)
{
  const GPtrArray *missing = sl_recorder_get_missing (recorder);

  for (guint i = 0; i < missing->len; i++)
    sl_cli_note_print ("record: This kernel has no events of the set “%s”",
                       (const char *) g_ptr_array_index (missing, i));
}

static gboolean
start_program (const Recording *self, gboolean *has_marks, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean is_covered;
  int status;

  if (self->program == NULL)
    return TRUE;
  if (!sl_recorded_command_start (self->program, &is_covered, &status, &failure))
    {
      g_set_error (error, SL_CLI_ERROR, status != 0 ? status : SL_CLI_STATUS_INPUT, "record: %s",
                   failure->message);
      return FALSE;
    }

  *has_marks |= is_covered;
  return TRUE;
}

static gboolean
start (const Recording *self, GError **error)
{
  const char *wanted;
  gboolean has_marks = sl_recorder_get_marker (self->recorder, &wanted) == NULL;

  print_missing (self->recorder);
  if (!sl_recorder_start (self->recorder, error) || !start_program (self, &has_marks, error))
    return FALSE;

  if (!has_marks)
    sl_cli_note_print (
        "record: What programs write into trace_marker is not recorded: kernels before "
        "6.16 only record the marks of a COMMAND, and only for root");
  if (given.live)
    report_cb (self->recorder, NULL);
  else if (self->program == NULL)
    sl_cli_note_print ("record: Recording %u CPUs to “%s”; Ctrl+C ends it",
                       sl_recorder_get_n_cpus (self->recorder), given.output);
  return TRUE;
}

/* The status of the program that was recorded, as shells say it, is that of the command, unless it was ended here. */
static gboolean
pass_on_status (const Recording *self, SlRecordEnd end, GError **error)
{
  int number = 0;
  SlCommandEnd how =
      self->program != NULL ? sl_recorded_command_look (self->program, &number) : SL_COMMAND_EXITED;

  if (how == SL_COMMAND_RUNS)
    sl_cli_note_print ("record: “%s” does not end and still runs", self->words[0]);
  if (end != SL_RECORD_END_COMMAND || (how == SL_COMMAND_EXITED && number == 0))
    return TRUE;

  if (how == SL_COMMAND_EXITED)
    g_set_error (error, SL_CLI_ERROR, number,
                 "record: “%s” ended with status %d; the trace was saved", self->words[0], number);
  else
    g_set_error (error, SL_CLI_ERROR, 128 + number,
                 "record: “%s” was ended by signal %d; the trace was saved", self->words[0],
                 number);
  return FALSE;
}

/* Saves what has come, also where the disk is full. @writer: NULL where it is in standard output already. */
static gboolean
save (const Recording *self, SlFileWriter *writer, GError *failure, GError **error)
{
  guint64 total = sl_recorder_get_total (self->recorder);
  g_autoptr (GError) unsaved = NULL;
  g_autofree char *size = g_format_size_full (total, G_FORMAT_SIZE_IEC_UNITS);

  if (failure == NULL && total == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                           "record: No event was recorded: no file was written");
      return FALSE;
    }
  if (total > 0 && writer != NULL && !sl_file_writer_finish (writer, &unsaved))
    return sl_cli_output_fail (given.output, unsaved, error);
  if (failure != NULL && total > 0 && writer != NULL)
    sl_cli_note_print ("record: Wrote as much as had room to “%s”: %s", given.output, size);
  if (failure != NULL)
    return sl_cli_output_fail (given.live ? "standard output" : given.output, failure, error);

  if (!given.live)
    sl_cli_note_print ("record: Wrote “%s”: %s of events of %u CPUs", given.output, size,
                       sl_recorder_get_n_cpus (self->recorder));
  return TRUE;
}

static gboolean
record (const Recording *self, SlFileWriter *writer, GError **error)
{
  const SlRecordRun settings = { self->recorder, self->program, self->duration_us,
                                 given.live,     report_cb,     NULL };
  SlRecordRun run = settings;
  g_autoptr (GError) failure = NULL;
  SlRecordEnd end;

  if (!start (self, error))
    return FALSE;
  if (!given.live)
    run.report = NULL;

  end = sl_record_run (&run, &failure);
  if (end == SL_RECORD_END_FULL && given.size == NULL)
    sl_cli_note_print ("record: Ended early: no more events of a CPU have room in one file here");
  if (given.live)
    fprintf (stderr, "packing\n");
  sl_recorder_finish (self->recorder, failure == NULL ? &failure : NULL);
  if (given.live)
    report_cb (self->recorder, NULL);
  else
    print_losses (self->recorder);
  return save (self, writer, failure, error) && pass_on_status (self, end, error);
}

static gboolean
set_up (const SlRecorderSettings *settings,
        int fd,
        char *const *words,
        SlFileWriter *writer,
        gint64 duration_us,
        GError **error)
{
  g_autoptr (SlRecorder) recorder = NULL;
  g_autoptr (SlRecordedCommand) program = NULL;
  const char *marker, *wanted;

  /* Also what is set up by then is cleaned up when a signal comes. */
  sl_record_run_catch_signals ();
  recorder = sl_recorder_new (settings, fd, error);
  if (recorder == NULL)
    {
      g_prefix_error (error, "record: ");
      return FALSE;
    }

  marker = sl_recorder_get_marker (recorder, &wanted);
  if (words != NULL)
    program = sl_recorded_command_new (words, marker, wanted, error);
  if (words != NULL && program == NULL)
    return FALSE;
  return record (&(Recording) { recorder, program, words, duration_us }, writer, error);
}

/* A file of the program that started this one, which reads meanwhile what comes. */
static gboolean
check_live (GError **error)
{
  struct stat status;
  int flags = fcntl (STDOUT_FILENO, F_GETFL);

  if (fstat (STDOUT_FILENO, &status) == 0 && S_ISREG (status.st_mode) && status.st_size == 0 &&
      flags >= 0 && (flags & O_ACCMODE) == O_RDWR && (flags & O_APPEND) == 0)
    return TRUE;

  g_set_error_literal (
      error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
      "record: --live: Standard output is not an empty file that can be read and written");
  return FALSE;
}

static gboolean
open_output (SlFileWriter **writer, int *fd, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (given.output);
  g_autoptr (GError) failure = NULL;

  *writer = sl_file_writer_new (file, NULL, &failure);
  if (*writer == NULL)
    return sl_cli_output_fail (given.output, failure, error);
  *fd = sl_file_writer_get_fd (*writer);
  if (*fd >= 0)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT,
               "%s: A trace.dat is written at several places, which only a file has", given.output);
  return FALSE;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlFileWriter) writer = NULL;
  SlRecorderSettings settings = {
    .events = given.events != NULL ? given.events : SL_EVENT_SETS_DEFAULT,
    .clock = given.clock != NULL ? given.clock : SL_RECORDER_CLOCK,
    .buffer = SL_RECORDER_BUFFER,
  };
  gint64 duration_us = -1;
  int fd = STDOUT_FILENO;

  if ((given.output == NULL) != given.live)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "record: No output given: -o OUT");
      return FALSE;
    }
  if (request->program != NULL && request->program[0] == NULL)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "record: No program given behind --");
      return FALSE;
    }
  if (!sl_cli_parse_size ("record: --buffer", given.buffer, &settings.buffer, error) ||
      !sl_cli_parse_size ("record: --size", given.size, &settings.most, error) ||
      !sl_cli_parse_duration ("record: --duration", given.duration, &duration_us, error) ||
      !(given.live ? check_live (error) : open_output (&writer, &fd, error)))
    return FALSE;

  return set_up (&settings, fd, request->program, writer, duration_us, error);
}

const SlCliCommand sl_cmd_record = {
  .id = "record",
  .summary = "Record what this computer's Linux does: who runs when, and why",
  .takes_command = TRUE,
  .entries = entries,
  .run = run,
};
