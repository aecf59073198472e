/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-preview.h"

#include <string.h>

#include "sl-acted-line.h"
#include "sl-log-reader.h"

/* Of a cell that is shown, in bytes. */
#define MOST_CELL 120

/* Of a word that may mean something, in bytes. */
#define MOST_WORD 64

/* Words that are counted, and those that are kept of them. */
#define MOST_COUNTED 4096
#define MOST_WORDS   200

/* A pattern may take its time with each line: then fewer are looked at. */
#define MOST_TIME_US (2 * G_USEC_PER_SEC)

/* Lines between two looks at the clock. */
#define LINES_A_LOOK 16

static void
free_line (gpointer data)
{
  SlLogPreviewLine *line = data;

  g_strfreev (line->cells);
  g_free (line->actions);
  g_free (line->fault);
  g_free (line);
}

static void
free_word (gpointer data)
{
  SlLogPreviewWord *word = data;

  g_free (word->word);
  g_free (word);
}

void
sl_log_preview_free (SlLogPreview *self)
{
  g_clear_error (&self->error);
  g_strfreev (self->columns);
  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->words);
  g_free (self);
}

/**
 * sl_log_preview_get_size:
 *
 * Returns: how much of the log is looked at: whole lines, unless the first is very long
 */
gsize
sl_log_preview_get_size (const char *data, gsize size)
{
  gsize most = MIN (size, SL_LOG_PREVIEW_BYTES);

  if (most == size)
    return size;
  while (most > 0 && data[most - 1] != '\n')
    most--;
  return most > 0 ? most : SL_LOG_PREVIEW_BYTES;
}

static void
append_cell (GString *text, const char *title, const SlTextCell *cell)
{
  char quoted[SL_TEXT_QUOTED];

  if (cell->length > 0)
    g_string_append_printf (text, " · %s%s", title,
                            sl_text_quote (cell->begin, cell->length, quoted));
}

/* What the event says, as its columns have it; only what its action takes. */
static void
append_action (GString *text, const SlTextRow *row, const SlActedLine *acted)
{
  SlActionParts parts = sl_action_get_parts (acted->action);
  const SlTextCell *cells = row->cells;

  g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "",
                          sl_action_get_id (acted->action));
  if (acted->cpu > 0)
    g_string_append_printf (text, " · cpu %u", acted->cpu);
  if ((parts & SL_ACTION_HAS_TASK) != 0)
    append_cell (text, "", &cells[SL_ROW_TASK]);
  if (acted->action == SL_ACTION_RUN && acted->task.type == SL_OBJECT_NONE)
    g_string_append (text, " · –");
  if ((parts & SL_ACTION_HAS_OBJECT) != 0)
    append_cell (text, "", &cells[SL_ROW_OBJECT]);
  if ((parts & SL_ACTION_HAS_VALUE) != 0)
    append_cell (text, "", &cells[SL_ROW_VALUE]);
  if (acted->action == SL_ACTION_RELEASE)
    append_cell (text, "deadline ", &cells[SL_ROW_DEADLINE]);
  if (acted->action == SL_ACTION_RELEASE)
    append_cell (text, "nominal ", &cells[SL_ROW_NOMINAL]);
  if (acted->action == SL_ACTION_NAME)
    append_cell (text, "", &cells[SL_ROW_TEXT]);
}

static void
read_actions (SlLogPreview *self,
              SlLogReader *reader,
              const SlTextUnit *unit,
              const SlTextPlace *begin,
              SlLogPreviewLine *shown)
{
  SlTextPlace place = *begin;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *fault = NULL;
  guint n_actions = 0;
  SlActedLine acted;
  SlTextRow row;

  while (sl_log_reader.next (reader, &place, &row))
    {
      if (sl_acted_line_read (&acted, &row, unit))
        {
          n_actions++;
          if (shown != NULL)
            append_action (text, &row, &acted);
        }
      else if (!row.is_other && fault == NULL)
        fault = g_utf8_make_valid (row.fault, -1);
    }

  self->n_actions += n_actions;
  self->n_read += fault == NULL && n_actions > 0;
  self->n_faults += fault != NULL;
  self->n_other += fault == NULL && n_actions == 0;
  if (shown == NULL)
    return;

  shown->fault = g_steal_pointer (&fault);
  shown->actions = n_actions > 0 ? g_strdup (text->str) : NULL;
}

static char *
copy_cell (const SlTextCell *cell)
{
  gboolean is_long = cell->length > MOST_CELL;
  g_autofree char *text = g_utf8_make_valid (cell->length > 0 ? cell->begin : "",
                                             (gssize) MIN (cell->length, MOST_CELL));

  for (char *at = text; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return is_long ? g_strconcat (text, "…", NULL) : g_steal_pointer (&text);
}

/* A line that the pattern does not fit is shown as a whole. */
static SlLogPreviewLine *
add_line (SlLogPreview *self, const char *data, gsize size, const SlTextRow *row, SlLogLine *line)
{
  SlLogPreviewLine *shown = g_new0 (SlLogPreviewLine, 1);
  SlTextCell whole = { data + row->offset, 0, 1 };
  gsize next;

  whole.length = sl_text_get_line (data, size, row->offset, &next);
  shown->line = row->line;
  shown->cells = g_new0 (char *, MAX (line->n_cells, 1) + 1);
  shown->cells[0] = copy_cell (&whole);
  for (guint i = 0; i < line->n_cells; i++)
    {
      g_free (shown->cells[i]);
      shown->cells[i] = copy_cell (&line->cells[i]);
    }
  g_ptr_array_add (self->lines, shown);
  return shown;
}

static void
count_word (SlLogPreview *self, GHashTable *counts, const SlLogLine *line)
{
  const SlTextCell *cell = &line->cells[MAX (self->words_column, 0)];
  SlLogPreviewWord *word;
  g_autofree char *text = NULL;

  if (self->words_column < 0 || (guint) self->words_column >= line->n_cells || cell->length == 0 ||
      cell->length > MOST_WORD || memchr (cell->begin, '\0', cell->length) != NULL)
    return;

  text = g_strndup (cell->begin, cell->length);
  word = g_hash_table_lookup (counts, text);
  if (word == NULL && self->words->len < MOST_COUNTED)
    {
      word = g_new0 (SlLogPreviewWord, 1);
      word->word = g_steal_pointer (&text);
      g_hash_table_insert (counts, word->word, word);
      g_ptr_array_add (self->words, word);
    }
  if (word != NULL)
    word->count++;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  const SlLogPreviewWord *const *one = a;
  const SlLogPreviewWord *const *other = b;

  if ((*one)->count != (*other)->count)
    return (*one)->count > (*other)->count ? -1 : 1;

  return strcmp ((*one)->word, (*other)->word);
}

static gboolean
is_over (guint n_lines, gint64 end, GCancellable *cancellable)
{
  if (n_lines >= SL_LOG_PREVIEW_COUNTS)
    return TRUE;
  return n_lines % LINES_A_LOOK == LINES_A_LOOK - 1 &&
         (g_get_monotonic_time () > end || g_cancellable_is_cancelled (cancellable));
}

static void
read_lines (SlLogPreview *self,
            SlLogReader *reader,
            const SlTextUnit *unit,
            const char *data,
            SlTextPlace *place,
            GCancellable *cancellable)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 end = g_get_monotonic_time () + MOST_TIME_US;
  SlLogLine line;
  SlTextRow row;

  while (!is_over (self->n_lines, end, cancellable) &&
         sl_log_reader_cut (reader, place, &line, &row))
    {
      SlLogPreviewLine *shown = self->lines->len < SL_LOG_PREVIEW_LINES
                                    ? add_line (self, data, place->end, &row, &line)
                                    : NULL;
      SlTextPlace begin = { row.offset, row.offset + 1, row.line, 0 };

      self->n_lines++;
      count_word (self, counts, &line);
      if (self->error == NULL)
        read_actions (self, reader, unit, &begin, shown);
    }

  self->is_whole &= place->offset >= place->end;
  g_ptr_array_sort (self->words, compare_words);
  g_ptr_array_set_size (self->words, (int) MIN (self->words->len, MOST_WORDS));
}

/**
 * sl_log_preview_new:
 * @draft: a mapping, right or not
 * @data: the log
 *
 * Looks at a bounded part of the log, for a bounded time. Safe from any thread; @draft must not change meanwhile.
 *
 * Returns: (transfer full): what the mapping makes of the log
 */
SlLogPreview *
sl_log_preview_new (const SlLogDraft *draft,
                    const char *data,
                    gsize size,
                    GCancellable *cancellable)
{
  SlLogPreview *self = g_new0 (SlLogPreview, 1);
  g_autofree char *text = sl_log_draft_to_text (draft);
  gsize looked_at = sl_log_preview_get_size (data, size);
  SlTextPlace place = { 0, looked_at, 1, 0 };
  SlLogMap *map = sl_log_map_new (text, strlen (text), &self->error);
  SlLogReader *reader;
  SlTextUnit unit;

  self->lines = g_ptr_array_new_with_free_func (free_line);
  self->words = g_ptr_array_new_with_free_func (free_word);
  self->words_column = SL_LOG_NO_COLUMN;
  if (map == NULL)
    return self;

  unit = *sl_log_map_get_unit (map);
  reader = sl_log_reader_new_unbound (map, data, looked_at, &place);
  self->columns = g_strdupv (sl_log_reader_get_columns (reader));
  self->words_column = sl_log_draft_get_words_column (draft, self->columns);
  self->is_whole = looked_at == size;
  sl_log_reader_bind (reader, &self->error);
  read_lines (self, reader, &unit, data, &place, cancellable);
  sl_log_reader.free (reader);
  return self;
}
