/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-note.h"

struct _SlNotes
{
  gatomicrefcount ref_count;
  GMutex mutex;
  GArray *notes;     /* of SlNote, in the order of their first appearance */
  GHashTable *index; /* text (owned by the note) → place in notes + 1 */
};

static void
note_clear (gpointer data)
{
  SlNote *note = data;

  g_free ((char *) note->text);
}

static GArray *
note_array_new (guint reserved)
{
  GArray *array = g_array_sized_new (FALSE, FALSE, sizeof (SlNote), reserved);

  g_array_set_clear_func (array, note_clear);
  return array;
}

/**
 * sl_notes_new:
 *
 * Returns: (transfer full): an empty list
 */
SlNotes *
sl_notes_new (void)
{
  SlNotes *self = g_new0 (SlNotes, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  self->notes = note_array_new (0);
  self->index = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/**
 * sl_notes_ref:
 *
 * Returns: (transfer full): @self
 */
SlNotes *
sl_notes_ref (SlNotes *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_notes_unref:
 * @self: (transfer full):
 */
void
sl_notes_unref (SlNotes *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->index);
  g_array_unref (self->notes);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static void
note_merge (SlNote *note, guint64 offset, guint64 count)
{
  /* The lowest place, not the first call: threads that read blocks side by side must leave the
   * same list as one thread that reads them in order. */
  note->offset = MIN (note->offset, offset);
  if (__builtin_add_overflow (note->count, count, &note->count))
    note->count = G_MAXUINT64;
}

/**
 * sl_notes_add:
 * @offset: where in the input, as SL_OFFSET() makes it; %SL_OFFSET_NONE if it has no place
 * @count: how often, or how many bytes
 * @format: one English sentence, capital, no full stop; a number that differs from place to
 *   place does not belong into it, else like notes cannot be merged; a sentence that is always the same is marked for
 *   translation
 *
 * Adds a note, or adds @count to the one with the same text. Safe from any thread.
 */
void
sl_notes_add (SlNotes *self, guint64 offset, guint64 count, const char *format, ...)
{
  g_autofree char *text = NULL;
  gpointer place;
  va_list arguments;

  g_return_if_fail (self != NULL);
  g_return_if_fail (format != NULL);

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);

  g_mutex_lock (&self->mutex);
  place = g_hash_table_lookup (self->index, text);
  if (place != NULL)
    {
      note_merge (&g_array_index (self->notes, SlNote, GPOINTER_TO_UINT (place) - 1), offset,
                  count);
    }
  else
    {
      SlNote note = { text, offset, count };

      g_array_append_val (self->notes, note);
      g_hash_table_insert (self->index, g_steal_pointer (&text),
                           GUINT_TO_POINTER (self->notes->len));
    }
  g_mutex_unlock (&self->mutex);
}

/**
 * sl_notes_add_all:
 * @other: another list
 *
 * Adds what is in @other now.
 */
void
sl_notes_add_all (SlNotes *self, SlNotes *other)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (other);

  for (guint i = 0; i < notes->len; i++)
    {
      const SlNote *note = &g_array_index (notes, SlNote, i);

      sl_notes_add (self, note->offset, note->count, "%s", note->text);
    }
}

/**
 * sl_notes_snapshot:
 *
 * Safe from any thread.
 *
 * Returns: (transfer full) (element-type SlNote): the notes so far, in the order of their first
 *   appearance; the array owns its texts
 */
GArray *
sl_notes_snapshot (SlNotes *self)
{
  GArray *copy;

  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&self->mutex);
  copy = note_array_new (self->notes->len);
  for (guint i = 0; i < self->notes->len; i++)
    {
      SlNote note = g_array_index (self->notes, SlNote, i);

      note.text = g_strdup (note.text);
      g_array_append_val (copy, note);
    }
  g_mutex_unlock (&self->mutex);

  return copy;
}
