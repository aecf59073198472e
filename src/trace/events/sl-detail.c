/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-detail.h"

#include <string.h>

/**
 * sl_detail_clear:
 *
 * Frees the strings, for g_array_set_clear_func().
 */
void
sl_detail_clear (SlDetail *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->value, g_free);
  g_clear_pointer (&self->field, g_free);
  g_clear_pointer (&self->plain, g_free);
  g_clear_pointer (&self->symbol, g_free);
}

/* Reads a number up to @length; FALSE where there is anything else in it. */
static gboolean
read_number (const char *text, gsize length, gboolean *is_negative, gboolean *is_hex, guint64 *size)
{
  char digits[32];
  const char *first = digits;

  if (length == 0 || length >= sizeof digits)
    return FALSE;

  memcpy (digits, text, length);
  digits[length] = '\0';
  *is_negative = *first == '-';
  first += *is_negative ? 1 : 0;
  *is_hex = g_str_has_prefix (first, "0x");
  return g_ascii_string_to_unsigned (*is_hex ? first + 2 : first, *is_hex ? 16 : 10, 0, G_MAXUINT64,
                                     size, NULL);
}

/**
 * sl_detail_parse_number:
 * @number: (out): set where %TRUE is returned
 *
 * Returns: whether @text is a decimal or 0x-hex number, its size below 2⁶⁴, maybe with a minus sign
 */
gboolean
sl_detail_parse_number (const char *text, __int128 *number)
{
  gboolean is_negative, is_hex;
  guint64 size;

  if (!read_number (text, strlen (text), &is_negative, &is_hex, &size))
    return FALSE;

  *number = is_negative ? -(__int128) size : (__int128) size;
  return TRUE;
}

/* "Byte enables" is byte-enables. Tracepoints have names with underscores, which stay. */
static char *
make_field (const char *name)
{
  GString *field = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    {
      if (g_ascii_isalnum (*at) || *at == '_')
        g_string_append_c (field, g_ascii_tolower (*at));
      else if (field->len > 0 && field->str[field->len - 1] != '-')
        g_string_append_c (field, '-');
    }
  if (field->len > 0 && field->str[field->len - 1] == '-')
    g_string_truncate (field, field->len - 1);

  return g_string_free (field, FALSE);
}

/* The number that a text begins with, such as that of "0x03 (write back)" or "16 bits"; else the
 * text. */
static char *
make_plain (const char *value)
{
  gsize length = strcspn (value, " ,;");
  gboolean is_negative, is_hex;
  guint64 size;

  if (!read_number (value, length, &is_negative, &is_hex, &size))
    return g_strdup (value);

  return is_hex ? g_strdup_printf ("%s0x%" G_GINT64_MODIFIER "x", is_negative ? "-" : "", size)
                : g_strdup_printf ("%s%" G_GUINT64_FORMAT, is_negative ? "-" : "", size);
}

/**
 * sl_details_new:
 *
 * Returns: (transfer full) (element-type SlDetail): an empty list that owns its strings
 */
GArray *
sl_details_new (void)
{
  GArray *details = g_array_new (FALSE, FALSE, sizeof (SlDetail));

  g_array_set_clear_func (details, (GDestroyNotify) sl_detail_clear);
  return details;
}

/**
 * sl_details_add:
 * @name: copied
 * @format: printf-style, for the value
 *
 * Appends one field. Filters and lists know it by @name in lower case with dashes; its value is
 * there the number that the text begins with, else the text.
 */
void
sl_details_add (GArray *details, const char *name, const char *format, ...)
{
  SlDetail detail = { .name = g_strdup (name), .field = make_field (name) };
  va_list arguments;

  va_start (arguments, format);
  detail.value = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  detail.plain = make_plain (detail.value);
  g_array_append_val (details, detail);
}

/**
 * sl_details_add_field:
 * @name: copied
 * @field: its name in filters and lists
 * @plain: its value there
 * @format: printf-style, for the value
 *
 * Appends one field, where filters and lists should have other words than people.
 */
void
sl_details_add_field (GArray *details,
                      const char *name,
                      const char *field,
                      const char *plain,
                      const char *format,
                      ...)
{
  SlDetail detail = { .name = g_strdup (name),
                      .field = g_strdup (field),
                      .plain = g_strdup (plain) };
  va_list arguments;

  va_start (arguments, format);
  detail.value = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_array_append_val (details, detail);
}

/**
 * sl_details_add_number:
 * @name: copied
 * @field: its name in filters and lists
 * @number: its value there, hexadecimal
 * @format: printf-style, for the value
 *
 * As sl_details_add_field().
 */
void
sl_details_add_number (GArray *details,
                       const char *name,
                       const char *field,
                       guint64 number,
                       const char *format,
                       ...)
{
  SlDetail detail = { .name = g_strdup (name), .field = g_strdup (field) };
  va_list arguments;

  va_start (arguments, format);
  detail.value = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  detail.plain = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", number);
  g_array_append_val (details, detail);
}

/**
 * sl_details_set_symbol:
 * @symbol: (nullable): copied
 *
 * Says what the value of the field that was appended last is as well.
 */
void
sl_details_set_symbol (GArray *details, const char *symbol)
{
  SlDetail *last;

  g_return_if_fail (details->len > 0);

  last = &g_array_index (details, SlDetail, details->len - 1);
  g_free (last->symbol);
  last->symbol = g_strdup (symbol);
}

/**
 * sl_details_find:
 * @field: its name in filters and lists
 *
 * Returns: (transfer none) (nullable): the first field of that name
 */
const SlDetail *
sl_details_find (GArray *details, const char *field)
{
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      if (g_str_equal (detail->field, field))
        return detail;
    }

  return NULL;
}
