/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include <json-glib/json-glib.h>

#include "sl-cli-json.h"
#include "sl-format-registry.h"

static gboolean as_json;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
  G_OPTION_ENTRY_NULL,
};

static void
add_extensions (JsonBuilder *builder, const SlFormat *format)
{
  json_builder_set_member_name (builder, "extensions");
  json_builder_begin_array (builder);
  for (guint i = 0; format != NULL && format->extensions != NULL && format->extensions[i] != NULL;
       i++)
    json_builder_add_string_value (builder, format->extensions[i]);
  json_builder_end_array (builder);
}

static void
add_options (JsonBuilder *builder, const SlFormat *format)
{
  json_builder_set_member_name (builder, "options");
  json_builder_begin_array (builder);
  for (guint i = 0; format != NULL && format->options != NULL && format->options[i].key != NULL;
       i++)
    {
      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "key", format->options[i].key);
      sl_cli_json_add_string (builder, "title", format->options[i].title);
      sl_cli_json_add_string (builder, "default", format->options[i].value);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Every entry has every key: a module that did not load has no id, but an error. */
static gboolean
print_json (SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormatInfo *info = sl_formats_get (i);

      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "id", info->format ? info->format->id : NULL);
      sl_cli_json_add_string (builder, "title", info->format ? info->format->title : NULL);
      add_extensions (builder, info->format);
      add_options (builder, info->format);
      sl_cli_json_add_string (builder, "module", info->module_path);
      sl_cli_json_add_string (builder, "error", info->failure);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);

  return sl_cli_json_print (builder, writer, error);
}

static void
print_format (SlCliWriter *writer, const SlFormat *format, const char *module_path)
{
  sl_cli_writer_format (writer, "%s: %s, %s", format->id, format->title,
                        module_path != NULL ? module_path : "built in");
  for (guint i = 0; format->extensions != NULL && format->extensions[i] != NULL; i++)
    sl_cli_writer_format (writer, "%s.%s", i == 0 ? ", " : " ", format->extensions[i]);
  sl_cli_writer_char (writer, '\n');

  for (guint i = 0; format->options != NULL && format->options[i].key != NULL; i++)
    {
      const SlFormatOption *option = &format->options[i];

      sl_cli_writer_format (writer, "    -O %s=%s  %s\n", option->key,
                            option->value != NULL ? option->value : "…", option->title);
    }
}

static gboolean
print_text (SlCliWriter *writer, GError **error)
{
  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormatInfo *info = sl_formats_get (i);

      if (info->format != NULL)
        print_format (writer, info->format, info->module_path);
      else
        sl_cli_writer_format (writer, "warning: %s: The module did not load: %s\n",
                              info->module_path, info->failure);
    }

  return sl_cli_writer_finish (writer, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");

  return as_json ? print_json (writer, error) : print_text (writer, error);
}

const SlCliCommand sl_cmd_formats = {
  .id = "formats",
  .summary = "List the formats that can be read, with their options",
  .reads_files = FALSE,
  .entries = entries,
  .run = run,
};
