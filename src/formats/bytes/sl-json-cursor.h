/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A place in a JSON text, which is pulled through it value by value: nothing is kept, and nothing calls itself, so a text
 * may be as large and as deep as it likes. Values are named by where they are; whoever wants one reads it from there.
 *
 *   sl_json_cursor_init (&cursor, data, size, 0);
 *   if (sl_json_cursor_enter (&cursor, '{'))
 *     while (sl_json_cursor_next_member (&cursor, &key))
 *       sl_json_cursor_read (&cursor, &value);     (or enter what is in it)
 *   if (cursor.fault != NULL) …
 */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlJsonType:
 *
 * What a value is, by the sign that it begins with.
 */
typedef enum
{
  SL_JSON_TYPE_NOTHING,
  SL_JSON_TYPE_TEXT,
  SL_JSON_TYPE_NUMBER,
  SL_JSON_TYPE_WORD, /* true, false, null, or a number that is none */
  SL_JSON_TYPE_OBJECT,
  SL_JSON_TYPE_ARRAY,
} SlJsonType;

/**
 * SlJsonSpan:
 * @begin: (nullable): first byte of a value; of a text the first one behind its quote. Not NUL-terminated
 * @length: in bytes; of a text without its quotes
 * @type: of the value
 * @has_escapes: the text is not what is meant as it stands
 */
typedef struct
{
  const char *begin;
  gsize length;
  SlJsonType type;
  gboolean has_escapes;
} SlJsonSpan;

/**
 * SlJsonCursor:
 * @at: offset of what is read next
 * @fault: (nullable): what is wrong at @at, static; %NULL for nothing. A text that is cut has one at its end
 *
 * Plain bytes: a copy is another place in the same text.
 */
typedef struct
{
  const char *data;
  gsize size;
  gsize at;
  const char *fault;
  gboolean is_first;
} SlJsonCursor;

void sl_json_cursor_init (SlJsonCursor *self, const char *data, gsize size, gsize at);
char sl_json_cursor_peek (SlJsonCursor *self);
gboolean sl_json_cursor_enter (SlJsonCursor *self, char bracket);
gboolean sl_json_cursor_next_element (SlJsonCursor *self);
gboolean sl_json_cursor_next_member (SlJsonCursor *self, SlJsonSpan *key);
gboolean sl_json_cursor_read (SlJsonCursor *self, SlJsonSpan *value);
gboolean sl_json_cursor_resume (SlJsonCursor *self);

gboolean sl_json_span_is (const SlJsonSpan *self, const char *word);
gboolean sl_json_span_is_true (const SlJsonSpan *self);
char *sl_json_span_dup (const SlJsonSpan *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_json_span_read_decimal (const SlJsonSpan *self, int shift, gint64 *number, gboolean *is_exact);

G_END_DECLS
