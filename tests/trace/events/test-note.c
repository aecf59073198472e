/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-note.h"

#define N_THREADS  4
#define N_REPEATED 500

static void
test_merge (void)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (GArray) list = NULL;
  const SlNote *note;

  g_test_summary ("Notes with one text are one note at its first place, with a sum that stops.");

  sl_notes_add (notes, SL_OFFSET_NONE, 1, "Skipped a record");
  sl_notes_add (notes, 64, 3, "Left %d bytes", 3);
  sl_notes_add (notes, 32, 2, "Skipped a record");
  sl_notes_add (notes, 96, G_MAXUINT64, "Left 3 bytes");
  list = sl_notes_snapshot (notes);

  g_assert_cmpuint (list->len, ==, 2);
  note = &g_array_index (list, SlNote, 0);
  g_assert_cmpstr (note->text, ==, "Skipped a record");
  g_assert_cmpuint (note->offset, ==, 32);
  g_assert_cmpuint (note->count, ==, 3);
  note = &g_array_index (list, SlNote, 1);
  g_assert_cmpuint (note->offset, ==, 64);
  g_assert_cmpuint (note->count, ==, G_MAXUINT64);
}

static gpointer
add_notes (gpointer data)
{
  for (guint i = 0; i < N_REPEATED; i++)
    sl_notes_add (data, 1000 + i, 1, "Odd thing %u", i % 5);

  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (GArray) list = NULL;
  GThread *threads[N_THREADS];
  guint64 sum = 0;

  g_test_summary ("No note is lost when threads add at the same time.");

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("notes", add_notes, notes);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);

  list = sl_notes_snapshot (notes);
  g_assert_cmpuint (list->len, ==, 5);
  for (guint i = 0; i < list->len; i++)
    {
      const SlNote *note = &g_array_index (list, SlNote, i);

      sum += note->count;
      g_assert_cmpuint (note->offset, <, 1005);
    }
  g_assert_cmpuint (sum, ==, N_THREADS * N_REPEATED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/note/merge", test_merge);
  g_test_add_func ("/model/note/threads", test_threads);
  return g_test_run ();
}
