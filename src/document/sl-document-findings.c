/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

/* What is looked for in the traces in the background: their jobs, and what the filter lets through
 * of bus cycles. */

static void
unref_jobs (gpointer table)
{
  g_clear_pointer ((SlJobTable **) &table, sl_job_table_unref);
}

static void
unref_matches (gpointer matches)
{
  g_clear_pointer ((SlBusMatches **) &matches, sl_bus_matches_unref);
}

static void
unref_hits (gpointer hits)
{
  g_clear_pointer ((SlEventHits **) &hits, sl_event_hits_unref);
}

/**
 * sl_document_collect_jobs:
 *
 * Puts together what the searches have found last, by trace.
 */
void
sl_document_collect_jobs (SlDocument *self)
{
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  sl_document_forget_rows (self);
  self->tables = g_ptr_array_new_with_free_func (unref_jobs);
  for (guint i = 0; i < self->traces->len; i++)
    {
      SlJobTable *table = sl_document_get_jobs_of (self, i);

      g_ptr_array_add (self->tables, table != NULL ? sl_job_table_ref (table) : NULL);
    }
}

/* Rows come and go by the lanes that the task models ask for. */
static void
take_lanes (SlDocument *self)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < self->traces->len; i++)
    {
      SlDocumentTrace *trace = sl_document_get (self, i);

      if (trace->jobs != NULL)
        is_changed =
            g_set_object (&trace->with_lanes, sl_job_search_get_with_lanes (trace->jobs)) ||
            is_changed;
    }
  if (!is_changed)
    return;

  sl_document_remake_set (self);
  sl_document_emit_changed (self, SL_CHANGED_SET | SL_CHANGED_VIEW);
}

static void
jobs_found_cb (SlDocument *self)
{
  sl_document_hold_changes (self);
  sl_document_collect_jobs (self);
  take_lanes (self);
  sl_document_follow_jobs (self);
  sl_document_release_changes (self);
}

/**
 * sl_document_trace_search_jobs:
 *
 * Looks for the jobs of the trace, anew where it did so before.
 */
void
sl_document_trace_search_jobs (SlDocumentTrace *trace)
{
  if (trace->jobs == NULL)
    {
      trace->jobs = sl_job_search_new ();
      g_signal_connect_object (trace->jobs, "found", G_CALLBACK (jobs_found_cb), trace->document,
                               G_CONNECT_SWAPPED);
    }
  sl_job_search_start (trace->jobs, trace->trace, trace->annotations);
}

static void
collect_matches (SlDocument *self)
{
  gboolean has_matches = FALSE, has_hits = FALSE;

  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_pointer (&self->hits, g_ptr_array_unref);
  sl_document_forget_rows (self);
  self->matches = g_ptr_array_new_with_free_func (unref_matches);
  self->hits = g_ptr_array_new_with_free_func (unref_hits);
  for (guint i = 0; i < self->traces->len; i++)
    {
      SlDocumentTrace *trace = sl_document_get (self, i);
      SlBusMatches *matches =
          trace->matches != NULL ? sl_match_search_get_matches (trace->matches) : NULL;
      SlEventHits *hits = trace->hits != NULL ? sl_match_search_get_hits (trace->hits) : NULL;

      has_matches = has_matches || matches != NULL;
      has_hits = has_hits || hits != NULL;
      g_ptr_array_add (self->matches, matches != NULL ? sl_bus_matches_ref (matches) : NULL);
      g_ptr_array_add (self->hits, hits != NULL ? sl_event_hits_ref (hits) : NULL);
    }
  if (!has_matches)
    g_clear_pointer (&self->matches, g_ptr_array_unref);
  if (!has_hits)
    g_clear_pointer (&self->hits, g_ptr_array_unref);
}

static void
matches_found_cb (SlDocument *self)
{
  collect_matches (self);
  sl_document_emit_changed (self, SL_CHANGED_MATCHES);
}

/* Rows come and go by what is hit in them. */
static void
hits_found_cb (SlDocument *self)
{
  collect_matches (self);
  sl_document_emit_changed (self, SL_CHANGED_MATCHES | SL_CHANGED_VIEW);
}

static void
forget_search (SlDocumentTrace *trace, SlMatchSearch **search)
{
  if (*search == NULL)
    return;

  sl_match_search_stop (*search);
  g_signal_handlers_disconnect_by_data (*search, trace->document);
  g_clear_object (search);
}

static void
forget_matches (SlDocumentTrace *trace)
{
  forget_search (trace, &trace->matches);
  forget_search (trace, &trace->hits);
}

/**
 * sl_document_trace_stop:
 *
 * Gives up what is looked for in the trace.
 */
void
sl_document_trace_stop (SlDocumentTrace *trace)
{
  forget_matches (trace);
  forget_search (trace, &trace->attributes);
  if (trace->jobs != NULL)
    sl_job_search_stop (trace->jobs);
  g_clear_object (&trace->jobs);
}

/**
 * sl_document_trace_forget_jobs:
 *
 * What was found is not to be seen until the next is.
 */
void
sl_document_trace_forget_jobs (SlDocumentTrace *trace)
{
  if (trace->jobs != NULL)
    sl_job_search_forget (trace->jobs);
}

/**
 * sl_document_bind_filter:
 *
 * Returns: (transfer none) (nullable) (element-type SlFilterBinding): the view's filter as bound to each
 *   trace of the set, see sl_rows_bind_filter(); good until the next change
 */
GPtrArray *
sl_document_bind_filter (SlDocument *self)
{
  g_autoptr (GPtrArray) last = g_steal_pointer (&self->filters);

  self->filters = sl_rows_bind_filter (self->set, sl_document_get_state (self), last);
  return self->filters;
}

/* The set may have the trace with more lanes than what is looked into. */
static SlFilterBinding *
bind_to_searched (SlDocument *self, guint number)
{
  SlDocumentTrace *trace = sl_document_get (self, number);
  SlFilter *filter = sl_view_state_get_filter (sl_document_get_state (self));
  GPtrArray *bindings = sl_document_bind_filter (self);
  SlFilterBinding *shown = bindings != NULL ? g_ptr_array_index (bindings, number) : NULL;

  if (shown == NULL)
    return NULL;
  if (sl_filter_binding_is_of (shown, filter, trace->trace, trace->annotations))
    return sl_filter_binding_ref (shown);

  return sl_filter_bind (filter, trace->trace, trace->annotations, NULL);
}

/* Whether the map of the trace is coloured by the types of memory. */
static gboolean
goes_by_attribute (const SlDocumentTrace *trace)
{
  return sl_view_state_has_name (sl_document_get_state (trace->document), SL_NAMES_SHOWN_SIGNS,
                                 SL_MAP_ATTRIBUTES) &&
         sl_bus_matches_may_go_by_attribute (trace->trace);
}

static void
look_in_trace (SlDocument *self, guint number)
{
  SlDocumentTrace *trace = sl_document_get (self, number);
  g_autoptr (SlFilterBinding) filter = bind_to_searched (self, number);

  forget_matches (trace);
  if (filter == NULL)
    return;

  if (sl_event_hits_are_wanted (trace->trace))
    {
      trace->hits = sl_match_search_new_for_hits (trace->trace, sl_filter_run_new_bound (filter));
      g_signal_connect_object (trace->hits, "advanced", G_CALLBACK (hits_found_cb), self,
                               G_CONNECT_SWAPPED);
    }
  if (sl_bus_matches_are_wanted (trace->trace))
    {
      trace->matches = sl_match_search_new (trace->trace, sl_filter_run_new_bound (filter),
                                            goes_by_attribute (trace));
      g_signal_connect_object (trace->matches, "advanced", G_CALLBACK (matches_found_cb), self,
                               G_CONNECT_SWAPPED);
    }
}

/**
 * sl_document_search_matches:
 * @changed: (nullable): the trace that is not what it was; %NULL for all
 *
 * Looks again for what the filter lets through of bus cycles, and where the events are that it asks for.
 */
void
sl_document_search_matches (SlDocument *self, SlDocumentTrace *changed)
{
  for (guint i = 0; i < self->traces->len; i++)
    if (changed == NULL || changed == sl_document_get (self, i))
      look_in_trace (self, i);
  collect_matches (self);
}

static void
collect_attributes (SlDocument *self)
{
  gboolean has_any = FALSE;

  g_clear_pointer (&self->attributes, g_ptr_array_unref);
  self->attributes = g_ptr_array_new_with_free_func (unref_matches);
  for (guint i = 0; i < self->traces->len; i++)
    {
      SlMatchSearch *search = sl_document_get (self, i)->attributes;
      SlBusMatches *found = search != NULL ? sl_match_search_get_matches (search) : NULL;

      has_any = has_any || found != NULL;
      g_ptr_array_add (self->attributes, found != NULL ? sl_bus_matches_ref (found) : NULL);
    }
  if (!has_any)
    g_clear_pointer (&self->attributes, g_ptr_array_unref);
}

static void
attributes_found_cb (SlDocument *self)
{
  collect_attributes (self);
  sl_document_emit_changed (self, SL_CHANGED_MATCHES);
}

/**
 * sl_document_search_attributes:
 * @changed: (nullable): the trace that is not what it was; %NULL for all
 *
 * Looks again for which type of memory is touched when, where that is shown.
 */
void
sl_document_search_attributes (SlDocument *self, SlDocumentTrace *changed)
{
  for (guint i = 0; i < self->traces->len; i++)
    {
      SlDocumentTrace *trace = sl_document_get (self, i);

      if (changed != NULL && changed != trace)
        continue;

      forget_search (trace, &trace->attributes);
      if (!goes_by_attribute (trace) || !sl_bus_matches_are_wanted (trace->trace))
        continue;
      trace->attributes = sl_match_search_new (trace->trace, NULL, TRUE);
      g_signal_connect_object (trace->attributes, "advanced", G_CALLBACK (attributes_found_cb),
                               self, G_CONNECT_SWAPPED);
    }
  collect_attributes (self);
}

/**
 * sl_document_get_attributes:
 *
 * Returns: (transfer none) (nullable) (element-type SlBusMatches): by trace, which type of memory its
 *   cycles touch, as far as it was looked for and is shown; %NULL elements for none
 */
GPtrArray *
sl_document_get_attributes (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->attributes;
}

/**
 * sl_document_get_matches:
 *
 * Returns: (transfer none) (nullable) (element-type SlBusMatches): by trace, what the filter lets
 *   through of bus cycles, as far as it was looked for; %NULL elements for none
 */
GPtrArray *
sl_document_get_matches (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->matches;
}

/**
 * sl_document_get_hits:
 *
 * Returns: (transfer none) (nullable) (element-type SlEventHits): by trace, where the events are that the
 *   filter asks for, as far as it was looked for; %NULL elements for none
 */
GPtrArray *
sl_document_get_hits (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->hits;
}

/**
 * sl_document_get_jobs:
 *
 * Returns: (transfer none) (nullable): those of the first trace, as sl_document_get_jobs_of()
 */
SlJobTable *
sl_document_get_jobs (SlDocument *self)
{
  return sl_document_get_jobs_of (self, 0);
}

/**
 * sl_document_get_jobs_of:
 * @trace: number in the set
 *
 * Returns: (transfer none) (nullable): the jobs that were found last, maybe of the generation
 *   before; %NULL until the first are found
 */
SlJobTable *
sl_document_get_jobs_of (SlDocument *self, guint trace)
{
  SlJobSearch *search = sl_document_get_job_search_of (self, trace);

  return search != NULL ? sl_job_search_get_table (search) : NULL;
}

/**
 * sl_document_get_job_tables:
 *
 * Returns: (transfer none) (nullable) (element-type SlJobTable): the same by number of the trace
 *   in the set, for pictures; %NULL elements where none are found yet
 */
GPtrArray *
sl_document_get_job_tables (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->tables;
}

SlJobSearch *
sl_document_get_job_search (SlDocument *self)
{
  return sl_document_get_job_search_of (self, 0);
}

/**
 * sl_document_get_job_search_of:
 * @trace: number in the set
 *
 * Returns: (transfer none): what looks for the jobs of the trace
 */
SlJobSearch *
sl_document_get_job_search_of (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (trace < self->traces->len, NULL);

  return sl_document_get (self, trace)->jobs;
}

/**
 * sl_document_get_matches_done:
 *
 * Returns: how much of the bus traces was looked at for what the filter lets through, 0 … 1, in the
 *   one that is behind the others; 1 where nothing is looked for
 */
double
sl_document_get_matches_done (SlDocument *self)
{
  double done = 1;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), 1);

  for (guint i = 0; i < self->traces->len; i++)
    {
      SlMatchSearch *search = sl_document_get (self, i)->matches;
      SlBusMatches *found = search != NULL ? sl_match_search_get_matches (search) : NULL;

      if (search != NULL)
        done = MIN (done, found != NULL ? found->done : 0);
    }

  return done;
}
