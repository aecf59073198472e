/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-reader.h"

#include <string.h>

#include "sl-csv-record.h"
#include "sl-error.h"

/* Of a line that a pattern is tried on. */
#define MOST_LINE 16384

/* Lines that are shown where none of them fits. */
#define SHOWN_LINES 3

struct _SlLogReader
{
  SlLogMap *map;
  const char *data;
  gsize size;
  gsize begin; /* of the first line that may say something */
  char **columns;
};

static void
log_reader_free (gpointer data)
{
  SlLogReader *self = data;

  sl_log_map_free (self->map);
  g_strfreev (self->columns);
  g_free (self);
}

/* Cuts a line of a table. Returns: behind it */
static gsize
cut_record (const SlLogReader *self, gsize offset, SlLogLine *line, SlTextRow *row, guint *n_lines)
{
  SlCsvRecord record;
  SlTextCell cell;

  sl_csv_record_init (&record, self->data, self->size, offset,
                      sl_log_map_get_separator (self->map));
  while (line->n_cells < SL_LOG_COLUMNS && sl_csv_record_next (&record, row, &cell))
    line->cells[line->n_cells++] = cell;
  sl_csv_record_skip (&record, row);
  *n_lines = record.lines;
  return record.next;
}

/* Cuts the line at the row's offset into the log's columns. Returns: behind it */
static gsize
cut_line (const SlLogReader *self, gsize offset, SlLogLine *line, SlTextRow *row, guint *n_lines)
{
  GRegex *pattern = sl_log_map_get_pattern (self->map);
  SlTextCell text = { self->data + offset, 0, 1 };
  gsize next;

  line->n_cells = 0;
  if (pattern == NULL)
    return cut_record (self, offset, line, row, n_lines);

  *n_lines = 1;
  text.length = sl_text_get_line (self->data, self->size, offset, &next);
  if (text.length <= MOST_LINE)
    line->n_cells = sl_log_match (pattern, &text, line->cells, SL_LOG_COLUMNS);
  return next;
}

static gboolean
is_blank (const SlLogReader *self, gsize offset)
{
  gsize next;
  gsize length = sl_text_get_line (self->data, self->size, offset, &next);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (self->data[offset + i]))
      return FALSE;
  return TRUE;
}

static void
go_on (SlTextPlace *place, gsize next, guint n_lines)
{
  place->offset = next;
  place->line += n_lines;
  place->part = 0;
}

/* Finds the next action of the line, from the place's part on. A source has no more events than bytes. */
static gboolean
find_action (const SlLogReader *self,
             SlTextPlace *place,
             gsize next,
             SlLogLine *line,
             SlTextRow *row)
{
  guint n_actions =
      (guint) MIN (sl_log_map_get_n_actions (self->map), next - (gsize) place->offset);

  for (guint i = place->part; line->n_cells > 0 && i < n_actions; i++)
    {
      if (!sl_log_action_apply (sl_log_map_get_action (self->map, i), line, row))
        continue;
      row->part = i;
      place->part = i + 1;
      return TRUE;
    }

  return FALSE;
}

static gboolean
log_next (gpointer data, SlTextPlace *place, SlTextRow *row)
{
  const SlLogReader *self = data;
  SlLogLine line;

  while (place->offset < MIN (place->end, self->size))
    {
      gboolean is_first = place->part == 0;
      guint n_lines;
      gsize next;

      if (is_first && is_blank (self, place->offset))
        {
          sl_text_get_line (self->data, self->size, place->offset, &next);
          go_on (place, next, 1);
          continue;
        }

      sl_text_row_init (row, place);
      next = cut_line (self, place->offset, &line, row, &n_lines);
      if (row->fault[0] == '\0' && find_action (self, place, next, &line, row))
        return TRUE;

      go_on (place, next, n_lines);
      row->is_other = row->fault[0] == '\0';
      if (is_first)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_word (const char *name)
{
  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isalnum (*at))
      return TRUE;
  return FALSE;
}

static void
log_describe (gpointer data, guint64 offset, GArray *details)
{
  const SlLogReader *self = data;
  SlTextPlace place = { offset, self->size, 0, 0 };
  SlLogLine line;
  SlTextRow row;
  guint n_lines;

  sl_text_row_init (&row, &place);
  cut_line (self, offset, &line, &row, &n_lines);
  for (guint i = 0; self->columns[i] != NULL; i++)
    {
      gboolean is_there = i < line.n_cells && line.cells[i].length > 0;
      g_autofree char *text = g_utf8_make_valid (is_there ? line.cells[i].begin : "",
                                                 is_there ? (gssize) line.cells[i].length : 0);

      if (is_word (self->columns[i]))
        sl_details_add (details, self->columns[i], "%s", text);
    }
}

const SlTextReader sl_log_reader = { log_next, log_describe, log_reader_free };

/* Names of the pattern's groups at their numbers; "line" for the whole, numbers for those without. */
static GStrv
list_groups (GRegex *pattern)
{
  guint n_groups = (guint) g_regex_get_capture_count (pattern) + 1;
  g_auto (GStrv) columns = g_new0 (char *, n_groups + 1);
  const char *at = g_regex_get_pattern (pattern);

  for (guint i = 0; i < n_groups; i++)
    columns[i] = i == 0 ? g_strdup ("line") : g_strdup_printf ("group-%u", i);
  while ((at = strstr (at, "(?")) != NULL)
    {
      g_autofree char *name = NULL;
      int group;

      at += 2 + (at[2] == 'P');
      if (*at != '<' && *at != '\'')
        continue;
      name = g_strndup (at + 1, strcspn (at + 1, ">'"));
      group = name[0] != '\0' ? g_regex_get_string_number (pattern, name) : -1;
      if (group <= 0 || (guint) group >= n_groups)
        continue;
      g_free (columns[group]);
      columns[group] = g_steal_pointer (&name);
    }

  return g_steal_pointer (&columns);
}

/* Names in the head line; numbers where there is none, or where a name is missing. */
static GStrv
list_columns (SlLogReader *self, SlTextPlace *place)
{
  gboolean has_header = sl_log_map_has_header (self->map);
  g_autoptr (GStrvBuilder) columns = g_strv_builder_new ();
  SlLogLine line;
  SlTextRow row;
  guint n_lines;
  gsize next;

  sl_text_row_init (&row, place);
  next = cut_line (self, place->offset, &line, &row, &n_lines);
  for (guint i = 0; i < line.n_cells; i++)
    {
      g_autofree char *name =
          has_header && line.cells[i].length > 0
              ? g_utf8_make_valid (line.cells[i].begin, (gssize) line.cells[i].length)
              : g_strdup_printf ("column-%u", i + 1);

      g_strv_builder_add (columns, name);
    }
  if (has_header)
    go_on (place, next, n_lines);

  return g_strv_builder_end (columns);
}

static void
skip_lines (SlLogReader *self, SlTextPlace *place)
{
  guint n_skipped = sl_log_map_get_skipped (self->map);
  gsize next;

  for (guint i = 0; place->offset < self->size; i++)
    {
      if (i >= n_skipped && !is_blank (self, place->offset))
        break;
      sl_text_get_line (self->data, self->size, place->offset, &next);
      go_on (place, next, 1);
    }
}

/**
 * sl_log_reader_new_unbound:
 * @map: (transfer full)
 * @data: the log, which stays
 * @place: its begin; moved behind its head
 *
 * Returns: (transfer full): data of %sl_log_reader, which has columns but no actions yet
 */
SlLogReader *
sl_log_reader_new_unbound (SlLogMap *map, const char *data, gsize size, SlTextPlace *place)
{
  SlLogReader *self = g_new0 (SlLogReader, 1);
  GRegex *pattern = sl_log_map_get_pattern (map);

  self->map = map;
  self->data = data;
  self->size = size;
  skip_lines (self, place);
  self->columns = pattern != NULL ? list_groups (pattern) : list_columns (self, place);
  self->begin = place->offset;
  return self;
}

/**
 * sl_log_reader_bind:
 *
 * Returns: %FALSE with %SL_ERROR_MALFORMED where the log does not have the columns of the mapping
 */
gboolean
sl_log_reader_bind (SlLogReader *self, GError **error)
{
  return sl_log_map_bind (self->map, self->columns, error);
}

/**
 * sl_log_reader_new:
 * @map: (transfer full): freed on failure too
 * @data: the log, which stays
 * @place: its begin; moved behind its head
 *
 * Returns: (transfer full) (nullable): data of %sl_log_reader; %NULL with %SL_ERROR_MALFORMED where the log does not have
 *   the columns of the mapping
 */
SlLogReader *
sl_log_reader_new (SlLogMap *map, const char *data, gsize size, SlTextPlace *place, GError **error)
{
  SlLogReader *self = sl_log_reader_new_unbound (map, data, size, place);

  if (sl_log_reader_bind (self, error))
    return self;

  log_reader_free (self);
  return NULL;
}

/* Returns: (transfer none): names of the log's columns, in order */
GStrv
sl_log_reader_get_columns (SlLogReader *self)
{
  return self->columns;
}

/**
 * sl_log_reader_cut:
 * @place: of a line, of all of its parts, or of blank lines before it; moved to the next one
 * @line: (out caller-allocates): its columns, none where the pattern does not fit
 * @row: (out caller-allocates): where the line is, what is wrong with it, and texts of its columns
 *
 * Returns: %FALSE behind the last line
 */
gboolean
sl_log_reader_cut (const SlLogReader *self, SlTextPlace *place, SlLogLine *line, SlTextRow *row)
{
  guint n_lines;
  gsize next;

  while (place->offset < self->size && is_blank (self, place->offset))
    {
      sl_text_get_line (self->data, self->size, place->offset, &next);
      go_on (place, next, 1);
    }
  if (place->offset >= self->size)
    return FALSE;

  sl_text_row_init (row, place);
  next = cut_line (self, place->offset, line, row, &n_lines);
  go_on (place, next, n_lines);
  return TRUE;
}

/**
 * sl_log_reader_get_head:
 *
 * Returns: (transfer full): what is in the log: its columns and first lines, for a message
 */
char *
sl_log_reader_get_head (SlLogReader *self)
{
  GString *text = g_string_new ("the columns are “");
  g_autofree char *columns = g_strjoinv ("”, “", self->columns);
  gsize offset = self->begin;

  g_string_append_printf (text, "%s”, and the first lines", columns);
  for (guint i = 0; i < SHOWN_LINES && offset < self->size; i++)
    {
      char quoted[SL_TEXT_QUOTED];
      gsize next;
      gsize length = sl_text_get_line (self->data, self->size, offset, &next);

      g_string_append_printf (text, "%s “%s”", i > 0 ? "," : "",
                              sl_text_quote (self->data + offset, length, quoted));
      offset = next;
    }

  return g_string_free (text, FALSE);
}
