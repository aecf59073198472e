/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-list-model.h"

#include "sl-app-test.h"
#include "sl-trace-align.h"

#define N_EVENTS 25000

static gboolean
search_is_done (gpointer data)
{
  return !sl_event_search_is_running (data);
}

static SlEventSearch *
make_search (SlTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  SlEventSearch *search;

  g_assert_no_error (error);
  search = sl_event_search_new (trace, filter, NULL);
  sl_app_test_wait (search_is_done, search);
  return search;
}

static void
show (SlEventListModel *model, SlTrace *trace)
{
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, NULL);

  sl_event_list_model_set_traces (model, set);
}

static void
set_search (SlEventListModel *model, SlEventSearch *search)
{
  g_autoptr (GPtrArray) searches = g_ptr_array_new_with_free_func (g_object_unref);

  if (search != NULL)
    g_ptr_array_add (searches, g_object_ref (search));
  sl_event_list_model_set_filters (model, search != NULL ? searches : NULL, NULL);
}

static void
test_items (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlEventListModel) model = sl_event_list_model_new ();

  g_test_summary ("Row i is event i with the time since event i - 1, in whatever order rows ask.");

  show (model, trace);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, N_EVENTS);
  for (guint i = 0; i < 3000; i++)
    {
      guint position = (i * 7919u) % N_EVENTS;
      g_autoptr (SlEventItem) item = g_list_model_get_item (G_LIST_MODEL (model), position);
      SlEvent event = fake_source_event (position);
      gint64 delta;

      g_assert_cmpuint (sl_event_item_get_index (item), ==, position);
      g_assert_cmpint (sl_event_item_get_event (item)->time, ==, event.time);
      g_assert_cmpuint (sl_event_item_get_event (item)->b, ==, position);
      g_assert_true (sl_event_item_is_match (item));
      g_assert_cmpint (sl_event_item_get_delta (item, &delta), ==, position > 0);
      if (position > 0)
        g_assert_cmpint (delta, ==, event.time - fake_source_event (position - 1).time);
    }
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), N_EVENTS));
}

static void
test_filtered (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlEventListModel) model = sl_event_list_model_new ();
  g_autoptr (SlEventSearch) search = NULL;
  guint position = 0;

  g_test_summary ("A filtered list holds exactly the events that match, in their order.");

  show (model, trace);
  search = make_search (trace, "a = 3 and cpu = 1");
  set_search (model, search);

  for (guint64 i = 0; i < N_EVENTS; i++)
    {
      SlEvent event = fake_source_event (i);
      g_autoptr (SlEventItem) item = NULL;

      if (event.a != 3 || event.cpu != 1)
        continue;

      item = g_list_model_get_item (G_LIST_MODEL (model), position++);
      g_assert_nonnull (item);
      g_assert_cmpuint (sl_event_item_get_index (item), ==, i);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, position);
  g_assert_cmpuint (sl_event_search_get_total (search), ==, position);
}

static void
test_find (void)
{
  static const char *const texts[] = { NULL, "a = 3 and cpu = 1", "cpu = 0", "a = 99" };
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);

  g_test_summary ("Finding the row of an event is the inverse of asking for a row's event.");

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      g_autoptr (SlEventListModel) model = sl_event_list_model_new ();
      g_autoptr (SlEventSearch) search = texts[t] != NULL ? make_search (trace, texts[t]) : NULL;

      show (model, trace);
      set_search (model, search);
      for (guint64 index = 0; index < N_EVENTS; index += 37)
        {
          guint64 page;
          guint position;
          gboolean is_there = sl_event_list_model_find (model, 0, index, &page, &position);
          g_autoptr (SlEventItem) item = g_list_model_get_item (G_LIST_MODEL (model), position);

          g_assert_cmpuint (page, ==, 0);
          if (is_there)
            g_assert_cmpuint (sl_event_item_get_index (item), ==, index);
          else if (item != NULL)
            g_assert_cmpuint (sl_event_item_get_index (item), >, index);
        }
    }
}

static void
test_merged (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlTrace) other = sl_app_test_make_trace (N_EVENTS / 3);

  g_test_summary ("Of several traces every event is there once, in the order of the axis, and is "
                  "found at its position, also if a filter hides some.");

  for (guint n = 0; n < 4; n++)
    {
      const SlTracePlace places[] = { { .trace = one },
                                      { .trace = other,
                                        .offset = g_test_rand_int_range (-20000, 20000) } };
      g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
      g_autoptr (SlEventListModel) model = sl_event_list_model_new ();
      g_autoptr (GPtrArray) searches = g_ptr_array_new_with_free_func (g_object_unref);
      guint64 total = N_EVENTS + N_EVENTS / 3, next[2] = { 0, 0 };
      SlTime last = SL_TIME_MIN;
      guint last_trace = 0;

      sl_event_list_model_set_traces (model, set);
      if (n % 2 == 1)
        {
          g_ptr_array_add (searches, make_search (one, "cpu = 1"));
          g_ptr_array_add (searches, make_search (other, "cpu = 1"));
          sl_event_list_model_set_filters (model, searches, NULL);
          total = sl_event_search_get_total (searches->pdata[0]) +
                  sl_event_search_get_total (searches->pdata[1]);
        }
      g_assert_cmpuint (sl_event_list_model_get_total (model), ==, total);
      for (guint row = 0; row < total; row++)
        {
          g_autoptr (SlEventItem) item = g_list_model_get_item (G_LIST_MODEL (model), row);
          guint trace = sl_event_item_get_trace (item);
          guint64 index = sl_event_item_get_index (item), page;
          SlTime time =
              sl_trace_set_to_reference (set, trace, sl_event_item_get_event (item)->time);
          guint position;

          g_assert_cmpint (time, >=, last);
          if (time == last)
            g_assert_cmpuint (trace, >=, last_trace);
          g_assert_cmpuint (index, >=, next[trace]);
          if (n % 2 == 0)
            g_assert_cmpuint (index, ==, next[trace]);
          next[trace] = index + 1;
          last = time;
          last_trace = trace;
          if (row % 61 != 0)
            continue;
          g_assert_true (sl_event_list_model_find (model, trace, index, &page, &position));
          g_assert_cmpuint (page * SL_PAGE_ROWS + position, ==, row);
        }
    }
}

static void
test_marking (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlEventListModel) model = sl_event_list_model_new ();
  g_autoptr (SlFilter) filter = sl_filter_parse ("a = 2", NULL);

  g_test_summary ("A filter that only marks leaves every event in the list.");

  show (model, trace);
  sl_event_list_model_set_filters (model, NULL, filter);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, N_EVENTS);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (SlEventItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);

      g_assert_cmpint (sl_event_item_is_match (item), ==, fake_source_event (i).a == 2);
    }
}

typedef struct
{
  guint position, removed, added;
  guint n_signals;
} Change;

static void
changed_cb (GListModel *model, guint position, guint removed, guint added, Change *change)
{
  *change = (Change) { position, removed, added, change->n_signals + 1 };
}

static void
test_pages (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);
  g_autoptr (SlEventListModel) model = sl_event_list_model_new ();
  Change change = { 0 };

  g_test_summary ("A trace that fits has one page, and what listeners hear adds up to what is "
                  "there.");

  g_signal_connect (model, "items-changed", G_CALLBACK (changed_cb), &change);
  show (model, trace);
  g_assert_cmpuint (change.n_signals, ==, 1);
  g_assert_cmpuint (change.position, ==, 0);
  g_assert_cmpuint (change.removed, ==, 0);
  g_assert_cmpuint (change.added, ==, N_EVENTS);
  g_assert_cmpuint (sl_event_list_model_get_n_pages (model), ==, 1);
  g_assert_cmpuint (sl_event_list_model_get_total (model), ==, N_EVENTS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/event-list-model/items", test_items);
  g_test_add_func ("/app/event-list-model/filtered", test_filtered);
  g_test_add_func ("/app/event-list-model/find", test_find);
  g_test_add_func ("/app/event-list-model/merged", test_merged);
  g_test_add_func ("/app/event-list-model/marking", test_marking);
  g_test_add_func ("/app/event-list-model/pages", test_pages);
  return g_test_run ();
}
