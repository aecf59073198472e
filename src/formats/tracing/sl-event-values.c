/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-values.h"

#include <string.h>

#include "sl-bytes-order.h"
#include "sl-event-print.h"

/* Elements of an array that are printed. */
#define MOST_ELEMENTS 64

/**
 * sl_event_record_find:
 * @field: of the record's format
 * @length: (out): in bytes
 *
 * Returns: (transfer none) (nullable): the value's bytes; %NULL where they are not in the record
 */
const guint8 *
sl_event_record_find (const SlEventRecord *self, const SlEventField *field, gsize *length)
{
  gsize offset = field->offset;
  gsize size = field->size;

  if (field->place != SL_EVENT_FIELD_FIXED)
    {
      guint32 where;

      if (offset + 4 > self->size)
        return NULL;
      where = sl_bytes_u32 (self->bytes + offset, self->is_big);
      offset = (where & 0xffff) + (field->place == SL_EVENT_FIELD_REL_LOC ? offset + 4 : 0);
      size = where >> 16;
    }
  /* An array without a length goes to the end of the record. */
  else if (field->is_array && size == 0 && offset <= self->size)
    size = self->size - offset;

  if (offset > self->size || size > self->size - offset)
    return NULL;
  *length = size;
  return self->bytes + offset;
}

static char *
dup_bytes (const guint8 *bytes, gsize length)
{
  g_autofree char *text = g_strndup ((const char *) bytes, length);

  return g_utf8_make_valid (text, -1);
}

/**
 * sl_event_record_dup_text:
 * @field: that holds a text
 *
 * Returns: (transfer full) (nullable): it, as valid UTF-8; %NULL where it is not in the record
 */
char *
sl_event_record_dup_text (const SlEventRecord *self, const SlEventField *field)
{
  gsize length;
  const guint8 *bytes = sl_event_record_find (self, field, &length);

  return bytes != NULL ? dup_bytes (bytes, length) : NULL;
}

/* A hexadecimal number below zero has the width of its field. */
static guint64
cut_to_width (guint64 number, guint32 size)
{
  return size < 8 ? number & ((G_GUINT64_CONSTANT (1) << (8 * size)) - 1) : number;
}

static void
print_number (GString *text, const SlEventField *field, guint64 number, guint32 size)
{
  if (field->is_hex)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", cut_to_width (number, size));
  else if (field->is_signed)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) number);
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, number);
}

static gboolean
is_number_size (guint32 size)
{
  return size == 1 || size == 2 || size == 4 || size == 8;
}

static guint64
read_number (const SlEventRecord *self, const SlEventField *field, const guint8 *bytes)
{
  return sl_bytes_number (bytes, field->element, self->is_big, field->is_signed);
}

/* What filters compare: below zero as it counts, however the kernel prints it. */
static char *
dup_plain (const SlEventField *field, guint64 number, const char *printed)
{
  return field->is_signed && (gint64) number < 0
             ? g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) number)
             : g_strdup (printed);
}

static void
print_array (const SlEventRecord *self,
             const SlEventField *field,
             const guint8 *bytes,
             gsize length,
             GString *text)
{
  guint32 element = is_number_size (field->element) ? field->element : 1;
  gsize n_elements = length / element;

  for (gsize i = 0; i < MIN (n_elements, MOST_ELEMENTS); i++)
    {
      g_string_append (text, i > 0 ? " " : "");
      print_number (text, field,
                    sl_bytes_number (bytes + i * element, element, self->is_big, field->is_signed),
                    element);
    }
  if (n_elements > MOST_ELEMENTS)
    g_string_append (text, " …");
}

/* What the kernel calls a number, where it prints it by its name. */
static char *
dup_symbol (const SlEventFormat *format, const SlEventField *field, guint64 number)
{
  g_autoptr (GArray) pairs = sl_event_print_find_pairs (format->print, field->name);

  for (guint i = 0; i < pairs->len; i++)
    {
      const SlEventPair *pair = &g_array_index (pairs, SlEventPair, i);

      if (pair->value == number || pair->value == cut_to_width (number, field->size))
        return dup_bytes ((const guint8 *) pair->text, pair->size);
    }

  return NULL;
}

static void
describe_number (const SlEventRecord *self,
                 const SlEventField *field,
                 const guint8 *bytes,
                 GArray *details)
{
  guint64 number = read_number (self, field, bytes);
  g_autofree char *symbol = dup_symbol (self->format, field, number);
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autofree char *plain = NULL;
  const char *meaning;

  print_number (printed, field, number, field->size);
  plain = dup_plain (field, number, printed->str);
  meaning = symbol != NULL ? symbol : plain;
  if (g_str_equal (meaning, printed->str))
    sl_details_add_field (details, field->name, field->field, plain, "%s", printed->str);
  else
    sl_details_add_field (details, field->name, field->field, plain, "%s (%s)", printed->str,
                          meaning);
}

static void
describe_field (const SlEventRecord *self, const SlEventField *field, GArray *details)
{
  gsize length;
  const guint8 *bytes = sl_event_record_find (self, field, &length);
  g_autoptr (GString) text = NULL;

  if (bytes == NULL)
    return;
  if (!field->is_text && !field->is_array && is_number_size (field->size))
    {
      describe_number (self, field, bytes, details);
      return;
    }

  text = g_string_new (NULL);
  if (field->is_text)
    {
      g_autofree char *value = dup_bytes (bytes, length);

      g_string_append (text, g_strchomp (value));
    }
  else
    print_array (self, field, bytes, length, text);
  sl_details_add_field (details, field->name, field->field, text->str, "%s", text->str);
}

/**
 * sl_event_record_describe:
 *
 * Appends all fields that are in the record.
 */
void
sl_event_record_describe (const SlEventRecord *self, GArray *details)
{
  for (guint i = 0; i < self->format->n_fields; i++)
    describe_field (self, &self->format->fields[i], details);
}

/**
 * sl_event_record_read_field:
 * @name: of a field
 * @value: (out): its number
 *
 * Returns: %FALSE where it is none, is not in the record or is too large; then only the description says it
 */
gboolean
sl_event_record_read_field (const SlEventRecord *self, const char *name, SlFieldValue *value)
{
  const SlEventField *field = NULL;
  const guint8 *bytes;
  guint64 number;
  gsize length;

  for (guint i = 0; i < self->format->n_fields && field == NULL; i++)
    if (g_str_equal (self->format->fields[i].field, name))
      field = &self->format->fields[i];
  if (field == NULL || field->is_text || field->is_array || !is_number_size (field->size))
    return FALSE;

  bytes = sl_event_record_find (self, field, &length);
  if (bytes == NULL)
    return FALSE;

  number = read_number (self, field, bytes);
  *value = (SlFieldValue) { .number = (gint64) number };
  return number <= G_MAXINT64 || field->is_signed;
}
