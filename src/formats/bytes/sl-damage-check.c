/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-damage-check.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>

struct _SlDamageCheck
{
  SlInput *input;
  SlNotes *notes;
  _Atomic (gboolean) *noted; /* one a file */
};

/**
 * sl_damage_check_new:
 *
 * Returns: (transfer full): a check of the files of @input that writes to @notes
 */
SlDamageCheck *
sl_damage_check_new (SlInput *input, SlNotes *notes)
{
  SlDamageCheck *self = g_new0 (SlDamageCheck, 1);

  self->input = sl_input_ref (input);
  self->notes = sl_notes_ref (notes);
  self->noted = g_malloc0_n (sl_input_get_n_files (input), sizeof *self->noted);
  return self;
}

void
sl_damage_check_free (SlDamageCheck *self)
{
  sl_input_unref (self->input);
  sl_notes_unref (self->notes);
  g_free (self->noted);
  g_free (self);
}

/**
 * sl_damage_note:
 * @offset: of the first byte that is lost
 * @file: which is damaged
 *
 * Notes what happened to it.
 */
void
sl_damage_note (SlNotes *notes, guint64 offset, SlMapping *file)
{
  switch (sl_mapping_get_loss (file))
    {
    case SL_LOSS_WRITTEN_ANEW:
      sl_notes_add (notes, offset, 1, N_ ("The file was written anew while it was open"));
      break;
    case SL_LOSS_EMPTIED:
      sl_notes_add (notes, offset, 1, N_ ("The file was emptied while it was open"));
      break;
    case SL_LOSS_SHRANK:
    default:
      sl_notes_add (notes, offset, 1, N_ ("The file shrank while it was open"));
      break;
    }
}

/**
 * sl_damage_check_range:
 * @file: number of the file in the input
 * @end: offset after the last byte that was read
 *
 * To be called after the bytes were used: what was read before the file shrank was right. The
 * first failure of a file is a note. Safe from any thread.
 *
 * Returns: whether all bytes of the file before @end are those of the file as it was mapped
 */
gboolean
sl_damage_check_range (SlDamageCheck *self, guint file, guint64 end)
{
  gsize intact = sl_mapping_get_intact_size (sl_input_get_file (self->input, file));

  if (end <= intact)
    return TRUE;

  if (!atomic_exchange (&self->noted[file], TRUE))
    sl_damage_note (self->notes, SL_OFFSET (file, intact), sl_input_get_file (self->input, file));
  return FALSE;
}

/**
 * sl_damage_check_events:
 * @events: just decoded, in any order
 *
 * The same for sources that do not know which bytes they read: an event counts as the one byte at
 * its offset.
 *
 * Returns: whether all of @events lie in what is left of their files
 */
gboolean
sl_damage_check_events (SlDamageCheck *self, const SlEvent *events, gsize n_events)
{
  guint n_files = sl_input_get_n_files (self->input);

  for (guint file = 0; file < n_files; file++)
    {
      guint64 end = 0;

      if (!sl_mapping_is_damaged (sl_input_get_file (self->input, file)))
        continue;

      for (gsize i = 0; i < n_events; i++)
        {
          if (SL_OFFSET_FILE (events[i].offset) == file)
            end = MAX (end, SL_OFFSET_BYTE (events[i].offset) + 1);
        }
      if (!sl_damage_check_range (self, file, end))
        return FALSE;
    }

  return TRUE;
}
