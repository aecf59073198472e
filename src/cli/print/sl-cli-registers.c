/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-registers.h"

#include "sl-cli-table.h"
#include "sl-text-topa-registers.h"

static void
add_hex (JsonBuilder *builder, const char *name, guint64 value)
{
  char text[SL_CLI_NUMBER_LENGTH + 1];

  text[sl_cli_format_hex (text, value)] = '\0';
  sl_cli_json_add_string (builder, name, text);
}

/**
 * sl_cli_registers_add_json:
 *
 * Adds a member "registers": an array of those that are known, with their fields.
 */
void
sl_cli_registers_add_json (JsonBuilder *builder, const SlTopaLayout *layout)
{
  g_autoptr (GArray) fields = sl_text_topa_fields (layout);

  sl_cli_json_begin_array (builder, "registers");
  for (guint i = 0; i < fields->len; i++)
    {
      const SlTopaField *field = &g_array_index (fields, SlTopaField, i);

      if (sl_topa_fields_begin_register (fields, i))
        {
          json_builder_begin_object (builder);
          sl_cli_json_add_string (builder, "register", sl_text_topa_register_name (field->reg));
          add_hex (builder, "value", layout->registers.values[field->reg]);
          sl_cli_json_begin_array (builder, "fields");
        }
      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "name", field->name);
      sl_cli_json_add_string (builder, "bits", field->bits);
      add_hex (builder, "value", field->value);
      sl_cli_json_add_string (builder, "meaning", field->meaning);
      json_builder_end_object (builder);
      if (i + 1 == fields->len || sl_topa_fields_begin_register (fields, i + 1))
        {
          json_builder_end_array (builder);
          json_builder_end_object (builder);
        }
    }
  json_builder_end_array (builder);
}

/**
 * sl_cli_registers_print:
 *
 * Writes each register that is known, and a line for each of its fields.
 */
void
sl_cli_registers_print (SlCliWriter *writer, const SlTopaLayout *layout)
{
  g_autoptr (GArray) fields = sl_text_topa_fields (layout);

  sl_cli_writer_text (writer, "  registers\n");
  for (guint i = 0; i < fields->len; i++)
    {
      const SlTopaField *field = &g_array_index (fields, SlTopaField, i);

      if (sl_topa_fields_begin_register (fields, i))
        sl_cli_writer_format (writer, "    %s 0x%" G_GINT64_MODIFIER "x\n",
                              sl_text_topa_register_name (field->reg),
                              layout->registers.values[field->reg]);
      sl_cli_writer_format (writer, "      %-5s  %-17s 0x%-8" G_GINT64_MODIFIER "x %s\n",
                            field->bits, field->name, field->value, field->meaning);
    }
}
