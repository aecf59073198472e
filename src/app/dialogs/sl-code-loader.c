/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-loader.h"

#include "sl-background.h"
#include "sl-code-load.h"
#include "sl-code-map.h"
#include "sl-symbols-question.h"

/* The loader of a document, as its data. */
#define LOADER "sl-code-loader"

typedef enum
{
  UNASKED,
  REFUSED,
  ALLOWED,
} Permission;

typedef struct
{
  SlDocument *document; /* which owns this */
  GtkWidget *page;      /* weak: in the window over which the user is asked */
  GtkWindow *question;  /* weak: the dialog that waits for an answer; NULL for none */
  GPtrArray *reads;     /* of Read, by trace */
} Loader;

/* What was read for one trace the last time, or is being read. */
typedef struct
{
  Loader *loader;
  SlBackground *background;
  SlSource *source;
  char **files;
  Permission permission; /* to read what the trace names */
  gboolean with_traced;  /* whether that was read */
} Read;

typedef struct
{
  SlSource *traced; /* NULL where what the trace names is not to be read */
  char **files;
} Job;

static void look (Loader *self);

static gboolean
are_equal (const char *const *one, const char *const *other)
{
  return one == other || (one != NULL && other != NULL && g_strv_equal (one, other));
}

static void
read_free (gpointer data)
{
  Read *self = data;

  if (self == NULL)
    return;

  sl_background_free (self->background);
  g_clear_object (&self->source);
  g_strfreev (self->files);
  g_free (self);
}

static void
loader_free (gpointer data)
{
  Loader *self = data;

  if (self->question != NULL)
    gtk_window_destroy (self->question);
  g_clear_weak_pointer (&self->question);
  g_clear_weak_pointer (&self->page);
  g_ptr_array_unref (self->reads);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *self = data;

  g_clear_object (&self->traced);
  g_strfreev (self->files);
  g_free (self);
}

static gpointer
read_thread (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Job *job = request;
  g_autoptr (GPtrArray) files = sl_code_files_new ();

  for (guint i = 0; job->files != NULL && job->files[i] != NULL; i++)
    sl_code_load_add (files, job->files[i], NULL);
  return sl_code_load (files, job->traced, NULL);
}

static void
read_cb (gpointer owner, gpointer found, const GError *error)
{
  Read *self = owner;
  g_autoptr (SlCodeMap) map = found;
  guint trace;

  if (map != NULL && sl_code_map_get_count (map) > 0 &&
      g_ptr_array_find (self->loader->reads, self, &trace))
    sl_document_set_code_map (self->loader->document, trace, map);
}

static const SlBackgroundKind background_kind = {
  .work = read_thread,
  .free = job_free,
  .free_found = (GDestroyNotify) sl_code_map_unref,
};

static Read *
read_new (Loader *loader)
{
  Read *self = g_new0 (Read, 1);

  self->loader = loader;
  self->background = sl_background_new (&background_kind, read_cb, self);
  return self;
}

static void
start (Read *read)
{
  Job *job = g_new0 (Job, 1);

  job->traced = read->with_traced ? g_object_ref (read->source) : NULL;
  job->files = g_strdupv (read->files);
  sl_background_start (read->background, job);
}

static void
answer_cb (SlSource *source, gboolean may_read, gpointer user_data)
{
  Loader *self = user_data;

  g_clear_weak_pointer (&self->question);
  for (guint i = 0; i < self->reads->len; i++)
    {
      Read *read = self->reads->pdata[i];

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

/* Tabs can be moved from window to window. */
static GtkWindow *
get_window (Loader *self)
{
  return self->page != NULL ? (GtkWindow *) gtk_widget_get_root (self->page) : NULL;
}

/* Only where names would be seen, and one question at a time. */
static void
ask (Loader *self, const Read *read, SlTrace *trace)
{
  if (read->permission != UNASKED || self->question != NULL || get_window (self) == NULL ||
      !sl_trace_has_code (trace) || !names_files (read->source))
    return;

  g_set_weak_pointer (&self->question,
                      sl_symbols_question_ask (read->source, get_window (self), answer_cb, self));
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
  sl_background_stop (read->background);
  if (files != NULL || read->with_traced)
    start (read);
}

static void
look (Loader *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);

  g_ptr_array_set_size (self->reads, (int) sl_trace_set_get_size (set));
  for (guint i = 0; i < self->reads->len; i++)
    {
      if (self->reads->pdata[i] == NULL)
        self->reads->pdata[i] = read_new (self);
      look_at (self, self->reads->pdata[i], sl_trace_set_get_trace (set, i),
               sl_annotations_get_code_files (sl_trace_set_get_annotations (set, i)));
    }
}

static void
changed_cb (SlDocument *document, guint changes, Loader *self)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET)) != 0)
    look (self);
}

/**
 * sl_code_loader_attach:
 * @document: whose annotations get the maps of code; once
 * @page: in the window over which the user is asked for what he must allow
 */
void
sl_code_loader_attach (SlDocument *document, GtkWidget *page)
{
  Loader *self = g_new0 (Loader, 1);

  self->document = document;
  g_set_weak_pointer (&self->page, page);
  self->reads = g_ptr_array_new_with_free_func (read_free);
  g_object_set_data_full (G_OBJECT (document), LOADER, self, loader_free);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  look (self);
}

/* NULL where nothing was looked at for that trace. */
static Read *
find_read (SlDocument *document, guint trace)
{
  Loader *self = g_object_get_data (G_OBJECT (document), LOADER);

  return self != NULL && trace < self->reads->len ? self->reads->pdata[trace] : NULL;
}

/**
 * sl_code_loader_is_refused:
 * @trace: number in the document's set
 *
 * Returns: whether the user does not want what the trace names to be read
 */
gboolean
sl_code_loader_is_refused (SlDocument *document, guint trace)
{
  const Read *read = find_read (document, trace);

  return read != NULL && read->permission == REFUSED;
}

/**
 * sl_code_loader_ask_again:
 * @trace: number in the document's set
 *
 * Asks the user who did not want the files that a trace names to be read.
 */
void
sl_code_loader_ask_again (SlDocument *document, guint trace)
{
  Read *read = find_read (document, trace);

  if (read == NULL || read->permission != REFUSED)
    return;

  read->permission = UNASKED;
  look (read->loader);
}
