/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-event-list-model.h"
#include "sl-event-panel.h"
#include "sl-load.h"
#include "sl-pager.h"
#include "sl-table-selection.h"

/* Two pages and some lines of a third. */
#define N_EVENTS (2 * (guint64) SL_PAGE_ROWS + 1000)

typedef struct
{
  SlDocument *document;
  GtkWindow *window;
  GtkWidget *list;
  GtkColumnView *view;
} Fixture;

static gboolean
has_focus (gpointer data)
{
  Fixture *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return gtk_widget_get_focus_child (GTK_WIDGET (self->view)) != NULL;
}

static void
fixture_init_with (Fixture *self, SlTrace *trace)
{
  sl_app_test_start ();
  self->document = sl_document_new (trace);
  self->list = g_object_new (SL_TYPE_EVENT_PANEL, NULL);
  self->view =
      GTK_COLUMN_VIEW (gtk_widget_get_template_child (self->list, SL_TYPE_EVENT_PANEL, "view"));
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (self->window, 900, 400);
  gtk_window_set_child (self->window, self->list);
  g_object_set (self->list, "document", self->document, NULL);
  sl_event_panel_set_filters (SL_EVENT_PANEL (self->list), NULL, NULL);
  gtk_window_present (self->window);
  sl_app_test_wait (has_focus, self);
}

static void
fixture_init (Fixture *self)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (N_EVENTS);

  fixture_init_with (self, trace);
}

static void
fixture_clear (Fixture *self)
{
  gtk_window_destroy (self->window);
  g_object_unref (self->document);
}

/* What the list does with a key before its table gets it. Returns whether it took the key. */
static gboolean
press (Fixture *self, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (self->list);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key)
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, self->list,
                                                 gtk_shortcut_get_arguments (shortcut));
        }
    }

  g_assert_not_reached ();
}

static void
assert_picked (Fixture *self, guint64 wanted)
{
  guint64 index;
  guint trace;

  g_assert_true (sl_document_get_picked_event (self->document, &trace, &index));
  g_assert_cmpuint (index, ==, wanted);
  g_assert_cmpuint (sl_table_selection_get_selected (
                        SL_TABLE_SELECTION (gtk_column_view_get_model (self->view))),
                    ==, wanted % SL_PAGE_ROWS);
  g_assert_nonnull (gtk_widget_get_focus_child (GTK_WIDGET (self->view)));
}

static void
test_keys_over_pages (void)
{
  Fixture self;

  g_test_summary ("Keys lead to the ends of a list of many pages and over the edges of these; what "
                  "is selected is picked, and the table keeps the focus. Within a page they are "
                  "the table's own.");
  fixture_init (&self);
  g_assert_false (press (&self, GDK_KEY_Home));
  g_assert_false (press (&self, GDK_KEY_Up));

  g_assert_true (press (&self, GDK_KEY_End));
  assert_picked (&self, N_EVENTS - 1);
  g_assert_false (press (&self, GDK_KEY_End));
  g_assert_false (press (&self, GDK_KEY_Down));
  g_assert_false (press (&self, GDK_KEY_Up));

  sl_document_pick_event_of (self.document, 0, 2 * (guint64) SL_PAGE_ROWS);
  g_assert_true (press (&self, GDK_KEY_Page_Up));
  assert_picked (&self, 2 * (guint64) SL_PAGE_ROWS - 1);
  g_assert_true (press (&self, GDK_KEY_Down));
  assert_picked (&self, 2 * (guint64) SL_PAGE_ROWS);
  g_assert_true (press (&self, GDK_KEY_Up));
  assert_picked (&self, 2 * (guint64) SL_PAGE_ROWS - 1);

  g_assert_true (press (&self, GDK_KEY_Home));
  assert_picked (&self, 0);
  fixture_clear (&self);
}

static void
test_turning (void)
{
  SlPager *bar;
  GtkLabel *label;
  Fixture self;
  guint64 index;
  guint trace;

  g_test_summary ("The page that the user turns to stays, wherever the picked event is, which is "
                  "not forgotten; the bar says which lines a page has.");
  fixture_init (&self);
  sl_document_pick_event_of (self.document, 0, 5);
  bar = SL_PAGER (gtk_widget_get_template_child (self.list, SL_TYPE_EVENT_PANEL, "pager"));
  label = GTK_LABEL (gtk_widget_get_template_child (GTK_WIDGET (bar), SL_TYPE_PAGER, "label"));
  g_assert_cmpstr (gtk_label_get_label (label), ==,
                   "0 … 16\u202f777\u202f215 of 33\u202f555\u202f432");

  g_signal_emit_by_name (bar, "turned", (guint64) 1);
  g_assert_cmpstr (gtk_label_get_label (label), ==,
                   "16\u202f777\u202f216 … 33\u202f554\u202f431 of 33\u202f555\u202f432");
  g_assert_true (sl_document_get_picked_event (self.document, &trace, &index));
  g_assert_cmpuint (index, ==, 5);

  /* What is picked anew is shown. */
  sl_document_pick_event_of (self.document, 0, 7);
  assert_picked (&self, 7);
  fixture_clear (&self);
}

/* How many columns that are shown have that title. */
static guint
count_columns (const Fixture *self, const char *title)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n_columns = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title) &&
          gtk_column_view_column_get_visible (column))
        n_columns++;
    }
  return n_columns;
}

static void
test_time_columns (void)
{
  g_autoptr (SlSource) source = fake_source_new (100, 10, 0);
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, NULL, 0);
  g_autoptr (SlTrace) trace = NULL;
  Fixture self;

  g_test_summary ("Ticks that are counted from 0 stand in one column while their rate is not "
                  "known, and in two, next to the time, once it is.");
  fake_source_set_clock (source, clock);
  trace = sl_load_run (source, NULL, NULL, NULL, NULL, NULL);
  fixture_init_with (&self, trace);
  g_assert_cmpuint (count_columns (&self, "Ticks"), ==, 1);
  g_assert_cmpuint (count_columns (&self, "Elapsed"), ==, 0);
  sl_document_set_rate (self.document, 0, 1000000, 1);
  g_assert_cmpuint (count_columns (&self, "Ticks"), ==, 1);
  g_assert_cmpuint (count_columns (&self, "Elapsed"), ==, 1);
  fixture_clear (&self);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/event-list/keys-over-pages", test_keys_over_pages);
  g_test_add_func ("/app/event-list/turning", test_turning);
  g_test_add_func ("/app/event-list/time-columns", test_time_columns);
  return g_test_run ();
}
