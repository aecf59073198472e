/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-list-model.h"

#include "sl-event-order.h"

/* The events of all traces of a set as a list that holds none of them: an item is decoded when a
 * row asks for it. One trace is its own order; several are merged on the way, a stretch of rows at a
 * time, since rows are asked for one after the other. */

#define STRETCH 256

/* The event at a row: whose it is, and its place among those of its trace that are shown. */
typedef struct
{
  guint member;
  guint64 place;
} Row;

struct _SlEventListModel
{
  GObject parent_instance;

  SlEventOrder order;
  GPtrArray *searches; /* of SlEventSearch, by trace: what is listed; NULL for all */
  SlFilter *marking;   /* what sl_event_item_is_match() is about; NULL for all */

  Row stretch[STRETCH];
  guint64 stretch_begin;
  guint stretch_length; /* 0: must be found anew */

  guint64 page;
  guint n_items; /* as the list's users know it */
  guint stamp;   /* another one once other events may be in the rows */
};

static void sl_event_list_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlEventListModel,
                               sl_event_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_event_list_model_list_init))

enum
{
  SIGNAL_RESETTING,
  SIGNAL_TOTAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
fill_stretch (SlEventListModel *self, guint64 row)
{
  g_autofree guint64 *places = g_new (guint64, self->order.merge.n_members);
  guint member;

  /* Lists ask upwards as well as downwards. */
  self->stretch_begin = row - row % (STRETCH / 2);
  self->stretch_length = 0;
  sl_merge_order_seek (&self->order.merge, self->stretch_begin, places);
  while (self->stretch_length < STRETCH &&
         sl_merge_order_next (&self->order.merge, places, &member))
    self->stretch[self->stretch_length++] = (Row) { member, places[member] - 1 };
}

/* @row is of the whole list, over all pages. */
static Row
find_row (SlEventListModel *self, guint64 row)
{
  if (self->order.merge.n_members == 1)
    return (Row) { 0, row };
  if (row < self->stretch_begin || row - self->stretch_begin >= self->stretch_length)
    fill_stretch (self, row);
  if (row - self->stretch_begin >= self->stretch_length)
    return (Row) { 0, G_MAXUINT64 };
  return self->stretch[row - self->stretch_begin];
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

/* @number is of the whole list, over all pages. The file may have shrunk since its events were counted, and what is
 * listed may have while the table has yet to hear of it: a row stays a row. */
static SlEventItem *
make_item (SlEventListModel *self, guint64 number)
{
  SlEvent event = { .offset = SL_OFFSET_NONE, .flags = SL_EVENT_NO_A | SL_EVENT_NO_B };
  guint64 index = number;
  SlTime previous = SL_TIME_MIN;
  gboolean is_match = FALSE;
  Row row = { .place = G_MAXUINT64 };

  if (number < sl_event_list_model_get_total (self))
    row = find_row (self, number);
  if (row.place != G_MAXUINT64)
    sl_event_sequence_get (sl_event_order_get (&self->order, row.member), row.place, &event, &index,
                           &previous, &is_match);
  return sl_event_item_new (&event, row.member, index, previous, is_match);
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlEventListModel *self = SL_EVENT_LIST_MODEL (list);

  return position < self->n_items ? make_item (self, self->page * SL_PAGE_ROWS + position) : NULL;
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

  g_signal_emit (self, signals[SIGNAL_RESETTING], 0);
  self->stretch_length = 0;
  self->stamp++;
  if (self->page >= sl_event_list_model_get_n_pages (self))
    self->page = 0;
  self->n_items = count_items (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->n_items);
  g_signal_emit (self, signals[SIGNAL_TOTAL_CHANGED], 0);
}

/* What is there stays, and more may follow; but where traces are merged, it may come between. */
static void
grow (SlEventListModel *self)
{
  guint before = self->n_items;
  guint now = count_items (self);

  if (now < before || self->order.merge.n_members > 1)
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
drop_searches (SlEventListModel *self)
{
  for (guint i = 0; self->searches != NULL && i < self->searches->len; i++)
    g_signal_handlers_disconnect_by_func (g_ptr_array_index (self->searches, i), grow, self);
  g_clear_pointer (&self->searches, g_ptr_array_unref);
}

static void
sl_event_list_model_dispose (GObject *object)
{
  SlEventListModel *self = SL_EVENT_LIST_MODEL (object);

  drop_searches (self);
  sl_event_order_clear (&self->order);
  g_clear_pointer (&self->marking, sl_filter_unref);

  G_OBJECT_CLASS (sl_event_list_model_parent_class)->dispose (object);
}

static void
sl_event_list_model_class_init (SlEventListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_event_list_model_dispose;

  /**
   * SlEventListModel::resetting:
   *
   * All rows are about to be others.
   */
  signals[SIGNAL_RESETTING] = g_signal_new ("resetting", SL_TYPE_EVENT_LIST_MODEL,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

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
  sl_event_order_init (&self->order);
}

SlEventListModel *
sl_event_list_model_new (void)
{
  return g_object_new (SL_TYPE_EVENT_LIST_MODEL, NULL);
}

static SlEventSearch *
get_search (SlEventListModel *self, guint member)
{
  return self->searches != NULL && member < self->searches->len
             ? g_ptr_array_index (self->searches, member)
             : NULL;
}

/* Whether the traces of @set are those that are shown, each maybe of a later generation. */
static gboolean
has_same_traces (SlEventListModel *self, SlTraceSet *set)
{
  if (self->order.merge.n_members != sl_trace_set_get_size (set))
    return FALSE;

  for (guint i = 0; i < self->order.merge.n_members; i++)
    if (sl_trace_get_source (sl_event_sequence_get_trace (sl_event_order_get (&self->order, i))) !=
        sl_trace_get_source (sl_trace_set_get_trace (set, i)))
      return FALSE;

  return TRUE;
}

/**
 * sl_event_list_model_set_traces:
 * @set: traces, or the next generations of those that are shown: of one trace events are only
 *   added
 */
void
sl_event_list_model_set_traces (SlEventListModel *self, SlTraceSet *set)
{
  gboolean is_next;

  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));

  is_next = has_same_traces (self, set);
  if (!g_set_object (&self->order.set, set))
    return;

  if (!is_next)
    sl_event_order_remove_all (&self->order);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlAnnotations *annotations = sl_trace_set_get_annotations (set, i);

      if (i == self->order.merge.n_members)
        {
          sl_event_order_add (&self->order, sl_event_sequence_new (trace, annotations));
          sl_event_sequence_set_filters (sl_event_order_get (&self->order, i), get_search (self, i),
                                         self->marking);
        }
      sl_event_sequence_set_trace (sl_event_order_get (&self->order, i), trace);
      sl_event_sequence_set_annotations (sl_event_order_get (&self->order, i), annotations);
    }
  if (is_next)
    grow (self);
  else
    reset (self);
}

/**
 * sl_event_list_model_set_filters:
 * @searches: (nullable) (element-type SlEventSearch): what is listed, by trace; %NULL for all events
 * @marking: (nullable): what sl_event_item_is_match() tells of each event that is listed
 */
void
sl_event_list_model_set_filters (SlEventListModel *self, GPtrArray *searches, SlFilter *marking)
{
  g_return_if_fail (SL_IS_EVENT_LIST_MODEL (self));

  if (self->searches == searches && self->marking == marking)
    return;

  drop_searches (self);
  self->searches = searches != NULL ? g_ptr_array_ref (searches) : NULL;
  g_clear_pointer (&self->marking, sl_filter_unref);
  if (marking != NULL)
    self->marking = sl_filter_ref (marking);
  for (guint i = 0; searches != NULL && i < searches->len; i++)
    g_signal_connect_object (g_ptr_array_index (searches, i), "advanced", G_CALLBACK (grow), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < self->order.merge.n_members; i++)
    sl_event_sequence_set_filters (sl_event_order_get (&self->order, i), get_search (self, i),
                                   marking);
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

  return sl_merge_order_get_total (&self->order.merge);
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

/**
 * sl_event_list_model_find:
 * @trace: number in the set
 * @index: of an event in the trace
 * @page: (out): where it stands
 * @position: (out): where on that page; where it is left out, the match after it
 *
 * Returns: whether the event itself is in the list
 */
gboolean
sl_event_list_model_find (SlEventListModel *self,
                          guint trace,
                          guint64 index,
                          guint64 *page,
                          guint *position)
{
  guint64 place, row;
  gboolean is_there;

  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), FALSE);

  *page = 0;
  *position = 0;
  if (trace >= self->order.merge.n_members ||
      index >= sl_trace_get_n_events (sl_trace_set_get_trace (self->order.set, trace)))
    return FALSE;

  is_there = sl_event_sequence_find (sl_event_order_get (&self->order, trace), index, &place);
  row = place;
  if (self->order.merge.n_members > 1)
    row = place < self->order.merge.count (&self->order, trace)
              ? sl_merge_order_find (&self->order.merge, trace, place)
              : sl_event_list_model_get_total (self);

  *page = row / SL_PAGE_ROWS;
  *position = (guint) (row % SL_PAGE_ROWS);
  return is_there;
}

/**
 * sl_event_list_model_dup_row:
 * @row: of the whole list, over all pages
 *
 * Returns: (transfer full): the event there
 */
SlEventItem *
sl_event_list_model_dup_row (SlEventListModel *self, guint64 row)
{
  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), NULL);

  return make_item (self, row);
}

/**
 * sl_event_list_model_get_stamp:
 *
 * Returns: another number once other events may be in rows that were there
 */
guint
sl_event_list_model_get_stamp (SlEventListModel *self)
{
  g_return_val_if_fail (SL_IS_EVENT_LIST_MODEL (self), 0);

  return self->stamp;
}
