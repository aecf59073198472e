/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <signal.h>
#include <stdio.h>

#include "sl-cli-amount.h"
#include "sl-cli-error.h"
#include "sl-cli-output.h"
#include "sl-error.h"
#include "sl-receiver.h"

/* How often it is said what has come. */
#define REPORT_US G_USEC_PER_SEC

static struct
{
  char *address;
  char *port;
  char *duration;
  char *output;
} given;

static const GOptionEntry entries[] = {
  { "bind", 0, 0, G_OPTION_ARG_STRING, &given.address,
    "The IP address of this computer to receive on; 127.0.0.1 by default, 0.0.0.0 or :: for all of them",
    "ADDRESS" },
  { "port", 0, 0, G_OPTION_ARG_STRING, &given.port,
    "The UDP port, 20000 by default; 0 for any free port", "N" },
  { "for", 0, 0, G_OPTION_ARG_STRING, &given.duration, "End after this time, such as 30s",
    "DURATION" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, "The network capture to write (pcapng)",
    "OUT" },
  G_OPTION_ENTRY_NULL,
};

/* Where the signals' handler finds it; NULL while nothing is received. */
static SlReceiver *volatile receiving;

static void
signal_cb (int number G_GNUC_UNUSED)
{
  if (receiving != NULL)
    sl_receiver_stop (receiving);
}

/* The second one ends the program at once. */
static void
follow_signals (SlReceiver *receiver)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { .sa_handler = signal_cb, .sa_flags = SA_RESTART | SA_RESETHAND };

  receiving = receiver;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
}

static gboolean
parse_port (guint *port, GError **error)
{
  guint64 value = SL_RECEIVE_PORT;

  if (given.port != NULL && !g_ascii_string_to_unsigned (given.port, 10, 0, 65535, &value, NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "receive: --port: “%s” is not a number from 0 to 65535", given.port);
      return FALSE;
    }

  *port = (guint) value;
  return TRUE;
}

/* As words of a line, where there is something to say. */
static void
add_count (GString *line, guint64 count, const char *what)
{
  if (count > 0)
    g_string_append_printf (line, ", %" G_GUINT64_FORMAT " %s", count, what);
}

static char *
describe (const SlReceiveCounts *counts)
{
  GString *line = g_string_new (NULL);

  g_string_append_printf (line,
                          "%" G_GUINT64_FORMAT " %s, %" G_GUINT64_FORMAT " %s, %" G_GUINT64_FORMAT
                          " %s; %" G_GUINT64_FORMAT " lost, %" G_GUINT64_FORMAT
                          " reordered, %" G_GUINT64_FORMAT " %s, %" G_GUINT64_FORMAT " ignored",
                          counts->n_chunks, counts->n_chunks == 1 ? "chunk" : "chunks",
                          counts->n_datagrams, counts->n_datagrams == 1 ? "datagram" : "datagrams",
                          counts->n_events, counts->n_events == 1 ? "event" : "events",
                          counts->n_lost, counts->n_late, counts->n_duplicates,
                          counts->n_duplicates == 1 ? "duplicate" : "duplicates",
                          counts->n_ignored + counts->n_empty);
  add_count (line, counts->n_dropped, "dropped by this computer");
  add_count (line, counts->n_others, "of other senders");
  add_count (line, counts->n_damaged, "damaged");
  add_count (line, counts->n_restarts, "restarts of the tracer");
  return g_string_free (line, FALSE);
}

static gboolean
has_news (const SlReceiveCounts *counts, const SlReceiveCounts *before)
{
  return counts->n_received != before->n_received || counts->n_dropped != before->n_dropped;
}

/* Waits for the end, and prints now and then what has come. */
static void
follow (SlReceiver *receiver, FILE *report)
{
  SlReceiveCounts before = { 0 };

  while (!sl_receiver_wait (receiver, REPORT_US))
    {
      g_autofree char *line = NULL;
      SlReceiveCounts counts;

      sl_receiver_get_counts (receiver, &counts);
      if (!has_news (&counts, &before))
        continue;

      line = describe (&counts);
      fprintf (report, "%s: %s\n", given.output, line);
      fflush (report);
      before = counts;
    }
}

static gboolean
receive (SlReceiver *receiver, gint64 duration, FILE *report, GError **error)
{
  g_autofree char *address = sl_receiver_dup_address (receiver);
  g_autofree char *line = NULL;
  g_autoptr (GError) failure = NULL;
  SlReceiveCounts counts;
  gboolean is_saved;

  follow_signals (receiver);
  fprintf (report, "%s: receiving on %s\n", given.output, address);
  fflush (report);
  sl_receiver_start (receiver, duration);
  follow (receiver, report);
  sl_receiver_finish (receiver, &is_saved, &failure);
  receiving = NULL;

  sl_receiver_get_counts (receiver, &counts);
  line = describe (&counts);
  fprintf (report, "%s: %s; %s%s\n", given.output, line,
           !is_saved         ? "not saved"
           : failure != NULL ? "saved in part"
                             : "saved",
           counts.is_incomplete ? ", the last chunk is not complete" : "");
  fflush (report);

  if (failure == NULL)
    return TRUE;
  if (failure->domain != SL_ERROR)
    return sl_cli_output_fail (given.output, failure, error);

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", given.output);
  return FALSE;
}

static gboolean
run (const SlCliRequest *request G_GNUC_UNUSED, GError **error)
{
  const char *address = given.address != NULL ? given.address : SL_RECEIVE_ADDRESS;
  g_autoptr (SlReceiver) receiver = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) failure = NULL;
  gint64 duration = -1;
  guint port;

  if (given.output == NULL)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "receive: No output given: -o OUT");
      return FALSE;
    }
  if (!parse_port (&port, error) ||
      !sl_cli_parse_duration ("receive: --for", given.duration, &duration, error))
    return FALSE;

  receiver = sl_receiver_new (address, port, error);
  if (receiver == NULL)
    {
      g_prefix_error (error, "receive: --bind: ");
      return FALSE;
    }
  file = g_file_new_for_commandline_arg (given.output);
  if (!sl_receiver_set_output (receiver, file, NULL, &failure))
    return sl_cli_output_fail (given.output, failure, error);

  return receive (receiver, duration, sl_cli_output_is_standard (given.output) ? stderr : stdout,
                  error);
}

const SlCliCommand sl_cmd_receive = {
  .id = "receive",
  .summary = "Receive a trace that a S.Ha.R.K. kernel sends by UDP",
  .reads_files = FALSE,
  .entries = entries,
  .run = run,
};
