/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-added-traces.h"

#include "sl-axis-store.h"
#include "sl-shared-clock.h"
#include "sl-trace-loader.h"

/* The traces that stand on one axis with the first trace of a document: loads them, gives the
 * document each generation, and keeps where the user puts them. */
struct _SlAddedTraces
{
  GObject parent_instance;

  SlDocument *document;
  GPtrArray *files;  /* of GFile: what the first trace was opened from; NULL where nobody knows */
  GPtrArray *adding; /* of Adding */
};

/* One trace that is loaded, or was. */
typedef struct
{
  SlAddedTraces *owner;
  SlTraceLoader *loader;
  guint number;         /* in the document's set; 0 until there is a first generation */
  char *path;           /* where its place is kept; NULL for nowhere */
  gboolean is_compared; /* with the first trace, from its first generation on */
  gboolean is_placed;   /* whether it should be where its clock says was looked at */
} Adding;

G_DEFINE_FINAL_TYPE (SlAddedTraces, sl_added_traces, G_TYPE_OBJECT)

enum
{
  SIGNAL_FAILED,
  SIGNAL_APART,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
adding_free (gpointer data)
{
  Adding *adding = data;

  g_signal_handlers_disconnect_by_data (adding->loader, adding);
  sl_trace_loader_cancel (adding->loader);
  g_object_unref (adding->loader);
  g_free (adding->path);
  g_free (adding);
}

/* The trace has a task model of its own, beside its own file. */
static void
attach_model (SlAddedTraces *self, guint number, SlTrace *trace)
{
  const char *const *uris = sl_source_get_file_uris (sl_trace_get_source (trace));
  g_autoptr (GFile) file = NULL;

  if (uris == NULL || uris[0] == NULL)
    return;

  file = g_file_new_for_uri (uris[0]);
  sl_document_set_trace_file (self->document, number, file);
}

/* From now on the trace stands on the axis, where the user put it the last time. */
static void
show (Adding *adding, SlTrace *trace)
{
  SlAddedTraces *self = adding->owner;

  adding->number = sl_document_add_trace (self->document, trace);
  attach_model (self, adding->number, trace);
  if (self->files != NULL)
    {
      adding->path = sl_axis_store_dup_path (self->files, trace);
      sl_axis_store_restore (adding->path, self->document, adding->number);
    }
  if (adding->is_compared)
    sl_document_compare (self->document, (const guint[]) { 0, adding->number });
}

static void
trace_cb (Adding *adding, SlTrace *trace, double fraction)
{
  if (adding->number > 0)
    sl_document_set_added_trace (adding->owner->document, adding->number, trace);
  else if (sl_trace_get_n_events (trace) > 0)
    show (adding, trace);
}

/* Once all of both traces is known. */
static void
look_at_clock (Adding *adding)
{
  SlAddedTraces *self = adding->owner;
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  const char *clock;

  if (adding->is_placed || adding->number == 0 ||
      !sl_trace_is_complete (sl_trace_set_get_trace (set, 0)) ||
      !sl_trace_is_complete (sl_trace_set_get_trace (set, adding->number)))
    return;

  adding->is_placed = TRUE;
  clock = sl_shared_clock_find_apart (set, adding->number);
  if (clock != NULL)
    g_signal_emit (self, signals[SIGNAL_APART], 0, clock);
}

static void
finished_cb (Adding *adding, GPtrArray *others, const GError *error)
{
  SlAddedTraces *self = adding->owner;

  for (guint i = 0; others != NULL && i < others->len; i++)
    sl_added_traces_add_source (self, g_ptr_array_index (others, i));
  if (error != NULL)
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
  look_at_clock (adding);
}

/* Takes @loader. */
static void
add_loader (SlAddedTraces *self, SlTraceLoader *loader, gboolean is_compared)
{
  Adding *adding = g_new0 (Adding, 1);

  adding->owner = self;
  adding->loader = loader;
  adding->is_compared = is_compared;
  g_ptr_array_add (self->adding, adding);
  g_signal_connect_swapped (loader, "trace", G_CALLBACK (trace_cb), adding);
  g_signal_connect_swapped (loader, "finished", G_CALLBACK (finished_cb), adding);
  sl_trace_loader_start (loader);
}

static void
document_changed_cb (SlAddedTraces *self, guint changes)
{
  for (guint i = 0; (changes & SL_CHANGED_TRACE) != 0 && i < self->adding->len; i++)
    look_at_clock (g_ptr_array_index (self->adding, i));
  if ((changes & SL_CHANGED_SET) == 0)
    return;

  for (guint i = 0; i < self->adding->len; i++)
    {
      const Adding *adding = g_ptr_array_index (self->adding, i);

      if (adding->path != NULL)
        sl_axis_store_save (adding->path, self->document, adding->number);
    }
}

static void
sl_added_traces_dispose (GObject *object)
{
  SlAddedTraces *self = SL_ADDED_TRACES (object);

  g_clear_pointer (&self->adding, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_added_traces_parent_class)->dispose (object);
}

static void
sl_added_traces_class_init (SlAddedTracesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_added_traces_dispose;

  /**
   * SlAddedTraces::failed:
   * @message: why a trace could not be read, or not to its end
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", SL_TYPE_ADDED_TRACES, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  /**
   * SlAddedTraces::apart:
   * @clock: what the system calls the clock by which a trace was recorded at the same time as the first one, beside which it
   *   begins all the same
   */
  signals[SIGNAL_APART] = g_signal_new ("apart", SL_TYPE_ADDED_TRACES, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sl_added_traces_init (SlAddedTraces *self)
{
  self->adding = g_ptr_array_new_with_free_func (adding_free);
}

/**
 * sl_added_traces_new:
 * @document: with its first trace
 * @files: (nullable) (element-type GFile): what that was opened from
 */
SlAddedTraces *
sl_added_traces_new (SlDocument *document, GPtrArray *files)
{
  SlAddedTraces *self = g_object_new (SL_TYPE_ADDED_TRACES, NULL);

  self->document = g_object_ref (document);
  self->files = files != NULL ? g_ptr_array_ref (files) : NULL;
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * sl_added_traces_add_files:
 * @files: (element-type GFile): files or folders, of one or several traces
 */
void
sl_added_traces_add_files (SlAddedTraces *self, GPtrArray *files)
{
  g_return_if_fail (SL_IS_ADDED_TRACES (self));
  g_return_if_fail (files != NULL && files->len > 0);

  add_loader (self, sl_trace_loader_new (files, NULL), FALSE);
}

/**
 * sl_added_traces_compare_files:
 * @files: (element-type GFile): of one trace; of others that come with it nothing more is done
 *
 * Puts the trace on the axis and the first one beside it, row by row.
 */
void
sl_added_traces_compare_files (SlAddedTraces *self, GPtrArray *files)
{
  g_return_if_fail (SL_IS_ADDED_TRACES (self));
  g_return_if_fail (files != NULL && files->len > 0);

  add_loader (self, sl_trace_loader_new (files, NULL), TRUE);
}

/**
 * sl_added_traces_compare_simulation:
 *
 * As sl_added_traces_compare_files(), with what is simulated in the background.
 */
void
sl_added_traces_compare_simulation (SlAddedTraces *self, SlSimulation *simulation)
{
  g_return_if_fail (SL_IS_ADDED_TRACES (self));
  g_return_if_fail (simulation != NULL);

  add_loader (self, sl_trace_loader_new_for_simulation (simulation), TRUE);
}

/**
 * sl_added_traces_add_source:
 * @source: what was opened already
 */
void
sl_added_traces_add_source (SlAddedTraces *self, SlSource *source)
{
  g_return_if_fail (SL_IS_ADDED_TRACES (self));

  add_loader (self, sl_trace_loader_new_for_source (source), FALSE);
}

/**
 * sl_added_traces_remove:
 * @number: in the document's set, above 0
 *
 * Takes the trace off the axis; where it stood is kept.
 */
void
sl_added_traces_remove (SlAddedTraces *self, guint number)
{
  g_return_if_fail (SL_IS_ADDED_TRACES (self));
  g_return_if_fail (number > 0);

  for (guint i = self->adding->len; i > 0; i--)
    {
      Adding *adding = g_ptr_array_index (self->adding, i - 1);

      if (adding->number == number)
        g_ptr_array_remove_index (self->adding, i - 1);
      else if (adding->number > number)
        adding->number--;
    }
  sl_document_remove_trace (self->document, number);
}
