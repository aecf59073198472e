/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sl-byte-reader.h"
#include "sl-list-source.h"
#include "sl-merge-source.h"
#include "sl-stream-source.h"
#include "sl-test-source.h"

/* A stream: each byte is a delta to the time; 255 is a marker that doubles the deltas after it and
 * is not an event. */
typedef struct
{
  SlInput *input;
} Stream;

typedef struct
{
  guint64 position;
  SlTime time;
  guint factor;
} StreamState;

static void
stream_begin (gpointer user_data, gpointer state)
{
  ((StreamState *) state)->factor = 1;
}

static guint
stream_decode (gpointer user_data, gpointer data, SlEvent *events, guint room, SlNotes *notes)
{
  SlMapping *mapping = sl_input_get_file (((Stream *) user_data)->input, 0);
  StreamState *state = data;
  guint n_events = 0;
  guint limit = MIN (room, 1000); /* fewer than there is room for, as a decoder may */

  while (n_events < limit && state->position < sl_mapping_get_size (mapping))
    {
      guint8 delta = sl_mapping_get_data (mapping)[state->position++];

      if (delta == 255)
        {
          state->factor = state->factor % 64 * 2 + 1;
          if (notes != NULL)
            sl_notes_add (notes, state->position - 1, 1, "The factor changed");
          continue;
        }

      state->time += (SlTime) delta * state->factor;
      events[n_events++] = (SlEvent) {
        .time = state->time,
        .a = delta,
        .b = state->factor,
        .offset = state->position - 1,
      };
    }

  return n_events;
}

static const SlStreamFormat stream_format = {
  .state_size = sizeof (StreamState),
  .begin = stream_begin,
  .decode = stream_decode,
};

static void
stream_free (gpointer data)
{
  Stream *self = data;

  sl_input_unref (self->input);
  g_free (self);
}

static SlSource *
new_stream (SlInput *input)
{
  g_autoptr (SlClock) clock = sl_test_clock ();
  Stream *stream = g_new0 (Stream, 1);

  stream->input = sl_input_ref (input);
  return sl_stream_source_new (&stream_format, input, sl_input_get_size (input), clock, stream,
                               stream_free);
}

static GByteArray *
random_stream (guint length, guint *n_markers)
{
  GByteArray *file = g_byte_array_new ();

  *n_markers = 0;
  for (guint i = 0; i < length; i++)
    {
      guint8 byte = g_test_rand_int_range (0, 256);

      *n_markers += byte == 255;
      g_byte_array_append (file, &byte, 1);
    }

  return file;
}

static void
test_stream (void)
{
  g_test_summary ("A stream read again at any block gives what the first pass gave, and takes its "
                  "notes once.");
  static const guint lengths[] = { 0, 1, 4096, 8192, 50000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      guint n_markers;
      g_autoptr (GByteArray) file = random_stream (lengths[i], &n_markers);
      g_autoptr (SlInput) input = sl_test_input (&file, 1);
      g_autoptr (SlSource) source = new_stream (input);
      g_autoptr (GArray) events = sl_test_read_all (source);
      g_autoptr (GArray) notes = NULL;

      g_assert_cmpuint (events->len, ==, lengths[i] - n_markers);
      sl_test_reread_at_random (source, events);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      g_assert_cmpuint (notes->len, ==, n_markers > 0);
      if (n_markers > 0)
        g_assert_cmpuint (g_array_index (notes, SlNote, 0).count, ==, n_markers);
    }
}

static void
test_stream_from_the_end (void)
{
  g_test_summary ("A stream asked for a late block first still gives the right one.");
  guint n_markers;
  g_autoptr (GByteArray) file = random_stream (30000, &n_markers);
  g_autoptr (SlInput) input = sl_test_input (&file, 1);
  g_autoptr (SlSource) in_order = new_stream (input);
  g_autoptr (SlSource) backwards = new_stream (input);
  g_autoptr (GArray) events = sl_test_read_all (in_order);
  g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);

  g_assert_cmpint (sl_source_read_block (backwards, 5, block), ==, SL_BLOCK_EVENTS);
  sl_test_assert_same_event (&block[0], &g_array_index (events, SlEvent, 5 * SL_BLOCK_EVENTS));
  g_assert_cmpint (sl_source_read_block (backwards, 100, block), ==, -1);
  sl_test_reread_at_random (backwards, events);
}

static void
test_stream_shrinks (void)
{
  g_test_summary ("A stream whose file shrinks loses blocks with a note and does not crash.");
  guint n_markers;
  g_autoptr (GByteArray) file = random_stream (100000, &n_markers);
  int fd = memfd_create ("test", MFD_CLOEXEC);
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);

  g_assert_cmpint (write (fd, file->data, file->len), ==, file->len);
  mapping = sl_mapping_new_take_fd (dup (fd), "test", NULL);
  input = sl_input_new (&mapping, 1);
  source = new_stream (input);

  g_assert_cmpint (sl_source_read_block (source, 0, block), ==, SL_BLOCK_EVENTS);
  g_assert_cmpint (ftruncate (fd, 9000), ==, 0);
  g_assert_cmpint (sl_source_read_block (source, 1, block), ==, SL_BLOCK_EVENTS);
  g_assert_cmpint (sl_source_read_block (source, 2, block), ==, 0);
  g_assert_true (sl_test_has_note (source, "The file shrank while it was open"));
  close (fd);
}

static void
test_merge (void)
{
  g_test_summary ("Merged sources give every event of every part once, by time, each part in its "
                  "own order, and any block reads the same again.");

  for (guint round = 0; round < 10; round++)
    {
      guint n_sources = g_test_rand_int_range (1, 6);
      g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (SlClock) clock = sl_test_clock ();
      g_autoptr (SlSource) merged = NULL;
      g_autoptr (GArray) events = NULL;
      guint n_expected = 0;
      guint n_notes = 0;

      for (guint i = 0; i < n_sources; i++)
        {
          guint length = g_test_rand_int_range (0, 12000);
          guint n_markers;
          g_autoptr (GByteArray) file = random_stream (length, &n_markers);
          g_autoptr (SlInput) input = sl_test_input (&file, 1);

          g_ptr_array_add (sources, new_stream (input));
          n_expected += length - n_markers;
          n_notes += n_markers;
        }

      merged = sl_merge_source_new ((SlSource *const *) sources->pdata, n_sources, clock);
      events = sl_test_read_all (merged);
      g_assert_cmpuint (events->len, ==, n_expected);
      for (guint i = 1; i < events->len; i++)
        g_assert_cmpint (g_array_index (events, SlEvent, i - 1).time, <=,
                         g_array_index (events, SlEvent, i).time);
      sl_test_reread_at_random (merged, events);
      g_assert_true (sl_test_has_note (merged, "The factor changed") == (n_notes > 0));
    }
}

static void
test_list (void)
{
  g_test_summary ("A list is sorted by time, equal times keep their order, blocks read again.");
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlClock) clock = sl_test_clock ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) all = NULL;

  for (guint i = 0; i < 10000; i++)
    {
      SlEvent event = { .time = g_test_rand_int_range (0, 500), .a = i, .offset = i };

      g_array_append_val (events, event);
    }

  source = sl_list_source_new (events, clock, NULL, NULL, NULL);
  all = sl_test_read_all (source);
  g_assert_cmpuint (all->len, ==, 10000);
  for (guint i = 1; i < all->len; i++)
    {
      const SlEvent *one = &g_array_index (all, SlEvent, i - 1);
      const SlEvent *next = &g_array_index (all, SlEvent, i);

      g_assert_true (one->time < next->time || (one->time == next->time && one->a < next->a));
    }
  sl_test_reread_at_random (source, all);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/stream-source/rereads", test_stream);
  g_test_add_func ("/formats/stream-source/from-the-end", test_stream_from_the_end);
  g_test_add_func ("/formats/stream-source/shrinks", test_stream_shrinks);
  g_test_add_func ("/formats/merge-source/merges", test_merge);
  g_test_add_func ("/formats/list-source/sorts", test_list);
  return g_test_run ();
}
