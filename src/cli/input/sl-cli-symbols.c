/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-symbols.h"

#include "sl-cli-error.h"
#include "sl-cli-words.h"
#include "sl-code-load.h"
#include "sl-code-map.h"

/* Files that a note names. */
#define MAX_LISTED 3

static void
take_map (SlCliTrace *trace, SlCodeMap *map)
{
  SlAnnotations *changed = sl_annotations_with_code_map (trace->annotations, map);

  sl_annotations_unref (trace->annotations);
  trace->annotations = changed;
}

/**
 * sl_cli_symbols_apply:
 * @number: of the trace, for which some of the option's values may be meant
 *
 * Fails where a value is wrong, its file cannot be read, or the trace has no addresses of code.
 */
gboolean
sl_cli_symbols_apply (SlCliTrace *trace, const SlCliRequest *request, guint number, GError **error)
{
  g_autoptr (GPtrArray) files = sl_code_files_new ();
  g_autoptr (SlCodeMap) map = NULL;
  SlSource *source = sl_trace_get_source (trace->trace);

  for (guint i = 0; request->symbols != NULL && request->symbols[i] != NULL; i++)
    {
      guint meant;
      const char *value = sl_cli_numbered_split (request->symbols[i], &meant);

      if (meant != SL_CLI_ALL && meant != number)
        continue;
      if (!sl_trace_has_code (trace->trace) && (meant == number || !request->join))
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--symbols %s: %s records no code addresses; symbols are for branch "
                       "traces such as Intel PT",
                       value, sl_source_get_format_title (source));
          return FALSE;
        }
      if (!sl_code_load_add (files, value, error))
        {
          g_prefix_error (error, "--symbols ");
          return FALSE;
        }
    }
  if (files->len == 0 && !request->symbols_from_trace)
    return TRUE;

  map = sl_code_load (files, request->symbols_from_trace ? source : NULL, error);
  if (map == NULL)
    {
      g_prefix_error (error, "--symbols ");
      return FALSE;
    }

  if (files->len > 0 || sl_code_map_get_count (map) > 0)
    take_map (trace, map);
  return TRUE;
}

/**
 * sl_cli_symbols_note_unread:
 *
 * Says on standard error which files the trace names and nobody has read, since nobody has allowed it: with them
 * code would have names.
 */
void
sl_cli_symbols_note_unread (const SlCliTrace *trace, const SlCliRequest *request)
{
  g_auto (GStrv) files = sl_code_load_list_traced (sl_trace_get_source (trace->trace));
  guint count = g_strv_length (files);
  g_autoptr (GString) list = g_string_new (NULL);

  if (request->symbols_from_trace || count == 0 || !sl_trace_has_code (trace->trace) ||
      sl_annotations_get_code_map (trace->annotations) != NULL)
    return;

  for (guint i = 0; i < MIN (count, MAX_LISTED); i++)
    {
      g_autofree char *name = g_filename_display_name (files[i]);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", name);
    }
  if (count > MAX_LISTED)
    g_string_append_printf (list, " and %u more", count - MAX_LISTED);
  sl_cli_note_print (
      "%s: Not read for function names, since only the trace names them: %s; if you trust the "
      "trace, give --symbols-from-trace",
      trace->name, list->str);
}
