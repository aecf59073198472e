/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-format.h"

#include <string.h>

#include "sl-error.h"
#include "sl-event-print.h"

/* A stretch of the text. */
typedef struct
{
  const char *at;
  gsize size;
} Part;

static gboolean
is_word_sign (char sign)
{
  return g_ascii_isalnum (sign) || sign == '_';
}

static Part
part_trim (Part part)
{
  while (part.size > 0 && g_ascii_isspace (part.at[0]))
    part = (Part) { part.at + 1, part.size - 1 };
  while (part.size > 0 && g_ascii_isspace (part.at[part.size - 1]))
    part.size--;
  return part;
}

static gboolean
part_begins_with (Part part, const char *text)
{
  return part.size >= strlen (text) && memcmp (part.at, text, strlen (text)) == 0;
}

/* Cuts off what is before the next @sign, which is dropped; all that is left where there is none. */
static Part
part_cut (Part *rest, char sign)
{
  const char *end = memchr (rest->at, sign, rest->size);
  Part part = { rest->at, end != NULL ? (gsize) (end - rest->at) : rest->size };
  gsize used = part.size + (end != NULL);

  *rest = (Part) { rest->at + used, rest->size - used };
  return part;
}

static gboolean
part_parse_number (Part part, guint64 most, guint32 *number)
{
  guint64 value = 0;

  part = part_trim (part);
  if (part.size == 0 || part.size > 10)
    return FALSE;
  for (gsize i = 0; i < part.size; i++)
    {
      if (!g_ascii_isdigit (part.at[i]))
        return FALSE;
      value = value * 10 + (guint64) (part.at[i] - '0');
    }

  *number = (guint32) value;
  return value <= most;
}

/* “offset:8” and its like: what follows the colon, where the word is @name. */
static gboolean
parse_property (Part part, const char *name, guint64 most, guint32 *number)
{
  part = part_trim (part);
  if (!part_begins_with (part, name))
    return FALSE;

  part = (Part) { part.at + strlen (name), part.size - strlen (name) };
  return part_parse_number (part, most, number);
}

static gboolean
part_has_word (Part part, const char *word)
{
  gsize length = strlen (word);

  for (gsize i = 0; i + length <= part.size; i++)
    {
      if (memcmp (part.at + i, word, length) == 0 && (i == 0 || !is_word_sign (part.at[i - 1])) &&
          (i + length == part.size || !is_word_sign (part.at[i + length])))
        return TRUE;
    }

  return FALSE;
}

/* Bytes of an element of type @type where the field's size does not say; 1 for what nobody knows. */
static guint32
get_type_size (Part type)
{
  static const struct
  {
    const char *word;
    guint32 size;
  } types[] = { { "u64", 8 },    { "s64", 8 },        { "__u64", 8 }, { "__s64", 8 },
                { "long", 8 },   { "u32", 4 },        { "s32", 4 },   { "__u32", 4 },
                { "__s32", 4 },  { "int", 4 },        { "u16", 2 },   { "s16", 2 },
                { "__u16", 2 },  { "__s16", 2 },      { "short", 2 }, { "__be32", 4 },
                { "__le32", 4 }, { "dma_addr_t", 8 }, { "gfp_t", 4 } };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (part_has_word (type, types[i].word))
        return types[i].size;
    }

  return 1;
}

/* The name is the last word, before brackets that may follow it; what is before it is the type. */
static gboolean
split_declaration (Part declaration, Part *type, Part *name, Part *length)
{
  gsize end = declaration.size;
  gsize begin;

  *length = (Part) { NULL, 0 };
  if (end > 0 && declaration.at[end - 1] == ']')
    {
      gsize open = end;

      while (open > 0 && declaration.at[open - 1] != '[')
        open--;
      if (open == 0)
        return FALSE;
      *length = (Part) { declaration.at + open, end - 1 - open };
      end = open - 1;
    }

  begin = end;
  while (begin > 0 && is_word_sign (declaration.at[begin - 1]))
    begin--;
  *name = (Part) { declaration.at + begin, end - begin };
  *type = part_trim ((Part) { declaration.at, begin });
  return name->size > 0 && type->size > 0;
}

static void
set_elements (SlEventField *field, Part type, Part length)
{
  gboolean is_pointer = memchr (type.at, '*', type.size) != NULL;
  gboolean is_char = part_has_word (type, "char") || part_has_word (type, "char[]");
  guint32 n_elements;

  field->element = field->size;
  if (field->place != SL_EVENT_FIELD_FIXED)
    {
      field->is_array = TRUE;
      field->element = get_type_size (type);
    }
  else if (length.at != NULL)
    {
      field->is_array = TRUE;
      field->element = is_char ? 1 : get_type_size (type);
      if (!is_char && part_parse_number (length, G_MAXUINT32, &n_elements) && n_elements > 0 &&
          field->size % n_elements == 0)
        field->element = field->size / n_elements;
    }
  field->is_text = field->is_array && is_char && !is_pointer && !part_has_word (type, "unsigned");
  field->is_hex = is_pointer;
  field->is_signed = field->is_signed && !is_pointer;
  if (field->is_text)
    field->element = 1;
}

/**
 * sl_event_format_parse_field:
 * @line: (array length=size): “field:TYPE NAME[N]; offset:O; size:S; signed:X;”
 * @field: (out): its @name points into @line and is not ended
 *
 * Returns: whether the line is that of a field
 */
gboolean
sl_event_format_parse_field (const char *line, gsize size, SlEventField *field)
{
  Part rest = part_trim ((Part) { line, size });
  Part type, name, length;
  guint32 is_signed = 0;

  *field = (SlEventField) { 0 };
  if (!part_begins_with (rest, "field"))
    return FALSE;
  part_cut (&rest, ':');
  if (!split_declaration (part_trim (part_cut (&rest, ';')), &type, &name, &length) ||
      !parse_property (part_cut (&rest, ';'), "offset:", SL_EVENT_FORMAT_MOST_SIZE,
                       &field->offset) ||
      !parse_property (part_cut (&rest, ';'), "size:", SL_EVENT_FORMAT_MOST_SIZE, &field->size))
    return FALSE;

  /* Kernels before 2.6.32 do not say it. */
  parse_property (part_cut (&rest, ';'), "signed:", 1, &is_signed);
  field->is_signed = is_signed != 0;
  if (part_begins_with (type, "__data_loc"))
    field->place = SL_EVENT_FIELD_DATA_LOC;
  else if (part_begins_with (type, "__rel_loc"))
    field->place = SL_EVENT_FIELD_REL_LOC;
  if (field->place != SL_EVENT_FIELD_FIXED && field->size != 4)
    return FALSE;

  set_elements (field, type, length);
  field->name = name.at;
  field->field = name.at + name.size;
  return TRUE;
}

/* Gives the field names of its own, kept by @texts. */
static void
own_names (SlEventField *field, GStringChunk *texts)
{
  gssize size = field->field - field->name;
  g_autofree char *lower = NULL;

  field->name = g_string_chunk_insert_len (texts, field->name, size);
  lower = g_ascii_strdown (field->name, -1);
  field->field = g_string_chunk_insert (texts, lower);
}

static gboolean
fail (const char *what, Part text, GError **error)
{
  g_autofree char *bytes = g_strndup (text.at, MIN (text.size, 60));
  g_autofree char *valid = g_utf8_make_valid (bytes, -1);

  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "%s (“%s”)", what, g_strstrip (valid));
  return FALSE;
}

/* The kernel prints what a system call returns in hexadecimal, though it is an error where it is below zero. */
static void
mark_decimal (const char *system, SlEventField *fields, guint n_fields)
{
  if (!g_str_equal (system, "syscalls") && !g_str_equal (system, "raw_syscalls"))
    return;

  for (guint i = 0; i < n_fields; i++)
    if (fields[i].is_signed && g_str_equal (fields[i].name, "ret"))
      fields[i].is_hex = FALSE;
}

static gboolean
add_field (SlEventFormat *self, GArray *fields, Part line, GError **error)
{
  SlEventField field;

  if (!sl_event_format_parse_field (line.at, line.size, &field))
    return fail ("A field of an event’s format cannot be read", line, error);
  if (fields->len == SL_EVENT_FORMAT_MOST_FIELDS)
    return fail ("An event’s format has more than 1024 fields", line, error);

  own_names (&field, self->texts);
  self->least_size = MAX (self->least_size, field.offset + field.size);
  g_array_append_val (fields, field);
  return TRUE;
}

static gboolean
parse_lines (SlEventFormat *self, GArray *fields, Part rest, GError **error)
{
  gboolean has_id = FALSE;

  while (rest.size > 0)
    {
      Part line = part_trim (part_cut (&rest, '\n'));

      if (part_begins_with (line, "name:"))
        {
          line = part_trim ((Part) { line.at + 5, line.size - 5 });
          self->name = g_string_chunk_insert_len (self->texts, line.at, (gssize) line.size);
        }
      else if (part_begins_with (line, "ID:"))
        has_id = parse_property (line, "ID:", G_MAXUINT16, &self->id);
      else if (part_begins_with (line, "field"))
        {
          if (!add_field (self, fields, line, error))
            return FALSE;
        }
      else if (part_begins_with (line, "print fmt:"))
        self->print =
            g_string_chunk_insert_len (self->texts, line.at + 10, (gssize) line.size - 10);
      else if (line.size == 0 && fields->len > 0 && self->n_common == 0)
        self->n_common = fields->len;
    }

  if (self->name == NULL || self->name[0] == '\0' || !has_id)
    return fail ("An event’s format has no name or no number", rest, error);
  return TRUE;
}

/**
 * sl_event_format_parse:
 * @system: that the event belongs to
 * @text: (array length=size): the format
 *
 * Returns: (transfer full) (nullable): the format; %NULL with %SL_ERROR_MALFORMED
 */
SlEventFormat *
sl_event_format_parse (const char *system, const char *text, gsize size, GError **error)
{
  g_autoptr (SlEventFormat) self = g_new0 (SlEventFormat, 1);
  g_autoptr (GArray) fields = g_array_new (FALSE, FALSE, sizeof (SlEventField));

  self->texts = g_string_chunk_new (512);
  self->system = g_string_chunk_insert (self->texts, system);
  self->print = "";
  if (!parse_lines (self, fields, (Part) { text, size }, error))
    return NULL;

  /* Where nothing divides them, only those are common that are called so. */
  if (self->n_common == 0 || self->n_common == fields->len)
    for (self->n_common = 0;
         self->n_common < fields->len &&
         g_str_has_prefix (g_array_index (fields, SlEventField, self->n_common).name, "common_");)
      self->n_common++;
  self->n_fields = fields->len;
  sl_event_print_mark_hex (self->print, (SlEventField *) (gpointer) fields->data, fields->len);
  mark_decimal (system, (SlEventField *) (gpointer) fields->data, fields->len);
  self->fields = (SlEventField *) g_array_steal (fields, NULL);
  return g_steal_pointer (&self);
}

void
sl_event_format_free (SlEventFormat *self)
{
  g_free ((gpointer) self->fields);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/**
 * sl_event_format_find:
 *
 * Returns: (transfer none) (nullable): the field of that name
 */
const SlEventField *
sl_event_format_find (const SlEventFormat *self, const char *name)
{
  for (guint i = 0; i < self->n_fields; i++)
    {
      if (g_str_equal (self->fields[i].name, name))
        return &self->fields[i];
    }

  return NULL;
}
