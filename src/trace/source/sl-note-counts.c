/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-note-counts.h"

typedef struct
{
  guint64 count;
  guint64 offset; /* of the first since the last note */
} Seen;

struct _SlNoteCounts
{
  const char *const *texts;
  guint n_texts;
  Seen *seen;
};

/**
 * sl_note_counts_new:
 * @texts: (array length=n_texts): a sentence for each fault, as #SlNote has it; must outlive the counts
 *
 * Returns: (transfer full): nothing was seen yet
 */
SlNoteCounts *
sl_note_counts_new (const char *const *texts, guint n_texts)
{
  SlNoteCounts *self = g_new (SlNoteCounts, 1);

  self->texts = texts;
  self->n_texts = n_texts;
  self->seen = g_new0 (Seen, n_texts);
  return self;
}

void
sl_note_counts_free (SlNoteCounts *self)
{
  g_free (self->seen);
  g_free (self);
}

/**
 * sl_note_counts_add:
 * @number: of a text
 * @offset: the record that shows it
 *
 * Counts a fault once more.
 */
void
sl_note_counts_add (SlNoteCounts *self, guint number, guint64 offset)
{
  g_return_if_fail (number < self->n_texts);

  if (self->seen[number].count++ == 0)
    self->seen[number].offset = offset;
}

/**
 * sl_note_counts_flush:
 *
 * Adds what was seen since the last call to @notes.
 */
void
sl_note_counts_flush (SlNoteCounts *self, SlNotes *notes)
{
  for (guint i = 0; i < self->n_texts; i++)
    {
      if (self->seen[i].count > 0)
        sl_notes_add (notes, self->seen[i].offset, self->seen[i].count, "%s", self->texts[i]);
      self->seen[i].count = 0;
    }
}
