/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-list-filters.h"

#include "sl-event-search.h"

struct _SlListFilters
{
  SlDocument *document;
  SlFilterBar *bar;
  SlEventList *events;
  SlEventSearch *matches; /* of the expression and the families; NULL without either */
  SlEventSearch *listed;  /* what the list is restricted to; NULL for all */
  SlFilter *marking;      /* the expression while it only dims; NULL otherwise */
};

static void
update_count (SlListFilters *self)
{
  guint64 n_events = sl_trace_get_n_events (sl_document_get_trace (self->document));

  if (self->matches == NULL)
    sl_filter_bar_set_count (self->bar, FALSE, n_events, n_events, FALSE);
  else
    sl_filter_bar_set_count (self->bar, TRUE, sl_event_search_get_total (self->matches), n_events,
                             sl_event_search_is_running (self->matches));
}

static void
append_hidden (GString *text, const char *field, const char *const *hidden)
{
  for (guint i = 0; hidden != NULL && hidden[i] != NULL; i++)
    g_string_append_printf (text, "%s%s != \"%s\"", text->len > 0 ? " and " : "", field, hidden[i]);
}

/* 'family != "task" and kind != "mutex-lock" and (EXPRESSION)', as far as there is any of it. */
static char *
dup_filter_text (SlViewState *state, gboolean with_expression)
{
  const char *expression = with_expression ? sl_view_state_get_filter (state) : NULL;
  GString *text = g_string_new (NULL);

  append_hidden (text, "family", sl_view_state_get_names (state, SL_NAMES_HIDDEN_FAMILIES));
  append_hidden (text, "kind", sl_view_state_get_names (state, SL_NAMES_HIDDEN_KINDS));
  if (expression != NULL && expression[0] != '\0')
    g_string_append_printf (text, "%s(%s)", text->len > 0 ? " and " : "", expression);
  return g_string_free (text, FALSE);
}

static SlEventSearch *
make_search (SlListFilters *self, const char *text)
{
  g_autoptr (SlFilter) filter = text[0] != '\0' ? sl_filter_parse (text, NULL) : NULL;

  return filter != NULL ? sl_event_search_new (sl_document_get_trace (self->document), filter,
                                               sl_document_get_overlay (self->document))
                        : NULL;
}

static void
drop_searches (SlListFilters *self)
{
  if (self->matches != NULL)
    g_signal_handlers_disconnect_by_data (self->matches, self);
  g_clear_object (&self->matches);
  g_clear_object (&self->listed);
  g_clear_pointer (&self->marking, sl_filter_unref);
}

/**
 * sl_list_filters_new:
 * @bar: is told how many events match
 *
 * The widgets must outlive it.
 */
SlListFilters *
sl_list_filters_new (SlDocument *document, SlFilterBar *bar, SlEventList *events)
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
  const char *expression = sl_view_state_get_filter (state);
  g_autofree char *all = dup_filter_text (state, TRUE);
  g_autofree char *families = dup_filter_text (state, FALSE);

  drop_searches (self);
  self->matches = make_search (self, all);
  if (self->matches != NULL)
    g_signal_connect_swapped (self->matches, "advanced", G_CALLBACK (update_count), self);
  if (hides || strcmp (all, families) == 0)
    self->listed = self->matches != NULL ? g_object_ref (self->matches) : NULL;
  else
    self->listed = make_search (self, families);
  if (!hides && expression != NULL)
    self->marking = sl_filter_parse (expression, NULL);

  sl_event_list_set_filters (self->events, self->listed, self->marking);
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
  SlTrace *trace = sl_document_get_trace (self->document);

  if (self->matches != NULL)
    sl_event_search_set_trace (self->matches, trace);
  if (self->listed != NULL && self->listed != self->matches)
    sl_event_search_set_trace (self->listed, trace);
  update_count (self);
}
