/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-event-hits.h"
#include "sl-filter-bar.h"
#include "sl-filter-help.h"
#include "sl-load.h"
#include "sl-open-files.h"
#include "sl-open.h"

/* What the filter's help offers and what the README says is tried on the sample. */

typedef struct
{
  SlWindow *window;
  SlDocument *document;
} Fixture;

static gboolean
has_complete_trace (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

/* Tasks without jobs are put together, so there are fewer rows then. */
static gboolean
has_jobs (gpointer data)
{
  return sl_document_get_jobs_of (data, 0) != NULL;
}

static void
fixture_init (Fixture *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  self->window = sl_window_new (sl_app_test_start ());
  g_ptr_array_add (files, g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                     "jumping-balls.shark", NULL));
  gtk_window_present (GTK_WINDOW (self->window));
  sl_window_open (self->window, files);
  sl_app_test_wait (has_complete_trace, self->window);
  sl_app_test_spin (300);
  self->document = sl_window_get_document (self->window);
  sl_app_test_wait (has_jobs, self->document);
}

static void
fixture_clear (Fixture *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  sl_app_test_spin (50);
}

static gboolean
has_all_hits (gpointer data)
{
  GPtrArray *hits = sl_document_get_hits (data);

  return hits != NULL && ((SlEventHits *) g_ptr_array_index (hits, 0))->is_complete;
}

static guint
count_matches (SlDocument *document, const char *text)
{
  SlTrace *trace = sl_document_get_trace (document);
  g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);
  g_autoptr (SlFilterRun) run = NULL;
  SlTime previous = SL_TIME_MIN;
  guint count = 0;

  g_assert_nonnull (filter);
  run = sl_filter_run_new_with_annotations (filter, trace, sl_document_get_annotations (document),
                                            NULL);
  g_assert_nonnull (run);
  for (guint64 i = 0; i < sl_trace_get_n_events (trace); i++)
    {
      SlEvent event;

      g_assert_true (sl_trace_read_event (trace, i, &event));
      count += sl_filter_run_match_event (run, &event, previous) ? 1 : 0;
      previous = event.time;
    }

  return count;
}

static guint
count_rows (SlDocument *document)
{
  SlRows *rows = sl_document_get_rows (document);
  guint count = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      count += row->part != SL_ROW_HEADING && row->matches ? 1 : 0;
    }

  return count;
}

/* As Enter does it: what does not match is hidden. Returns how many events match. */
static guint
try_filter (SlDocument *document, const char *text)
{
  guint n_shown = count_rows (document), n_matches = count_matches (document, text);
  g_autoptr (SlRows) all = sl_document_dup_all_rows (document);
  g_autoptr (SlFilter) filter = sl_filter_parse (text, NULL);
  guint n_left;

  g_test_message ("%s: %u events", text, n_matches);
  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), filter,
                                                     TRUE),
                          SL_GESTURE_NONE);
  sl_app_test_wait (has_all_hits, document);
  n_left = count_rows (document);
  if (n_matches > 0)
    g_assert_cmpuint (n_left, >, 0);
  g_assert_cmpuint (n_left, <=, sl_rows_get_count (all));

  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), NULL, FALSE),
                          SL_GESTURE_NONE);
  g_assert_cmpuint (count_rows (document), ==, n_shown);
  return n_matches;
}

static void
empty_cb (GtkEditable *entry, guint *n_empty)
{
  *n_empty += gtk_editable_get_text (entry)[0] == '\0';
}

static void
test_take (void)
{
  GtkWidget *entry, *button;
  guint n_empty = 0;

  g_test_summary (
      "A filter that is chosen takes the place of the one there at once, without none in between.");

  sl_app_test_start ();
  entry = g_object_ref_sink (gtk_search_entry_new ());
  button = g_object_ref_sink (gtk_button_new ());
  gtk_editable_set_text (GTK_EDITABLE (entry), "name = µ");
  g_signal_connect (entry, "search-changed", G_CALLBACK (empty_cb), &n_empty);
  g_object_set_data (G_OBJECT (button), "expression", (gpointer) "kind = mutex-lock");
  sl_filter_help_take (button, GTK_EDITABLE (entry));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "kind = mutex-lock");
  g_assert_cmpuint (n_empty, ==, 0);

  g_object_unref (button);
  g_object_unref (entry);
}

static void
test_examples (void)
{
  Fixture fixture;
  GtkWidget *box, *entry;
  guint n_examples = 0, n_with_events = 0, n_names = 0;

  g_test_summary (
      "No example that the filter offers empties a timeline of which events match; below, raw fields are "
      "named.");

  fixture_init (&fixture);
  box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  entry = g_object_ref_sink (gtk_entry_new ());
  sl_filter_help_fill (GTK_BOX (box), sl_document_get_trace (fixture.document),
                       GTK_EDITABLE (entry));
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *expression = g_object_get_data (G_OBJECT (child), "expression");

      if (expression != NULL)
        {
          n_examples++;
          n_with_events += try_filter (fixture.document, expression) > 0 ? 1 : 0;
        }
      else
        n_names += strstr (gtk_label_get_text (GTK_LABEL (child)), "parameter-2") != NULL ? 1 : 0;
    }
  g_assert_cmpuint (n_names, ==, 1);
  g_assert_cmpuint (n_examples, >=, 6);
  g_assert_cmpuint (n_with_events, >=, n_examples - 2);
  g_object_unref (box);
  g_object_unref (entry);
  fixture_clear (&fixture);
}

static SlTrace *
make_trace (const char *format, const guint16 *kinds, guint n_kinds)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  for (guint i = 0; i < 2000; i++)
    {
      SlEvent event = { .time = i * 100, .a = 0x3fdf0480 + i % 7 * 0x200000, .b = 8 };

      event.kind = kinds[i % 100 == 0 ? n_kinds - 1 : i % (n_kinds - 1)];
      g_array_append_val (events, event);
    }
  source = sl_array_source_new (format, events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static guint
count_in_trace (SlTrace *trace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  g_autoptr (SlFilterRun) run = NULL;
  SlTime previous = SL_TIME_MIN;
  guint count = 0;

  g_assert_no_error (error);
  run = sl_filter_run_new (filter, trace, &error);
  g_assert_no_error (error);
  for (guint64 i = 0; i < sl_trace_get_n_events (trace); i++)
    {
      SlEvent event;

      g_assert_true (sl_trace_read_event (trace, i, &event));
      count += sl_filter_run_match_event (run, &event, previous) ? 1 : 0;
      previous = event.time;
    }
  return count;
}

static gboolean
begins_with (const char *text, const char *const *beginnings)
{
  for (; *beginnings != NULL; beginnings++)
    if (g_str_has_prefix (text, *beginnings))
      return TRUE;

  return FALSE;
}

/* @bare: beginnings of examples that need not find an event; ends with %NULL
 *
 * Returns how many examples there are. */
static guint
try_help (SlTrace *trace, const char *shown_at, const char *const *bare)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *entry = g_object_ref_sink (gtk_entry_new ());
  const char *shown;
  guint n_examples = 0;

  sl_filter_help_suggest (trace, GTK_EDITABLE (entry));
  sl_filter_help_fill (GTK_BOX (box), trace, GTK_EDITABLE (entry));
  shown = strstr (gtk_entry_get_placeholder_text (GTK_ENTRY (entry)), shown_at);
  g_assert_nonnull (shown);
  g_assert_cmpuint (count_in_trace (trace, shown), >, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *expression = g_object_get_data (G_OBJECT (child), "expression");

      if (expression == NULL)
        continue;

      g_test_message ("%s", expression);
      n_examples++;
      if (!begins_with (expression, bare))
        g_assert_cmpuint (count_in_trace (trace, expression), >, 0);
    }
  g_object_unref (box);
  g_object_unref (entry);
  return n_examples;
}

static void
test_kinds_of_traces (void)
{
  static const guint16 cycles[] = { SL_KIND_BUS_FETCH, SL_KIND_BUS_MEMORY_WRITE,
                                    SL_KIND_BUS_IO_READ };
  static const guint16 others[] = { SL_KIND_BUS_MEMORY_READ, SL_KIND_BUS_FETCH,
                                    SL_KIND_BUS_MEMORY_READ_INVALIDATE };
  static const guint16 packets[] = { SL_KIND_PT_TIP, SL_KIND_PT_MODE_EXEC, SL_KIND_PT_OVF };
  /* No event need come late, and a source made of events has no raw fields. */
  static const char *const bare[] = { "delta", "size", NULL };
  g_autoptr (SlTrace) bus = make_trace ("byu12", cycles, G_N_ELEMENTS (cycles));
  g_autoptr (SlTrace) memory = make_trace ("byu12", others, G_N_ELEMENTS (others));
  g_autoptr (SlTrace) branches = make_trace ("simple-pt", packets, G_N_ELEMENTS (packets));

  g_test_summary (
      "The filter that the empty entry shows, and the examples, find events in traces of "
      "buses, with and without ports, and of packets.");

  sl_app_test_start ();
  g_assert_cmpuint (try_help (bus, "kind = ", bare), >=, 6);
  g_assert_cmpuint (try_help (memory, "kind = ", bare), >=, 6);
  g_assert_cmpuint (try_help (branches, "kind = ", bare), >=, 3);
}

/* A real-time task that a timer wakes for a moment. */
static const char linux_text[] =
    "# tracer: nop\n"
    "#\n"
    " <idle>-0 [000] d.h2. 10.000000: hrtimer_expire_entry: hrtimer=1 function=hrtimer_wakeup now=10000000000\n"
    " <idle>-0 [000] d.h3. 10.000001: sched_waking: comm=fast pid=5 prio=19 target_cpu=000\n"
    " <idle>-0 [000] d.h2. 10.000002: hrtimer_expire_exit: hrtimer=1\n"
    " <idle>-0 [000] d..2. 10.000010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " fast-5 [000] d.h2. 10.000500: irq_handler_entry: irq=24 name=nvme0\n"
    " fast-5 [000] d.h2. 10.000510: irq_handler_exit: irq=24 ret=handled\n"
    " fast-5 [000] d..2. 10.000600: sched_waking: comm=cc1 pid=6 prio=120 target_cpu=000\n"
    " fast-5 [000] d..2. 10.002000: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=swapper/0 next_pid=0 next_prio=120\n"
    " <idle>-0 [000] d.h3. 10.010001: sched_waking: comm=fast pid=5 prio=19 target_cpu=000\n"
    " <idle>-0 [000] d..2. 10.010010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n";

static void
test_linux (void)
{
  static const char *const bare[] = { "state = blocked", NULL };
  g_autoptr (GBytes) bytes = g_bytes_new_static (linux_text, strlen (linux_text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "trace.txt", "ftrace-text", NULL, &error);
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Also of Linux each example finds events, none is about kinds that the trace does not have.");

  g_assert_no_error (error);
  sl_app_test_start ();
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (try_help (trace, "family = sched", bare), ==, 10);
}

static void
test_events_without_signs (void)
{
  static const char *const filters[] = { "family = mutex",        "kind ~ mutex-*",
                                         "kind = context-switch", "kind = timer-post",
                                         "family = interrupt",    "kind = trace-start",
                                         "parameter-1 > 0",       "code ~ 0x*" };
  Fixture fixture;

  g_test_summary ("Also events that have no sign of their own in the picture keep their rows.");

  fixture_init (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_assert_cmpuint (try_filter (fixture.document, filters[i]), >, 0);
  fixture_clear (&fixture);
}

static void
test_readme (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("SLACKLINE_DATA"), "..", "README.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  Fixture fixture;
  const char *line;

  g_test_summary ("The word and the filter of the README's tour find events and leave their rows.");

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = strstr (text, "**Find**");
  g_assert_nonnull (line);
  parts = g_strsplit (line, "`", 7);
  g_assert_cmpuint (g_strv_length (parts), ==, 7);
  fixture_init (&fixture);
  g_assert_cmpuint (try_filter (fixture.document, parts[3]), >, 0);
  g_assert_cmpuint (try_filter (fixture.document, parts[5]), >, 0);
  fixture_clear (&fixture);
}

static gboolean
is_said (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget) &&
      g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), text) == 0)
    return !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, text))
      return TRUE;
  return FALSE;
}

static void
hide_row (SlDocument *document, const char *row)
{
  sl_document_take_state (document,
                          sl_view_state_with_name (sl_document_get_state (document),
                                                   SL_NAMES_HIDDEN_ROWS, row, TRUE),
                          SL_GESTURE_NONE);
}

/* Types as the user does, and waits until the bar has taken it. */
static void
type_filter (Fixture *self, const char *text)
{
  GtkWidget *bar = sl_app_test_find (GTK_WIDGET (self->window), SL_TYPE_FILTER_BAR);

  gtk_editable_set_text (GTK_EDITABLE (sl_app_test_find (bar, GTK_TYPE_SEARCH_ENTRY)), text);
  sl_app_test_spin (500);
}

static void
test_crowded (void)
{
  Fixture fixture;
  GtkWidget *bar;
  g_autofree char *brief = NULL;

  g_test_summary ("Where hits and hidden rows are both said, both numbers can be read.");

  fixture_init (&fixture);
  bar = sl_app_test_find (GTK_WIDGET (fixture.window), SL_TYPE_FILTER_BAR);
  hide_row (fixture.document, "task:288");
  hide_row (fixture.document, "task:296");
  sl_app_test_spin (100);
  g_assert_true (is_said (bar, "2 rows hidden – Show"));
  type_filter (&fixture, "kind = context-switch");
  sl_app_test_wait (has_all_hits, fixture.document);
  sl_app_test_spin (300);
  g_assert_true (is_said (bar, "2 hidden"));
  brief = g_strdup_printf ("%u of 701", count_matches (fixture.document, "kind = context-switch"));
  g_assert_true (is_said (bar, brief));
  fixture_clear (&fixture);
}

/* The button in @widget that says so. */
static GtkWidget *
find_button (GtkWidget *widget, const char *text)
{
  GtkWidget *found = GTK_IS_BUTTON (widget) && is_said (widget, text) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, text);
  return found;
}

static void
test_stays_folded (void)
{
  Fixture fixture;
  GtkWidget *bar, *button;
  SlViewState *state;
  guint row;

  g_test_summary ("The button that shows hidden rows leaves folded groups as they are.");

  fixture_init (&fixture);
  bar = sl_app_test_find (GTK_WIDGET (fixture.window), SL_TYPE_FILTER_BAR);
  /* Earlier tests leave one. */
  type_filter (&fixture, "");
  hide_row (fixture.document, "task:288");
  hide_row (fixture.document, "task:296");
  sl_document_take_state (fixture.document,
                          sl_view_state_with_name (sl_document_get_state (fixture.document),
                                                   SL_NAMES_COLLAPSED, "tasks", TRUE),
                          SL_GESTURE_NONE);
  sl_app_test_spin (100);
  button = find_button (bar, "2 rows hidden – Show");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  sl_app_test_spin (100);
  state = sl_document_get_state (fixture.document);
  g_assert_cmpuint (sl_rows_get_n_hidden (sl_document_get_rows (fixture.document)), ==, 0);
  g_assert_true (sl_view_state_has_name (state, SL_NAMES_COLLAPSED, "tasks"));
  g_assert_false (sl_rows_find (sl_document_get_rows (fixture.document), "task:288", &row));
  g_assert_true (gtk_widget_activate_action (bar, "view.show-all-rows", NULL));
  g_assert_true (sl_rows_find (sl_document_get_rows (fixture.document), "task:288", &row));
  fixture_clear (&fixture);
}

static void
test_ends_early (void)
{
  Fixture fixture;
  GtkWidget *bar, *entry;

  g_test_summary (
      "What is typed is not wrong while only its end is missing, unless it is entered so.");

  fixture_init (&fixture);
  bar = sl_app_test_find (GTK_WIDGET (fixture.window), SL_TYPE_FILTER_BAR);
  entry = sl_app_test_find (bar, GTK_TYPE_SEARCH_ENTRY);
  type_filter (&fixture, "task = ");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  type_filter (&fixture, "task = )");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  fixture_clear (&fixture);
}

/* As the keyboard does it. */
static void
press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  g_assert_true (handled);
}

static void
test_fast_typing (void)
{
  Fixture fixture;
  GtkWidget *entry;
  int end;

  g_test_summary ("Tab completes the word at the cursor also where that was typed faster than "
                  "suggestions were listed.");

  fixture_init (&fixture);
  entry = sl_app_test_find (sl_app_test_find (GTK_WIDGET (fixture.window), SL_TYPE_FILTER_BAR),
                            GTK_TYPE_SEARCH_ENTRY);
  gtk_widget_grab_focus (entry);
  type_filter (&fixture, "t");
  end = 1;
  gtk_editable_insert_text (GTK_EDITABLE (entry), "ick > 5 and kind = mutex-l", -1, &end);
  gtk_editable_set_position (GTK_EDITABLE (entry), end);
  press (entry, GDK_KEY_Tab);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==,
                   "tick > 5 and kind = mutex-lock ");
  fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/filter-bar/take", test_take);
  g_test_add_func ("/filter-bar/examples", test_examples);
  g_test_add_func ("/filter-bar/crowded", test_crowded);
  g_test_add_func ("/filter-bar/stays-folded", test_stays_folded);
  g_test_add_func ("/filter-bar/ends-early", test_ends_early);
  g_test_add_func ("/filter-bar/fast-typing", test_fast_typing);
  g_test_add_func ("/filter-bar/kinds-of-traces", test_kinds_of_traces);
  g_test_add_func ("/filter-bar/linux", test_linux);
  g_test_add_func ("/filter-bar/events-without-signs", test_events_without_signs);
  g_test_add_func ("/filter-bar/readme", test_readme);
  return g_test_run ();
}
