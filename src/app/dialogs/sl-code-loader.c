/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-loader.h"

#include "sl-code-load.h"
#include "sl-code-map.h"
#include "sl-symbols-question.h"

typedef enum
{
  UNASKED,
  REFUSED,
  ALLOWED,
} Permission;

/* What was read for one trace the last time, or is being read. */
typedef struct
{
  SlSource *source;
  char **files;
  Permission permission; /* to read what the trace names */
  gboolean with_traced;  /* whether that was read */
} Read;

typedef struct
{
  SlDocument *document; /* which owns this */
  GtkWindow *window;    /* weak */
  GtkWindow *question;  /* weak: the dialog that waits for an answer; NULL for none */
  GArray *reads;        /* of Read, by trace */
  GCancellable *cancellable;
} Loader;

typedef struct
{
  SlSource *source;
  char **files;
  gboolean with_traced;
} Job;

static const char key[] = "sl-code-loader";

static void look (Loader *self);

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
  if (self->question != NULL)
    gtk_window_destroy (self->question);
  g_clear_weak_pointer (&self->question);
  g_clear_weak_pointer (&self->window);
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
  g_task_return_pointer (task, sl_code_load (files, job->with_traced ? job->source : NULL, NULL),
                         (GDestroyNotify) sl_code_map_unref);
}

/* The trace may stand elsewhere by now, be gone, or be read anew with other files. */
static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SlDocument *document = SL_DOCUMENT (object);
  const Loader *self = g_object_get_data (object, key);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (SlCodeMap) map = g_task_propagate_pointer (G_TASK (result), NULL);

  if (map == NULL || sl_code_map_get_count (map) == 0)
    return;

  for (guint i = 0; i < self->reads->len; i++)
    {
      const Read *read = &g_array_index (self->reads, Read, i);

      if (read->source != job->source || read->with_traced != job->with_traced ||
          !are_equal ((const char *const *) read->files, (const char *const *) job->files))
        continue;

      sl_document_set_code_map (document, i, map);
      return;
    }
}

static void
start (Loader *self, const Read *read)
{
  g_autoptr (GTask) task = g_task_new (self->document, self->cancellable, read_cb, NULL);
  Job *job = g_new0 (Job, 1);

  job->source = g_object_ref (read->source);
  job->files = g_strdupv (read->files);
  job->with_traced = read->with_traced;
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, read_thread);
}

static void
answer_cb (SlSource *source, gboolean may_read, gpointer user_data)
{
  Loader *self = user_data;

  g_clear_weak_pointer (&self->question);
  for (guint i = 0; i < self->reads->len; i++)
    {
      Read *read = &g_array_index (self->reads, Read, i);

      if (read->source == source)
        read->permission = may_read ? ALLOWED : REFUSED;
    }
  look (self);
}

static gboolean
names_files (SlSource *source)
{
  g_auto (GStrv) files = sl_code_load_list_traced (source);

  return files[0] != NULL;
}

/* Only where names would be seen, and one question at a time. */
static void
ask (Loader *self, const Read *read, SlTrace *trace)
{
  if (read->permission != UNASKED || self->question != NULL || self->window == NULL ||
      !sl_trace_has_code (trace) || !names_files (read->source))
    return;

  g_set_weak_pointer (&self->question,
                      sl_symbols_question_ask (read->source, self->window, answer_cb, self));
}

static void
look_at (Loader *self, Read *read, SlTrace *trace, const char *const *files)
{
  SlSource *source = sl_trace_get_source (trace);
  gboolean is_new = read->source != source;

  if (is_new)
    {
      g_set_object (&read->source, source);
      read->permission = sl_symbols_question_is_allowed (source) ? ALLOWED : UNASKED;
    }
  ask (self, read, trace);
  if (!is_new && are_equal (files, (const char *const *) read->files) &&
      read->with_traced == (read->permission == ALLOWED))
    return;

  g_strfreev (read->files);
  read->files = g_strdupv ((char **) files);
  read->with_traced = read->permission == ALLOWED;
  if (files != NULL || read->with_traced)
    start (self, read);
}

static void
look (Loader *self)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  g_array_set_size (self->reads, sl_trace_set_get_size (set));
  for (guint i = 0; i < self->reads->len; i++)
    look_at (self, &g_array_index (self->reads, Read, i), sl_trace_set_get_trace (set, i),
             sl_overlay_get_code_files (sl_trace_set_get_overlay (set, i)));
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
 * @window: over which the user is asked for what he must allow
 */
void
sl_code_loader_attach (SlDocument *document, GtkWindow *window)
{
  Loader *self = g_new0 (Loader, 1);

  self->document = document;
  g_set_weak_pointer (&self->window, window);
  self->cancellable = g_cancellable_new ();
  self->reads = g_array_new (FALSE, TRUE, sizeof (Read));
  g_array_set_clear_func (self->reads, read_clear);
  g_object_set_data_full (G_OBJECT (document), key, self, loader_free);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  look (self);
}
