/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pentium-listing.h"

#include <string.h>

#include "sl-byu-pentium.h"

/**
 * sl_listing_next_line:
 * @text: moved behind the line
 * @line: (out): the line without its end
 *
 * Returns: %FALSE at the end
 */
gboolean
sl_listing_next_line (SlListingText *text, SlListingLine *line)
{
  const char *begin = text->data + text->position;
  gsize left = text->size - text->position;
  const char *end = left > 0 ? memchr (begin, '\n', left) : NULL;
  gsize length = end != NULL ? (gsize) (end - begin) : left;

  if (left == 0)
    return FALSE;

  text->position += length + (end != NULL);
  if (length > 0 && begin[length - 1] == '\r')
    length--;
  *line = (SlListingLine) { begin, length, 0, ',' };
  return TRUE;
}

/**
 * sl_listing_find_delimiter:
 *
 * Returns: what stands between the cells of a head line
 */
char
sl_listing_find_delimiter (const SlListingLine *line)
{
  static const char delimiters[] = { '\t', ';', ',' };

  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    {
      if (line->length > 0 && memchr (line->begin, delimiters[i], line->length) != NULL)
        return delimiters[i];
    }

  return ',';
}

/**
 * sl_listing_next_cell:
 * @line: moved behind the cell
 * @cell: (out): room for %SL_LISTING_CELL and an end; without quotes and blanks around, cut off
 *   where it is longer
 *
 * Returns: %FALSE at the end of the line
 */
gboolean
sl_listing_next_cell (SlListingLine *line, char *cell)
{
  gboolean is_quoted = FALSE;
  gsize length = 0;

  if (line->position > line->length)
    return FALSE;

  for (; line->position < line->length; line->position++)
    {
      char c = line->begin[line->position];

      if (c == '"')
        is_quoted = !is_quoted;
      else if (c == line->delimiter && !is_quoted)
        break;
      else if (c != '\0' && length < SL_LISTING_CELL && (length > 0 || !g_ascii_isspace (c)))
        cell[length++] = c;
    }

  line->position++;
  while (length > 0 && g_ascii_isspace (cell[length - 1]))
    length--;
  cell[length] = '\0';
  return TRUE;
}

/* Behind "0x", "$", "32'h"; the digits may be grouped. */
static const char *
skip_prefix (const char *cell)
{
  const char *quote = strchr (cell, '\'');

  if (quote != NULL && (quote[1] == 'h' || quote[1] == 'H'))
    return quote + 2;
  if (cell[0] == '0' && (cell[1] == 'x' || cell[1] == 'X') && cell[2] != '\0')
    return cell + 2;

  return cell[0] == '$' ? cell + 1 : cell;
}

/**
 * sl_listing_parse_hex:
 * @cell: "00100458", "0x00100458", "00100458H", "$0010_0458", "32'h00100458", "001004XX"
 * @unknown: (out): bits of X and Z digits
 *
 * Returns: %FALSE where it is not a hex number of 64 bits at most
 */
gboolean
sl_listing_parse_hex (const char *cell, guint64 *value, guint64 *unknown)
{
  const char *text = skip_prefix (cell);
  guint n_digits = 0;

  *value = *unknown = 0;
  for (; *text != '\0'; text++)
    {
      int digit = g_ascii_xdigit_value (*text);
      gboolean is_unknown = strchr ("xXzZ?", *text) != NULL;

      if (*text == '_' || *text == ' ' || *text == '.')
        continue;
      if ((*text == 'h' || *text == 'H') && text[1] == '\0')
        break;
      if ((digit < 0 && !is_unknown) || *value >> 60 != 0 || *unknown >> 60 != 0)
        return FALSE;

      *value = *value << 4 | (digit < 0 ? 0 : (guint) digit);
      *unknown = *unknown << 4 | (is_unknown ? 0xf : 0);
      n_digits++;
    }

  return n_digits > 0;
}

/**
 * sl_listing_parse_level:
 * @cell: of a single pin: 0, 1, L, H, low, high, X, Z
 *
 * Returns: %FALSE where it is none of these
 */
gboolean
sl_listing_parse_level (const char *cell, guint64 *value, guint64 *unknown)
{
  static const char *const words[] = { "0", "1", "L", "H", "low", "high", "F", "T" };

  *value = *unknown = 0;
  if (cell[0] != '\0' && strchr ("xXzZ?", cell[0]) != NULL && cell[1] == '\0')
    {
      *unknown = 1;
      return TRUE;
    }

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      *value = i & 1;
      if (g_ascii_strcasecmp (cell, words[i]) == 0)
        return TRUE;
    }

  return sl_listing_parse_hex (cell, value, unknown) && *value <= 1;
}

static gboolean
find_exponent (const char *unit, int *exponent)
{
  static const struct
  {
    const char *name;
    int exponent;
  } units[] = { { "s", 12 }, { "ms", 9 }, { "us", 6 }, { "µs", 6 }, { "ns", 3 }, { "ps", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_ascii_strcasecmp (units[i].name, unit) == 0)
        {
          *exponent = units[i].exponent;
          return TRUE;
        }
    }

  return unit[0] == '\0';
}

/**
 * sl_listing_parse_ps:
 * @cell: a decimal number, with a fraction or without, with a unit or without
 * @exponent: of ten: how many picoseconds one is, where the cell has no unit
 *
 * Returns: %FALSE where it is none, or too long
 */
gboolean
sl_listing_parse_ps (const char *cell, int exponent, gint64 *ps)
{
  gboolean is_negative = cell[0] == '-';
  const char *text = cell + (is_negative || cell[0] == '+');
  const char *unit = text + strspn (text, "0123456789.,_");
  int n_fraction = -1;

  *ps = 0;
  if (!g_ascii_isdigit (text[0]))
    return FALSE;
  if (!find_exponent (unit + strspn (unit, " "), &exponent))
    return FALSE;

  for (; text < unit; text++)
    {
      if (*text == '.' && n_fraction < 0)
        n_fraction = 0;
      if (!g_ascii_isdigit (*text))
        continue;
      if (n_fraction >= exponent)
        continue;
      if (__builtin_mul_overflow (*ps, 10, ps) || __builtin_add_overflow (*ps, *text - '0', ps))
        return FALSE;
      n_fraction += n_fraction >= 0;
    }

  for (int i = MAX (n_fraction, 0); i < exponent; i++)
    {
      if (__builtin_mul_overflow (*ps, 10, ps))
        return FALSE;
    }
  if (is_negative)
    *ps = -*ps;
  return TRUE;
}

typedef struct
{
  const char *one; /* both must be in the cell */
  const char *other;
  guint8 type;
  guint8 byte_enables; /* 0 where the word does not tell */
} TypeRule;

/* The first that fits decides. */
static const TypeRule type_rules[] = {
  { "BRANCH", "", SL_PENTIUM_SPECIAL, 0xdf },
  { "BTM", "", SL_PENTIUM_SPECIAL, 0xdf },
  { "SHUTDOWN", "", SL_PENTIUM_SPECIAL, 0xfe },
  { "FLUSH", "ACK", SL_PENTIUM_SPECIAL, 0xef },
  { "FLUSH", "", SL_PENTIUM_SPECIAL, 0xfd },
  { "HALT", "", SL_PENTIUM_SPECIAL, 0xfb },
  { "STOP", "GRANT", SL_PENTIUM_SPECIAL, 0xfb },
  { "SPECIAL", "", SL_PENTIUM_SPECIAL, 0 },
  { "INT", "ACK", SL_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0 },
  { "INTA", "", SL_PENTIUM_INTERRUPT_ACKNOWLEDGE, 0 },
  { "I/O", "READ", SL_PENTIUM_IO_READ, 0 },
  { "I/O", "WRITE", SL_PENTIUM_IO_WRITE, 0 },
  { "IO", "READ", SL_PENTIUM_IO_READ, 0 },
  { "IO", "WRITE", SL_PENTIUM_IO_WRITE, 0 },
  { "CODE", "NONCACHE", SL_PENTIUM_CODE_READ_NONCACHEABLE, 0 },
  { "FETCH", "NONCACHE", SL_PENTIUM_CODE_READ_NONCACHEABLE, 0 },
  { "CODE", "", SL_PENTIUM_CODE_READ, 0 },
  { "FETCH", "", SL_PENTIUM_CODE_READ, 0 },
  { "WRITE", "BACK", SL_PENTIUM_WRITE_BACK, 0 },
  { "WRITE", "BURST", SL_PENTIUM_WRITE_BACK, 0 },
  { "WRITE", "", SL_PENTIUM_DATA_WRITE, 0 },
  { "READ", "NONCACHE", SL_PENTIUM_DATA_READ_NONCACHEABLE, 0 },
  { "READ", "", SL_PENTIUM_DATA_READ, 0 },
};

/**
 * sl_listing_parse_type:
 * @cell: the type of a cycle in words, or its four pins as one hex digit
 * @type: (out): M/IO#, D/C#, W/R#, CACHE#
 * @byte_enables: (inout): changed where the word tells which special cycle it is
 *
 * Returns: %FALSE where no type is known by this name
 */
gboolean
sl_listing_parse_type (const char *cell, guint8 *type, guint8 *byte_enables)
{
  char text[SL_LISTING_CELL + 1];
  gsize length = 0;
  guint64 value, unknown;

  if (strlen (cell) <= 4 && sl_listing_parse_hex (cell, &value, &unknown) && unknown == 0 &&
      value < 16)
    {
      *type = (guint8) value;
      return TRUE;
    }

  for (; *cell != '\0' && length < SL_LISTING_CELL; cell++)
    {
      if (strchr (" -_", *cell) == NULL)
        text[length++] = g_ascii_toupper (*cell);
    }
  text[length] = '\0';

  for (guint i = 0; i < G_N_ELEMENTS (type_rules); i++)
    {
      const TypeRule *rule = &type_rules[i];

      if (strstr (text, rule->one) == NULL || strstr (text, rule->other) == NULL)
        continue;
      *type = rule->type;
      if (rule->byte_enables != 0)
        *byte_enables = rule->byte_enables;
      return TRUE;
    }

  return FALSE;
}
