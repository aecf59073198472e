/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes an Intel PT stream of a simulated program, of any length; or repeats a capture, whose time
 * stamps go on from one round to the next. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sl-pt-writer.h"

#define CHUNK (1u << 20)

static char *output;
static char *capture;
static gint64 size = CHUNK;
static gint64 seed = 1;
static int psb_period = 4096;
static gboolean has_cycles;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "The stream to write", "FILE" },
  { "size", 0, 0, G_OPTION_ARG_INT64, &size, "So many bytes or a few more", "N" },
  { "repeat", 0, 0, G_OPTION_ARG_FILENAME, &capture, "A capture instead, again and again", "FILE" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Another program", "N" },
  { "psb-period", 0, 0, G_OPTION_ARG_INT, &psb_period, "Bytes between boundaries", "N" },
  { "cycles", 0, 0, G_OPTION_ARG_NONE, &has_cycles, "CYC packets, too", NULL },
  G_OPTION_ENTRY_NULL,
};

static gboolean
write_program (FILE *file)
{
  SlPtWorkload workload = { (guint64) seed, (guint) psb_period, TRUE, has_cycles };
  g_autoptr (SlPtWriter) writer = sl_pt_writer_new (&workload);
  GByteArray *bytes = sl_pt_writer_get_bytes (writer);

  sl_pt_writer_run (writer, (gsize) size);
  return fwrite (bytes->data, 1, bytes->len, file) == bytes->len;
}

/* What can be repeated of a capture: from its first boundary to its last one, or to its last whole
 * packet if it has only one. The rest of a packet would be damage each time. */
static gsize
find_end (const guint8 *data, gsize length, gsize begin)
{
  SlPtContext context = { 0 };
  SlPtPacket packet;
  gsize last_psb = begin;
  gsize at;

  for (at = begin; at < length && sl_pt_packet_read (&context, data + at, length - at, &packet);
       at += packet.length)
    last_psb = packet.type == SL_PT_PSB ? at : last_psb;

  return last_psb > begin ? last_psb : at;
}

/* The offsets of the time stamps, and the ticks from the first to the last. */
static guint64
find_stamps (const guint8 *data, gsize length, GArray *offsets)
{
  SlPtContext context = { 0 };
  guint64 first = 0, last = 0;
  SlPtPacket packet;

  for (gsize at = 0; at < length && sl_pt_packet_read (&context, data + at, length - at, &packet);
       at += packet.length)
    {
      if (packet.type != SL_PT_TSC)
        continue;
      if (offsets->len == 0)
        first = packet.a;
      last = packet.a;
      g_array_append_val (offsets, at);
    }

  return last - first;
}

static void
shift_stamps (guint8 *data, const GArray *offsets, guint64 ticks)
{
  for (guint i = 0; i < offsets->len; i++)
    {
      guint8 *stamp = data + g_array_index (offsets, gsize, i) + 1;
      guint64 value = ticks;

      for (guint k = 0; k < 7; k++)
        {
          value += stamp[k];
          stamp[k] = (guint8) value;
          value >>= 8;
        }
    }
}

static gboolean
repeat_capture (FILE *file, GError **error)
{
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autofree char *contents = NULL;
  guint64 ticks;
  guint8 *data;
  gsize length, begin;

  if (!g_file_get_contents (capture, &contents, &length, error))
    return FALSE;

  begin = sl_pt_find_psb ((guint8 *) contents, length, 0);
  length = find_end ((guint8 *) contents, length, begin) - begin;
  data = (guint8 *) contents + begin;
  ticks = find_stamps (data, length, offsets) + 1000;
  for (gint64 done = 0; done < size; done += (gint64) length)
    {
      if (length == 0 || fwrite (data, 1, length, file) != length)
        {
          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", output,
                       g_strerror (errno));
          return FALSE;
        }
      shift_stamps (data, offsets, ticks);
    }

  return TRUE;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean written;
  FILE *file;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("pt-generate: %s\n", error->message);
      return 2;
    }
  if (output == NULL || argc > 1 || size <= 0 || size > G_MAXUINT / 2 || psb_period < 64)
    {
      g_printerr ("pt-generate: Give -o, a size from 1 to %u and a period from 64 on\n",
                  G_MAXUINT / 2);
      return 2;
    }

  file = g_fopen (output, "wb");
  written =
      file != NULL && (capture != NULL ? repeat_capture (file, &error) : write_program (file));
  if (file != NULL && fclose (file) != 0)
    written = FALSE;
  if (!written)
    {
      g_printerr ("pt-generate: %s\n", error != NULL ? error->message : g_strerror (errno));
      return 1;
    }

  return 0;
}
