/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sends S.Ha.R.K. chunks by UDP, over a network that loses, delays and repeats to order:
 *
 *   shark-send [--to 127.0.0.1:20000] [--datagrams N | CHUNK…] [--rate N] [--lost ‰] [--late ‰] …
 */
#include <stdlib.h>
#include <string.h>

#include "sl-shark-sender.h"

static gboolean
read_chunks (char **names, GPtrArray *chunks)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      char *data;
      gsize size;

      if (!g_file_get_contents (names[i], &data, &size, &error))
        {
          g_printerr ("%s\n", error->message);
          return FALSE;
        }
      g_ptr_array_add (chunks, g_bytes_new_take (data, size));
    }

  return TRUE;
}

int
main (int argc, char *argv[])
{
  SlSharkSending sending = { .n_datagrams = 1000, .first = 1 };
  g_autofree char *target = NULL;
  g_auto (GStrv) names = NULL;
  int seed = 0;
  const GOptionEntry entries[] = {
    { "to", 0, 0, G_OPTION_ARG_STRING, &target, "127.0.0.1:20000 where nothing is said", "A:P" },
    { "datagrams", 0, 0, G_OPTION_ARG_INT, &sending.n_datagrams, "To make without CHUNK", "N" },
    { "rate", 0, 0, G_OPTION_ARG_INT, &sending.rate, "Datagrams a second", "N" },
    { "lost", 0, 0, G_OPTION_ARG_INT, &sending.lost, "How many of a thousand", "N" },
    { "late", 0, 0, G_OPTION_ARG_INT, &sending.late, "How many of a thousand", "N" },
    { "repeated", 0, 0, G_OPTION_ARG_INT, &sending.repeated, "How many of a thousand", "N" },
    { "garbage", 0, 0, G_OPTION_ARG_INT, &sending.garbage, "How many between a thousand", "N" },
    { "first", 0, 0, G_OPTION_ARG_INT, &sending.first, "Number of the first", "N" },
    { "die-after", 0, 0, G_OPTION_ARG_INT, &sending.die_after, "Datagrams that are sent", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Of what happens to which", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &names, NULL, "CHUNK…" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (SlSharkSender) sender = NULL;
  g_autoptr (GError) error = NULL;
  const SlSharkSent *sent;
  char *port;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if (!read_chunks (names, chunks))
    return 3;

  if (target == NULL)
    target = g_strdup ("127.0.0.1:20000");
  port = strchr (target, ':');
  if (port == NULL)
    return 2;
  *port++ = '\0';

  sending.seed = (guint32) seed;
  sender = sl_shark_sender_new (&sending, names != NULL ? chunks : NULL);
  sl_shark_sender_run (sender, target, (guint) atoi (port));
  sent = sl_shark_sender_get_sent (sender);
  g_print ("%" G_GUINT64_FORMAT " sent, %" G_GUINT64_FORMAT " distinct, %" G_GUINT64_FORMAT
           " events, %" G_GUINT64_FORMAT " chunks, %" G_GUINT64_FORMAT " lost, %" G_GUINT64_FORMAT
           " late, %" G_GUINT64_FORMAT " repeated, %" G_GUINT64_FORMAT " garbage\n",
           sent->n_sent, sent->n_distinct, sent->n_events, sent->n_chunks, sent->n_lost,
           sent->n_late, sent->n_repeated, sent->n_garbage);
  return 0;
}
