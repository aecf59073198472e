/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "sl-capture-blocks.h"
#include "sl-detail.h"
#include "sl-error.h"
#include "sl-open.h"
#include "sl-receive-fixture.h"
#include "sl-shark-sender.h"
#include "sl-test.h"

static guint32
get_u32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

/* What one enhanced packet block holds, found by the format's own description. */
static void
check_packet (const SlSharkSender *sender, const guint8 *block, guint8 *n_seen)
{
  guint32 captured = get_u32 (block + 20);
  const guint8 *ip = block + 28;
  const guint8 *payload = ip + 28;
  guint32 number = get_u32 (payload + 12);
  g_autoptr (GByteArray) expected = sl_shark_sender_make (sender, number);
  guint32 sum = 0;

  g_assert_cmphex (ip[0], ==, 0x45);
  g_assert_cmpint (ip[9], ==, IPPROTO_UDP);
  for (guint i = 0; i < 20; i += 2)
    sum += (guint32) ip[i] << 8 | ip[i + 1];
  g_assert_cmphex ((sum & 0xffff) + (sum >> 16), ==, 0xffff);
  g_assert_cmpuint (captured, ==, 28 + expected->len);
  g_assert_cmpmem (payload, captured - 28, expected->data, expected->len);
  n_seen[number]++;
}

/* Goes over all blocks. Returns how many datagrams are kept; @n_seen counts them by number. */
static guint64
read_capture (const char *path, const SlSharkSender *sender, guint8 *n_seen, guint64 *dropped)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  const guint8 *data;
  gsize size;
  guint64 n_kept = 0;

  g_assert_nonnull (file);
  data = (const guint8 *) g_mapped_file_get_contents (file);
  size = g_mapped_file_get_length (file);
  for (gsize at = 0; at < size;)
    {
      guint32 type = get_u32 (data + at);
      guint32 length = get_u32 (data + at + 4);

      g_assert_cmpuint (length, <=, size - at);
      g_assert_cmpuint (get_u32 (data + at + length - 4), ==, length);
      if (type == 6)
        {
          guint32 captured = get_u32 (data + at + 20);
          gsize options = 28 + captured + (4 - captured % 4) % 4;

          check_packet (sender, data + at, n_seen);
          if (length > options + 4 && (get_u32 (data + at + options) & 0xffff) == 4)
            *dropped += get_u32 (data + at + options + 4);
          n_kept++;
        }
      at += length;
    }

  return n_kept;
}

static guint
get_size (const char *variable, guint otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static void
test_flood (void)
{
  const SlSharkSending sending = {
    .n_datagrams = get_size ("SL_RECEIVE_DATAGRAMS", 30000),
    .rate = get_size ("SL_RECEIVE_RATE", 60000),
    .lost = 10,
    .late = 20,
    .repeated = 10,
    .garbage = 5,
    .seed = (guint32) g_test_rand_int (),
  };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, NULL);
  const SlSharkSent *sent = sl_shark_sender_get_sent (sender);
  g_autofree guint8 *n_seen = g_new0 (guint8, sending.n_datagrams + 1);
  g_autoptr (SlSource) source = NULL;
  SlReceiveFixture fixture;
  SlReceiveCounts counts;
  guint64 dropped = 0;
  guint64 n_missing = 0;
  gint64 begin;

  g_test_summary (
      "Of datagrams that are lost, late and repeated on the way, all that arrive are kept, byte for "
      "byte; what is missing was lost or dropped by the system, is marked, and told apart.");

  sl_receive_fixture_start (&fixture);
  begin = g_get_monotonic_time ();
  sl_shark_sender_run (sender, "127.0.0.1", fixture.port);
  g_test_message ("sent %" G_GUINT64_FORMAT " in %.2f s", sent->n_sent,
                  (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
  counts = sl_receive_fixture_finish (&fixture);
  g_test_message ("%" G_GUINT64_FORMAT " received, %" G_GUINT64_FORMAT
                  " datagrams, %" G_GUINT64_FORMAT " lost of %" G_GUINT64_FORMAT
                  ", %" G_GUINT64_FORMAT " late of %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                  " duplicates of %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " dropped",
                  counts.n_received, counts.n_datagrams, counts.n_lost, sent->n_lost, counts.n_late,
                  sent->n_late, counts.n_duplicates, sent->n_repeated, counts.n_dropped);

  g_assert_cmpuint (counts.n_received + counts.n_dropped, ==, sent->n_sent + sent->n_garbage);
  g_assert_cmpuint (read_capture (fixture.path, sender, n_seen, &dropped), ==,
                    counts.n_datagrams + counts.n_duplicates);
  g_assert_cmpuint (dropped, <=, counts.n_dropped);
  for (guint i = 1; i <= sending.n_datagrams; i++)
    {
      if (sl_shark_sender_is_lost (sender, i))
        g_assert_cmpuint (n_seen[i], ==, 0);
      n_missing += n_seen[i] == 0;
    }
  g_assert_cmpuint (n_missing, <=, sent->n_lost + counts.n_dropped);

  /* A busy machine may drop some; else everything is as it was sent. */
  if (counts.n_dropped == 0)
    {
      g_assert_cmpuint (n_missing, ==, sent->n_lost);
      g_assert_cmpuint (counts.n_lost, ==, sent->n_lost);
      g_assert_cmpuint (counts.n_late, ==, sent->n_late);
      g_assert_cmpuint (counts.n_duplicates, ==, sent->n_repeated);
      g_assert_cmpuint (counts.n_ignored, ==, sent->n_garbage);
      g_assert_cmpuint (counts.n_events, ==, sent->n_events);
      g_assert_cmpuint (counts.n_datagrams, ==, sent->n_distinct);
      g_assert_cmpuint (counts.n_chunks, ==, sent->n_chunks);
    }

  source = sl_receive_fixture_open (&fixture);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "Datagrams were lost before"), ==,
                    counts.n_lost);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "arrived late"), ==, counts.n_late);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "arrived twice"), ==,
                    counts.n_duplicates);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "had no room"), ==, dropped);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "restarted"), ==, 0);
  sl_receive_fixture_tear_down (&fixture);
}

/* Makes the writer fail as a full disk does, from @size bytes of a file on. */
static void
limit_file_size (guint64 size, struct rlimit *before)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, before), ==, 0);
  limit = *before;
  limit.rlim_cur = size;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static void
test_full_disk (void)
{
  const SlSharkSending sending = { .n_datagrams = 3000 };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, NULL);
  g_autofree guint8 *n_seen = g_new0 (guint8, sending.n_datagrams + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  const guint64 room = 1000000 + (guint64) g_test_rand_int_range (0, 2000);
  struct rlimit before;
  guint64 dropped = 0;
  guint64 n_kept;
  gboolean is_saved;
  SlReceiveFixture fixture;

  g_test_summary (
      "A disk that fills ends the receiver; the datagrams that had room are saved whole, and the "
      "error says how many.");

  limit_file_size (room, &before);
  sl_receive_fixture_start (&fixture);
  sl_shark_sender_run (sender, "127.0.0.1", fixture.port);
  while (!sl_receiver_wait (fixture.receiver, G_USEC_PER_SEC))
    ;
  g_assert_false (sl_receiver_finish (fixture.receiver, &is_saved, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_true (is_saved);
  g_assert_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (EFBIG));
  g_test_message ("%s", error->message);

  /* A block is at most 1 KB and some: no more than that is left free. */
  n_kept = read_capture (fixture.path, sender, n_seen, &dropped);
  g_assert_cmpuint (n_kept, >, (room - 400) / 1100);
  for (guint i = 1; i <= n_kept; i++)
    g_assert_cmpuint (n_seen[i], ==, 1);
  {
    g_autofree char *saved = g_strdup_printf ("the first %" G_GUINT64_FORMAT " of", n_kept);

    g_assert_nonnull (strstr (error->message, saved));
  }
  source = sl_receive_fixture_open (&fixture);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "ends inside"), ==, 0);
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_garbage (void)
{
  static const guint8 noise[9216] = "TRACER-V1.0";
  SlReceiveFixture fixture;
  SlReceiveCounts counts;

  g_test_summary (
      "What is not the tracer's, is empty or of another sender is counted and not kept; a header that "
      "lies is kept and counted as damaged.");

  sl_receive_fixture_start (&fixture);
  sl_receive_fixture_send_bytes (fixture.port, "127.0.0.1", "TRACER", 6);
  sl_receive_fixture_send_bytes (fixture.port, "127.0.0.1", noise, 23);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 7);
  sl_receive_fixture_send (fixture.port, "127.0.0.2", 2, 7);
  sl_receive_fixture_send_bytes (fixture.port, "127.0.0.1", "", 0);
  sl_receive_fixture_send_bytes (fixture.port, "127.0.0.1", "GET / HTTP/1.0\r\n\r\n", 18);
  sl_receive_fixture_send_bytes (fixture.port, "127.0.0.1", noise, sizeof noise);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 2, 7);
  counts = sl_receive_fixture_finish (&fixture);

  g_assert_cmpuint (counts.n_received, ==, 8);
  g_assert_cmpuint (counts.n_datagrams, ==, 3);
  g_assert_cmpuint (counts.n_ignored, ==, 3);
  g_assert_cmpuint (counts.n_empty, ==, 1);
  g_assert_cmpuint (counts.n_others, ==, 1);
  g_assert_cmpuint (counts.n_damaged, ==, 1);
  g_assert_cmpuint (counts.n_lost, ==, 0);
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_restart (void)
{
  SlReceiveFixture fixture;
  SlReceiveCounts counts;
  g_autoptr (SlSource) source = NULL;

  g_test_summary (
      "A first datagram that is overtaken or repeated is not a restart of the tracer; one with other "
      "contents is, and the reader of the capture says the same.");

  sl_receive_fixture_start (&fixture);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 2, 1);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 1);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 1);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 3, 1);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 500);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 3, 500);
  counts = sl_receive_fixture_finish (&fixture);

  g_assert_cmpuint (counts.n_late, ==, 1);
  g_assert_cmpuint (counts.n_duplicates, ==, 1);
  g_assert_cmpuint (counts.n_restarts, ==, 1);
  g_assert_cmpuint (counts.n_lost, ==, 1);
  g_assert_cmpuint (counts.n_datagrams, ==, 5);
  source = sl_receive_fixture_open (&fixture);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "arrived late"), ==, 1);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "arrived twice"), ==, 1);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "restarted"), ==, 1);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "Datagrams were lost before"), ==, 1);
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_dying_sender (void)
{
  const SlSharkSending sending = { .n_datagrams = 500, .die_after = 123 };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, NULL);
  g_autofree guint8 *n_seen = g_new0 (guint8, sending.n_datagrams + 1);
  SlReceiveFixture fixture;
  SlReceiveCounts counts;
  guint64 dropped = 0;

  g_test_summary (
      "What a sender sent before it died is saved, and its last chunk is known to be incomplete; the "
      "receiver ends by itself after its time.");

  sl_receive_fixture_set_up (&fixture);
  g_assert_true (sl_receiver_set_output (fixture.receiver, fixture.file, NULL, NULL));
  sl_receiver_start (fixture.receiver, 300 * 1000);
  sl_shark_sender_run (sender, "127.0.0.1", fixture.port);
  g_assert_true (sl_receiver_wait (fixture.receiver, 60 * G_USEC_PER_SEC));
  counts = sl_receive_fixture_finish (&fixture);

  g_assert_cmpuint (counts.n_datagrams, ==, 123);
  g_assert_true (counts.is_incomplete);
  g_assert_cmpuint (counts.n_chunks, ==, 1);
  g_assert_cmpuint (counts.n_lost, ==, 0);
  g_assert_cmpuint (read_capture (fixture.path, sender, n_seen, &dropped), ==, 123);
  sl_receive_fixture_tear_down (&fixture);
}

/* The sum over addresses, length, protocol, header and data is all ones, as RFC 8200 has it (8.1). */
static void
check_ipv6 (const guint8 *bytes, gsize size)
{
  guint n_packets = 0;

  for (gsize at = 0; at + 12 <= size; at += sl_bytes_u32_le (bytes + at + 4))
    {
      const guint8 *packet = bytes + at + 28;
      guint32 sum = 17;
      guint length;

      if (sl_bytes_u32_le (bytes + at) != 6)
        continue;
      g_assert_cmpuint (packet[0], ==, 0x60);
      g_assert_cmpuint (packet[6], ==, 17);
      length = sl_bytes_u16_be (packet + 4);
      g_assert_cmpuint (length + 40, ==, sl_bytes_u32_le (bytes + at + 20));
      sum += length;
      for (guint i = 8; i < 40 + length; i += 2)
        sum += sl_bytes_u16_be (packet + i);
      while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
      g_assert_cmphex (sum, ==, 0xffff);
      n_packets++;
    }
  g_assert_cmpuint (n_packets, ==, 3);
}

static gboolean
has_ipv6 (void)
{
  SlNetAddress loopback;
  int fd = socket (AF_INET6, SOCK_DGRAM, 0);
  gboolean is_there = fd >= 0 && sl_net_address_parse (&loopback, "::1", 0) &&
                      bind (fd, &loopback.any, sl_net_address_get_size (&loopback)) == 0;

  if (fd >= 0)
    close (fd);
  return is_there;
}

static void
test_ipv6 (void)
{
  g_autoptr (SlSource) source = NULL;
  g_autofree char *address = NULL, *bytes = NULL;
  SlReceiveFixture fixture;
  SlReceiveCounts counts;
  gsize size;

  g_test_summary (
      "Datagrams come by IPv6 as well: what is written opens, and what is lost is marked.");

  if (!has_ipv6 ())
    {
      g_test_skip ("no IPv6 here");
      return;
    }

  sl_receive_fixture_set_up_on (&fixture, "::1");
  address = sl_receiver_dup_address (fixture.receiver);
  g_assert_true (g_str_has_prefix (address, "[::1]:"));
  g_assert_true (sl_receiver_set_output (fixture.receiver, fixture.file, NULL, NULL));
  sl_receiver_start (fixture.receiver, -1);
  sl_receive_fixture_send (fixture.port, "::1", 1, 5);
  sl_receive_fixture_send (fixture.port, "::1", 2, 6);
  sl_receive_fixture_send (fixture.port, "::1", 4, 7);
  sl_receiver_stop (fixture.receiver);
  counts = sl_receive_fixture_finish (&fixture);

  g_assert_cmpuint (counts.n_datagrams, ==, 3);
  g_assert_cmpuint (counts.n_others, ==, 0);
  g_assert_cmpuint (counts.n_lost, ==, 1);
  source = sl_receive_fixture_open (&fixture);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "Datagrams were lost before"), ==, 1);
  g_assert_true (g_file_get_contents (fixture.path, &bytes, &size, NULL));
  check_ipv6 ((const guint8 *) bytes, size);
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_nothing (void)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved;
  SlReceiveFixture fixture;

  g_test_summary ("Where nothing came, no file is written.");

  sl_receive_fixture_start (&fixture);
  g_assert_false (sl_receiver_finish (fixture.receiver, &is_saved, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_EMPTY);
  g_assert_false (is_saved);
  g_assert_false (g_file_test (fixture.path, G_FILE_TEST_EXISTS));
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_address (void)
{
  g_autoptr (GError) error = NULL;
  SlReceiveFixture fixture;

  g_test_summary ("Only addresses of this computer and ports that are free can be received on.");

  sl_receive_fixture_set_up (&fixture);
  g_assert_null (sl_receiver_new ("localhost", 0, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (sl_receiver_new ("192.0.2.1", 0, &error));
  g_assert_true (error->domain == G_IO_ERROR);
  g_clear_error (&error);
  g_assert_null (sl_receiver_new ("127.0.0.1", fixture.port, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE);
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_arrival (void)
{
  g_autoptr (GArray) details = sl_details_new ();
  g_autoptr (SlSource) source = NULL;
  const SlDetail *arrival;
  gint64 begin = g_get_real_time ();
  gint64 end;
  guint64 ns;
  SlReceiveFixture fixture;

  g_test_summary ("When a datagram arrived is a field of its records.");

  sl_receive_fixture_start (&fixture);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 7);
  sl_receive_fixture_finish (&fixture);
  end = g_get_real_time ();
  source = sl_receive_fixture_open (&fixture);
  {
    g_autoptr (GMappedFile) file = g_mapped_file_new (fixture.path, FALSE, NULL);
    const char *bytes = g_mapped_file_get_contents (file);
    const char *datagram = memmem (bytes, g_mapped_file_get_length (file), "TRACER-V1.0", 12);

    g_assert_true (sl_source_describe (source, (guint64) (datagram - bytes) + 24, details));
  }
  arrival = sl_details_find (details, "arrival");
  g_assert_nonnull (arrival);
  ns = g_ascii_strtoull (arrival->plain, NULL, 10);
  g_assert_cmpuint (ns / 1000, >=, begin);
  g_assert_cmpuint (ns / 1000, <=, end);
  g_assert_true (g_str_has_suffix (arrival->value, " UTC"));
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_chunks (void)
{
  static const char mark[] = "A chunk ends";
  const SlSharkSending sending = { .n_datagrams = 2100 };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, NULL);
  g_autoptr (GMappedFile) file = NULL;
  const char *at;
  const char *end;
  guint n_marks = 0;
  SlReceiveFixture fixture;
  SlReceiveCounts counts;

  g_test_summary ("Each chunk is counted, the end of each that has one is marked in the capture.");

  sl_receive_fixture_start (&fixture);
  sl_shark_sender_run (sender, "127.0.0.1", fixture.port);
  counts = sl_receive_fixture_finish (&fixture);
  file = g_mapped_file_new (fixture.path, FALSE, NULL);
  at = g_mapped_file_get_contents (file);
  end = at + g_mapped_file_get_length (file);
  while ((at = memmem (at, (gsize) (end - at), mark, strlen (mark))) != NULL)
    {
      n_marks++;
      at++;
    }

  /* A chunk of 62499 records takes 1042 datagrams. */
  if (counts.n_dropped == 0)
    {
      g_assert_cmpuint (counts.n_chunks, ==, 3);
      g_assert_true (counts.is_incomplete);
      g_assert_cmpuint (n_marks, ==, 2);
    }
  sl_receive_fixture_tear_down (&fixture);
}

static void
test_dropped (void)
{
  static const guint8 payload[] = "TRACER-V1.0\0\1\0\0\0\1\0\0\0\x28\0\0\0"
                                  "\x20\0\0\1\5\0\0\0\1\2\3\4\x7b\x9b\5";
  const SlCapturePacket packet = { .arrival = 5,
                                   .dropped = 12,
                                   .payload = payload,
                                   .size = sizeof payload,
                                   .remark = "None" };
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GBytes) capture = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("What the system had no room for is told apart from what the network lost.");

  sl_capture_append_header (bytes, &packet.to);
  sl_capture_append_packet (bytes, &packet);
  capture = g_byte_array_free_to_bytes (bytes);
  source = sl_open_bytes (capture, "capture", "shark-ftrace", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "had no room"), ==, 12);
  g_assert_cmpuint (sl_receive_fixture_count_note (source, "are missing"), ==, 0);
}

/* What arrived is read while more comes. */
static void
test_growing (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) growing = NULL;
  SlReceiveFixture fixture;
  SlReceiveCounts counts;
  guint n_events = 0;

  g_test_summary ("What was received can be opened while more comes.");

  sl_receive_fixture_start (&fixture);
  path = sl_receiver_dup_path (fixture.receiver);
  growing = g_file_new_for_path (path);
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 1, 1);
  for (guint i = 0; i < 100 && n_events == 0; i++)
    {
      g_autoptr (GPtrArray) files = g_ptr_array_new ();
      g_autoptr (GPtrArray) sources = NULL;
      SlOpenRequest request = { .files = files };

      g_usleep (50000);
      g_ptr_array_add (files, growing);
      sources = sl_open (&request, NULL, NULL, NULL, NULL);
      n_events = sources != NULL;
    }
  g_assert_cmpuint (n_events, ==, 1);
  g_assert_false (g_file_test (fixture.path, G_FILE_TEST_EXISTS));
  sl_receive_fixture_send (fixture.port, "127.0.0.1", 2, 1);
  counts = sl_receive_fixture_finish (&fixture);
  g_assert_cmpuint (counts.n_datagrams, ==, 2);
  sl_receive_fixture_tear_down (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGXFSZ, SIG_IGN);

  g_test_add_func ("/receive/flood", test_flood);
  g_test_add_func ("/receive/full-disk", test_full_disk);
  g_test_add_func ("/receive/garbage", test_garbage);
  g_test_add_func ("/receive/restart", test_restart);
  g_test_add_func ("/receive/dying-sender", test_dying_sender);
  g_test_add_func ("/receive/nothing", test_nothing);
  g_test_add_func ("/receive/ipv6", test_ipv6);
  g_test_add_func ("/receive/address", test_address);
  g_test_add_func ("/receive/arrival", test_arrival);
  g_test_add_func ("/receive/chunks", test_chunks);
  g_test_add_func ("/receive/dropped", test_dropped);
  g_test_add_func ("/receive/growing", test_growing);

  return g_test_run ();
}
