/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-branch-cause.h"
#include "sl-bus-item.h"
#include "sl-bus-recipe.h"
#include "sl-event-panel.h"
#include "sl-filter-bar.h"
#include "sl-load.h"
#include "sl-panels.h"
#include "sl-table-selection.h"

#define N_CYCLES 10000

/* Of each ten cycles seven fetch, two write to a page of their own, and one reads a port. */
static void
make_event (SlEvent *event, guint i)
{
  guint type = i % 10;

  *event = (SlEvent) { .time = i * 100, .b = 8, .offset = i * 12 };
  event->kind = type < 7   ? SL_KIND_BUS_FETCH
                : type < 9 ? SL_KIND_BUS_MEMORY_WRITE
                           : SL_KIND_BUS_IO_READ;
  event->a = type < 7 ? 0x1000 : type < 9 ? (0x100 + i / 1000) << 12 : 0x70;
}

static SlTrace *
make_trace_of (guint n_cycles, guint n_agents)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  for (guint i = 0; i < n_cycles; i++)
    {
      SlEvent event;

      make_event (&event, i);
      event.cpu = (guint16) (i % n_agents);
      g_array_append_val (events, event);
    }
  source = sl_array_source_new ("byu12", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static SlTrace *
make_trace (guint n_cycles)
{
  return make_trace_of (n_cycles, 1);
}

static SlDocument *
make_document (guint n_agents)
{
  g_autoptr (SlTrace) trace = make_trace_of (N_CYCLES, n_agents);

  return sl_document_new (trace);
}

typedef struct
{
  GtkWindow *window;
  SlDocument *document;
  SlBusPanel *panel;
} Fixture;

static void
fixture_init_of (Fixture *self, guint n_agents)
{
  sl_app_test_start ();
  self->document = make_document (n_agents);
  self->panel = g_object_new (SL_TYPE_BUS_PANEL, NULL);
  g_object_set (self->panel, "document", self->document, NULL);
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_child (self->window, GTK_WIDGET (self->panel));
  gtk_window_present (self->window);
}

static void
fixture_init (Fixture *self)
{
  fixture_init_of (self, 1);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
fixture_clear (Fixture *self)
{
  gpointer weak = self->panel;

  g_object_add_weak_pointer (weak, &weak);
  gtk_window_destroy (self->window);
  sl_app_test_wait (is_gone, &weak);
  g_object_unref (self->document);
}

static gpointer
get_child (Fixture *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self->panel), SL_TYPE_BUS_PANEL, name);
}

static SlTableSelection *
get_lines (Fixture *self, const char *name)
{
  return SL_TABLE_SELECTION (gtk_column_view_get_model (get_child (self, name)));
}

static gboolean
is_filled (gpointer data)
{
  return get_lines (data, "port_view") != NULL;
}

static gboolean
tells_of_span (gpointer data)
{
  return g_str_has_prefix (gtk_label_get_label (get_child (data, "sum_label")), "10 cycles");
}

static void
assert_line (Fixture *self,
             const char *view,
             guint line,
             const char *name,
             guint64 cycles,
             guint64 all)
{
  g_autoptr (SlBusItem) item = g_list_model_get_item (G_LIST_MODEL (get_lines (self, view)), line);

  g_assert_nonnull (item);
  g_assert_cmpstr (sl_bus_item_get_name (item), ==, name);
  g_assert_cmpuint (sl_bus_item_get_sum (item)->cycles, ==, cycles);
  g_assert_cmpuint (sl_bus_item_get_all (item)->cycles, ==, all);
}

static void
test_figures (void)
{
  SlSpan span = { 500, 1500 };
  g_autoptr (SlViewState) state = NULL;
  Fixture fixture;

  g_test_summary ("The panel shows the whole trace, and a span as soon as it is selected; "
                  "the port is not a page.");
  fixture_init (&fixture);
  sl_app_test_wait (is_filled, &fixture);
  assert_line (&fixture, "kind_view", 0, "Instruction fetch", 7000, 10000);
  assert_line (&fixture, "kind_view", 1, "Memory write", 2000, 10000);
  assert_line (&fixture, "kind_view", 2, "I/O read", 1000, 10000);
  assert_line (&fixture, "caching_view", 0, "Uncacheable", 9000, 9000);
  assert_line (&fixture, "page_view", 0, "0x1000", 7000, 9000);
  assert_line (&fixture, "page_view", 1, "0x100000", 200, 9000);
  assert_line (&fixture, "port_view", 0, "0x70", 1000, 1000);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_lines (&fixture, "page_view"))), ==,
                    11);
  g_assert_cmpstr (gtk_label_get_label (get_child (&fixture, "span_label")), ==, "Whole Trace");

  state = sl_view_state_with_selection (sl_document_get_state (fixture.document), &span);
  sl_document_take_state (fixture.document, g_steal_pointer (&state), 0);
  sl_app_test_wait (tells_of_span, &fixture);
  g_assert_cmpstr (gtk_label_get_label (get_child (&fixture, "span_label")), ==, "Selected Span");
  assert_line (&fixture, "kind_view", 0, "Instruction fetch", 7, 10);
  fixture_clear (&fixture);
}

/* The scrolled window of the page as a whole. */
static gboolean
is_no_wider (gpointer data)
{
  Fixture *self = data;
  GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->panel));
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (page));

  return is_filled (self) && gtk_widget_get_width (page) == 640 &&
         gtk_adjustment_get_upper (across) <= gtk_adjustment_get_page_size (across);
}

static void
test_narrow (void)
{
  Fixture fixture;

  g_test_summary ("Where there is little room the parts of the page stand below each other; none "
                  "is cut at the right.");

  fixture_init (&fixture);
  gtk_window_set_default_size (fixture.window, 640, 400);
  sl_app_test_wait (is_no_wider, &fixture);
  fixture_clear (&fixture);
}

static void
test_agents (void)
{
  Fixture fixture;

  g_test_summary ("Several processors on a bus have their figures; of one alone the mix says all.");
  fixture_init_of (&fixture, 4);
  sl_app_test_wait (is_filled, &fixture);
  g_assert_true (gtk_widget_get_mapped (get_child (&fixture, "agent_view")));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_lines (&fixture, "agent_view"))),
                    ==, 4);
  assert_line (&fixture, "agent_view", 0, "agent:0", 2500, 10000);
  assert_line (&fixture, "agent_view", 3, "agent:3", 2500, 10000);
  fixture_clear (&fixture);

  fixture_init (&fixture);
  sl_app_test_wait (is_filled, &fixture);
  g_assert_false (gtk_widget_get_mapped (get_child (&fixture, "agent_box")));
  fixture_clear (&fixture);
}

static void
test_go_to (void)
{
  SlTableSelection *lines;
  guint trace_number;
  guint64 index;
  Fixture fixture;

  g_test_summary ("Nothing is gone to by itself; a line that is selected goes to its first cycle, "
                  "the button to the cycle after the longest gap.");
  fixture_init (&fixture);
  sl_app_test_wait (is_filled, &fixture);
  g_assert_false (sl_document_get_picked_event (fixture.document, &trace_number, &index));

  lines = get_lines (&fixture, "page_view");
  sl_table_selection_set_selected (lines, 2);
  g_assert_true (sl_document_get_picked_event (fixture.document, &trace_number, &index));
  g_assert_cmpuint (index, ==, 1007);
  sl_table_selection_set_selected (get_lines (&fixture, "port_view"), 0);
  g_assert_true (sl_document_get_picked_event (fixture.document, &trace_number, &index));
  g_assert_cmpuint (index, ==, 9);
  g_signal_emit_by_name (get_child (&fixture, "longest_button"), "clicked");
  g_assert_true (sl_document_get_picked_event (fixture.document, &trace_number, &index));
  g_assert_cmpuint (index, ==, 1);
  fixture_clear (&fixture);
}

static gboolean
tells_of_second (gpointer data)
{
  return g_str_has_prefix (gtk_label_get_label (get_child (data, "sum_label")), "20 cycles");
}

static void
test_two_traces (void)
{
  g_autoptr (SlTrace) second = make_trace (20);
  Fixture fixture;
  guint trace;

  g_test_summary ("Of two bus traces the panel shows the first, and the other as soon as one "
                  "of its cycles is picked.");
  fixture_init (&fixture);
  sl_app_test_wait (is_filled, &fixture);
  g_assert_cmpuint (sl_document_add_trace (fixture.document, second), ==, 1);
  g_assert_true (sl_document_find_bus (fixture.document, &trace));
  g_assert_cmpuint (trace, ==, 0);

  sl_document_pick_event_of (fixture.document, 1, 3);
  g_assert_true (sl_document_find_bus (fixture.document, &trace));
  g_assert_cmpuint (trace, ==, 1);
  sl_app_test_wait (tells_of_second, &fixture);
  assert_line (&fixture, "kind_view", 0, "Instruction fetch", 14, 20);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (get_child (&fixture, "span_label")),
                                   "Whole Trace · 1: "));
  fixture_clear (&fixture);
}

/* Two pairs, the second right after the first and of an interrupt, and a read of code between. */
static SlTrace *
make_messages (void)
{
  static const SlEvent events[] = {
    { .time = 0, .kind = SL_KIND_PENTIUM_BRANCH_TRACE, .a = 0x2008, .b = 0xdf },
    { .time = 30, .kind = SL_KIND_PENTIUM_BRANCH_TRACE, .a = 0x1008, .b = 0xdf },
    { .time = 30, .kind = SL_KIND_BRANCH, .a = 0x1000, .b = 0x2000 },
    { .time = 60, .kind = SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE, .b = 0xfe, .detail = 1 },
    { .time = 100, .kind = SL_KIND_PENTIUM_BRANCH_TRACE, .a = 0x3008, .b = 0xdf },
    { .time = 130, .kind = SL_KIND_PENTIUM_BRANCH_TRACE, .a = 0x2018, .b = 0xdf },
    { .time = 130,
      .kind = SL_KIND_BRANCH,
      .a = 0x2010,
      .b = 0x3000,
      .flags = SL_BRANCH_FACTS (SL_BRANCH_INTERRUPT, SL_BRANCH_STALLED, 0x31) << SL_BRANCH_SHIFT },
  };
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  g_array_append_vals (array, events, G_N_ELEMENTS (events));
  source = sl_array_source_new ("pentium-csv", array);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
append_labels (GtkWidget *box, GString *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LABEL (child))
        g_string_append_printf (text, "%s\n", gtk_label_get_label (GTK_LABEL (child)));
    }
}

static gboolean
tells_of_messages (gpointer data)
{
  return gtk_widget_get_visible (get_child (data, "message_box"));
}

static void
test_messages (void)
{
  Fixture fixture;
  g_autoptr (SlTrace) trace = make_messages ();
  g_autoptr (GString) text = g_string_new (NULL);

  g_test_summary ("Branch trace messages have their share of the bus, what the branches were, and "
                  "how late the bus heard of them; a bus without any says nothing of them.");
  fixture_init (&fixture);
  sl_app_test_wait (is_filled, &fixture);
  g_assert_false (tells_of_messages (&fixture));
  sl_document_set_trace (fixture.document, trace);
  sl_app_test_wait (tells_of_messages, &fixture);
  append_labels (get_child (&fixture, "message_box"), text);
  g_assert_cmpstr (
      text->str, ==,
      "Branch Trace Messages\n"
      "4 of 5 cycles, 80.00 %, for 2 branches\n"
      "1 jump · 1 interrupt · 1 stalled\n"
      "Delay from the branch to its message: 40 cycles to 40 cycles, mean 40 cycles\n");
  fixture_clear (&fixture);
}

static void
test_closed_early (void)
{
  Fixture fixture;

  g_test_summary ("A panel that goes while its figures are worked out leaves nothing behind.");
  for (guint msec = 0; msec < 400; msec += 80)
    {
      fixture_init (&fixture);
      sl_app_test_spin (msec);
      fixture_clear (&fixture);
    }
}

static void
test_search_progress (void)
{
  g_autoptr (SlDocument) document = NULL;
  GtkWidget *bar, *progress;
  GtkLabel *label;

  g_test_summary (
      "While a filter is still looked for, its bar says how far it is, unless it is soon "
      "done; when all is found it says no more than how much that is.");
  sl_app_test_start ();
  document = make_document (1);
  bar = g_object_ref_sink (g_object_new (SL_TYPE_FILTER_BAR, NULL));
  g_object_set (bar, "document", document, NULL);
  label = GTK_LABEL (gtk_widget_get_template_child (bar, SL_TYPE_FILTER_BAR, "count_label"));
  progress = GTK_WIDGET (gtk_widget_get_template_child (bar, SL_TYPE_FILTER_BAR, "progress"));

  sl_filter_bar_set_count (SL_FILTER_BAR (bar), FALSE, 100, 100, 1);
  sl_filter_bar_set_count (SL_FILTER_BAR (bar), TRUE, 5, 100, 0.4);
  g_assert_cmpstr (gtk_label_get_label (label), ==, "100 events");
  g_assert_nonnull (gtk_widget_get_tooltip_text (GTK_WIDGET (label)));
  while (!gtk_widget_get_visible (progress))
    {
      g_usleep (10000);
      sl_filter_bar_set_count (SL_FILTER_BAR (bar), TRUE, 7, 100, 0.6);
    }
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (progress)), ==, 0.6);
  g_assert_cmpstr (gtk_label_get_label (label), ==, "7 … of 100 events");

  sl_filter_bar_set_count (SL_FILTER_BAR (bar), TRUE, 9, 100, 1);
  g_assert_cmpstr (gtk_label_get_label (label), ==, "9 of 100 events");
  g_assert_false (gtk_widget_get_visible (progress));
  g_assert_null (gtk_widget_get_tooltip_text (GTK_WIDGET (label)));
  g_object_unref (bar);
}

static void
assert_title (GtkColumnView *view, const char *title, gboolean is_there)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      found = found || g_str_equal (gtk_column_view_column_get_title (column), title);
    }
  g_assert_cmpint (found, ==, is_there);
}

static void
test_counted_records (void)
{
  static const SlBusRecipe recipe = { 6, 1, 1000, 0, 1, 50, 0, 0, FALSE, FALSE };
  g_autoptr (SlSource) source = sl_bus_recipe_open (&recipe);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlDocument) document = NULL;
  GtkWidget *list;
  GtkColumnView *view;

  g_test_summary ("The event list of a trace without times counts records and speaks of no clock.");
  sl_app_test_start ();
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  document = sl_document_new (trace);
  list = g_object_ref_sink (g_object_new (SL_TYPE_EVENT_PANEL, NULL));
  view = GTK_COLUMN_VIEW (gtk_widget_get_template_child (list, SL_TYPE_EVENT_PANEL, "view"));
  assert_title (view, "TSC", TRUE);

  g_object_set (list, "document", document, NULL);
  assert_title (view, "Records", TRUE);
  assert_title (view, "Δ records", TRUE);
  assert_title (view, "TSC", FALSE);
  g_object_unref (list);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-panel/figures", test_figures);
  g_test_add_func ("/bus-panel/narrow", test_narrow);
  g_test_add_func ("/bus-panel/agents", test_agents);
  g_test_add_func ("/bus-panel/go-to", test_go_to);
  g_test_add_func ("/bus-panel/two-traces", test_two_traces);
  g_test_add_func ("/bus-panel/messages", test_messages);
  g_test_add_func ("/bus-panel/search-progress", test_search_progress);
  g_test_add_func ("/bus-panel/counted-records", test_counted_records);
  g_test_add_func ("/bus-panel/closed-early", test_closed_early);
  return g_test_run ();
}
