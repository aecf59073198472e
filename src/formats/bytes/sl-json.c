/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-json.h"

#include <string.h>

#include "sl-error.h"

static gboolean
fail (GError **error, const char *what, gsize offset)
{
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Not JSON: %s at offset %" G_GSIZE_FORMAT, what,
               offset);
  return FALSE;
}

/* What stands outside of texts: the signs of JSON, numbers and the names of its constants. The parser takes
 * comments as well, in which quotes and brackets would mean something else than they do here. */
static gboolean
is_plain (guint8 byte)
{
  return g_ascii_isalnum (byte) || (byte != '\0' && strchr (" \t\r\n[]{},:+-._", byte) != NULL);
}

/* Returns: the offset behind the text that begins with the quote at @at; @size where it does not end */
static gsize
skip_text (const guint8 *bytes, gsize size, gsize at)
{
  for (at++; at < size && bytes[at] != '"'; at++)
    at += bytes[at] == '\\';

  return MIN (at + 1, size);
}

static gboolean
check_depth (const guint8 *bytes, gsize size, GError **error)
{
  gsize depth = 0;

  for (gsize at = 0; at < size;)
    {
      if (bytes[at] == '"')
        {
          at = skip_text (bytes, size, at);
          continue;
        }
      if (!is_plain (bytes[at]))
        return fail (error, "Unexpected character", at);

      if (bytes[at] == '[' || bytes[at] == '{')
        depth++;
      else if ((bytes[at] == ']' || bytes[at] == '}') && depth > 0)
        depth--;
      if (depth > SL_JSON_MAX_DEPTH)
        return fail (error,
                     "Arrays and objects are nested more than " G_STRINGIFY (
                         SL_JSON_MAX_DEPTH) " levels deep",
                     at);
      at++;
    }

  return TRUE;
}

/* Some editors begin a text with it. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/**
 * sl_json_parse:
 * @bytes: a whole text of @size bytes
 * @error: %SL_ERROR_MALFORMED, also for what is nested deeper than %SL_JSON_MAX_DEPTH, with the offset
 *
 * Comments, which some parsers allow, are not accepted.
 *
 * Returns: (transfer full) (nullable): its root; %NULL on error
 */
JsonNode *
sl_json_parse (const guint8 *bytes, gsize size, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) failure = NULL;
  JsonNode *root;

  if (size >= strlen (BYTE_ORDER_MARK) &&
      memcmp (bytes, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      bytes += strlen (BYTE_ORDER_MARK);
      size -= strlen (BYTE_ORDER_MARK);
    }
  if (!check_depth (bytes, size, error))
    return NULL;
  if (!json_parser_load_from_data (parser, (const char *) bytes, (gssize) size, &failure))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "Not JSON: %s", failure->message);
      return NULL;
    }

  root = json_parser_steal_root (parser);
  if (root == NULL)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED, "Not JSON: the text is empty");
  return root;
}
