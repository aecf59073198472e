/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-load.h"
#include "sl-source-extras.h"
#include "sl-topa-link.h"
#include "sl-topa-source.h"

#define N_EVENTS 1000

/* A packet each 8 bytes and 100 ticks, in three regions of 4,000, 2,000 and 2,000 bytes, the last of
 * which is the rest of the lap before in the first one's region. */
static SlTopaLayout *
make_layout (void)
{
  static const SlTopaEntry entries[] = {
    { .table = 0x1000, .index = 0, .raw = 0x8000, .base = 0x8000, .size = 4096 },
    { .table = 0x1000, .index = 1, .raw = 0x9000, .base = 0x9000, .size = 4096 },
    { .table = 0x1000, .index = 2, .raw = 0x1001, .base = 0x1000, .flags = SL_TOPA_ENTRY_END },
  };
  static const SlTopaPiece pieces[] = {
    { .offset = 0, .address = 0x8000, .length = 2000, .entry = 0, .age = SL_TOPA_OLD },
    { .offset = 2000, .address = 0x9000, .length = 2000, .entry = 1, .age = SL_TOPA_NEW },
    { .offset = 4000, .address = 0x8000, .length = 4000, .entry = 0, .age = SL_TOPA_NEW },
  };
  SlTopaLayout *layout = sl_topa_layout_new ();

  layout->uses_tables = TRUE;
  layout->table_base = 0x1000;
  layout->current = 0;
  layout->size = N_EVENTS * 8;
  g_array_append_vals (layout->entries, entries, G_N_ELEMENTS (entries));
  g_array_append_vals (layout->pieces, pieces, G_N_ELEMENTS (pieces));
  return layout;
}

/* The same packets, but in one region, with STOP, which is full. */
static SlTopaLayout *
make_stopped_layout (void)
{
  static const SlTopaEntry entry = { .table = 0x1000,
                                     .raw = 0x8050,
                                     .base = 0x8000,
                                     .size = 8000,
                                     .flags = SL_TOPA_ENTRY_STOP };
  static const SlTopaPiece piece = { .address = 0x8000, .length = 8000, .age = SL_TOPA_NEW };
  SlTopaLayout *layout = sl_topa_layout_new ();

  layout->uses_tables = TRUE;
  layout->table_base = 0x1000;
  layout->current = 0;
  layout->size = layout->filled = 8000;
  layout->registers.values[SL_TOPA_STATUS] = SL_TOPA_STATUS_STOPPED;
  g_array_append_val (layout->entries, entry);
  g_array_append_val (layout->pieces, piece);
  return layout;
}

/* Takes @layout. */
static SlDocument *
make_document (SlTopaLayout *layout)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      SlEvent event = { .time = i * 100, .offset = i * 8, .kind = SL_KIND_PT_TSC };

      g_array_append_val (events, event);
    }

  source = sl_topa_source_new (sl_array_source_new ("topa", events), layout);
  sl_topa_layout_unref (layout);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_document_new (trace);
}

static void
test_span (void)
{
  g_autoptr (SlDocument) document = make_document (make_layout ());
  SlSpan span;
  guint number;

  g_test_summary ("An entry's time is that of the packets that its region got in the last lap.");

  g_assert_nonnull (sl_topa_link_find (document, &number));
  g_assert_true (sl_topa_link_get_span (document, number, 1, &span));
  g_assert_cmpint (span.begin, ==, 250 * 100);
  g_assert_cmpint (span.end, ==, 500 * 100);
  g_assert_true (sl_topa_link_get_span (document, number, 0, &span));
  g_assert_cmpint (span.begin, ==, 500 * 100);
  g_assert_cmpint (span.end, >=, 999 * 100);
  g_assert_false (sl_topa_link_get_span (document, number, 2, &span));
}

static void
test_picked (void)
{
  g_autoptr (SlDocument) document = make_document (make_layout ());
  static const struct
  {
    guint64 index;
    guint entry;
  } cases[] = { { 0, 0 }, { 249, 0 }, { 250, 1 }, { 499, 1 }, { 500, 0 }, { 999, 0 } };

  g_test_summary ("A selected packet shows the entry whose region holds it.");

  g_assert_cmpuint (sl_topa_link_get_picked (document, 0), ==, SL_TOPA_NO_ENTRY);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      sl_document_pick_event_of (document, 0, cases[i].index);
      g_assert_cmpuint (sl_topa_link_get_picked (document, 0), ==, cases[i].entry);
    }
}

static void
test_details (void)
{
  g_autoptr (SlDocument) document = make_document (make_layout ());
  SlSource *source =
      sl_trace_get_source (sl_trace_set_get_trace (sl_document_get_trace_set (document), 0));

  g_test_summary ("A source of memory hands its stream's events on and keeps its layout.");

  g_assert_cmpuint (sl_source_get_topa_layout (source)->pieces->len, ==, 3);
  g_assert_cmpuint (sl_source_get_n_blocks (source), ==, 1);
}

static void
test_stop (void)
{
  g_autoptr (SlDocument) document = make_document (make_stopped_layout ());
  SlTarget mark = { SL_TARGET_ITEMS, 0, g_intern_string ("output/full"), 0, 0, 1 };
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (document);
  SlItem item;
  guint64 index;
  guint trace;

  g_test_summary (
      "STOP is in the tables, not in the stream: its mark does not belong to a packet.");

  g_assert_true (sl_rows_get_item (rows, &mark, &item));
  g_assert_cmpuint (item.state, ==, SL_KIND_TOPA_STOP);
  sl_document_pick (document, &mark);
  g_assert_false (sl_document_get_picked_event (document, &trace, &index));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/topa-link/span", test_span);
  g_test_add_func ("/app/topa-link/picked", test_picked);
  g_test_add_func ("/app/topa-link/details", test_details);
  g_test_add_func ("/app/topa-link/stop", test_stop);

  return g_test_run ();
}
