/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-input.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-cli-error.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-time-text.h"

void
sl_cli_request_clear (SlCliRequest *self)
{
  g_strfreev (self->files);
  g_free (self->format);
  g_strfreev (self->options);
  g_free (self->rate);
  g_strfreev (self->symbols);
  g_free (self->idle);
  *self = (SlCliRequest) { 0 };
}

/**
 * sl_cli_request_add_options:
 * @self: is filled when the context parses; must outlive @context
 *
 * Values are taken as bytes: a script in the C locale may well pass "10µs" or a name in any
 * encoding.
 */
void
sl_cli_request_add_options (SlCliRequest *self, GOptionContext *context)
{
  GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_FILENAME, &self->format,
      "Read the files as this format, whatever they look like (see “formats”)", "ID" },
    { "option", 'O', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->options,
      "Give an option of the format; may be repeated (see “formats”)", "KEY=VALUE" },
    { "rate", 0, 0, G_OPTION_ARG_FILENAME, &self->rate,
      "Give or override the rate of the clock, in ticks a second", "HZ" },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->symbols,
      "Name code by the symbols of a program; for instruction traces", "ELF[@BASE]" },
    { "idle", 0, 0, G_OPTION_ARG_FILENAME, &self->idle,
      "Say which task is the idle task: 264, task:264 or its name", "TASK" },
    { "join", 0, 0, G_OPTION_ARG_NONE, &self->join, "Put several traces on one axis", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->files, NULL, "FILE…" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
sl_cli_trace_free (SlCliTrace *self)
{
  g_free (self->name);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->overlay, sl_overlay_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_free (self);
}

static GHashTable *
parse_format_options (char **options, GError **error)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    {
      const char *equals = strchr (options[i], '=');

      if (equals == NULL || equals == options[i])
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "-O %s: Is not KEY=VALUE",
                       options[i]);
          return NULL;
        }
      g_hash_table_replace (table, g_strndup (options[i], (gsize) (equals - options[i])),
                            g_strdup (equals + 1));
    }

  return g_steal_pointer (&table);
}

static gboolean
check_request (const SlCliRequest *request, GError **error)
{
  if (request->files == NULL || request->files[0] == NULL)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "No file given");
      return FALSE;
    }
  if (request->symbols != NULL)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--symbols %s: None of the formats read here records addresses of code; "
                   "symbols are for instruction traces such as Intel PT",
                   request->symbols[0]);
      return FALSE;
    }

  return TRUE;
}

/* The file that the user gave whose name, without folders and as people see it, is the first
 * @length bytes of @name; NULL where there is none. Who named a file should find it as it was
 * written. */
static const char *
find_as_given (const SlCliRequest *request, const char *name, gsize length)
{
  for (guint i = 0; request->files[i] != NULL; i++)
    {
      g_autofree char *shown = g_filename_display_basename (request->files[i]);

      if (strlen (shown) == length && strncmp (shown, name, length) == 0)
        return request->files[i];
    }

  return NULL;
}

/* Errors of opening begin with "NAME: ". */
static void
name_as_given (const SlCliRequest *request, GError *error)
{
  const char *colon = error->message;
  const char *given = NULL;
  char *message;

  while (given == NULL && (colon = strstr (colon + 1, ": ")) != NULL)
    given = find_as_given (request, error->message, (gsize) (colon - error->message));
  if (given == NULL)
    return;

  message = g_strconcat (given, colon, NULL);
  g_free (error->message);
  error->message = message;
}

static const char *
get_name (const SlCliRequest *request, GPtrArray *sources, guint number)
{
  const char *name = sl_source_get_file_names (g_ptr_array_index (sources, number))[0];
  const char *given = find_as_given (request, name, strlen (name));

  if (request->files[1] == NULL && sources->len == 1)
    return request->files[0];
  return given != NULL ? given : name;
}

/* (transfer container) (element-type SlSource) */
static GPtrArray *
open_sources (const SlCliRequest *request, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = NULL;
  g_autoptr (GError) failure = NULL;
  SlOpenRequest open_request;
  GPtrArray *sources;

  if (!check_request (request, error))
    return NULL;

  options = parse_format_options (request->options, error);
  if (options == NULL)
    return NULL;

  for (guint i = 0; request->files[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_path (request->files[i]));

  open_request = (SlOpenRequest) { files, request->format, options };
  sources = sl_open (&open_request, NULL, NULL, NULL, &failure);
  if (sources == NULL)
    {
      name_as_given (request, failure);
      g_propagate_error (error, g_steal_pointer (&failure));
    }

  return sources;
}

static gboolean
apply_rate (SlCliTrace *self, const char *rate, GError **error)
{
  guint64 numerator, denominator;
  SlOverlay *changed;

  if (!sl_clock_parse_rate (rate, &numerator, &denominator, error))
    {
      g_prefix_error (error, "--rate %s: ", rate);
      return FALSE;
    }

  changed = sl_overlay_with_rate (self->overlay, numerator, denominator);
  sl_overlay_unref (self->overlay);
  self->overlay = changed;
  return TRUE;
}

static gboolean
apply_idle_task (SlCliTrace *self, const char *idle, GError **error)
{
  g_autofree char *reference = NULL;
  SlOverlay *changed;
  guint32 object;

  if (!sl_cli_check_text ("--idle", idle, error))
    return FALSE;
  if (!sl_overlay_find_task (self->overlay, self->trace, idle, &object, error))
    {
      g_prefix_error (error, "--idle %s: ", idle);
      return FALSE;
    }

  reference =
      sl_object_to_string (sl_object_table_get (sl_trace_get_objects (self->trace), object));
  changed = sl_overlay_with_idle_task (self->overlay, reference);
  sl_overlay_unref (self->overlay);
  self->overlay = changed;
  return TRUE;
}

static SlCliTrace *
load_trace (const SlCliRequest *request, SlSource *source, const char *name, GError **error)
{
  g_autoptr (SlCliTrace) self = g_new0 (SlCliTrace, 1);

  self->name = g_strdup (name);
  self->trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, error);
  if (self->trace == NULL)
    {
      g_prefix_error (error, "%s: %s: ", name, sl_source_get_format_title (source));
      return NULL;
    }

  self->overlay = sl_overlay_new ();
  if (request->rate != NULL && !apply_rate (self, request->rate, error))
    return NULL;
  if (request->idle != NULL && !apply_idle_task (self, request->idle, error))
    return NULL;

  self->clock = sl_overlay_dup_clock (self->overlay, self->trace);
  return g_steal_pointer (&self);
}

/**
 * sl_cli_open_all:
 *
 * Opens and loads each trace that the files hold. Files that one format joins are one.
 *
 * Returns: (transfer full) (element-type SlCliTrace): at least one, in the order of the files;
 *   %NULL on error
 */
GPtrArray *
sl_cli_open_all (const SlCliRequest *request, GError **error)
{
  g_autoptr (GPtrArray) sources = open_sources (request, error);
  g_autoptr (GPtrArray) traces = NULL;

  if (sources == NULL)
    return NULL;
  if (sources->len > 1 && request->join)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--join: The files hold %u different traces, and putting these on one axis is "
                   "not available yet; only files that one format joins are one trace",
                   sources->len);
      return NULL;
    }

  traces = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_cli_trace_free);
  for (guint i = 0; i < sources->len; i++)
    {
      SlCliTrace *trace = load_trace (request, g_ptr_array_index (sources, i),
                                      get_name (request, sources, i), error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (traces, trace);
    }

  return g_steal_pointer (&traces);
}

/**
 * sl_cli_open:
 *
 * Opens and loads the one trace that the files hold.
 *
 * Returns: (transfer full): %NULL on error
 */
SlCliTrace *
sl_cli_open (const SlCliRequest *request, GError **error)
{
  g_autoptr (GPtrArray) traces = sl_cli_open_all (request, error);

  if (traces == NULL)
    return NULL;
  if (traces->len > 1)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "The files hold %u different traces; only “info” takes several", traces->len);
      return NULL;
    }

  return g_ptr_array_steal_index (traces, 0);
}

/**
 * sl_cli_trace_get_n_files:
 *
 * Returns: how many files the trace was made of; above 1 offsets need the file's number
 */
guint
sl_cli_trace_get_n_files (const SlCliTrace *self)
{
  return g_strv_length ((char **) sl_source_get_file_names (sl_trace_get_source (self->trace)));
}

static gboolean
parse_time (const SlCliTrace *self,
            const char *option,
            const char *text,
            SlTime *time,
            GError **error)
{
  if (sl_time_parse (text, self->clock, time, error))
    return TRUE;

  g_prefix_error (error, "%s %s: ", option, text);
  return FALSE;
}

/**
 * sl_cli_trace_parse_span:
 * @from: (nullable): first tick; %NULL for the trace's first
 * @to: (nullable): first tick after it; %NULL for the end of the trace
 * @span: the part of the trace that they name; may be empty
 * @error: of usage, if a time cannot be read or @from is not before @to
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_trace_parse_span (const SlCliTrace *self,
                         const char *from,
                         const char *to,
                         SlSpan *span,
                         GError **error)
{
  SlSpan whole = sl_trace_get_span (self->trace);
  SlSpan wanted = whole;

  if (from != NULL && !parse_time (self, "--from", from, &wanted.begin, error))
    return FALSE;
  if (to != NULL && !parse_time (self, "--to", to, &wanted.end, error))
    return FALSE;
  if (from != NULL && to != NULL && wanted.begin >= wanted.end)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--from %s --to %s: The span ends before it begins: --from is the first tick "
                   "of the span, --to the first after it",
                   from, to);
      return FALSE;
    }

  span->begin = CLAMP (wanted.begin, whole.begin, whole.end);
  span->end = CLAMP (wanted.end, span->begin, whole.end);
  return TRUE;
}

/**
 * sl_cli_check_text:
 * @option: what errors call it
 * @value: what was given for it
 *
 * Returns: whether @value is UTF-8; sets @error if not
 */
gboolean
sl_cli_check_text (const char *option, const char *value, GError **error)
{
  if (g_utf8_validate (value, -1, NULL))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s %s: The text is not UTF-8", option,
               value);
  return FALSE;
}
