/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-list-filters.h"

#include <glib/gi18n.h>

#include "sl-event-search.h"
#include "sl-hit-walk.h"
#include "sl-message.h"
#include "sl-time-text.h"

struct _SlListFilters
{
  SlDocument *document;
  SlFilterBar *bar;
  SlEventPanel *events;
  GPtrArray *matches; /* of SlEventSearch, by trace: of the expression and the families; NULL
                         without either */
  GPtrArray *listed;  /* of SlEventSearch, by trace: what the list is restricted to; NULL for all */
  SlFilter *marking;  /* the expression while it only dims; NULL otherwise */
  SlHitWalk *walk;    /* over @matches; NULL without an expression */
  int direction;      /* of the hit that is gone to as soon as it is known; 0 for none */
  char *shown;        /* the text whose first match was scrolled to; NULL for none */
};

static gboolean
is_any_running (GPtrArray *searches)
{
  for (guint i = 0; searches != NULL && i < searches->len; i++)
    if (sl_event_search_is_running (g_ptr_array_index (searches, i)))
      return TRUE;

  return FALSE;
}

/* Once for each expression: the user may scroll away from it. */
static void
show_first (SlListFilters *self)
{
  const char *expression = sl_view_state_get_filter_text (sl_document_get_state (self->document));
  SlHit first;

  if (expression[0] == '\0')
    {
      g_clear_pointer (&self->shown, g_free);
      return;
    }
  if (self->walk == NULL || g_strcmp0 (self->shown, expression) == 0 ||
      sl_hit_walk_step_from_time (self->walk, SL_TIME_MIN, 1, &first) != SL_HIT_FOUND)
    return;

  g_free (self->shown);
  self->shown = g_strdup (expression);
  sl_event_panel_show_event (self->events, first.trace, first.index);
}

/* Which hit the picked event is, in words; NULL where it is none, or not known to be. */
static char *
dup_hit (SlListFilters *self)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->document));
  g_autofree char *number = NULL, *total = NULL;
  SlHit hit;

  if (self->walk == NULL || picked->type != SL_TARGET_EVENT ||
      sl_hit_walk_find (self->walk, picked->trace, picked->index, &hit) != SL_HIT_FOUND)
    return NULL;

  number = sl_time_text_ticks (hit.number + 1);
  total = sl_time_text_ticks (sl_hit_walk_get_total (self->walk));
  if (is_any_running (self->matches))
    /* Translators: which hit of a filter it is, of so many until now: 7 of 30 … */
    return g_strdup_printf (_ ("%s of %s …"), number, total);
  /* Translators: which hit of a filter it is, of how many: 7 of 30 */
  return g_strdup_printf (_ ("%s of %s"), number, total);
}

static void
show_hit (SlListFilters *self)
{
  g_autofree char *text = dup_hit (self);

  sl_document_set_hit (self->document, text);
  sl_filter_bar_set_hit (self->bar, text,
                         self->walk != NULL && sl_hit_walk_get_total (self->walk) > 0);
}

/* The entry says it by itself, as a part of what it found. */
static void
say_hit (SlListFilters *self)
{
  GtkWidget *bar = GTK_WIDGET (self->bar);
  g_autofree char *text = dup_hit (self);

  if (text != NULL && (gtk_widget_get_state_flags (bar) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    sl_message_say (bar, text);
}

static void
go_on (SlListFilters *self)
{
  SlHitStep step;
  SlHit hit;

  if (self->walk == NULL || self->direction == 0)
    return;

  step = sl_hit_walk_step (self->walk, self->document, self->direction, &hit);
  if (step == SL_HIT_LATER)
    return;

  self->direction = 0;
  if (step != SL_HIT_FOUND)
    return;

  sl_document_show_event (self->document, hit.trace, hit.index);
  say_hit (self);
}

static void
update_count (SlListFilters *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  guint64 n_events = 0, n_matches = 0;
  double done = sl_document_get_matches_done (self->document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    n_events += sl_trace_get_n_events (sl_trace_set_get_trace (set, i));
  for (guint i = 0; self->matches != NULL && i < self->matches->len; i++)
    {
      SlEventSearch *search = g_ptr_array_index (self->matches, i);

      n_matches += sl_event_search_get_total (search);
      if (sl_event_search_is_running (search))
        done = MIN (done, sl_event_search_get_fraction (search));
    }

  if (self->matches == NULL)
    sl_filter_bar_set_count (self->bar, FALSE, n_events, n_events, 1);
  else
    sl_filter_bar_set_count (self->bar, TRUE, n_matches, n_events, done);
  sl_event_panel_set_searching (self->events, is_any_running (self->listed));
  show_first (self);
  go_on (self);
  show_hit (self);
}

/* @filter without the events of hidden kinds. */
static SlFilter *
leave_out (SlFilter *filter, SlKindMask *hidden)
{
  if (hidden != NULL)
    return sl_filter_new_hiding (filter, hidden);

  return filter != NULL ? sl_filter_ref (filter) : NULL;
}

/* Anew with each generation. */
static void
make_walk (SlListFilters *self)
{
  g_clear_pointer (&self->walk, sl_hit_walk_free);
  if (self->matches != NULL &&
      sl_view_state_get_filter (sl_document_get_state (self->document)) != NULL)
    self->walk = sl_hit_walk_new (sl_document_get_trace_set (self->document), self->matches);
}

/* In each trace; NULL without a filter. */
static GPtrArray *
make_searches (SlListFilters *self, SlFilter *filter)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  GPtrArray *searches;

  if (filter == NULL)
    return NULL;

  searches = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    g_ptr_array_add (searches, sl_event_search_new (sl_trace_set_get_trace (set, i), filter,
                                                    sl_trace_set_get_annotations (set, i)));
  return searches;
}

static void
drop_searches (SlListFilters *self)
{
  for (guint i = 0; self->matches != NULL && i < self->matches->len; i++)
    g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->matches, i), self);
  g_clear_pointer (&self->walk, sl_hit_walk_free);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_pointer (&self->listed, g_ptr_array_unref);
  g_clear_pointer (&self->marking, sl_filter_unref);
}

/**
 * sl_list_filters_new:
 * @bar: is told how many events match
 *
 * The widgets must outlive it.
 */
SlListFilters *
sl_list_filters_new (SlDocument *document, SlFilterBar *bar, SlEventPanel *events)
{
  SlListFilters *self = g_new0 (SlListFilters, 1);

  self->document = g_object_ref (document);
  self->bar = bar;
  self->events = events;
  return self;
}

/**
 * sl_list_filters_free:
 * @self: (transfer full):
 */
void
sl_list_filters_free (SlListFilters *self)
{
  g_return_if_fail (self != NULL);

  drop_searches (self);
  g_object_unref (self->document);
  g_free (self->shown);
  g_free (self);
}

/**
 * sl_list_filters_follow_state:
 *
 * To be called when the filter or the hidden families have changed.
 */
void
sl_list_filters_follow_state (SlListFilters *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  gboolean hides = sl_view_state_get_filter_hides (state);
  SlFilter *expression = sl_view_state_get_filter (state);
  SlKindMask *hidden = sl_view_state_get_hidden_kinds (state);
  g_autoptr (SlFilter) all = leave_out (expression, hidden);
  g_autoptr (SlFilter) kinds = leave_out (NULL, hidden);

  drop_searches (self);
  self->matches = make_searches (self, all);
  for (guint i = 0; self->matches != NULL && i < self->matches->len; i++)
    g_signal_connect_swapped (g_ptr_array_index (self->matches, i), "advanced",
                              G_CALLBACK (update_count), self);
  if (hides || expression == NULL)
    self->listed = self->matches != NULL ? g_ptr_array_ref (self->matches) : NULL;
  else
    self->listed = make_searches (self, kinds);
  if (!hides && expression != NULL)
    self->marking = sl_filter_ref (expression);

  self->direction = 0;
  make_walk (self);
  sl_event_panel_set_filters (self->events, self->listed, self->marking);
  update_count (self);
}

/**
 * sl_list_filters_follow_trace:
 *
 * To be called when the document has another generation.
 */
void
sl_list_filters_follow_trace (SlListFilters *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  guint n_traces = sl_trace_set_get_size (set);

  if (self->matches != NULL && self->matches->len != n_traces)
    {
      sl_list_filters_follow_state (self);
      return;
    }

  for (guint i = 0; i < n_traces; i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      if (self->matches != NULL)
        sl_event_search_set_trace (g_ptr_array_index (self->matches, i), trace);
      if (self->listed != NULL && self->listed != self->matches)
        sl_event_search_set_trace (g_ptr_array_index (self->listed, i), trace);
    }
  make_walk (self);
  update_count (self);
}

/**
 * sl_list_filters_follow_matches:
 *
 * To be called when more of the document was looked at for what rows of counts show of the filter.
 */
void
sl_list_filters_follow_matches (SlListFilters *self)
{
  update_count (self);
}

/**
 * sl_list_filters_follow_picked:
 *
 * To be called when something else is picked.
 */
void
sl_list_filters_follow_picked (SlListFilters *self)
{
  show_hit (self);
}

/**
 * sl_list_filters_step:
 * @direction: above 0 to the next hit of the filter, below 0 to the one before
 *
 * Picks it, as soon as the search has come there.
 *
 * Returns: whether there is a filter
 */
gboolean
sl_list_filters_step (SlListFilters *self, int direction)
{
  self->direction = direction;
  go_on (self);
  return self->walk != NULL;
}
