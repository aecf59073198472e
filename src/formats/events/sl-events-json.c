/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-events-json.h"

#include "sl-json-line.h"

typedef struct
{
  const char *data;
  gsize size;
} Lines;

static gboolean
is_silent (const char *line, gsize length)
{
  gsize at = 0;

  while (at < length && g_ascii_isspace (line[at]))
    at++;
  return at == length || line[at] == '#';
}

static void
json_read_row (SlJsonLine *line, SlTextRow *row)
{
  SlTextCell key, value;
  SlRowCell which;

  while (sl_json_line_next (line, row, &key, &value))
    {
      if (!sl_row_cell_find (key.begin, key.length, &which))
        continue;
      sl_text_cell_trim (&value);
      row->cells[which] = value;
    }
}

static gboolean
json_next (gpointer data, SlTextPlace *place, SlTextRow *row)
{
  const Lines *self = data;

  while (place->part == 0 && place->offset < MIN (place->end, self->size))
    {
      const char *begin = self->data + place->offset;
      SlJsonLine line;
      gsize next;
      gsize length = sl_text_get_line (self->data, self->size, place->offset, &next);
      gboolean says_something = !is_silent (begin, length);

      if (says_something)
        {
          sl_text_row_init (row, place);
          sl_json_line_init (&line, begin, length);
          json_read_row (&line, row);
        }
      place->offset = next;
      place->line++;
      if (says_something)
        return TRUE;
    }

  return FALSE;
}

/* Only the columns: all lines of a kind have the same then, but for those that are left out. */
static void
json_describe (gpointer data, guint64 offset, GArray *details)
{
  const Lines *self = data;
  SlTextPlace place = { offset, self->size, 0, 0 };
  SlTextRow row;

  if (!json_next (data, &place, &row))
    return;

  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      g_autofree char *text = NULL;

      if (row.cells[i].length == 0)
        continue;
      text = g_utf8_make_valid (row.cells[i].begin, (gssize) row.cells[i].length);
      sl_details_add (details, sl_row_cell_get_name (i), "%s", text);
    }
}

const SlTextReader sl_events_json_reader = { json_next, json_describe, g_free };

/**
 * sl_events_json_new:
 * @data: the whole text, which stays
 *
 * Returns: (transfer full): data of %sl_events_json_reader
 */
gpointer
sl_events_json_new (const char *data, gsize size)
{
  Lines *self = g_new (Lines, 1);

  *self = (Lines) { data, size };
  return self;
}
