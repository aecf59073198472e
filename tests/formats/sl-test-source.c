/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-test-source.h"

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-kind.h"

/* Blocks read again in each test. */
#define REREADS 60

void
sl_test_put_record (GByteArray *file, SlTime time, guint32 value, gboolean used)
{
  guint64 time_le = GUINT64_TO_LE ((guint64) time);
  guint32 words[] = { GUINT32_TO_LE (value), GUINT32_TO_LE (used ? 1 : 0) };

  g_byte_array_append (file, (const guint8 *) &time_le, sizeof time_le);
  g_byte_array_append (file, (const guint8 *) words, sizeof words);
}

/**
 * sl_test_input:
 *
 * Returns: (transfer full): copies of @files, of exactly their size, as one input
 */
SlInput *
sl_test_input (GByteArray *const *files, guint n_files)
{
  g_autoptr (GPtrArray) mappings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);

  for (guint i = 0; i < n_files; i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (files[i]->data, files[i]->len);
      g_autofree char *name = g_strdup_printf ("%u.test", i);

      g_ptr_array_add (mappings, sl_mapping_new_for_bytes (bytes, name));
    }

  return sl_input_new ((SlMapping *const *) mappings->pdata, mappings->len);
}

SlClock *
sl_test_clock (void)
{
  return sl_clock_new (SL_UNIT_TICKS, 0, NULL, 0);
}

/**
 * sl_test_decode_records:
 *
 * For SlRecordFormat: the records of sl_test_put_record(); without a state.
 */
guint
sl_test_decode_records (gpointer user_data,
                        const SlRecordBlock *block,
                        gpointer state,
                        SlEvent *events)
{
  guint n_events = 0;

  for (guint i = 0; i < block->n_records; i++)
    {
      const guint8 *record = block->records + i * SL_TEST_RECORD_SIZE;

      if (sl_bytes_u32_le (record + 12) == 0)
        continue;

      events[n_events++] = (SlEvent) {
        .time = sl_bytes_u64_le (record),
        .a = sl_bytes_u32_le (record + 8),
        .kind = SL_KIND_UNKNOWN,
        .offset = sl_record_block_get_offset (block, SL_TEST_RECORD_SIZE, i),
      };
    }

  return n_events;
}

/**
 * sl_test_read_all:
 *
 * The first pass.
 *
 * Returns: (transfer full) (element-type SlEvent): all events
 */
GArray *
sl_test_read_all (SlSource *source)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gssize n_events;

  for (guint64 block = 0; (n_events = sl_source_read_block (source, block, events)) >= 0; block++)
    {
      g_assert_cmpint (n_events, <=, SL_BLOCK_EVENTS);
      g_array_append_vals (all, events, n_events);
    }

  return all;
}

void
sl_test_assert_same_event (const SlEvent *one, const SlEvent *other)
{
  g_assert_cmpint (one->time, ==, other->time);
  g_assert_cmpuint (one->a, ==, other->a);
  g_assert_cmpuint (one->b, ==, other->b);
  g_assert_cmpuint (one->offset, ==, other->offset);
  g_assert_cmpuint (one->kind, ==, other->kind);
  g_assert_cmpuint (one->flags, ==, other->flags);
  g_assert_cmpuint (one->cpu, ==, other->cpu);
  g_assert_cmpuint (one->detail, ==, other->detail);
}

/**
 * sl_test_reread_at_random:
 * @events: (element-type SlEvent): of the first pass
 *
 * Fails where a block, read again after any other, is not what it was.
 */
void
sl_test_reread_at_random (SlSource *source, GArray *events)
{
  guint64 n_blocks = sl_source_get_n_blocks (source);
  g_autofree guint *first = g_new0 (guint, n_blocks + 1);
  g_autofree SlEvent *block_events = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint64 block = 0; block < n_blocks; block++)
    first[block + 1] = first[block] + MAX (sl_source_read_block (source, block, block_events), 0);
  g_assert_cmpuint (first[n_blocks], ==, events->len);

  for (guint i = 0; i < REREADS && n_blocks > 0; i++)
    {
      guint block = g_test_rand_int_range (0, n_blocks);
      gssize n_events = sl_source_read_block (source, block, block_events);

      g_assert_cmpint (MAX (n_events, 0), ==, first[block + 1] - first[block]);
      for (gssize j = 0; j < n_events; j++)
        sl_test_assert_same_event (&block_events[j],
                                   &g_array_index (events, SlEvent, first[block] + j));
    }

  g_assert_cmpint (sl_source_read_block (source, n_blocks, block_events), ==, -1);
}

gboolean
sl_test_has_note (SlSource *source, const char *text)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    {
      if (g_str_equal (g_array_index (notes, SlNote, i).text, text))
        return TRUE;
    }

  return FALSE;
}
