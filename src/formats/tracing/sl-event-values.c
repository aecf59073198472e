/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-values.h"

#include <string.h>

#include "sl-bytes-order.h"
#include "sl-event-print.h"
#include "sl-linux-states.h"

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

/* The bits of @number by their names, as the kernel joins them; NULL for none, or where one of them has no name. */
static char *
dup_flags (GArray *pairs, guint64 number)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const SlEventPair *pair = &g_array_index (pairs, SlEventPair, i);

      if (pair->value == 0 || (number & pair->value) != pair->value)
        continue;
      number &= ~pair->value;
      g_string_append_printf (text, "%s%.*s", text->len > 0 ? "|" : "", (int) pair->size,
                              pair->text);
    }
  return number == 0 && text->len > 0 ? g_utf8_make_valid (text->str, -1) : NULL;
}

static char *
dup_state (const SlEventFormat *format, guint64 number)
{
  SlLinuxStates states;

  return sl_linux_states_parse (&states, format->print) ? sl_linux_states_dup_text (&states, number)
                                                        : NULL;
}

static gboolean
is_state (const SlEventFormat *format, const SlEventField *field)
{
  return strcmp (format->name, "sched_switch") == 0 && strcmp (field->name, "prev_state") == 0;
}

/* What the kernel calls a number, where it prints it by its name. */
static char *
dup_symbol (const SlEventFormat *format, const SlEventField *field, guint64 number)
{
  SlEventNames names;
  g_autoptr (GArray) pairs = sl_event_print_find_pairs (format->print, field->name, &names);

  if (is_state (format, field))
    return dup_state (format, cut_to_width (number, field->size));

  for (guint i = 0; i < pairs->len; i++)
    {
      const SlEventPair *pair = &g_array_index (pairs, SlEventPair, i);

      if (pair->value == number || pair->value == cut_to_width (number, field->size))
        return dup_bytes ((const guint8 *) pair->text, pair->size);
    }

  return names == SL_EVENT_NAMES_BITS ? dup_flags (pairs, cut_to_width (number, field->size))
                                      : NULL;
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
  sl_details_set_symbol (details, symbol);
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

static void
add_word (GPtrArray *words, const char *word, gsize size)
{
  g_autofree char *text = dup_bytes ((const guint8 *) word, size);

  if (!g_ptr_array_find_with_equal_func (words, text, g_str_equal, NULL))
    g_ptr_array_add (words, g_steal_pointer (&text));
}

/* Returns: FALSE where the field may be any text */
static gboolean
add_words (const SlEventFormat *format, const SlEventField *field, GPtrArray *words)
{
  g_autoptr (GArray) pairs = NULL;
  SlEventNames names;

  if (field->is_text || field->is_array || !is_number_size (field->size))
    return FALSE;

  pairs = sl_event_print_find_pairs (format->print, field->name, &names);
  /* Names that are not understood may be any. */
  if (pairs->len == 0 && names != SL_EVENT_NAMES_NONE)
    return FALSE;
  if (is_state (format, field))
    add_word (words, "R", 1);
  for (guint i = 0; i < pairs->len; i++)
    add_word (words, g_array_index (pairs, SlEventPair, i).text,
              g_array_index (pairs, SlEventPair, i).size);
  if (is_state (format, field))
    add_word (words, "R+", 2);
  /* Records of ftrace's own tracers are rare beside those of the tracepoints that say the same. */
  else if (pairs->len == 0 && strcmp (format->system, "ftrace") != 0)
    add_word (words, "", 0);
  return TRUE;
}

/* The names of the tracepoints with their systems, as the field “event” has them. */
static GPtrArray *
list_events (const SlTracingData *tracing)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < tracing->formats->len; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (tracing->formats, i);

      g_ptr_array_add (words, g_strconcat (format->system, ":", format->name, NULL));
    }
  return words;
}

/**
 * sl_event_values_list_words:
 * @field: as sl_event_record_describe() calls it
 *
 * Returns: (transfer full) (element-type utf8) (nullable): as #SlListWords, of the tracepoints of @tracing
 */
GPtrArray *
sl_event_values_list_words (const SlTracingData *tracing, const char *field)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  gboolean is_known = FALSE;

  if (g_str_equal (field, "event"))
    return list_events (tracing);

  for (guint i = 0; i < tracing->formats->len; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (tracing->formats, i);

      for (guint j = 0; j < format->n_fields; j++)
        {
          if (!g_str_equal (format->fields[j].field, field))
            continue;
          if (!add_words (format, &format->fields[j], words))
            return NULL;
          is_known = TRUE;
        }
    }
  /* A number everywhere. */
  if (words->len == 1 && ((const char *) words->pdata[0])[0] == '\0')
    g_ptr_array_set_size (words, 0);
  return is_known ? g_steal_pointer (&words) : NULL;
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
