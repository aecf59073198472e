/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Logs of any kind, a table or lines of text, as neutral events: a mapping file beside the log says how, as
 * sl-log-map.h has it. Opening either file opens both. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-acted-source.h"
#include "sl-error.h"
#include "sl-log-reader.h"

static gboolean
is_map (const char *name)
{
  return g_str_has_suffix (name, SL_LOG_MAP_SUFFIX) && strlen (name) > strlen (SL_LOG_MAP_SUFFIX);
}

/* A mapping claims to be one; a log is told by the mapping beside it. */
static guint
text_log_probe (const SlProbe *probe)
{
  return is_map (probe->name) && g_strstr_len ((const char *) probe->head,
                                               (gssize) probe->head_length, "[log]") != NULL
             ? SL_PROBE_MAGIC
             : 0;
}

static void
text_log_companions (SlMapping *file, GPtrArray *names)
{
  const char *name = sl_mapping_get_name (file);

  if (is_map (name))
    g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (SL_LOG_MAP_SUFFIX)));
  else
    g_ptr_array_add (names, g_strconcat (name, SL_LOG_MAP_SUFFIX, NULL));
}

static gboolean
find_files (SlInput *input, guint *log, guint *map, GError **error)
{
  guint n_files = sl_input_get_n_files (input);
  const char *name = sl_mapping_get_name (sl_input_get_file (input, 0));

  if (n_files == 2)
    {
      *map = is_map (name) ? 0 : 1;
      *log = 1 - *map;
      return TRUE;
    }

  if (is_map (name))
    g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                         "The log of this mapping is missing beside it: the file of this name "
                         "without “" SL_LOG_MAP_SUFFIX "”");
  else
    g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                 "A log needs a mapping beside it, “%s" SL_LOG_MAP_SUFFIX "”", name);
  return FALSE;
}

static SlLogMap *
load_map (SlMapping *file, GError **error)
{
  return sl_log_map_new ((const char *) sl_mapping_get_data (file), sl_mapping_get_size (file),
                         error);
}

static SlSource *
text_log_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *head = NULL;
  SlTextPlace place = { 0, 0, 1, 0 };
  SlLogMap *map = NULL;
  SlLogReader *reader;
  SlTextUnit unit;
  gboolean has_wakeups;
  SlMapping *log;
  SlSource *source;
  guint log_file, map_file;

  if (find_files (input, &log_file, &map_file, error))
    map = load_map (sl_input_get_file (input, map_file), error);
  if (map == NULL)
    return NULL;

  log = sl_input_get_file (input, log_file);
  place.end = sl_mapping_get_size (log);
  unit = *sl_log_map_get_unit (map);
  has_wakeups = sl_log_map_has_wakeups (map);
  reader =
      sl_log_reader_new (map, (const char *) sl_mapping_get_data (log), place.end, &place, error);
  if (reader == NULL)
    return NULL;

  head = sl_log_reader_get_head (reader);
  source = sl_acted_source_new (input, log_file, &sl_log_reader, reader, &unit,
                                has_wakeups ? SL_TELLS_WAKEUPS : 0, &place, cancellable, &failure);
  if (source == NULL && g_error_matches (failure, SL_ERROR, SL_ERROR_EMPTY))
    g_set_error (error, SL_ERROR, SL_ERROR_EMPTY, "No line fits an action of the mapping: %s",
                 head);
  else if (source == NULL)
    g_propagate_error (error, g_steal_pointer (&failure));

  return source;
}

static const char *const extensions[] = { "slackline-map", NULL };

const SlFormat sl_format_text_log = {
  .struct_size = sizeof (SlFormat),
  .id = "text-log",
  .title = N_ ("Text log with a mapping file"),
  .extensions = extensions,
  .guide = SL_LOG_MAP_SUFFIX,
  .translator = &sl_acted_translator,
  .tells = SL_ACTED_TELLS,
  .probe = text_log_probe,
  .companions = text_log_companions,
  .open = text_log_open,
};
