/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes to a receiver: whatever bytes a datagram has, and in whatever order they come, counts add up, and
 * what is kept can be opened. The input is a row of datagrams, each after its length in two bytes. */
#include <arpa/inet.h>

#include "sl-capture-blocks.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-receive-counts.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_counts (const SlReceiveCounts *counts, guint64 n_kept)
{
  g_assert_cmpuint (counts->n_received, ==,
                    n_kept + counts->n_ignored + counts->n_empty + counts->n_others);
  g_assert_cmpuint (n_kept, ==, counts->n_datagrams + counts->n_duplicates);
  g_assert_cmpuint (counts->n_chunks, <=, counts->n_datagrams);
  g_assert_cmpuint (counts->n_late, <=, counts->n_datagrams);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (SlReceiveCounter) counter = sl_receive_counter_new ();
  const SlReceiveCounts *counts = sl_receive_counter_get (counter);
  GByteArray *capture = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlCapturePacket packet = { .from.v4.sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  guint64 n_kept = 0;

  sl_capture_append_header (capture, &packet.to);
  while (size >= 2)
    {
      gsize length = MIN (sl_bytes_u16_le (data), size - 2);

      packet.payload = data + 2;
      packet.size = length;
      if (sl_receive_counter_take (counter, &packet.from, packet.payload, length))
        {
          packet.remark = sl_receive_counter_get_remark (counter);
          sl_capture_append_packet (capture, &packet);
          n_kept++;
        }
      data += 2 + length;
      size -= 2 + length;
    }

  check_counts (counts, n_kept);
  bytes = g_byte_array_free_to_bytes (capture);
  source = sl_open_bytes (bytes, "capture", "shark-ftrace", NULL, &error);
  g_assert_true (source != NULL || error != NULL);
  return 0;
}
