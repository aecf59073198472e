/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-symbols.h"

#include "sl-cli-error.h"
#include "sl-cli-numbered.h"
#include "sl-code-load.h"

static void
take_map (SlCliTrace *trace, SlCodeMap *map)
{
  SlOverlay *changed = sl_overlay_with_code_map (trace->overlay, map);

  sl_overlay_unref (trace->overlay);
  trace->overlay = changed;
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

  for (guint i = 0; request->symbols != NULL && request->symbols[i] != NULL; i++)
    {
      guint meant;
      const char *value = sl_cli_numbered_split (request->symbols[i], &meant);

      if (meant != SL_CLI_ALL && meant != number)
        continue;
      if (!sl_trace_has_code (trace->trace) && (meant == number || !request->join))
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--symbols %s: %s records no addresses of code; symbols are for branch "
                       "traces such as Intel PT",
                       value, sl_source_get_format_title (sl_trace_get_source (trace->trace)));
          return FALSE;
        }
      if (!sl_code_load_add (files, value, error))
        {
          g_prefix_error (error, "--symbols ");
          return FALSE;
        }
    }
  if (files->len == 0)
    return TRUE;

  map = sl_code_load (files, sl_trace_get_source (trace->trace), error);
  if (map == NULL)
    {
      g_prefix_error (error, "--symbols ");
      return FALSE;
    }

  take_map (trace, map);
  return TRUE;
}

/**
 * sl_cli_symbols_load_traced:
 *
 * Reads the files that the trace names, unless the user has given some, which brings them along.
 */
void
sl_cli_symbols_load_traced (SlCliTrace *trace)
{
  g_autoptr (SlCodeMap) map = NULL;

  if (sl_overlay_get_code_map (trace->overlay) != NULL)
    return;

  map = sl_code_load (NULL, sl_trace_get_source (trace->trace), NULL);
  if (sl_code_map_get_count (map) > 0)
    take_map (trace, map);
}
