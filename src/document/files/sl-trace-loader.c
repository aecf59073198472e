/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-loader.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-row-stock.h"

/* Opens files and loads what is in them, in a thread of its own. Generations that come faster than the main
 * context takes them are left out. After sl_trace_loader_cancel() no signal comes any more. */

#define PROGRESS_MSEC 100

/* How much the processors are to prefer who looks at a trace to what loads it. */
#define LOADING_NICENESS 5

/* Shared by the loader, the loading thread and what is on its way to the main context. */
typedef struct
{
  gatomicrefcount ref_count;
  SlTraceLoader *loader; /* NULL once nobody listens; for the main context */
  GCancellable *cancellable;
  GPtrArray *files; /* of GFile */
  char *format_id;
  SlSource *source;         /* NULL where files are to be opened */
  SlSimulation *simulation; /* that writes the file first; NULL for none */

  GMutex lock;           /* for what follows */
  gboolean is_notifying; /* the main context will take it */
  double fraction;       /* of opening, then of loading */
  SlTrace *trace;        /* the newest generation; NULL where the main context has it */
  GPtrArray *others;     /* of SlSource; NULL until opened */
  gboolean is_over;
  GError *error; /* why it failed; NULL where it did not */
} Job;

struct _SlTraceLoader
{
  GObject parent_instance;

  Job *job;
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

  g_object_unref (job->cancellable);
  g_clear_pointer (&job->files, g_ptr_array_unref);
  g_clear_object (&job->source);
  g_clear_pointer (&job->simulation, sl_simulation_unref);
  g_clear_object (&job->trace);
  g_clear_pointer (&job->others, g_ptr_array_unref);
  g_clear_error (&job->error);
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

static SlSource *
open_source (Job *job, GError **error)
{
  SlOpenRequest request = { .files = job->files, .format_id = job->format_id };
  g_autoptr (GPtrArray) sources = NULL;
  SlSource *first;

  if (job->source != NULL)
    return g_object_ref (job->source);
  if (job->simulation != NULL && !sl_simulation_run (job->simulation, job->cancellable, error))
    return NULL;

  sources = sl_open (&request, open_progress_cb, job, job->cancellable, error);
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

/* In the main context. Who listens may cancel. */
static gboolean
notify_cb (gpointer data)
{
  Job *job = data;
  g_autoptr (SlTraceLoader) self = job->loader != NULL ? g_object_ref (job->loader) : NULL;
  g_autoptr (SlTrace) trace = NULL;
  double fraction;
  gboolean is_over;

  g_mutex_lock (&job->lock);
  job->is_notifying = FALSE;
  trace = g_steal_pointer (&job->trace);
  fraction = job->fraction;
  is_over = job->is_over;
  g_mutex_unlock (&job->lock);

  if (trace != NULL && job->loader != NULL)
    g_signal_emit (self, signals[SIGNAL_TRACE], 0, trace, fraction);
  if (is_over && job->loader != NULL)
    {
      g_clear_handle_id (&self->progress, g_source_remove);
      g_signal_emit (self, signals[SIGNAL_FINISHED], 0, job->error == NULL ? job->others : NULL,
                     job->error);
    }
  return G_SOURCE_REMOVE;
}

/* With the lock, which it gives up. */
static void
notify (Job *job)
{
  gboolean is_notifying = job->is_notifying;

  job->is_notifying = TRUE;
  g_mutex_unlock (&job->lock);
  if (!is_notifying)
    g_idle_add_full (G_PRIORITY_DEFAULT, notify_cb, job_ref (job), job_unref);
}

static void
publish_cb (SlTrace *trace, double fraction, gpointer user_data)
{
  Job *job = user_data;

  /* The main thread does not have to do it. */
  sl_row_stock_find_ahead (trace);
  g_mutex_lock (&job->lock);
  g_set_object (&job->trace, trace);
  job->fraction = fraction;
  notify (job);
}

/* Of this thread and of those that it starts. Where that is not possible, loading is as good. */
static void
yield_to_others (void)
{
#ifdef __linux__
  id_t thread = (id_t) gettid ();
  int niceness;

  errno = 0;
  niceness = getpriority (PRIO_PROCESS, thread);
  if (errno == 0)
    setpriority (PRIO_PROCESS, thread, niceness + LOADING_NICENESS);
#endif
}

/* A thread of its own: those of GTask are for others too, and would stay as nice. */
static gpointer
load_thread (gpointer data)
{
  Job *job = data;
  GError *error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;

  yield_to_others ();
  source = open_source (job, &error);
  if (source != NULL)
    trace = sl_load_run (source, sl_analyses_get_all (), publish_cb, job, job->cancellable, &error);

  g_mutex_lock (&job->lock);
  job->is_over = TRUE;
  job->error = error;
  notify (job);
  job_unref (job);
  return NULL;
}

static gboolean
progress_cb (gpointer user_data)
{
  SlTraceLoader *self = user_data;
  double fraction;

  g_mutex_lock (&self->job->lock);
  fraction = self->job->fraction;
  g_mutex_unlock (&self->job->lock);

  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0, fraction);
  return G_SOURCE_CONTINUE;
}

static void
sl_trace_loader_dispose (GObject *object)
{
  SlTraceLoader *self = SL_TRACE_LOADER (object);

  sl_trace_loader_cancel (self);
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
  self->job->cancellable = g_cancellable_new ();
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
  self->job->loader = self;
  g_thread_unref (g_thread_new ("sl-load", load_thread, job_ref (self->job)));
}

/**
 * sl_trace_loader_cancel:
 *
 * Stops what is under way, of which nothing more is heard. Does nothing where nothing is.
 */
void
sl_trace_loader_cancel (SlTraceLoader *self)
{
  g_return_if_fail (SL_IS_TRACE_LOADER (self));

  g_clear_handle_id (&self->progress, g_source_remove);
  if (self->job == NULL)
    return;

  self->job->loader = NULL;
  g_cancellable_cancel (self->job->cancellable);
}
