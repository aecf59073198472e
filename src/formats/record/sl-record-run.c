/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#define REPORT_US 200000

/* Written by the signals’ handler; the first end is waited for. */
static int wake[2] = { -1, -1 };
static volatile sig_atomic_t has_signal;

static void
signal_cb (int number)
{
  int kept = errno;
  G_GNUC_UNUSED gssize written;

  if (number != SIGCHLD)
    has_signal = 1;
  written = write (wake[1], "", 1);
  errno = kept;
}

/**
 * sl_record_run_catch_signals:
 *
 * From now on the first SIGINT, SIGTERM or SIGHUP ends sl_record_run(), also one that begins later; the second one ends the
 * program at once.
 */
void
sl_record_run_catch_signals (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { .sa_handler = signal_cb, .sa_flags = SA_RESTART | SA_RESETHAND };

  if (wake[0] < 0 && pipe2 (wake, O_CLOEXEC | O_NONBLOCK) != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction (SIGCHLD, &action, NULL);
}

/* Returns: whether standard input has ended */
static gboolean
wait_a_bit (const SlRecordRun *self, gint64 deadline)
{
  gint64 left = deadline < 0 ? G_MAXINT : (deadline - g_get_monotonic_time () + 999) / 1000;
  int msec = (int) CLAMP (left, 0, sl_recorder_get_pause_msec (self->recorder));
  struct pollfd waited[] = {
    { .fd = wake[0], .events = POLLIN },
    { .fd = self->follows_input ? STDIN_FILENO : -1, .events = POLLIN },
  };
  char bytes[64];

  if (poll (waited, G_N_ELEMENTS (waited), msec) <= 0)
    return FALSE;
  while (read (wake[0], bytes, sizeof bytes) > 0)
    ;
  return waited[1].revents != 0 && read (STDIN_FILENO, bytes, sizeof bytes) == 0;
}

/* Returns: whether it ends, and why */
static gboolean
is_over (const SlRecordRun *self, gint64 deadline, gboolean is_closed, SlRecordEnd *end)
{
  int number;

  if (self->command != NULL && sl_recorded_command_look (self->command, &number) != SL_COMMAND_RUNS)
    *end = SL_RECORD_END_COMMAND;
  else if (has_signal)
    *end = SL_RECORD_END_SIGNAL;
  else if (is_closed)
    *end = SL_RECORD_END_CLOSED;
  else if (sl_recorder_is_full (self->recorder))
    *end = SL_RECORD_END_FULL;
  else if (deadline >= 0 && g_get_monotonic_time () >= deadline)
    *end = SL_RECORD_END_DURATION;
  else
    return FALSE;
  return TRUE;
}

/**
 * sl_record_run:
 * @error: of %G_IO_ERROR, where it has failed
 *
 * Records until it is over, from the moment in which the recorder and the program were started. Nothing is recorded after
 * it, and the program was asked to end; sl_recorder_finish() comes next.
 *
 * Returns: why it is over
 */
SlRecordEnd
sl_record_run (const SlRecordRun *self, GError **error)
{
  gint64 now = g_get_monotonic_time ();
  gint64 deadline = self->duration_us < 0 ? -1 : now + self->duration_us;
  gint64 next = now;
  gboolean is_closed = FALSE;
  SlRecordEnd end;

  while (!is_over (self, deadline, is_closed, &end))
    {
      is_closed = wait_a_bit (self, deadline);
      if (!sl_recorder_take (self->recorder, error))
        {
          end = SL_RECORD_END_FAILED;
          break;
        }

      now = g_get_monotonic_time ();
      if (self->report == NULL || now < next)
        continue;
      self->report (self->recorder, self->data);
      next = now + REPORT_US;
    }

  sl_recorder_stop (self->recorder, NULL);
  if (self->command != NULL)
    sl_recorded_command_end (self->command);
  return end;
}
