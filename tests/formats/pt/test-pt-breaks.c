/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Streams of Intel PT in which bytes are missing. */
#include <string.h>

#include "sl-kind.h"
#include "sl-pt-stream.h"
#include "sl-test-source.h"
#include "sl-topa-machine.h"

#include "sl-format-registry.h"

/* State of one boundary, and some packets after it. */
static void
write_section (GByteArray *bytes, guint64 tsc, guint n_targets)
{
  guint64 packet = GUINT64_TO_LE (tsc << 8 | 0x19);

  for (guint i = 0; i < 8; i++)
    g_byte_array_append (bytes, (const guint8 *) "\x02\x82", 2);
  g_byte_array_append (bytes, (const guint8 *) &packet, 8);
  g_byte_array_append (bytes, (const guint8 *) "\x02\x23", 2);
  for (guint i = 0; i < n_targets; i++)
    {
      guint8 target[] = { 0x2d, (guint8) i, 0x10 };

      g_byte_array_append (bytes, target, sizeof target);
    }
}

static SlSource *
open_stream (const guint8 *data, gsize size, GArray *breaks, SlNotes *notes)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  SlPtStreamOptions options = { .breaks = breaks };
  g_autoptr (GError) error = NULL;
  SlPtStream *stream = sl_pt_stream_new (input, 0, &options, notes, &error);

  g_assert_no_error (error);
  return sl_pt_stream_to_source (stream, input);
}

static GArray *
read_stream (const guint8 *data, gsize size, GArray *breaks)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlSource) source = open_stream (data, size, breaks, notes);
  GArray *events = sl_test_read_all (source);

  sl_test_reread_at_random (source, events);
  return events;
}

static const SlEvent *
get (GArray *events, guint i)
{
  return &g_array_index (events, SlEvent, i);
}

/* Where the next PSB begins from @offset on. */
static gsize
find_psb (GByteArray *bytes, gsize offset)
{
  static const guint8 psb[16] = { 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82,
                                  2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82 };
  const guint8 *found = memmem (bytes->data + offset, bytes->len - offset, psb, sizeof psb);

  return found != NULL ? (gsize) (found - bytes->data) : bytes->len;
}

/* The events of the whole, without what is missing and what cannot be decoded behind it. */
static void
assert_without (GArray *events, GArray *whole, gsize begin, gsize end, gsize next)
{
  gboolean is_lost = FALSE;
  guint n = 0;

  for (guint i = 0; i < whole->len; i++)
    {
      const SlEvent *event = get (whole, i);
      gsize event_end = i + 1 < whole->len ? get (whole, i + 1)->offset : next;
      const SlEvent *found;

      if (event_end > begin && event->offset < next)
        {
          is_lost = TRUE;
          continue;
        }
      g_assert_cmpuint (n, <, events->len);
      found = get (events, n++);
      g_assert_cmpuint (found->kind, ==, event->kind);
      /* A boundary whose time is missing stands where the one before does. */
      if (event->kind == SL_KIND_PT_PSB && event->offset < begin && event->offset + 24 > begin)
        g_assert_true ((found->flags & SL_EVENT_INTERVAL) != 0);
      else
        g_assert_cmpint (found->time, ==, event->time);
      g_assert_cmpuint (found->a, ==, event->a);
      g_assert_cmpuint (found->offset, ==,
                        event->offset < begin ? event->offset : event->offset - (end - begin));
      g_assert_cmpuint ((found->flags & SL_EVENT_LOST) != 0, ==, is_lost && event->offset == next);
      if (event->offset >= next)
        is_lost = FALSE;
    }
  g_assert_cmpuint (n, ==, events->len);
}

static void
test_any_cut (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) whole = NULL;

  g_test_summary ("What is read around missing bytes is what is read where none are missing.");

  for (guint i = 0; i < 6; i++)
    write_section (bytes, 1000 + 100 * i, 3 * i);
  whole = read_stream (bytes->data, bytes->len, NULL);

  /* From the end of the first PSB on, so that there is one to begin with. */
  for (gsize begin = 27; begin < bytes->len; begin++)
    {
      gsize end = begin + 1 + (gsize) g_test_rand_int_range (0, (gint32) (bytes->len - begin));
      g_autoptr (GByteArray) rest = g_byte_array_new ();
      g_autoptr (GArray) breaks = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_autoptr (GArray) events = NULL;
      guint64 place = begin;

      g_byte_array_append (rest, bytes->data, (guint) begin);
      g_byte_array_append (rest, bytes->data + end, (guint) (bytes->len - end));
      g_array_append_val (breaks, place);
      events = read_stream (rest->data, rest->len, breaks);
      assert_without (events, whole, begin, end, find_psb (bytes, end));
    }
}

static void
test_shift (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GBytes) data = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  SlPtStreamOptions options = { 0 };
  SlPtStream *stream;

  g_test_summary ("Streams of one clock begin when they begin.");

  for (guint i = 0; i < 3; i++)
    write_section (bytes, 1000 + 100 * i, 2);
  data = g_bytes_new (bytes->data, bytes->len);
  mapping = sl_mapping_new_for_bytes (data, "test.pt");
  input = sl_input_new (&mapping, 1);
  stream = sl_pt_stream_new (input, 0, &options, notes, NULL);
  g_assert_cmpuint (sl_pt_stream_get_origin (stream), ==, 1000);
  sl_pt_stream_shift (stream, 250);
  g_assert_cmpuint (sl_pt_stream_get_origin (stream), ==, 750);
  source = sl_pt_stream_to_source (stream, input);
  events = sl_test_read_all (source);

  for (guint i = 0; i < events->len; i++)
    g_assert_cmpint (get (events, i)->time, ==, 250 + 100 * (gint) (i / 5));
}

/* Two regions of tables whose bytes lie around one that no dump has. */
static void
test_topa (void)
{
  g_autoptr (SlTopaMachine) machine = sl_topa_machine_new (0x14000, 0);
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autofree char *state = NULL;
  g_autoptr (GBytes) state_bytes = NULL;
  g_autoptr (GBytes) dump_bytes = NULL;
  g_autoptr (SlMapping) text = NULL;
  g_autoptr (SlMapping) dump = NULL;
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GError) error = NULL;
  guint n_lost = 0;

  g_test_summary ("Where a dump of memory lacks bytes, the stream goes on at the next PSB, and the "
                  "event there says so.");

  sl_topa_machine_set_entry (machine, 0, 0, sl_topa_machine_region (0x10000, 0, 0));
  sl_topa_machine_set_entry (machine, 0, 1, sl_topa_machine_region (0x40000, 0, 0));
  sl_topa_machine_set_entry (machine, 0, 2, sl_topa_machine_region (0x8000, 0, 0));
  machine->index = 2;
  machine->offset = 0x800;
  for (guint i = 0; stream->len < 0x2000; i++)
    write_section (stream, 1000 + 100 * i, 5);
  memcpy (machine->memory + 0x10000, stream->data, 0x1000);
  memcpy (machine->memory + 0x8000, stream->data + 0x1010, 0x800);

  state = sl_topa_machine_dup_state (machine);
  state_bytes = g_bytes_new (state, strlen (state));
  dump_bytes = g_bytes_new (machine->memory, machine->size);
  text = sl_mapping_new_for_bytes (state_bytes, "state.txt");
  dump = sl_mapping_new_for_bytes (dump_bytes, "phys.bin");
  input = sl_input_new ((SlMapping *[]) { text, dump }, 2);
  source = sl_formats_find ("topa")->open (input, NULL, NULL, &error);
  g_assert_no_error (error);
  events = sl_test_read_all (source);

  for (guint i = 0; i < events->len; i++)
    {
      if ((get (events, i)->flags & SL_EVENT_LOST) == 0)
        continue;
      g_assert_cmpuint (get (events, i)->kind, ==, SL_KIND_PT_PSB);
      g_assert_cmpuint (get (events, i)->offset, >=, 0x1000);
      g_assert_cmpuint (get (events, i)->offset, <, 0x1000 + 64);
      n_lost++;
    }
  g_assert_cmpuint (n_lost, ==, 1);
  g_assert_true (
      sl_test_has_note (source, "Bytes after others that are missing: skipped up to the next PSB"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/pt-breaks/any-cut", test_any_cut);
  g_test_add_func ("/formats/pt-breaks/shift", test_shift);
  g_test_add_func ("/formats/pt-breaks/topa", test_topa);

  return g_test_run ();
}
