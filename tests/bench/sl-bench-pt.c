/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Walks an Intel PT stream packet by packet and counts the types, with our walker ("own") or with
 * libipt's packet decoder ("libipt"), on one thread or several that share the stream at its PSB:
 * "key value" lines that bench.py reads. */
#include <stdlib.h>
#include <string.h>

#include "sl-pt-packet.h"

#ifdef SL_HAVE_IPT
#include <intel-pt.h>
#endif

#define MOST_THREADS 16

/* A thread's part, on cache lines of its own. */
typedef struct
{
  const guint8 *data;
  gsize begin;
  gsize end;
  guint64 types[64];
  guint64 n_packets;
  guint64 n_branches;
} __attribute__ ((aligned (128))) Part;

static gpointer
walk_own (gpointer data)
{
  Part *part = data;
  SlPtContext context = { 0 };
  SlPtRun run = { 0 };

  for (gsize at = part->begin; at < part->end;)
    {
      SlPtPacket packet;

      at += sl_pt_run_read (&run, &context, part->data + at, part->end - at);
      if (at == part->end)
        break;
      if (!sl_pt_packet_read (&context, part->data + at, part->end - at, &packet))
        {
          at = sl_pt_find_psb (part->data, part->end, at + 1);
          context = (SlPtContext) { 0 };
          continue;
        }

      part->types[packet.type]++;
      part->n_packets++;
      if (packet.type == SL_PT_TNT_LONG)
        part->n_branches += packet.code;
      at += packet.length;
    }

  part->n_packets += run.n_pads + run.n_short;
  part->n_branches += run.n_branches;
  return NULL;
}

#ifdef SL_HAVE_IPT

static gpointer
walk_libipt (gpointer data)
{
  Part *part = data;
  struct pt_packet_decoder *decoder;
  struct pt_packet packet;
  struct pt_config config;
  int status;

  pt_config_init (&config);
  config.begin = (guint8 *) part->data + part->begin;
  config.end = (guint8 *) part->data + part->end;
  decoder = pt_pkt_alloc_decoder (&config);
  status = pt_pkt_sync_forward (decoder);
  while (status >= 0)
    {
      while ((status = pt_pkt_next (decoder, &packet, sizeof packet)) >= 0)
        {
          part->types[packet.type]++;
          part->n_packets++;
          if (packet.type == ppt_tnt_8 || packet.type == ppt_tnt_64)
            part->n_branches += packet.payload.tnt.bit_size;
        }
      if (status != -pte_eos)
        status = pt_pkt_sync_forward (decoder);
    }
  pt_pkt_free_decoder (decoder);
  return NULL;
}

#else

static gpointer
walk_libipt (gpointer data)
{
  return NULL;
}

#endif

int
main (int argc, char **argv)
{
  g_autoptr (GMappedFile) file = argc == 4 ? g_mapped_file_new (argv[1], FALSE, NULL) : NULL;
  guint n_threads = argc == 4 ? (guint) CLAMP (atoi (argv[3]), 1, MOST_THREADS) : 1;
  static Part parts[MOST_THREADS];
  GThread *threads[MOST_THREADS];
  guint64 n_packets = 0, n_branches = 0;
  const guint8 *data;
  gsize size, begin;
  gint64 start;

  if (file == NULL)
    {
      g_printerr ("usage: bench-pt FILE own|libipt THREADS\n");
      return 2;
    }

  data = (const guint8 *) g_mapped_file_get_contents (file);
  size = g_mapped_file_get_length (file);
  start = g_get_monotonic_time ();
  begin = sl_pt_find_psb (data, size, 0);
  for (guint i = 0; i < n_threads; i++)
    {
      parts[i].data = data;
      parts[i].begin = begin;
      begin = i + 1 < n_threads
                  ? sl_pt_find_psb (data, size, MAX (begin, size / n_threads * (i + 1)))
                  : size;
      parts[i].end = begin;
      threads[i] =
          g_thread_new ("walk", g_str_equal (argv[2], "own") ? walk_own : walk_libipt, &parts[i]);
    }
  for (guint i = 0; i < n_threads; i++)
    {
      g_thread_join (threads[i]);
      n_packets += parts[i].n_packets;
      n_branches += parts[i].n_branches;
    }

  g_print ("seconds %.6f\n", (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  g_print ("packets %" G_GUINT64_FORMAT "\n", n_packets);
  g_print ("branches %" G_GUINT64_FORMAT "\n", n_branches);
  return 0;
}
