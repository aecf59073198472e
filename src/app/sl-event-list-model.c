/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-list-model.h"

/* The events of a trace as a list that holds none of them: an item is decoded when a row asks
 * for it, and a few decoded zones are kept, since rows ask in order. While a filter hides what
 * does not match, a search knows how many matches each zone has. */

#define N_CACHED 8

typedef struct
{
  guint zone;
  guint n_events; /* 0: the slot is empty */
  SlEvent *events;
  guint16 *matches; /* which of them match */
  guint n_matches;
  gboolean has_matches; /* they have been looked for */
  guint64 used;
} CachedZone;

struct _SlEventListModel
{
  GObject parent_instance;

  SlTrace *trace;        /* NULL for none */
  SlEventSearch *search; /* what is listed; NULL for all */
  SlFilterRun *run;      /* of the search's filter, for the zones that are looked at */
  SlFilter *marking;     /* what sl_event_item_is_match() tells of; NULL for all */
  SlFilterRun *marking_run;
  SlOverlay *overlay; /* NULL for none */

  guint64 page;
  guint n_items; /* as the list's users know it */
  CachedZone cache[N_CACHED];
  guint64 clock; /* counts uses of the cache */
};

static void sl_event_list_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlEventListModel,
                               sl_event_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_event_list_model_list_init))

enum
{
  SIGNAL_TOTAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
drop_cache (SlEventListModel *self)
{
  for (guint i = 0; i < N_CACHED; i++)
    {
      self->cache[i].n_events = 0;
      self->cache[i].has_matches = FALSE;
      self->cache[i].used = 0;
    }
}

static SlTime
get_time_before (SlEventListModel *self, guint zone)
{
  return zone > 0 ? sl_trace_get_zone (self->trace, zone - 1)->time_max : SL_TIME_MIN;
}

static CachedZone *
get_zone (SlEventListModel *self, guint zone)
{
  CachedZone *slot = &self->cache[0];
  gssize n_events;

  for (guint i = 0; i < N_CACHED; i++)
    {
      if (self->cache[i].n_events > 0 && self->cache[i].zone == zone)
        {
          self->cache[i].used = ++self->clock;
          return &self->cache[i];
        }
      if (self->cache[i].used < slot->used)
        slot = &self->cache[i];
    }

  if (slot->events == NULL)
    {
      slot->events = g_new (SlEvent, SL_BLOCK_EVENTS);
      slot->matches = g_new (guint16, SL_BLOCK_EVENTS);
    }
  n_events = sl_trace_read_zone (self->trace, zone, slot->events);
  slot->zone = zone;
  slot->n_events = n_events > 0 ? (guint) n_events : 0;
  slot->has_matches = FALSE;
  slot->used = ++self->clock;
  sl_trace_resolve (self->trace, slot->events, slot->n_events);
  return slot;
}

static void
ensure_matches (SlEventListModel *self, CachedZone *cached)
{
  SlTime previous = get_time_before (self, cached->zone);

  if (cached->has_matches)
    return;

  cached->n_matches = 0;
  cached->has_matches = TRUE;
  for (guint i = 0; self->run != NULL && i < cached->n_events; i++)
    {
      if (sl_filter_run_match_event (self->run, &cached->events[i], previous))
        cached->matches[cached->n_matches++] = (guint16) i;
      previous = cached->events[i].time;
    }
}

/* From a row of the whole list, over all pages, to an event of a zone. */
static CachedZone *
locate (SlEventListModel *self, guint64 row, guint *in_zone)
{
  CachedZone *cached;
  guint zone;

  if (self->search != NULL)
    {
      guint match;

      if (!sl_event_search_locate (self->search, row, &zone, &match))
        return NULL;

      cached = get_zone (self, zone);
      ensure_matches (self, cached);
      if (match >= cached->n_matches)
        return NULL;
      *in_zone = cached->matches[match];
      return cached;
    }

  zone = sl_trace_zone_of_index (self->trace, row);
  cached = get_zone (self, zone);
  *in_zone = (guint) (row - sl_trace_get_zone (self->trace, zone)->first);
  return *in_zone < cached->n_events ? cached : NULL;
}

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_EVENT_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return SL_EVENT_LIST_MODEL (list)->n_items;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlEventListModel *self = SL_EVENT_LIST_MODEL (list);
  SlEvent damaged = { .offset = SL_OFFSET_NONE, .flags = SL_EVENT_NO_A | SL_EVENT_NO_B };
  guint64 row = self->page * SL_PAGE_ROWS + position;
  CachedZone *cached;
  const SlEvent *event;
  SlTime previous;
  guint in_zone;

  if (position >= self->n_items)
    return NULL;

  /* The file may have shrunk since its events were counted: a row stays a row. */
  cached = locate (self, row, &in_zone);
  if (cached == NULL)
    return sl_event_item_new (&damaged, row, SL_TIME_MIN, FALSE);

  event = &cached->events[in_zone];
  previous = in_zone > 0 ? event[-1].time : get_time_before (self, cached->zone);
  return sl_event_item_new (event, sl_trace_get_zone (self->trace, cached->zone)->first + in_zone,
                            previous,
                            self->marking_run == NULL ||
                                sl_filter_run_match_event (self->marking_run, event, previous));
}

static void
sl_event_list_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static guint
count_items (SlEventListModel *self)
{
  guint64 total = sl_event_list_model_get_total (self);
  guint64 before = self->page * SL_PAGE_ROWS;

  return total > before ? (guint) MIN (total - before, SL_PAGE_ROWS) : 0;
}

/* Everything may be otherwise. */
static void
reset (SlEventListModel *self)
{
  guint removed = self->n_items;

  drop_cache (self);
  if (self->page >= sl_event_list_model_get_n_pages (self))
    self->page = 0;
  self->n_items = count_items (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->n_items);
  g_signal_emit (self, signals[SIGNAL_TOTAL_CHANGED], 0);
}

/* What is there stays; more may follow. */
static void
grow (SlEventListModel *self)
{
  guint before = self->n_items;
  guint now = count_items (self);

  if (now < before)
    {
      reset (self);
      return;
    }

  self->n_items = now;
  if (now > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, now - before);
  g_signal_emit (self, signals[SIGNAL_TOTAL_CHANGED], 0);
}

static void
sl_event_list_model_dispose (GObject *object)
{
  SlEventListModel *self = SL_EVENT_LIST_MODEL (object);

  if (self->search != NULL)
    g_signal_handlers_disconnect_by_func (self->search, grow, self);
  g_clear_object (&self->search);
  g_clear_pointer (&self->run, sl_filter_run_free);
  g_clear_pointer (&self->marking_run, sl_filter_run_free);
  g_clear_pointer (&self->marking, sl_filter_unref);
  g_clear_pointer (&self->overlay, sl_overlay_unref);
  g_clear_object (&self->trace);

  G_OBJECT_CLASS (sl_event_list_model_parent_class)->dispose (object);
}

static void
sl_event_list_model_finalize (GObject *object)
{
  SlEventListModel *self = SL_EVENT_LIST_MODEL (object);

  for (guint i = 0; i < N_CACHED; i++)
    {
      g_free (self->cache[i].events);
      g_free (self->cache[i].matches);
    }

  G_OBJECT_CLASS (sl_event_list_model_parent_class)->finalize (object);
}

static void
sl_event_list_model_class_init (SlEventListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_event_list_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = sl_event_list_model_finalize;

  /**
   * SlEventListModel::total-changed:
   *
   * The number of rows over all pages, or the page, may have changed.
   */
  signals[SIGNAL_TOTAL_CHANGED] =
      g_signal_new ("total-changed", SL_TYPE_EVENT_LIST_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
}

static void
sl_event_list_model_init (SlEventListModel *self)
{
}

SlEventListModel *
sl_event_list_model_new (void)
{
  return g_object_new (SL_TYPE_EVENT_LIST_MODEL, NULL);
}

static void
remake_runs (SlEventListModel *self)
{
  g_clear_pointer (&self->run, sl_filter_run_free);
  g_clear_pointer (&self->marking_run, sl_filter_run_free);
  if (self->trace == NULL)
    return;

  if (self->search != NULL)
    self->run = sl_filter_run_new_with_overlay (sl_event_search_get_filter (self->search),
                                                self->trace, self->overlay, NULL);
  if (self->marking != NULL)
    self->marking_run =
        sl_filter_run_new_with_overlay (self->marking, self->trace, self->overlay, NULL);
}

/**
 * sl_event_list_model_set_trace:
 * @trace: a trace, or the next generation of the one that is shown: events are only added
 */
void
sl_event_list_model_set_trace (SlEventListModel *self, SlTrace *trace)
{
  gboolean is_next;

  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));

  is_next = self->trace != NULL && trace != NULL &&
            sl_trace_get_source (self->trace) == sl_trace_get_source (trace);
  if (!g_set_object (&self->trace, trace))
    return;

  /* The last zone may have been a part of a block. */
  drop_cache (self);
  remake_runs (self);
  if (is_next)
    grow (self);
  else
    reset (self);
}

/**
 * sl_event_list_model_set_overlay:
 * @overlay: names and rate that the next filters go by
 */
void
sl_event_list_model_set_overlay (SlEventListModel *self, SlOverlay *overlay)
{
  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));

  g_clear_pointer (&self->overlay, sl_overlay_unref);
  self->overlay = sl_overlay_ref (overlay);
}

/**
 * sl_event_list_model_set_filters:
 * @search: (nullable): what is listed; %NULL for all events
 * @marking: (nullable): what sl_event_item_is_match() tells of each event that is listed
 */
void
sl_event_list_model_set_filters (SlEventListModel *self, SlEventSearch *search, SlFilter *marking)
{
  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));

  if (self->search == search && self->marking == marking)
    return;

  if (self->search != NULL)
    g_signal_handlers_disconnect_by_func (self->search, grow, self);
  g_set_object (&self->search, search);
  g_clear_pointer (&self->marking, sl_filter_unref);
  if (marking != NULL)
    self->marking = sl_filter_ref (marking);
  if (search != NULL)
    g_signal_connect_object (search, "advanced", G_CALLBACK (grow), self, G_CONNECT_SWAPPED);
  remake_runs (self);
  reset (self);
}

/**
 * sl_event_list_model_get_total:
 *
 * Returns: rows over all pages, as far as they are known
 */
guint64
sl_event_list_model_get_total (SlEventListModel *self)
{
  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), 0);

  if (self->trace == NULL)
    return 0;
  return self->search != NULL ? sl_event_search_get_total (self->search)
                              : sl_trace_get_n_events (self->trace);
}

guint64
sl_event_list_model_get_n_pages (SlEventListModel *self)
{
  guint64 total;

  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), 1);

  total = sl_event_list_model_get_total (self);
  return MAX ((total + SL_PAGE_ROWS - 1) / SL_PAGE_ROWS, 1);
}

guint64
sl_event_list_model_get_page (SlEventListModel *self)
{
  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), 0);

  return self->page;
}

void
sl_event_list_model_set_page (SlEventListModel *self, guint64 page)
{
  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));
  g_return_if_fail (page < sl_event_list_model_get_n_pages (self));

  if (page == self->page)
    return;

  self->page = page;
  reset (self);
}

/* Where in the list of matches the event @index stands, or the next match after it. */
static gboolean
find_match (SlEventListModel *self, guint64 index, guint64 *row)
{
  guint zone = sl_trace_zone_of_index (self->trace, index);
  guint64 first = sl_trace_get_zone (self->trace, zone)->first;
  guint64 before = sl_event_search_get_before (self->search, zone);
  CachedZone *cached = get_zone (self, zone);
  guint match = 0;

  ensure_matches (self, cached);
  while (match < cached->n_matches && first + cached->matches[match] < index)
    match++;

  *row = before + match;
  return match < cached->n_matches && first + cached->matches[match] == index;
}

/**
 * sl_event_list_model_find:
 * @index: of an event in the trace
 * @page: (out): where it stands
 * @position: (out): where on that page; where it is left out, the match after it
 *
 * Returns: whether the event itself is in the list
 */
gboolean
sl_event_list_model_find (SlEventListModel *self, guint64 index, guint64 *page, guint *position)
{
  guint64 row = index;
  gboolean is_there = TRUE;

  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), FALSE);

  *page = 0;
  *position = 0;
  if (self->trace == NULL || index >= sl_trace_get_n_events (self->trace))
    return FALSE;

  if (self->search != NULL)
    is_there = find_match (self, index, &row);

  *page = row / SL_PAGE_ROWS;
  *position = (guint) (row % SL_PAGE_ROWS);
  return is_there;
}
