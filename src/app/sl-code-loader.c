/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-loader.h"

#include "sl-code-load.h"

/* What was read for one trace the last time, or is being read. */
typedef struct
{
  SlSource *source;
  char **files;
} Read;

typedef struct
{
  SlDocument *document; /* which owns this */
  GArray *reads;        /* of Read, by trace */
  GCancellable *cancellable;
} Loader;

typedef struct
{
  SlSource *source;
  char **files;
} Job;

static gboolean
are_equal (const char *const *one, const char *const *other)
{
  return one == other || (one != NULL && other != NULL && g_strv_equal (one, other));
}

static void
read_clear (gpointer data)
{
  Read *self = data;

  g_clear_object (&self->source);
  g_clear_pointer (&self->files, g_strfreev);
}

static void
loader_free (gpointer data)
{
  Loader *self = data;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_array_unref (self->reads);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *self = data;

  g_object_unref (self->source);
  g_strfreev (self->files);
  g_free (self);
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Job *job = task_data;
  g_autoptr (GPtrArray) files = sl_code_files_new ();

  for (guint i = 0; job->files != NULL && job->files[i] != NULL; i++)
    sl_code_load_add (files, job->files[i], NULL);
  g_task_return_pointer (task, sl_code_load (files, job->source, NULL),
                         (GDestroyNotify) sl_code_map_unref);
}

/* The trace may stand elsewhere by now, or be gone. */
static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SlDocument *document = SL_DOCUMENT (object);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (SlCodeMap) map = g_task_propagate_pointer (G_TASK (result), NULL);
  SlTraceSet *set = sl_document_get_set (document);

  if (map == NULL || sl_code_map_get_count (map) == 0)
    return;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      const char *const *files = sl_overlay_get_code_files (sl_trace_set_get_overlay (set, i));

      if (sl_trace_get_source (sl_trace_set_get_trace (set, i)) != job->source ||
          !are_equal (files, (const char *const *) job->files))
        continue;

      sl_document_set_code_map (document, i, map);
      return;
    }
}

static void
start (Loader *self, SlSource *source, const char *const *files)
{
  g_autoptr (GTask) task = g_task_new (self->document, self->cancellable, read_cb, NULL);
  Job *job = g_new0 (Job, 1);

  job->source = g_object_ref (source);
  job->files = g_strdupv ((char **) files);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_thread);
}

static void
look (Loader *self)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  g_array_set_size (self->reads, sl_trace_set_get_size (set));
  for (guint i = 0; i < self->reads->len; i++)
    {
      Read *read = &g_array_index (self->reads, Read, i);
      SlSource *source = sl_trace_get_source (sl_trace_set_get_trace (set, i));
      const char *const *files = sl_overlay_get_code_files (sl_trace_set_get_overlay (set, i));

      if (read->source == source && are_equal (files, (const char *const *) read->files))
        continue;

      read_clear (read);
      read->source = g_object_ref (source);
      read->files = g_strdupv ((char **) files);
      if (files != NULL || sl_source_get_code_files (source) != NULL)
        start (self, source, files);
    }
}

static void
changed_cb (SlDocument *document, guint changes, Loader *self)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_OVERLAY | SL_CHANGED_SET)) != 0)
    look (self);
}

/**
 * sl_code_loader_attach:
 * @document: whose overlays get the maps of code; once
 */
void
sl_code_loader_attach (SlDocument *document)
{
  Loader *self = g_new0 (Loader, 1);

  self->document = document;
  self->cancellable = g_cancellable_new ();
  self->reads = g_array_new (FALSE, TRUE, sizeof (Read));
  g_array_set_clear_func (self->reads, read_clear);
  g_object_set_data_full (G_OBJECT (document), "sl-code-loader", self, loader_free);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  look (self);
}
