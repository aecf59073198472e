/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-input.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-cli-error.h"
#include "sl-cli-model.h"
#include "sl-cli-spool.h"
#include "sl-cli-symbols.h"
#include "sl-cli-words.h"
#include "sl-format-registry.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-unpack.h"

void
sl_cli_request_clear (SlCliRequest *self)
{
  g_strfreev (self->files);
  g_strfreev (self->formats);
  g_strfreev (self->options);
  g_strfreev (self->rates);
  g_strfreev (self->symbols);
  g_strfreev (self->idles);
  g_strfreev (self->offsets);
  g_free (self->align);
  g_free (self->unpack_limit);
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
    { "format", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->formats,
      "Read the files, or the N-th of them, as this format, whatever they contain (see “formats”)",
      "[N:]ID" },
    { "option", 'O', 0, G_OPTION_ARG_FILENAME_ARRAY, &self->options,
      "Set an option of the format; may be repeated (see “formats”)", "[N:]KEY=VALUE" },
    { "rate", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->rates,
      "Set or override the rate of the clock, in ticks per second", "[N:]HZ" },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->symbols,
      "Take names of code from an ELF file or a list of symbols, loaded at BASE; may be "
      "repeated; for branch traces",
      "[N:]FILE[@[BASE][,cr3=CR3|,pid=PID]]" },
    { "symbols-from-trace", 0, 0, G_OPTION_ARG_NONE, &self->symbols_from_trace,
      "Also take names of code from the files that the traces name; only for traces that you trust",
      NULL },
    { "idle", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->idles,
      "Say which task is the idle task: 264, task:264 or its name", "[N:]TASK" },
    { "join", 0, 0, G_OPTION_ARG_NONE, &self->join, "Put several traces on one axis", NULL },
    { "align", 0, 0, G_OPTION_ARG_FILENAME, &self->align,
      "How joined traces are aligned: start (at their starts, the default), absolute (at their "
      "counts), release (at their first releases) or event:FILTER (at the first events that "
      "match)",
      "HOW" },
    { "offset", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->offsets,
      "Move joined trace N (from 0) later, such as 1:2.5ms or 1:-300; may be repeated", "N:T" },
    { "unpack-limit", 0, 0, G_OPTION_ARG_FILENAME, &self->unpack_limit,
      "Unpack a compressed file to at most this many bytes, whatever its own size, such as 16G "
      "(4G by default)",
      "SIZE" },
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
  g_clear_pointer (&self->annotations, sl_annotations_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_free (self);
}

/* The options for file @number. */
static GHashTable *
parse_format_options (char **options, guint number, GError **error)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    {
      guint meant;
      const char *option = sl_cli_numbered_split (options[i], &meant);
      const char *equals = strchr (option, '=');

      if (equals == NULL || equals == option)
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "-O %s: Not KEY=VALUE",
                       options[i]);
          return NULL;
        }
      if (meant == SL_CLI_ALL || meant == number)
        g_hash_table_replace (table, g_strndup (option, (gsize) (equals - option)),
                              g_strdup (equals + 1));
    }

  return g_steal_pointer (&table);
}

/* A number of bytes, with K, M, G or T for powers of 1024. */
static gboolean
set_unpack_limit (const char *text, GError **error)
{
  static const char units[] = "KMGT";
  g_autofree char *digits = g_strndup (text, strspn (text, "0123456789"));
  const char *rest = text + strlen (digits);
  const char *unit = *rest != '\0' ? strchr (units, *rest) : NULL;
  guint shift = unit != NULL ? 10 * (guint) (unit - units + 1) : 0;
  guint64 count;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT64 >> shift, &count, NULL) ||
      (unit != NULL ? rest[1] : rest[0]) != '\0')
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--unpack-limit %s: Not a number of bytes above 0, such as 16G", text);
      return FALSE;
    }

  sl_unpack_set_total (count << shift);
  return TRUE;
}

static gboolean
check_request (const SlCliRequest *request, GError **error)
{
  if (request->unpack_limit != NULL && !set_unpack_limit (request->unpack_limit, error))
    return FALSE;
  if (request->files == NULL || request->files[0] == NULL)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "No file given");
      return FALSE;
    }
  if (!request->join && (request->offsets != NULL || request->align != NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s: This option needs --join",
                   request->offsets != NULL ? "--offset" : "--align");
      return FALSE;
    }

  return sl_cli_numbered_check ("--format", request->formats, g_strv_length (request->files),
                                "files", error) &&
         sl_cli_numbered_check ("-O", request->options, g_strv_length (request->files), "files",
                                error);
}

/* The file that the user gave whose name, without folders and as people see it, is the first
 * @length bytes of @name; NULL where there is none. Who named a file should find it as it was
 * written. */
static const char *
find_as_given (const SlCliRequest *request, const char *name, gsize length)
{
  for (guint i = 0; request->files[i] != NULL; i++)
    {
      g_autoptr (GFile) file = sl_cli_spool_find_file (request->files[i]);
      g_autofree char *resolved = g_file_get_basename (file); /* of "." the folder's name */
      g_autofree char *shown = g_filename_display_name (resolved);

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

/* Whether a value of the option is meant for file @number alone. */
static gboolean
is_named (char **values, guint number)
{
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    {
      guint meant;

      sl_cli_numbered_split (values[i], &meant);
      if (meant == number)
        return TRUE;
    }

  return FALSE;
}

static gboolean
stands_alone (const SlCliRequest *request, guint number)
{
  return is_named (request->formats, number) || is_named (request->options, number);
}

/* Opens @count files from @first on, which are to be read alike, and adds what they hold. */
static gboolean
open_run (const SlCliRequest *request,
          const SlCliSpool *spool,
          guint first,
          guint count,
          GPtrArray *found,
          GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = parse_format_options (request->options, first, error);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) sources = NULL;
  SlOpenRequest open_request;

  if (options == NULL)
    return FALSE;

  for (guint i = first; i < first + count; i++)
    g_ptr_array_add (files, sl_cli_spool_make_file (spool, i));

  open_request = (SlOpenRequest) { files, sl_cli_numbered_find (request->formats, first), options };
  sources = sl_open (&open_request, NULL, NULL, NULL, &failure);
  if (sources == NULL)
    {
      name_as_given (request, failure);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  for (guint i = 0; i < sources->len; i++)
    g_ptr_array_add (found, g_object_ref (g_ptr_array_index (sources, i)));
  return TRUE;
}

/* One of them might have read the file, or read it better. */
static void
note_bad_modules (void)
{
  for (guint i = 0; i < sl_formats_get_count (); i++)
    {
      const SlFormatInfo *info = sl_formats_get (i);

      if (info->format == NULL)
        sl_cli_note_print ("warning: %s: The module did not load: %s", info->module_path,
                           info->failure);
    }
}

/* A file with a format or options of its own is a trace of its own; those between may be joined.
 * (transfer full) (element-type SlSource) */
static GPtrArray *
open_sources (const SlCliRequest *request, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlCliSpool) spool = NULL;
  guint n_files;

  if (!check_request (request, error))
    return NULL;

  note_bad_modules ();
  spool = sl_cli_spool_new (request->files, error);
  if (spool == NULL)
    return NULL;

  n_files = g_strv_length (request->files);
  for (guint first = 0, count; first < n_files; first += count)
    {
      count = 1;
      while (!stands_alone (request, first) && first + count < n_files &&
             !stands_alone (request, first + count))
        count++;
      if (!open_run (request, spool, first, count, found, error))
        return NULL;
    }

  return g_steal_pointer (&found);
}

static gboolean
apply_rate (SlCliTrace *self, const char *rate, GError **error)
{
  guint64 numerator, denominator;
  SlAnnotations *changed;

  if (!sl_clock_parse_rate (rate, &numerator, &denominator, error))
    {
      g_prefix_error (error, "--rate %s: ", rate);
      return FALSE;
    }

  changed = sl_annotations_with_rate (self->annotations, numerator, denominator);
  sl_annotations_unref (self->annotations);
  self->annotations = changed;
  return TRUE;
}

static gboolean
apply_idle_task (SlCliTrace *self, const char *idle, GError **error)
{
  g_autofree char *reference = NULL;
  SlAnnotations *changed;
  guint32 object;

  if (!sl_cli_check_text ("--idle", idle, error))
    return FALSE;
  if (!sl_annotations_find_task (self->annotations, self->trace, idle, &object, error))
    {
      g_prefix_error (error, "--idle %s: ", idle);
      return FALSE;
    }

  reference =
      sl_object_to_string (sl_object_table_get (sl_trace_get_objects (self->trace), object));
  changed = sl_annotations_with_idle_task (self->annotations, reference);
  sl_annotations_unref (self->annotations);
  self->annotations = changed;
  return TRUE;
}

/* An idle task that is meant for all traces need not be in each; whether it is in one is told by
 * @found. */
static gboolean
apply_options (SlCliTrace *self,
               const SlCliRequest *request,
               guint number,
               gboolean *found,
               GError **error)
{
  const char *rate = sl_cli_numbered_find (request->rates, number);
  const char *idle = sl_cli_numbered_find (request->idles, number);
  g_autoptr (GError) failure = NULL;

  if ((rate != NULL && !apply_rate (self, rate, error)) ||
      !sl_cli_symbols_apply (self, request, number, error))
    return FALSE;
  if (idle == NULL || apply_idle_task (self, idle, &failure))
    {
      *found = *found || idle != NULL;
      return TRUE;
    }
  if (!is_named (request->idles, number) && request->join)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static SlCliTrace *
load_trace (SlSource *source, const char *name, GError **error)
{
  g_autoptr (SlCliTrace) self = g_new0 (SlCliTrace, 1);

  self->name = g_strdup (name);
  self->trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, error);
  if (self->trace == NULL)
    {
      g_prefix_error (error, "%s: %s: ", name, sl_source_get_format_title (source));
      return NULL;
    }

  self->annotations = sl_annotations_new ();
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
  gboolean has_idle = FALSE;
  guint n_files = 0;

  if (sources == NULL)
    return NULL;
  if (!sl_cli_numbered_check ("--rate", request->rates, sources->len, "traces", error) ||
      !sl_cli_numbered_check ("--idle", request->idles, sources->len, "traces", error) ||
      !sl_cli_numbered_check ("--symbols", request->symbols, sources->len, "traces", error))
    return NULL;

  traces = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_cli_trace_free);
  for (guint i = 0; i < sources->len; i++)
    {
      SlCliTrace *trace =
          load_trace (g_ptr_array_index (sources, i), get_name (request, sources, i), error);

      if (trace == NULL)
        return NULL;
      g_ptr_array_add (traces, trace);
      trace->first_file = n_files;
      n_files += sl_cli_trace_get_n_files (trace);
      sl_cli_model_name_objects (trace, request);
      if (!apply_options (trace, request, i, &has_idle, error))
        return NULL;
      trace->clock = sl_annotations_dup_clock (trace->annotations, trace->trace);
    }

  /* In none of them: as for a single trace, say what is wrong with it. */
  if (request->idles != NULL && !has_idle)
    {
      apply_idle_task (g_ptr_array_index (traces, 0), sl_cli_numbered_find (request->idles, 0),
                       error);
      return NULL;
    }

  return g_steal_pointer (&traces);
}
