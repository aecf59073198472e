/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-loader.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

/* How much the processors are to prefer who looks at a trace to what loads it. */
#define LOADING_NICENESS 5

/* One load. Shared by the loader, the loading thread and the idle that is under way; it knows
 * the loader only weakly, so that dropping the loader ends the load. */
typedef struct
{
  gatomicrefcount ref_count;
  GWeakRef loader;
  GMainContext *context;
  GCancellable *cancellable;

  SlLoaderOpenFunc open;
  gpointer data;
  GDestroyNotify data_free;
  const SlAnalysis *const *analyses;

  /* What the thread has published and the main context has not yet seen. */
  GMutex mutex;
  SlTrace *trace;
  SlSpan changed;
  double fraction;
} Load;

struct _SlLoader
{
  GObject parent_instance;
  Load *load; /* the current one; NULL when none is under way */
  double progress;
};

enum
{
  PROP_PROGRESS = 1,
  N_PROPERTIES
};

enum
{
  SIGNAL_TRACE_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SlLoader, sl_loader, G_TYPE_OBJECT)

static Load *
load_ref (Load *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
load_unref (Load *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->data_free != NULL)
    self->data_free (self->data);
  g_weak_ref_clear (&self->loader);
  g_main_context_unref (self->context);
  g_object_unref (self->cancellable);
  g_clear_object (&self->trace);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static void
sl_loader_dispose (GObject *object)
{
  sl_loader_cancel (SL_LOADER (object));
  G_OBJECT_CLASS (sl_loader_parent_class)->dispose (object);
}

static void
sl_loader_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  SlLoader *self = SL_LOADER (object);

  switch (property_id)
    {
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
sl_loader_class_init (SlLoaderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sl_loader_dispose;
  object_class->get_property = sl_loader_get_property;

  /**
   * SlLoader:progress:
   *
   * How far the pass is, from 0 to 1; 0 while that is not known.
   */
  properties[PROP_PROGRESS] =
      g_param_spec_double ("progress", NULL, NULL, 0.0, 1.0, 0.0,
                           G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * SlLoader::trace-changed:
   * @trace: the new generation
   * @begin: first tick where it says otherwise than the one before
   * @end: first tick after that
   *
   * Generations that come faster than the main context takes them are left out. The complete
   * one is told before the load's callback runs.
   */
  signals[SIGNAL_TRACE_CHANGED] =
      g_signal_new ("trace-changed", SL_TYPE_LOADER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, SL_TYPE_TRACE, G_TYPE_INT64, G_TYPE_INT64);
}

static void
sl_loader_init (SlLoader *self)
{
}

/**
 * sl_loader_new:
 *
 * Returns: (transfer full): a loader that loads nothing yet
 */
SlLoader *
sl_loader_new (void)
{
  return g_object_new (SL_TYPE_LOADER, NULL);
}

static void
set_progress (SlLoader *self, double progress)
{
  if (self->progress == progress)
    return;

  self->progress = progress;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
}

/* In the main context: tells of the newest generation. */
static gboolean
tell_cb (gpointer data)
{
  Load *load = data;
  g_autoptr (SlLoader) self = g_weak_ref_get (&load->loader);
  g_autoptr (SlTrace) trace = NULL;
  SlSpan changed;
  double fraction;

  g_mutex_lock (&load->mutex);
  trace = g_steal_pointer (&load->trace);
  changed = load->changed;
  fraction = load->fraction;
  g_mutex_unlock (&load->mutex);

  if (self == NULL || self->load != load)
    return G_SOURCE_REMOVE;

  set_progress (self, fraction);
  g_signal_emit (self, signals[SIGNAL_TRACE_CHANGED], 0, trace, changed.begin, changed.end);
  return G_SOURCE_REMOVE;
}

/* In the loading thread. */
static void
publish_cb (SlTrace *trace, SlSpan changed, double fraction, gpointer user_data)
{
  Load *load = user_data;
  gboolean idle_under_way;

  g_mutex_lock (&load->mutex);
  idle_under_way = load->trace != NULL;
  if (idle_under_way)
    changed =
        (SlSpan) { MIN (changed.begin, load->changed.begin), MAX (changed.end, load->changed.end) };
  g_set_object (&load->trace, trace);
  load->changed = changed;
  load->fraction = fraction;
  g_mutex_unlock (&load->mutex);

  if (!idle_under_way)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      /* The task returns at the same priority, and later: its callback comes after this. */
      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, tell_cb, load_ref (load), (GDestroyNotify) load_unref);
      g_source_attach (source, load->context);
    }
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
  g_autoptr (GTask) task = data;
  Load *load = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  SlTrace *trace = NULL;

  yield_to_others ();
  source = load->open (load->data, cancellable, &error);
  if (source != NULL)
    trace = sl_load_run (source, load->analyses, publish_cb, load, cancellable, &error);

  if (trace != NULL)
    g_task_return_pointer (task, trace, g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
  return NULL;
}

/**
 * sl_loader_load_async:
 * @open: makes the source, in the loading thread
 * @data: for @open, and for nothing else
 * @data_free: (nullable): frees @data, in any thread, when the load is over
 * @analyses: (nullable) (array zero-terminated=1): must outlive the load
 * @callback: called in the thread-default main context of the caller
 *
 * Starts a load; one under way is cancelled first. The load holds no reference to @self: to
 * drop the loader is to cancel. @callback comes in any case; after cancelling, its
 * @user_data may be gone if the caller let it, so it should look at the result first.
 */
void
sl_loader_load_async (SlLoader *self,
                      SlLoaderOpenFunc open,
                      gpointer data,
                      GDestroyNotify data_free,
                      const SlAnalysis *const *analyses,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Load *load;

  g_return_if_fail (SL_IS_LOADER (self));

  sl_loader_cancel (self);
  load = g_new0 (Load, 1);
  g_atomic_ref_count_init (&load->ref_count);
  g_weak_ref_init (&load->loader, self);
  load->context = g_main_context_ref_thread_default ();
  load->cancellable = g_cancellable_new ();
  load->open = open;
  load->data = data;
  load->data_free = data_free;
  load->analyses = analyses;
  g_mutex_init (&load->mutex);
  self->load = load;
  set_progress (self, 0.0);

  task = g_task_new (NULL, load->cancellable, callback, user_data);
  g_task_set_source_tag (task, sl_loader_load_async);
  g_task_set_task_data (task, load_ref (load), (GDestroyNotify) load_unref);
  g_thread_unref (g_thread_new ("sl-load", load_thread, g_steal_pointer (&task)));
}

/**
 * sl_loader_load_finish:
 *
 * Returns: (transfer full): the complete generation; %NULL with the error of opening or of
 *   sl_load_run(), %G_IO_ERROR_CANCELLED if the load was cancelled
 */
SlTrace *
sl_loader_load_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (SlLoader) self = NULL;
  Load *load;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  load = g_task_get_task_data (G_TASK (result));
  self = g_weak_ref_get (&load->loader);
  if (self != NULL && self->load == load)
    g_clear_pointer (&self->load, load_unref);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * sl_loader_cancel:
 *
 * Ends the load that is under way, if any: no more generations are told of, and its callback
 * comes soon with %G_IO_ERROR_CANCELLED.
 */
void
sl_loader_cancel (SlLoader *self)
{
  if (self->load == NULL)
    return;

  g_cancellable_cancel (self->load->cancellable);
  g_clear_pointer (&self->load, load_unref);
}

/**
 * sl_loader_is_loading:
 *
 * Returns: whether a load is under way, which it is until sl_loader_load_finish()
 */
gboolean
sl_loader_is_loading (SlLoader *self)
{
  return self->load != NULL;
}

/**
 * sl_loader_get_progress:
 *
 * Returns: see #SlLoader:progress
 */
double
sl_loader_get_progress (SlLoader *self)
{
  return self->progress;
}
