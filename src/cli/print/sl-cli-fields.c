/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-fields.h"

#include "sl-cli-error.h"
#include "sl-cli-words.h"
#include "sl-field-names.h"
#include "sl-kind.h"

#define WIDTH 16

/* As in a filter, a name may stand behind this. */
#define PREFIX "field."

typedef struct
{
  char *name;
  char *title;  /* of its column */
  guint column; /* where it stands in the option, from 1, in characters */
} Field;

struct _SlCliFields
{
  GArray *fields; /* of Field */
  GArray *details;
};

static void
field_clear (gpointer data)
{
  Field *self = data;

  g_free (self->name);
  g_free (self->title);
}

/**
 * sl_cli_fields_parse:
 * @text: names with commas between them
 * @error: of usage, with the column
 *
 * Returns: (transfer full) (nullable): the fields; %NULL with @error set
 */
SlCliFields *
sl_cli_fields_parse (const char *text, GError **error)
{
  g_autoptr (SlCliFields) self = g_new0 (SlCliFields, 1);
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  guint column = 1;

  self->fields = g_array_new (FALSE, FALSE, sizeof (Field));
  g_array_set_clear_func (self->fields, field_clear);
  self->details = sl_details_new ();
  if (!sl_cli_check_text ("--fields", text, error))
    return NULL;

  for (guint i = 0; i == 0 || names[i] != NULL; i++)
    {
      const char *given = names[i] != NULL ? names[i] : "";
      g_autofree char *stripped = g_strstrip (g_strdup (given));
      Field field = { .column = column };

      if (stripped[0] == '\0')
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--fields: Missing field name in column %u", column);
          return NULL;
        }
      field.name =
          g_strdup (g_str_has_prefix (stripped, PREFIX) ? stripped + sizeof PREFIX - 1 : stripped);
      g_array_append_val (self->fields, field);
      column += (guint) g_utf8_strlen (given, -1) + 1;
      if (names[i] == NULL)
        break;
    }

  return g_steal_pointer (&self);
}

/**
 * sl_cli_fields_new_for_filter:
 *
 * Returns: (transfer full) (nullable): the fields that @filter compares; %NULL where it compares none
 */
SlCliFields *
sl_cli_fields_new_for_filter (const SlFilter *filter)
{
  g_autoptr (GPtrArray) names = sl_filter_dup_raw_names (filter);
  g_autofree char *text = NULL;

  if (names->len == 0)
    return NULL;

  g_ptr_array_add (names, NULL);
  text = g_strjoinv (",", (char **) names->pdata);
  return sl_cli_fields_parse (text, NULL);
}

/**
 * sl_cli_fields_free:
 * @self: (transfer full):
 */
void
sl_cli_fields_free (SlCliFields *self)
{
  g_array_unref (self->fields);
  g_array_unref (self->details);
  g_free (self);
}

/**
 * sl_cli_fields_check:
 * @error: of usage, with the column, if no kind of event of any trace has one of the fields
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_fields_check (const SlCliFields *self, const SlCliTraces *set, GError **error)
{
  g_autoptr (GPtrArray) names =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_field_names_free);

  for (guint i = 0; i < set->traces->len; i++)
    g_ptr_array_add (names, sl_field_names_new (sl_cli_traces_get (set, i)->trace));

  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);
      gboolean is_known = FALSE;

      for (guint k = 0; k < names->len && !is_known; k++)
        is_known = sl_field_names_has (g_ptr_array_index (names, k), field->name);
      if (is_known)
        continue;

      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--fields: No kind of event of the trace has the field “%s” in column %u",
                   field->name, field->column);
      return FALSE;
    }

  return TRUE;
}

static gboolean
has_column (const GArray *columns, const char *name)
{
  for (guint i = 0; i < columns->len; i++)
    if (g_str_equal (g_array_index (columns, SlCliColumn, i).name, name))
      return TRUE;

  return FALSE;
}

/**
 * sl_cli_fields_add_columns:
 * @columns: (element-type SlCliColumn): those before
 *
 * Appends the columns of the fields, whose names live as long as @self: that of the field, behind “field.” where a column
 * before has that name already.
 */
void
sl_cli_fields_add_columns (SlCliFields *self, GArray *columns)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = &g_array_index (self->fields, Field, i);
      SlCliColumn column = { .width = WIDTH };

      g_free (field->title);
      field->title = has_column (columns, field->name) ? g_strconcat (PREFIX, field->name, NULL)
                                                       : g_strdup (field->name);
      column.name = field->title;
      g_array_append_val (columns, column);
    }
}

/**
 * sl_cli_fields_print:
 * @source: of the trace that @event is of
 *
 * Prints all of them; empty where the record does not have the field.
 */
void
sl_cli_fields_print (SlCliFields *self, SlCliTable *table, SlSource *source, const SlEvent *event)
{
  g_array_set_size (self->details, 0);
  if (event->offset != SL_OFFSET_NONE)
    sl_source_describe (source, event->offset, self->details);

  for (guint i = 0; i < self->fields->len; i++)
    {
      const SlDetail *detail =
          sl_details_find (self->details, g_array_index (self->fields, Field, i).name);

      if (detail != NULL)
        sl_cli_table_text (table, detail->plain);
      else
        sl_cli_table_empty (table);
    }
}

/**
 * sl_cli_fields_add_names:
 *
 * Adds the member "fields": the names of the raw fields that each kind of event has.
 */
void
sl_cli_fields_add_names (JsonBuilder *builder, SlTrace *trace)
{
  g_autoptr (SlFieldNames) fields = sl_field_names_new (trace);
  g_autoptr (GArray) kinds = sl_trace_get_kinds (trace);

  json_builder_set_member_name (builder, "fields");
  json_builder_begin_object (builder);
  for (guint i = 0; i < kinds->len; i++)
    {
      GPtrArray *names = sl_field_names_get (fields, g_array_index (kinds, guint16, i));

      if (names == NULL)
        continue;

      json_builder_set_member_name (builder, sl_kind_get (g_array_index (kinds, guint16, i))->id);
      json_builder_begin_array (builder);
      for (guint k = 0; k < names->len; k++)
        json_builder_add_string_value (builder, g_ptr_array_index (names, k));
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/**
 * sl_cli_fields_print_names:
 *
 * Writes a line of the names of the raw fields of all kinds together.
 */
void
sl_cli_fields_print_names (SlCliWriter *writer, SlTrace *trace)
{
  g_autoptr (SlFieldNames) fields = sl_field_names_new (trace);
  g_autoptr (GPtrArray) names = sl_field_names_list (fields);

  if (names->len == 0)
    return;

  sl_cli_writer_text (writer, "  fields   ");
  for (guint i = 0; i < names->len; i++)
    sl_cli_writer_format (writer, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  sl_cli_writer_char (writer, '\n');
}
