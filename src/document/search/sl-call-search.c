/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-call-search.h"

#include "sl-background.h"
#include "sl-call-lanes.h"

/* The first batch is short, so that something is seen at once. */
#define FIRST_BATCH_USEC 60000
#define BATCH_USEC       300000

/* While the view moves nothing is begun. */
#define REST_MSEC 40

/* What one trace is searched for. Of its batches one runs at a time, and nothing else touches the lanes. */
typedef struct
{
  SlDocument *document;
  SlTrace *trace;
  SlCodeMap *map;
  SlCallLanes *lanes;
  SlSpan visible; /* in ticks of the trace */
  SlBackground *background;
} Search;

typedef struct
{
  SlCallLanes *lanes;
  SlSpan visible;
  gint64 usec;
  gboolean is_finished; /* nothing more is to be found there */
  SlTrace *found;       /* NULL until the batch is done */
} Batch;

typedef struct
{
  SlDocument *document; /* which owns this */
  GPtrArray *searches;  /* of Search, by trace; NULL where nothing can be found */
} Finder;

static void
search_free (gpointer data)
{
  Search *self = data;

  if (self == NULL)
    return;

  sl_background_free (self->background);
  sl_call_lanes_unref (self->lanes);
  g_object_unref (self->trace);
  sl_code_map_unref (self->map);
  g_free (self);
}

static void
batch_free (gpointer data)
{
  Batch *self = data;

  sl_call_lanes_unref (self->lanes);
  g_clear_object (&self->found);
  g_free (self);
}

static gpointer
find_batch (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Batch *batch = request;
  SlCallLanes *lanes = batch->lanes;
  gint64 end = g_get_monotonic_time () + batch->usec;
  gboolean has_more = sl_call_lanes_set_visible (lanes, batch->visible, SL_CALL_MOST_BYTES);

  while (has_more && g_get_monotonic_time () < end)
    {
      has_more = sl_call_lanes_step (lanes, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return batch;
    }

  batch->is_finished = !has_more;
  batch->found = sl_call_lanes_snapshot (lanes);
  return batch;
}

/* The number of the trace in the document, as long as it is there. */
static gboolean
find_number (const Search *self, guint *number)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);

  for (*number = 0; *number < sl_trace_set_get_size (set); (*number)++)
    if (sl_document_get_trace_of (self->document, *number) == self->trace)
      return TRUE;

  return FALSE;
}

/* What hears of the calls may drop the search: the next batch starts before. */
static void
batch_done (gpointer owner, gpointer found, const GError *error)
{
  Search *self = owner;
  Batch *batch = found;
  g_autoptr (SlTrace) trace = g_steal_pointer (&batch->found);
  guint number;

  if (batch->is_finished)
    batch_free (batch);
  else
    {
      batch->usec = BATCH_USEC;
      sl_background_start (self->background, batch);
    }
  if (find_number (self, &number))
    sl_document_set_calls (self->document, number, trace);
}

static gpointer
make_batch (gpointer owner)
{
  const Search *self = owner;
  Batch *batch = g_new0 (Batch, 1);

  batch->lanes = sl_call_lanes_ref (self->lanes);
  batch->visible = self->visible;
  batch->usec = FIRST_BATCH_USEC;
  return batch;
}

static const SlBackgroundKind background_kind = {
  .work = find_batch,
  .free = batch_free,
  .free_found = batch_free,
  .make = make_batch,
  .quiet_msec = REST_MSEC,
  .is_paced = TRUE,
  .priority = G_PRIORITY_LOW,
};

static void
look_at (Search *self, SlSpan visible)
{
  if (sl_span_equal (self->visible, visible))
    return;

  self->visible = visible;
  sl_background_ask (self->background);
}

static Search *
search_new (SlDocument *document, SlTrace *trace, SlCodeMap *map)
{
  Search *self = g_new0 (Search, 1);

  self->document = document;
  self->trace = g_object_ref (trace);
  self->map = sl_code_map_ref (map);
  self->lanes = sl_call_lanes_new (trace, map);
  self->visible = (SlSpan) { SL_TIME_MIN, SL_TIME_MIN };
  self->background = sl_background_new (&background_kind, batch_done, self);
  return self;
}

/* Begins anew where a trace or the code has become another. */
static void
follow_traces (Finder *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);

  g_ptr_array_set_size (self->searches, (int) sl_trace_set_get_size (set));
  for (guint i = 0; i < self->searches->len; i++)
    {
      SlTrace *trace = sl_document_get_trace_of (self->document, i);
      SlCodeMap *map = sl_annotations_get_code_map (sl_trace_set_get_annotations (set, i));
      Search *search = self->searches->pdata[i];

      if (search != NULL && search->trace == trace && search->map == map)
        continue;

      g_clear_pointer ((Search **) &self->searches->pdata[i], search_free);
      if (sl_trace_is_complete (trace) && sl_call_lanes_can (trace, map))
        self->searches->pdata[i] = search_new (self->document, trace, map);
    }
}

static void
follow_view (Finder *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));

  for (guint i = 0; i < self->searches->len; i++)
    if (self->searches->pdata[i] != NULL)
      look_at (self->searches->pdata[i], sl_trace_set_own_span (set, i, visible));
}

static void
changed_cb (SlDocument *document, guint changes, Finder *self)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET)) != 0)
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
  self->searches = g_ptr_array_new_with_free_func (search_free);
  g_object_set_data_full (G_OBJECT (document), "sl-call-search", self, finder_free);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  follow_traces (self);
  follow_view (self);
}
