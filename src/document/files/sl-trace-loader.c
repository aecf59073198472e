/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-loader.h"

#include "sl-analyses.h"
#include "sl-loader.h"
#include "sl-open.h"

/* Opens files and loads what is in them in the background. SlLoader does the loading; this adds
 * the opening (unpacking may take long) and the traces beyond the first. After
 * sl_trace_loader_cancel() no signal comes any more. */

#define PROGRESS_MSEC 100

/* Shared with the loading thread. */
typedef struct
{
  gatomicrefcount ref_count;
  GPtrArray *files; /* of GFile */
  char *format_id;
  SlSource *source;         /* NULL where files are to be opened */
  SlSimulation *simulation; /* that writes the file first; NULL for none */

  GMutex lock;       /* for what stands below */
  double fraction;   /* of opening */
  GPtrArray *others; /* of SlSource; NULL until opened */
} Job;

struct _SlTraceLoader
{
  GObject parent_instance;

  Job *job;
  SlLoader *loader;
  guint progress; /* timeout; 0 while none runs */
};

G_DEFINE_FINAL_TYPE (SlTraceLoader, sl_trace_loader, G_TYPE_OBJECT)

enum
{
  SIGNAL_TRACE,
  SIGNAL_PROGRESS,
  SIGNAL_FINISHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static Job *
job_ref (Job *job)
{
  g_atomic_ref_count_inc (&job->ref_count);
  return job;
}

static void
job_unref (gpointer data)
{
  Job *job = data;

  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;

  g_clear_pointer (&job->files, g_ptr_array_unref);
  g_clear_object (&job->source);
  g_clear_pointer (&job->simulation, sl_simulation_unref);
  g_clear_pointer (&job->others, g_ptr_array_unref);
  g_mutex_clear (&job->lock);
  g_free (job->format_id);
  g_free (job);
}

static void
open_progress_cb (const char *what, double fraction, gpointer user_data)
{
  Job *job = user_data;

  g_mutex_lock (&job->lock);
  job->fraction = fraction;
  g_mutex_unlock (&job->lock);
}

/* A simulation is called by its name and not by that of its file in the cache. */
static void
name_source (const Job *job, SlSource *source)
{
  g_autofree char *found = NULL;

  if (job->simulation != NULL)
    {
      sl_source_set_name (source, sl_simulation_get_run (job->simulation));
      return;
    }

  found = job->files->len == 1 ? sl_simulation_find_name (g_ptr_array_index (job->files, 0)) : NULL;
  if (found != NULL)
    sl_source_set_name (source, found);
}

/* In the loading thread. */
static SlSource *
open_cb (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  SlOpenRequest request = { .files = job->files, .format_id = job->format_id };
  g_autoptr (GPtrArray) sources = NULL;
  SlSource *first;

  if (job->source != NULL)
    return g_object_ref (job->source);
  if (job->simulation != NULL && !sl_simulation_run (job->simulation, cancellable, error))
    return NULL;

  sources = sl_open (&request, open_progress_cb, job, cancellable, error);
  if (sources == NULL)
    return NULL;

  first = g_object_ref (g_ptr_array_index (sources, 0));
  name_source (job, first);
  g_ptr_array_remove_index (sources, 0);
  g_mutex_lock (&job->lock);
  job->others = g_steal_pointer (&sources);
  g_mutex_unlock (&job->lock);
  return first;
}

static gboolean
progress_cb (gpointer user_data)
{
  SlTraceLoader *self = user_data;
  double loaded = sl_loader_get_progress (self->loader);
  double opened;

  g_mutex_lock (&self->job->lock);
  opened = self->job->fraction;
  g_mutex_unlock (&self->job->lock);

  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0, loaded > 0 ? loaded : opened);
  return G_SOURCE_CONTINUE;
}

static void
trace_changed_cb (SlTraceLoader *self, SlTrace *trace)
{
  g_signal_emit (self, signals[SIGNAL_TRACE], 0, trace, sl_loader_get_progress (self->loader));
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlTraceLoader *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTrace) trace = sl_loader_load_finish (result, &error);

  /* Cancelled: nobody listens, and @self may be gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_handle_id (&self->progress, g_source_remove);
  g_signal_emit (self, signals[SIGNAL_FINISHED], 0, trace != NULL ? self->job->others : NULL,
                 error);
}

static void
sl_trace_loader_dispose (GObject *object)
{
  SlTraceLoader *self = SL_TRACE_LOADER (object);

  sl_trace_loader_cancel (self);
  g_clear_object (&self->loader);
  g_clear_pointer (&self->job, job_unref);

  G_OBJECT_CLASS (sl_trace_loader_parent_class)->dispose (object);
}

static void
sl_trace_loader_class_init (SlTraceLoaderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_trace_loader_dispose;

  /**
   * SlTraceLoader::trace:
   * @trace: the newest generation
   * @fraction: how far loading is, 0 … 1
   */
  signals[SIGNAL_TRACE] = g_signal_new ("trace", SL_TYPE_TRACE_LOADER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 2, SL_TYPE_TRACE, G_TYPE_DOUBLE);

  /**
   * SlTraceLoader::progress:
   * @fraction: how far it is, 0 … 1; below 0 where that is not known
   */
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", SL_TYPE_TRACE_LOADER, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);

  /**
   * SlTraceLoader::finished:
   * @others: (nullable) (element-type SlSource): the sources after the first, which were not
   *   loaded; %NULL for none
   * @error: (nullable): why it failed
   */
  signals[SIGNAL_FINISHED] =
      g_signal_new ("finished", SL_TYPE_TRACE_LOADER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_PTR_ARRAY, G_TYPE_ERROR);
}

static void
sl_trace_loader_init (SlTraceLoader *self)
{
  self->job = g_new0 (Job, 1);
  g_atomic_ref_count_init (&self->job->ref_count);
  g_mutex_init (&self->job->lock);

  self->loader = sl_loader_new ();
  g_signal_connect_object (self->loader, "trace-changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_trace_loader_new:
 * @files: (element-type GFile): files or folders
 * @format_id: (nullable): overrides detection
 */
SlTraceLoader *
sl_trace_loader_new (GPtrArray *files, const char *format_id)
{
  SlTraceLoader *self = g_object_new (SL_TYPE_TRACE_LOADER, NULL);

  self->job->files = g_ptr_array_ref (files);
  self->job->format_id = g_strdup (format_id);
  return self;
}

/**
 * sl_trace_loader_new_for_source:
 * @source: what was opened already
 */
SlTraceLoader *
sl_trace_loader_new_for_source (SlSource *source)
{
  SlTraceLoader *self = g_object_new (SL_TYPE_TRACE_LOADER, NULL);

  self->job->source = g_object_ref (source);
  return self;
}

/**
 * sl_trace_loader_new_for_simulation:
 * @simulation: runs first, in the loading thread
 */
SlTraceLoader *
sl_trace_loader_new_for_simulation (SlSimulation *simulation)
{
  SlTraceLoader *self = g_object_new (SL_TYPE_TRACE_LOADER, NULL);

  self->job->simulation = sl_simulation_ref (simulation);
  self->job->files = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->job->files, g_object_ref (sl_simulation_get_file (simulation)));
  return self;
}

/**
 * sl_trace_loader_start:
 *
 * Once only. To drop the loader is to cancel.
 */
void
sl_trace_loader_start (SlTraceLoader *self)
{
  g_return_if_fail (SL_IS_TRACE_LOADER (self));

  self->progress = g_timeout_add (PROGRESS_MSEC, progress_cb, self);
  sl_loader_load_async (self->loader, open_cb, job_ref (self->job), job_unref,
                        sl_analyses_get_all (), loaded_cb, self);
}

/**
 * sl_trace_loader_cancel:
 *
 * Stops what is under way, of which nothing more is told. Does nothing where nothing is.
 */
void
sl_trace_loader_cancel (SlTraceLoader *self)
{
  g_return_if_fail (SL_IS_TRACE_LOADER (self));

  g_clear_handle_id (&self->progress, g_source_remove);
  if (self->loader != NULL)
    sl_loader_cancel (self->loader);
}
