/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-go-to-job.h"

#include <glib/gi18n.h>

#include "sl-go-to-name.h"
#include "sl-text-cause.h"

typedef struct
{
  guint trace;
  const SlJobTask *task;
  char *name;
} Found;

static void
found_clear (gpointer data)
{
  g_free (((Found *) data)->name);
}

/* Splits "fast 7", "fast #7", "fast job 7" and "fast, job 7". */
static gboolean
split (const char *text, char **name, guint64 *number)
{
  g_autoptr (GRegex) form =
      g_regex_new ("^(.+?)[\\s,]+(?:job\\s+|#)?(\\d+)$", G_REGEX_CASELESS, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *digits = NULL;

  if (!g_regex_match (form, text, 0, &match))
    return FALSE;

  digits = g_match_info_fetch (match, 2);
  if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT, number, NULL))
    return FALSE;
  *name = g_match_info_fetch (match, 1);
  return TRUE;
}

/* The tasks whose names fit best, of those that have jobs. */
static GArray *
find_tasks (SlDocument *document, const char *name)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autofree char *folded = g_utf8_casefold (name, -1);
  int best = 1;

  g_array_set_clear_func (found, found_clear);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlJobTable *jobs = sl_document_get_jobs_of (document, i);

      for (guint j = 0; jobs != NULL && j < sl_job_table_get_n_tasks (jobs); j++)
        {
          const SlJobTask *task = sl_job_table_get_task (jobs, j);
          Found one = { i, task,
                        sl_text_object (sl_trace_set_get_trace (set, i),
                                        sl_trace_set_get_annotations (set, i), task->task) };
          int fit = task->n_jobs > 0 ? sl_go_to_name_rate (one.name, folded) : 0;

          if (fit > best)
            g_array_set_size (found, 0);
          best = MAX (best, fit);
          if (fit == best)
            g_array_append_val (found, one);
          else
            g_free (one.name);
        }
    }
  return found;
}

static SlGoTo *
make_job (SlDocument *document, const Found *found, guint64 number, GError **error)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, found->trace);
  guint first = sl_job_table_get (jobs, found->task->first)->number;
  guint last = sl_job_table_get (jobs, found->task->first + found->task->n_jobs - 1)->number;
  SlGoTo *self;

  for (guint i = 0; i < found->task->n_jobs; i++)
    {
      if (sl_job_table_get (jobs, found->task->first + i)->number != number)
        continue;
      self = sl_go_to_new (SL_GO_TO_JOB,
                           /* Translators: the name of a task, and the number of its job */
                           g_strdup_printf (_ ("Goes to %s, job %u"), found->name, (guint) number));
      self->trace = found->trace;
      self->number = found->task->first + i;
      return self;
    }

  sl_go_to_set_error (error, g_strdup_printf (_ ("The jobs of “%s” have the numbers %u to %u"),
                                              found->name, first, last));
  return NULL;
}

/**
 * sl_go_to_job_find:
 * @text: the name of a task, or a part of it, and the number of one of its jobs, as in "fast 7" or "fast, job 7"
 *
 * Fails with %SL_ERROR_USAGE if the name fits one task best, but that has no such job, or if it fits several.
 *
 * Returns: (transfer full) (nullable): %NULL without an error if @text is something else, or no task with jobs has such a name
 */
SlGoTo *
sl_go_to_job_find (SlDocument *document, const char *text, GError **error)
{
  g_autoptr (GArray) found = NULL;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *name = NULL;
  guint64 number;

  if (!split (text, &name, &number))
    return NULL;

  found = find_tasks (document, name);
  if (found->len == 1)
    return make_job (document, &g_array_index (found, Found, 0), number, error);

  names = g_ptr_array_new ();
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (names, g_array_index (found, Found, i).name);
  if (names->len > 1)
    sl_go_to_name_set_ambiguous (names, name, error);
  return NULL;
}
