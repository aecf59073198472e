/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-json.h"

/**
 * sl_cli_json_add_string:
 * @value: (nullable): UTF-8; %NULL is written as null
 */
void
sl_cli_json_add_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

/**
 * sl_cli_json_add_count:
 * @count: JSON integers end at 2⁶³ − 1, which stands for all above
 *
 * Adds a member that is a number.
 */
void
sl_cli_json_add_count (JsonBuilder *builder, const char *name, guint64 count)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) MIN (count, G_MAXINT64));
}

/**
 * sl_cli_json_add_absolute:
 * @absolute: a tick or an offset
 *
 * Adds a member that is a decimal string: readers that take numbers for doubles would lose
 * digits.
 */
void
sl_cli_json_add_absolute (JsonBuilder *builder, const char *name, guint64 absolute)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, absolute);

  sl_cli_json_add_string (builder, name, text);
}

void
sl_cli_json_add_fraction (JsonBuilder *builder, const char *name, double fraction)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, fraction);
}

/**
 * sl_cli_json_add_figure:
 * @is_known: else the member is null
 */
void
sl_cli_json_add_figure (JsonBuilder *builder, const char *name, gboolean is_known, gint64 figure)
{
  json_builder_set_member_name (builder, name);
  if (is_known)
    json_builder_add_int_value (builder, figure);
  else
    json_builder_add_null_value (builder);
}

/**
 * sl_cli_json_add_range:
 *
 * Adds an object with "min", "mean" and "max", null where @range is empty.
 */
void
sl_cli_json_add_range (JsonBuilder *builder, const char *name, const SlRange *range)
{
  gboolean is_known = range->count > 0;

  sl_cli_json_begin_object (builder, name);
  sl_cli_json_add_figure (builder, "min", is_known, range->min);
  if (is_known)
    sl_cli_json_add_fraction (builder, "mean", sl_range_get_mean (range));
  else
    sl_cli_json_add_figure (builder, "mean", FALSE, 0);
  sl_cli_json_add_figure (builder, "max", is_known, range->max);
  json_builder_end_object (builder);
}

/**
 * sl_cli_json_begin_object:
 *
 * Adds a member that is an object, which json_builder_end_object() ends.
 */
void
sl_cli_json_begin_object (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

/**
 * sl_cli_json_begin_array:
 *
 * Adds a member that is an array, which json_builder_end_array() ends.
 */
void
sl_cli_json_begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

/**
 * sl_cli_json_print:
 * @builder: with one complete value
 *
 * Writes the value and finishes @writer.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_json_print (JsonBuilder *builder, SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = json_to_string (root, TRUE);

  sl_cli_writer_text (writer, text);
  sl_cli_writer_char (writer, '\n');

  return sl_cli_writer_finish (writer, error);
}
