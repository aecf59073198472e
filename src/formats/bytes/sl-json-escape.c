/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-json-escape.h"

#include <string.h>

static gboolean
read_hex (const char *text, gsize length, gsize at, gunichar *code)
{
  *code = 0;
  if (at + 4 > length)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (text[at + i]);

      if (digit < 0)
        return FALSE;
      *code = *code << 4 | (gunichar) digit;
    }

  return TRUE;
}

/* The code whose four digits are at *@at, which moves behind them, and behind its other half. */
static gboolean
read_code (const char *text, gsize length, gsize *at, gunichar *code)
{
  gunichar low;

  if (!read_hex (text, length, *at, code))
    return FALSE;
  *at += 4;
  if (*code < 0xd800 || *code > 0xdfff)
    return *code != 0;

  if (*code > 0xdbff || *at + 6 > length || text[*at] != '\\' || text[*at + 1] != 'u' ||
      !read_hex (text, length, *at + 2, &low) || low < 0xdc00 || low > 0xdfff)
    return FALSE;
  *at += 6;
  *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
  return TRUE;
}

/**
 * sl_json_escape_read:
 * @text: (array length=length):
 * @at: (inout): offset behind a backslash; moves behind what could be read of the escape
 * @code: (out): the character that is meant; %SL_JSON_REPLACEMENT where that is none
 *
 * Returns: whether it is one of the escapes of JSON, and means a character other than NUL
 */
gboolean
sl_json_escape_read (const char *text, gsize length, gsize *at, gunichar *code)
{
  static const char signs[] = "\"\\/bfnrt";
  static const char meant[] = "\"\\/\b\f\n\r\t";
  char sign = *at < length ? text[(*at)++] : '\0';
  const char *found = sign != '\0' ? strchr (signs, sign) : NULL;

  if (found != NULL)
    {
      *code = (gunichar) meant[found - signs];
      return TRUE;
    }
  if (sign == 'u' && read_code (text, length, at, code))
    return TRUE;

  *code = SL_JSON_REPLACEMENT;
  return FALSE;
}
