/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-bar-chart.h"
#include "sl-kind.h"
#include "sl-line-model.h"
#include "sl-load.h"
#include "sl-panels.h"
#include "sl-table-selection.h"

#define N_EVENTS 1000

/* Ten addresses, one after the other; once the fifth comes in place of the fourth. */
static SlDocument *
make_document (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      SlEvent event = { .time = i * 100,
                        .kind = SL_KIND_BUS_FETCH,
                        .a = i == 504 ? 5 : i % 10,
                        .b = 8,
                        .offset = i * 12 };

      event.flags = i == 203 ? SL_EVENT_GAP : 0;
      g_array_append_val (events, event);
    }
  source = sl_array_source_new ("byu12", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return sl_document_new (trace);
}

/* Number @number of its kind below @widget, in their order. */
static GtkWidget *
find (GtkWidget *widget, GType type, guint *number)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*number)-- == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, number);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
ask (GtkWidget *panel, guint number, const char *text)
{
  GtkWidget *entry = find (panel, GTK_TYPE_ENTRY, &number);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static GtkSelectionModel *
get_model (GtkWidget *panel)
{
  guint first = 0;

  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find (panel, GTK_TYPE_COLUMN_VIEW, &first)));
}

static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;

  return FALSE;
}

static void
wait_for (GtkWidget *panel, const char *text)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!says (panel, text))
    {
      g_main_context_iteration (NULL, FALSE);
      if (g_get_monotonic_time () > end)
        g_error ("“%s” does not come", text);
    }
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/* What is on the clipboard after an action of the table. */
static char *
copy (GtkWidget *panel, const char *action)
{
  guint first = 0;
  GtkWidget *view = find (panel, GTK_TYPE_COLUMN_VIEW, &first);
  char *text = NULL;

  gtk_widget_activate_action (view, action, NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (view), NULL, read_cb, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  return text;
}

/* The longest interval, as it is shown: by tabs, and as CSV below the titles. */
static void
check_copy (GtkWidget *panel)
{
  g_autofree char *plain = copy (panel, "table.copy");
  g_autofree char *csv = copy (panel, "table.copy-csv");
  g_auto (GStrv) cells = g_strsplit (plain, "\t", -1);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);

  g_test_message ("%s / %s", plain, csv);
  g_assert_cmpuint (g_strv_length (cells), ==, 6);
  g_assert_nonnull (strstr (cells[2], "50"));
  g_assert_nonnull (strstr (cells[2], "100"));
  g_assert_nonnull (strstr (cells[3], "400"));
  g_assert_nonnull (strstr (cells[1], "300"));
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpstr (lines[0], ==, "Of,Length (cycles),Begin (cycles),End (cycles),From,To");
  g_assert_nonnull (strstr (lines[1], "300"));
}

static void
test_answer (void)
{
  g_autoptr (SlDocument) document = NULL;
  GtkWidget *panel;
  GListModel *lines;
  SlTime a, b;

  g_test_summary (
      "The longest interval comes first, and lies between the cursors once it is selected.");

  sl_app_test_start ();
  document = make_document ();
  panel =
      g_object_ref_sink (g_object_new (sl_interval_panel_get_type (), "document", document, NULL));
  ask (panel, 0, "a = 1");
  ask (panel, 1, "a = 4");
  wait_for (panel, "100 intervals");
  g_assert_true (says (panel, "mean 310"));
  g_assert_true (says (panel, "in 1 of them recording was interrupted"));
  lines = sl_table_selection_get_model (SL_TABLE_SELECTION (get_model (panel)));
  g_assert_cmpuint (g_list_model_get_n_items (lines), ==, 100);

  gtk_selection_model_select_item (get_model (panel), 0, TRUE);
  g_assert_true (sl_view_state_get_cursor (sl_document_get_state (document), SL_CURSOR_A, &a));
  g_assert_true (sl_view_state_get_cursor (sl_document_get_state (document), SL_CURSOR_B, &b));
  g_assert_cmpint (a, ==, 50100);
  g_assert_cmpint (b, ==, 51400);
  check_copy (panel);

  ask (panel, 2, "300");
  wait_for (panel, "1 interval of");
  ask (panel, 2, "");
  ask (panel, 1, "a = 77");
  wait_for (panel, "No intervals: no event matches the filter that ends them; 100 without an end");
  ask (panel, 0, "a = 77");
  wait_for (panel, "No intervals: no event matches either filter");
  ask (panel, 1, "a = 4");
  wait_for (panel, "No intervals: no event matches the filter that begins them");
  ask (panel, 1, "a = ");
  wait_for (panel, "To: ");
  g_object_unref (panel);
}

static void
test_units (void)
{
  g_autoptr (SlDocument) document = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  GtkWidget *panel;

  g_test_summary (
      "As CSV the times of a column are all in the unit that its title has, and exact; the list goes on in the "
      "units that it had.");

  sl_app_test_start ();
  document = make_document ();
  sl_document_set_rate (document, 0, 1000000, 1);
  panel =
      g_object_ref_sink (g_object_new (sl_interval_panel_get_type (), "document", document, NULL));
  ask (panel, 0, "a = 1");
  ask (panel, 1, "a = 4");
  wait_for (panel, "100 intervals");
  gtk_selection_model_select_range (get_model (panel), 0, 2, TRUE);
  plain = copy (panel, "table.copy");
  csv = copy (panel, "table.copy-csv");
  g_test_message ("%s / %s", plain, csv);
  lines = g_strsplit (csv, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "Of,Length (ns),Begin (ns),End (ns),"));
  g_assert_nonnull (strstr (lines[1], ",1300000,50100000,51400000,"));
  g_assert_nonnull (strstr (lines[2], ",300000,"));
  g_assert_nonnull (strstr (plain, "1.3"));
  g_assert_nonnull (strstr (plain, "µs"));
  g_assert_finalize_object (panel);
}

/* In a window that is so wide. */
static gboolean
shows_chart (GtkWidget *window, int width)
{
  guint first = 0;
  GtkWidget *chart;

  gtk_window_set_default_size (GTK_WINDOW (window), width, 300);
  sl_app_test_spin (300);
  chart = find (window, SL_TYPE_BAR_CHART, &first);
  return gtk_widget_get_mapped (chart);
}

static void
test_narrow (void)
{
  g_autoptr (SlDocument) document = NULL;
  GtkWidget *panel, *window;
  guint first = 0;

  g_test_summary (
      "In a narrow window all of the page is the list's; in a wider one the chart stands beside it.");

  sl_app_test_start ();
  document = make_document ();
  panel = g_object_new (sl_interval_panel_get_type (), "document", document, NULL);
  window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (window), panel);
  gtk_window_present (GTK_WINDOW (window));
  ask (panel, 0, "a = 1");
  ask (panel, 1, "a = 4");
  wait_for (panel, "100 intervals");
  g_assert_true (shows_chart (window, 900));
  g_assert_false (shows_chart (window, 420));
  g_assert_cmpint (gtk_widget_get_width (find (window, GTK_TYPE_COLUMN_VIEW, &first)), >, 400);
  g_assert_true (shows_chart (window, 900));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/interval-panel/answer", test_answer);

  g_test_add_func ("/app/interval-panel/units", test_units);
  g_test_add_func ("/app/interval-panel/narrow", test_narrow);
  return g_test_run ();
}
