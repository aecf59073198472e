/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-rows.h"

#include <glib/gi18n.h>

struct _SlCommandRows
{
  SlDocument *document;
  SlRows *shown;
  SlRows *all;       /* NULL before something is typed */
  guint n_shown;     /* of @rows */
  GPtrArray *rows;   /* of const SlRow */
  GPtrArray *folded; /* their titles in @texts, case-folded; NULL before something is typed */
  GStringChunk *texts;
};

/**
 * sl_command_rows_new:
 *
 * Returns: (transfer full): the rows of @document as they are now, but for headings
 */
SlCommandRows *
sl_command_rows_new (SlDocument *document)
{
  SlCommandRows *self = g_new0 (SlCommandRows, 1);

  self->document = g_object_ref (document);
  self->shown = sl_rows_ref (sl_document_get_rows (document));
  self->rows = g_ptr_array_new ();
  for (guint i = 0; i < sl_rows_get_count (self->shown); i++)
    if (sl_rows_get (self->shown, i)->part != SL_ROW_HEADING)
      g_ptr_array_add (self->rows, (gpointer) sl_rows_get (self->shown, i));
  self->n_shown = self->rows->len;
  return self;
}

/**
 * sl_command_rows_free:
 */
void
sl_command_rows_free (SlCommandRows *self)
{
  g_ptr_array_unref (self->rows);
  sl_rows_unref (self->shown);
  g_clear_pointer (&self->all, sl_rows_unref);
  g_clear_pointer (&self->folded, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_object_unref (self->document);
  g_free (self);
}

static void
add_hidden (SlCommandRows *self)
{
  guint number;

  self->all = sl_document_dup_unhidden_rows (self->document);
  for (guint i = 0; i < sl_rows_get_count (self->all); i++)
    {
      const SlRow *row = sl_rows_get (self->all, i);

      if (row->part != SL_ROW_HEADING && !sl_rows_find (self->shown, row->key, &number))
        g_ptr_array_add (self->rows, (gpointer) row);
    }
}

/* Rows are looked for by what is said of them in the list. */
static const char *
get_group (const SlCommandRows *self, guint row)
{
  return row < self->n_shown ? _ ("Row") : _ ("Hidden Row");
}

/**
 * sl_command_rows_prepare:
 *
 * To be called once something is typed: of very many rows it takes some frames. From then on there are those too that
 * are not shown.
 */
void
sl_command_rows_prepare (SlCommandRows *self)
{
  if (self->folded != NULL)
    return;

  add_hidden (self);
  self->folded = g_ptr_array_sized_new (self->rows->len);
  self->texts = g_string_chunk_new (4096);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SlRow *row = g_ptr_array_index (self->rows, i);
      g_autofree char *folded = sl_command_fold (row->title, "", get_group (self, i));

      g_ptr_array_add (self->folded, g_string_chunk_insert (self->texts, folded));
    }
}

/**
 * sl_command_rows_get_count:
 * @with_hidden: whether those count that are not shown; then it must be prepared
 */
guint
sl_command_rows_get_count (const SlCommandRows *self, gboolean with_hidden)
{
  return with_hidden ? self->rows->len : self->n_shown;
}

/**
 * sl_command_rows_rank:
 * @row: below sl_command_rows_get_count()
 *
 * Must be prepared.
 *
 * Returns: how well the row matches, from 1; 0 where it does not
 */
guint
sl_command_rows_rank (const SlCommandRows *self, guint row, const SlCommandWords *words)
{
  return sl_command_words_rank (words, g_ptr_array_index (self->folded, row));
}

/**
 * sl_command_rows_make:
 * @row: below sl_command_rows_get_count()
 *
 * Returns: (transfer full): going to it, which shows it
 */
SlCommand *
sl_command_rows_make (const SlCommandRows *self, guint row)
{
  const SlRow *found = g_ptr_array_index (self->rows, row);

  return sl_command_new_row (found->title, get_group (self, row), found->key);
}
