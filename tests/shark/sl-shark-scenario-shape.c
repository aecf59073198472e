/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample trace in the shapes in which it may leave the kernel, whole or hurt. */
#include <string.h>

#include "sl-shark-network.h"
#include "sl-shark-scenario-private.h"

static GPtrArray *
take (GBytes *file)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (files, file);

  return files;
}

static GBytes *
make_records (SlSharkTruth *truth)
{
  g_autoptr (GPtrArray) files = make_jumping_balls (truth);

  return g_bytes_ref (g_ptr_array_index (files, 0));
}

static gsize
count_records (GBytes *records)
{
  return g_bytes_get_size (records) / SL_SHARK_RECORD_SIZE;
}

/* What was overwritten is true no more: no truth is told. */
GPtrArray *
make_wrapped_chunk (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (NULL);

  return take (sl_shark_shape_cyclic (records, 301));
}

GPtrArray *
make_missing_start (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (NULL);

  return take (sl_shark_shape_part (records, 40, count_records (records) - 40));
}

static guint64
get_tsc (GBytes *records, gsize number)
{
  const guint8 *data = g_bytes_get_data (records, NULL);

  return sl_shark_record_read (data + number * SL_SHARK_RECORD_SIZE).tsc;
}

GPtrArray *
make_two_chunk_files (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (truth);
  SlSharkTruthTrack *track = sl_shark_truth_add_track (truth, "trace");
  GPtrArray *files = take (sl_shark_shape_part (records, 0, 300));

  sl_shark_truth_set (truth, track, "gap", "seam", get_tsc (records, 299));
  sl_shark_truth_set (truth, track, NULL, NULL, get_tsc (records, 300));
  g_ptr_array_add (files, sl_shark_shape_part (records, 300, count_records (records) - 300));

  return files;
}

/* The newer chunk first, then one that was just full when it wrapped. */
GPtrArray *
make_two_chunks_joined (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (truth);
  gsize size;
  const guint8 *data = g_bytes_get_data (records, &size);
  gsize cut = 300 * SL_SHARK_RECORD_SIZE;
  GByteArray *joined = g_byte_array_new ();

  g_byte_array_append (joined, data + cut, size - cut);
  g_byte_array_append (joined, data + cut / 2, cut / 2);
  g_byte_array_append (joined, data, cut / 2);

  return take (g_byte_array_free_to_bytes (joined));
}

GPtrArray *
make_datagrams (SlSharkTruth *truth)
{
  static const SlSharkNetwork network = { .first_packet = 1 };
  g_autoptr (GBytes) records = make_records (truth);

  return take (sl_shark_shape_datagrams (records, &network, SL_SHARK_CAPTURE_NONE));
}

/* The fifth datagram is lost: what is true is that nothing is known of its time. */
GPtrArray *
make_datagrams_lost (SlSharkTruth *truth)
{
  static const SlSharkNetwork network = { .first_packet = 1, .lose = 5, .repeat = 3, .delay = 7 };
  g_autoptr (GBytes) records = make_records (NULL);
  SlSharkTruthTrack *track = sl_shark_truth_add_track (truth, "trace");

  sl_shark_truth_set_partial (truth);
  sl_shark_truth_set (truth, track, "gap", "lost",
                      get_tsc (records, 4 * SL_SHARK_RECORDS_A_PACKET - 1));
  sl_shark_truth_set (truth, track, NULL, NULL, get_tsc (records, 5 * SL_SHARK_RECORDS_A_PACKET));

  return take (sl_shark_shape_datagrams (records, &network, SL_SHARK_CAPTURE_NONE));
}

GPtrArray *
make_capture (SlSharkTruth *truth)
{
  static const SlSharkNetwork network = { .first_packet = 1, .repeat = 2, .delay = 4 };
  g_autoptr (GBytes) records = make_records (truth);

  return take (sl_shark_shape_datagrams (records, &network, SL_SHARK_CAPTURE_PCAP_ETHERNET));
}

GPtrArray *
make_truncated_tail (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (NULL);

  return take (g_bytes_new_from_bytes (records, 0, g_bytes_get_size (records) - 5));
}

GPtrArray *
make_damaged_tsc (SlSharkTruth *truth)
{
  g_autoptr (GBytes) records = make_records (NULL);
  gsize size;
  const guint8 *data = g_bytes_get_data (records, &size);
  guint8 *copy = g_memdup2 (data, size);

  copy[100 * SL_SHARK_RECORD_SIZE + 6] ^= 0x40;

  return take (g_bytes_new_take (copy, size));
}

GPtrArray *
make_empty_slots (SlSharkTruth *truth)
{
  static const guint8 empty[SL_SHARK_RECORD_SIZE] = { 0 };
  g_autoptr (GBytes) records = make_records (truth);
  gsize size;
  const guint8 *data = g_bytes_get_data (records, &size);
  GByteArray *sparse = g_byte_array_new ();

  for (gsize at = 0; at < size; at += SL_SHARK_RECORD_SIZE)
    {
      if (at % (10 * SL_SHARK_RECORD_SIZE) == 0)
        g_byte_array_append (sparse, empty, sizeof empty);
      g_byte_array_append (sparse, data + at, SL_SHARK_RECORD_SIZE);
    }
  g_byte_array_append (sparse, empty, sizeof empty);

  return take (g_byte_array_free_to_bytes (sparse));
}
