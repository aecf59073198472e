/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-json-line.h"

#include <string.h>

#include "sl-json-escape.h"

void
sl_json_line_init (SlJsonLine *self, const char *begin, gsize length)
{
  *self = (SlJsonLine) { begin, length, 0, FALSE };
}

static gboolean
fail (const SlJsonLine *self, SlTextRow *row, const char *expected)
{
  gsize column = self->position + 1;

  if (self->position >= self->length)
    sl_text_row_fail (row, (guint) MIN (column, G_MAXUINT), "The line ends where %s was expected",
                      expected);
  else
    sl_text_row_fail (row, (guint) MIN (column, G_MAXUINT), "%s was expected", expected);
  return FALSE;
}

/* The next sign; NUL at the end. */
static char
peek (SlJsonLine *self)
{
  while (self->position < self->length && g_ascii_isspace (self->begin[self->position]))
    self->position++;
  return self->position < self->length ? self->begin[self->position] : '\0';
}

/* The sign behind a backslash, as UTF-8. */
static gboolean
read_escape (SlJsonLine *self, char *bytes, gsize *length)
{
  gunichar code;

  if (!sl_json_escape_read (self->begin, self->length, &self->position, &code))
    return FALSE;

  *length = (gsize) g_unichar_to_utf8 (code, bytes);
  return TRUE;
}

/* A text with escapes, from its first sign on. */
static gboolean
read_escaped (SlJsonLine *self, SlTextRow *row, SlTextCell *text)
{
  text->begin = sl_text_row_put (row, "", 0);
  text->length = 0;
  while (self->position < self->length && self->begin[self->position] != '"')
    {
      char bytes[6] = { self->begin[self->position++] };
      gsize length = 1;

      if (bytes[0] == '\\' && !read_escape (self, bytes, &length))
        return fail (self, row, "one of the escapes of JSON");
      if (sl_text_row_put (row, bytes, length) == NULL)
        {
          sl_text_row_fail (row, text->column, "A text with escapes is longer than %d bytes",
                            SL_ROW_SCRATCH);
          return FALSE;
        }
      text->length += length;
    }

  return TRUE;
}

static gboolean
read_text (SlJsonLine *self, SlTextRow *row, SlTextCell *text)
{
  gsize first = ++self->position;

  *text = (SlTextCell) { self->begin + first, 0, (guint) MIN (first + 1, G_MAXUINT) };
  while (self->position < self->length && self->begin[self->position] != '"' &&
         self->begin[self->position] != '\\')
    self->position++;
  text->length = self->position - first;
  if (self->position < self->length && self->begin[self->position] == '\\')
    {
      self->position = first;
      if (!read_escaped (self, row, text))
        return FALSE;
    }
  if (self->position >= self->length)
    return fail (self, row, "a closing quote");

  self->position++;
  return TRUE;
}

static gboolean
read_value (SlJsonLine *self, SlTextRow *row, SlTextCell *value)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzE0123456789+-.";
  char sign = peek (self);
  gsize first = self->position;

  if (sign == '"')
    return read_text (self, row, value);
  while (self->position < self->length && self->begin[self->position] != '\0' &&
         strchr (plain, self->begin[self->position]) != NULL)
    self->position++;
  *value = (SlTextCell) { self->begin + first, self->position - first,
                          (guint) MIN (first + 1, G_MAXUINT) };
  if (value->length == 0)
    return fail (self, row, "a text or a number");
  if (sl_text_cell_is (value, "null"))
    value->length = 0;
  else if (sign != '-' && !g_ascii_isdigit (sign) && !sl_text_cell_is (value, "true") &&
           !sl_text_cell_is (value, "false"))
    {
      self->position = first;
      return fail (self, row, "a text in quotes or a number");
    }

  return TRUE;
}

static gboolean
end_object (SlJsonLine *self, SlTextRow *row)
{
  self->position++;
  if (peek (self) != '\0' || self->position < self->length)
    fail (self, row, "the end of the line");
  self->position = self->length;
  return FALSE;
}

/**
 * sl_json_line_next:
 * @row: keeps texts with escapes, and takes the fault
 * @key: (out): of the next member
 * @value: (out): of it; empty for null
 *
 * Returns: %FALSE behind the last member, or with a fault
 */
gboolean
sl_json_line_next (SlJsonLine *self, SlTextRow *row, SlTextCell *key, SlTextCell *value)
{
  char sign = peek (self);

  if (self->has_begun && self->position >= self->length)
    return FALSE;
  if (!self->has_begun)
    {
      if (sign != '{')
        return fail (self, row, "“{”");
      self->has_begun = TRUE;
      self->position++;
      sign = peek (self);
      if (sign == '}')
        return end_object (self, row);
    }
  if (sign != '"')
    return fail (self, row, "a key in quotes");
  if (!read_text (self, row, key))
    return FALSE;
  if (peek (self) != ':')
    return fail (self, row, "“:”");
  self->position++;
  if (!read_value (self, row, value))
    return FALSE;

  sign = peek (self);
  if (sign == ',')
    self->position++;
  else if (sign == '}')
    end_object (self, row);
  else
    return fail (self, row, "“,” or “}”");
  return row->fault[0] == '\0';
}
