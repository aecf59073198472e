/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-call-search.h"

#include "sl-call-lanes.h"

/* The first batch is short, so that something is seen at once. */
#define FIRST_BATCH_USEC 60000
#define BATCH_USEC       300000

/* While the view moves nothing is begun. */
#define REST_MSEC 40

/* What one trace is searched for. Shared with the thread that works on @lanes: nobody else touches
 * them while it does. */
typedef struct
{
  SlDocument *document; /* NULL when nobody wants to know any more */
  SlTrace *trace;
  SlCodeMap *map;
  SlCallLanes *lanes;
  GCancellable *cancellable; /* of the batch on its way; NULL for none */
  SlSpan visible;            /* in ticks of the trace */
  SlSpan found;              /* that @lanes were asked for last */
  gboolean is_finished;      /* nothing more is to be found there */
  guint rest;                /* timeout; 0 for none */
} Search;

typedef struct
{
  Search *search;
  SlSpan visible;
  gint64 usec;
  gboolean is_finished;
} Batch;

typedef struct
{
  SlDocument *document; /* which owns this */
  GPtrArray *searches;  /* of Search, by trace; NULL where nothing can be found */
} Finder;

static void
search_clear (Search *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->map, sl_code_map_unref);
  g_clear_pointer (&self->lanes, sl_call_lanes_free);
  g_clear_object (&self->cancellable);
}

static void
search_unref (Search *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) search_clear);
}

static void
search_stop (gpointer data)
{
  Search *self = data;

  if (self == NULL)
    return;

  self->document = NULL;
  g_clear_handle_id (&self->rest, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  search_unref (self);
}

static void
batch_free (gpointer data)
{
  Batch *self = data;

  search_unref (self->search);
  g_free (self);
}

static void
find_batch (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Batch *batch = task_data;
  SlCallLanes *lanes = batch->search->lanes;
  gint64 end = g_get_monotonic_time () + batch->usec;
  gboolean has_more = sl_call_lanes_set_visible (lanes, batch->visible, SL_CALL_MOST_BYTES);

  while (has_more && g_get_monotonic_time () < end)
    {
      has_more = sl_call_lanes_step (lanes, cancellable);
      if (g_task_return_error_if_cancelled (task))
        return;
    }

  batch->is_finished = !has_more;
  g_task_return_pointer (task, sl_call_lanes_snapshot (lanes), g_object_unref);
}

static void start_batch (Search *self, gint64 usec);

/* The number of the trace in the document, as long as it is there. */
static gboolean
find_number (const Search *self, guint *number)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  for (*number = 0; *number < sl_trace_set_get_size (set); (*number)++)
    if (sl_document_get_trace_of (self->document, *number) == self->trace)
      return TRUE;

  return FALSE;
}

static void
batch_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Batch *batch = g_task_get_task_data (G_TASK (result));
  Search *self = batch->search;
  g_autoptr (SlTrace) found = g_task_propagate_pointer (G_TASK (result), NULL);
  guint number;

  g_clear_object (&self->cancellable);
  if (self->document == NULL)
    return;

  if (found != NULL)
    {
      self->found = batch->visible;
      self->is_finished = batch->is_finished;
      if (find_number (self, &number))
        sl_document_set_calls (self->document, number, found);
    }
  if (self->document != NULL &&
      (!self->is_finished || !sl_span_equal (self->found, self->visible)) && self->rest == 0)
    start_batch (self, found != NULL ? BATCH_USEC : FIRST_BATCH_USEC);
}

static void
start_batch (Search *self, gint64 usec)
{
  g_autoptr (GTask) task = NULL;
  Batch *batch = g_new0 (Batch, 1);

  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, batch_cb, NULL);
  batch->search = g_atomic_rc_box_acquire (self);
  batch->visible = self->visible;
  batch->usec = usec;
  g_task_set_task_data (task, batch, batch_free);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_run_in_thread (task, find_batch);
}

static gboolean
rest_cb (gpointer user_data)
{
  Search *self = user_data;

  self->rest = 0;
  if (self->cancellable == NULL)
    start_batch (self, FIRST_BATCH_USEC);
  return G_SOURCE_REMOVE;
}

static void
look_at (Search *self, SlSpan visible)
{
  if (sl_span_equal (self->visible, visible))
    return;

  self->visible = visible;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->rest == 0)
    self->rest = g_timeout_add (REST_MSEC, rest_cb, self);
}

static Search *
search_new (SlDocument *document, SlTrace *trace, SlCodeMap *map)
{
  Search *self = g_atomic_rc_box_new0 (Search);

  self->document = document;
  self->trace = g_object_ref (trace);
  self->map = sl_code_map_ref (map);
  self->lanes = sl_call_lanes_new (trace, map);
  self->visible = (SlSpan) { SL_TIME_MIN, SL_TIME_MIN };
  return self;
}

/* Begins anew where a trace or the code has become another. */
static void
follow_traces (Finder *self)
{
  SlTraceSet *set = sl_document_get_set (self->document);

  g_ptr_array_set_size (self->searches, (int) sl_trace_set_get_size (set));
  for (guint i = 0; i < self->searches->len; i++)
    {
      SlTrace *trace = sl_document_get_trace_of (self->document, i);
      SlCodeMap *map = sl_overlay_get_code_map (sl_trace_set_get_overlay (set, i));
      Search *search = self->searches->pdata[i];

      if (search != NULL && search->trace == trace && search->map == map)
        continue;

      g_clear_pointer ((Search **) &self->searches->pdata[i], search_stop);
      if (sl_trace_is_complete (trace) && sl_call_lanes_can (trace, map))
        self->searches->pdata[i] = search_new (self->document, trace, map);
    }
}

static void
follow_view (Finder *self)
{
  SlTraceSet *set = sl_document_get_set (self->document);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));

  for (guint i = 0; i < self->searches->len; i++)
    if (self->searches->pdata[i] != NULL)
      look_at (self->searches->pdata[i], sl_trace_set_own_span (set, i, visible));
}

static void
changed_cb (SlDocument *document, guint changes, Finder *self)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_OVERLAY | SL_CHANGED_SET)) != 0)
    follow_traces (self);
  follow_view (self);
}

static void
finder_free (gpointer data)
{
  Finder *self = data;

  g_ptr_array_unref (self->searches);
  g_free (self);
}

/**
 * sl_call_search_attach:
 * @document: whose traces get lanes of calls; once
 */
void
sl_call_search_attach (SlDocument *document)
{
  Finder *self = g_new0 (Finder, 1);

  self->document = document;
  self->searches = g_ptr_array_new_with_free_func (search_stop);
  g_object_set_data_full (G_OBJECT (document), "sl-call-search", self, finder_free);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  follow_traces (self);
  follow_view (self);
}
