/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-receive-fixture.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sl-open.h"

void
sl_receive_fixture_set_up (SlReceiveFixture *self)
{
  sl_receive_fixture_set_up_on (self, "127.0.0.1");
}

void
sl_receive_fixture_set_up_on (SlReceiveFixture *self, const char *bound)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;

  self->folder = g_dir_make_tmp ("slackline-receive-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "out.pcapng", NULL);
  self->file = g_file_new_for_path (self->path);
  self->receiver = sl_receiver_new (bound, 0, &error);
  g_assert_no_error (error);
  address = sl_receiver_dup_address (self->receiver);
  self->port = (guint) g_ascii_strtoull (strrchr (address, ':') + 1, NULL, 10);
}

void
sl_receive_fixture_start (SlReceiveFixture *self)
{
  g_autoptr (GError) error = NULL;

  sl_receive_fixture_set_up (self);
  g_assert_true (sl_receiver_set_output (self->receiver, self->file, NULL, &error));
  g_assert_no_error (error);
  sl_receiver_start (self->receiver, -1);
}

void
sl_receive_fixture_tear_down (SlReceiveFixture *self)
{
  g_clear_pointer (&self->receiver, sl_receiver_free);
  unlink (self->path);
  /* Nothing else is left there. */
  g_assert_cmpint (rmdir (self->folder), ==, 0);
  g_object_unref (self->file);
  g_free (self->path);
  g_free (self->folder);
}

SlReceiveCounts
sl_receive_fixture_finish (SlReceiveFixture *self)
{
  g_autoptr (GError) error = NULL;
  SlReceiveCounts counts;
  gboolean is_saved;

  g_assert_true (sl_receiver_finish (self->receiver, &is_saved, &error));
  g_assert_no_error (error);
  g_assert_true (is_saved);
  sl_receiver_get_counts (self->receiver, &counts);
  return counts;
}

guint64
sl_receive_fixture_count_note (SlSource *source, const char *part)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, part) != NULL)
      return g_array_index (notes, SlNote, i).count;

  return 0;
}

SlSource *
sl_receive_fixture_open (const SlReceiveFixture *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, self->file);
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

void
sl_receive_fixture_send_bytes (guint port, const char *from, gconstpointer bytes, gsize size)
{
  const char *to = strchr (from, ':') != NULL ? "::1" : "127.0.0.1";
  SlNetAddress source, target;
  int fd;

  g_assert_true (sl_net_address_parse (&source, from, 0));
  g_assert_true (sl_net_address_parse (&target, to, port));
  fd = socket (source.any.sa_family, SOCK_DGRAM, 0);
  g_assert_cmpint (bind (fd, &source.any, sl_net_address_get_size (&source)), ==, 0);
  g_assert_cmpint (sendto (fd, bytes, size, 0, &target.any, sl_net_address_get_size (&target)), ==,
                   size);
  close (fd);
}

/* Of one record, with @value in it. */
void
sl_receive_fixture_send (guint port, const char *from, guint32 number, guint32 value)
{
  guint32 words[10] = { 0 };

  memcpy (words, "TRACER-V1.0", 12);
  words[3] = GUINT32_TO_LE (number);
  words[4] = GUINT32_TO_LE (1);
  words[5] = GUINT32_TO_LE (40);
  words[6] = GUINT32_TO_LE (1);
  words[8] = GUINT32_TO_LE (1000 * number + value);
  words[9] = GUINT32_TO_LE (value);
  sl_receive_fixture_send_bytes (port, from, words, sizeof words);
}
