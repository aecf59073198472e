/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-analyses.h"
#include "sl-app-test.h"
#include "sl-array-source.h"
#include "sl-dialogs.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-row-edit.h"
#include "sl-row-menu.h"
#include "sl-trace-title.h"

static void
changed_cb (SlDocument *document, guint changes, guint *seen)
{
  *seen |= changes;
}

static void
test_changes (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (5000);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  g_autoptr (SlFilter) filter = sl_filter_parse ("a = 1", NULL);
  SlSpan all = sl_view_state_get_visible (sl_document_get_state (document));
  guint seen = 0;

  g_test_summary ("Listeners hear what changed and nothing else; what changes nothing is silent.");

  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), &seen);
  sl_document_show (document, (SlSpan) { 1000, 2000 }, SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, SL_CHANGED_VISIBLE);

  seen = 0;
  sl_document_show (document, (SlSpan) { 1000, 2000 }, SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, 0);

  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), filter,
                                                     FALSE),
                          SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, SL_CHANGED_FILTER | SL_CHANGED_VIEW);

  seen = 0;
  sl_document_set_rate (document, 0, 1000000, 1);
  g_assert_cmpuint (seen, ==, SL_CHANGED_ANNOTATIONS);
  g_assert_true (sl_clock_has_rate (sl_document_get_clock (document)));
  g_assert_false (sl_clock_has_rate (sl_trace_get_clock (trace)));

  seen = 0;
  sl_view_history_undo (sl_document_get_history (document));
  g_assert_cmpuint (seen, ==, SL_CHANGED_ANNOTATIONS);
  g_assert_false (sl_clock_has_rate (sl_document_get_clock (document)));
  sl_view_history_undo (sl_document_get_history (document));
  sl_view_history_undo (sl_document_get_history (document));
  g_assert_true (sl_span_equal (all, sl_view_state_get_visible (sl_document_get_state (document))));
}

static void
test_generations (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (3000);
  g_autoptr (SlTrace) two = sl_app_test_make_trace (9000);
  g_autoptr (SlTrace) three = sl_app_test_make_trace (12000);
  g_autoptr (SlDocument) document = sl_document_new (one);
  SlSpan shown;

  g_test_summary ("A view of the whole trace grows with it, any other stays where the user put "
                  "it.");

  sl_document_set_trace (document, two);
  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_equal (shown, sl_trace_get_span (two)));
  g_assert_false (sl_view_history_can_undo (sl_document_get_history (document)));

  sl_document_show (document, (SlSpan) { 700, 1400 }, SL_GESTURE_NONE);
  sl_document_set_trace (document, three);
  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_equal (shown, ((SlSpan) { 700, 1400 })));
}

/* One point a hundred cycles, from @begin to @end. */
static SlTrace *
make_points (guint32 begin, guint32 end)
{
  GByteArray *records = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;

  for (guint32 tsc = begin; tsc <= end; tsc += 100)
    {
      guint32 words[4] = { GUINT32_TO_LE (1), 0, GUINT32_TO_LE (tsc), 0 };

      g_byte_array_append (records, (const guint8 *) words, sizeof words);
    }
  bytes = g_byte_array_free_to_bytes (records);
  source = sl_open_bytes (bytes, "points", "shark-ftrace", NULL, &error);
  g_assert_no_error (error);
  return sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
}

static void
assert_shown (SlDocument *document, SlTime begin, SlTime end)
{
  SlSpan shown = sl_view_state_get_visible (sl_document_get_state (document));

  g_assert_cmpint (shown.begin, ==, begin);
  g_assert_cmpint (shown.end, ==, end);
}

static void
test_grow (void)
{
  g_autoptr (SlTrace) first = make_points (50000, 60000);
  g_autoptr (SlTrace) longer = make_points (50000, 90000);
  g_autoptr (SlTrace) earlier = make_points (20000, 90000);
  g_autoptr (SlTrace) whole = make_points (20000, 95000);
  g_autoptr (SlDocument) document = sl_document_new (first);
  SlViewHistory *history = sl_document_get_history (document);
  guint gesture = sl_view_history_new_gesture (history);
  SlTime end;

  g_test_summary (
      "Read again from a file that has grown, a view of all shows all, one at the end moves with it, "
      "and any other shows the same time, also where the trace begins earlier now.");

  sl_document_grow (document, longer, gesture);
  end = sl_trace_get_span (longer).end;
  assert_shown (document, 0, end);

  sl_document_show (document, (SlSpan) { 10000, 12000 }, SL_GESTURE_NONE);
  sl_document_grow (document, earlier, gesture);
  assert_shown (document, 40000, 42000);

  end = sl_trace_get_span (earlier).end;
  sl_document_show (document, (SlSpan) { end - 2000, end }, SL_GESTURE_NONE);
  sl_document_grow (document, whole, gesture);
  end = sl_trace_get_span (whole).end;
  assert_shown (document, end - 2000, end);
}

static void
test_reload (void)
{
  g_autoptr (SlTrace) first = make_points (50000, 60000);
  g_autoptr (SlTrace) longer = make_points (50000, 90000);
  g_autoptr (SlTrace) earlier = make_points (20000, 90000);
  g_autoptr (SlDocument) document = sl_document_new (first);
  SlTime end = sl_trace_get_span (first).end;

  g_test_summary (
      "Read again because the user asked, a view of all shows all, and any other the same "
      "time, also at the end of what there was.");

  sl_document_show (document, (SlSpan) { end - 2000, end }, SL_GESTURE_NONE);
  sl_document_reload (document, longer);
  assert_shown (document, end - 2000, end);
  sl_document_reload (document, earlier);
  assert_shown (document, end + 30000 - 2000, end + 30000);

  sl_document_show (document, sl_trace_get_span (earlier), SL_GESTURE_NONE);
  sl_document_reload (document, first);
  assert_shown (document, 0, end);
}

static void
test_picked_event (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (5000);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlSpan shown;
  guint trace_number;
  guint64 index;

  g_test_summary ("Picking an event shows its time, and what is picked can be asked for.");

  g_assert_false (sl_document_get_picked_event (document, &trace_number, &index));
  sl_document_show (document, (SlSpan) { 0, 500 }, SL_GESTURE_NONE);
  sl_document_pick_event (document, 4000);
  g_assert_true (sl_document_get_picked_event (document, &trace_number, &index));
  g_assert_cmpuint (index, ==, 4000);

  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_contains (shown, fake_source_event (4000).time));

  sl_view_history_undo (sl_document_get_history (document));
  g_assert_false (sl_document_get_picked_event (document, &trace_number, &index));
}

static SlTime
get_time (SlDocument *document, guint trace, guint64 index)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlEvent event;

  g_assert_true (sl_trace_read_event (sl_trace_set_get_trace (set, trace), index, &event));
  return sl_trace_set_to_reference (set, trace, event.time);
}

static void
test_align (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (5000);
  g_autoptr (SlTrace) other = sl_app_test_make_trace (3000);
  g_autoptr (SlDocument) document = sl_document_new (one);
  SlViewHistory *history = sl_document_get_history (document);
  SlTime before;

  g_test_summary (
      "An event of one trace and then one of another are picked, and the latter's trace "
      "is moved so that both are at once; the first trace stays; undo brings it back.");

  g_assert_cmpuint (sl_document_add_trace (document, other), ==, 1);
  g_assert_false (sl_document_can_align (document));
  sl_document_pick_event (document, 1234);
  g_assert_false (sl_document_can_align (document));
  sl_document_pick_event_of (document, 1, 77);
  g_assert_true (sl_document_can_align (document));

  before = get_time (document, 1, 77);
  sl_document_align (document);
  g_assert_cmpint (get_time (document, 1, 77), ==, get_time (document, 0, 1234));
  g_assert_cmpint (get_time (document, 1, 77), !=, before);
  sl_view_history_undo (history);
  g_assert_cmpint (get_time (document, 1, 77), ==, before);
  sl_view_history_redo (history);

  /* The other way round: still trace 1 moves. */
  before = get_time (document, 0, 40);
  sl_document_pick_event (document, 40);
  g_assert_true (sl_document_can_align (document));
  sl_document_align (document);
  g_assert_cmpint (get_time (document, 0, 40), ==, before);
  g_assert_cmpint (get_time (document, 1, 77), ==, before);
}

static void
test_remove (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (500);
  g_autoptr (SlTrace) other = sl_app_test_make_trace (300);
  g_autoptr (SlTrace) third = sl_app_test_make_trace (200);
  g_autoptr (SlDocument) document = sl_document_new (one);
  guint trace;
  guint64 index;

  g_test_summary ("A trace is taken off the axis; those after it keep where they stand.");

  sl_document_add_trace (document, other);
  sl_document_add_trace (document, third);
  sl_document_set_offset (document, 2, -50, SL_GESTURE_NONE);
  sl_document_pick_event_of (document, 2, 5);
  sl_document_remove_trace (document, 1);
  g_assert_cmpuint (sl_trace_set_get_size (sl_document_get_trace_set (document)), ==, 2);
  g_assert_true (sl_trace_set_get_trace (sl_document_get_trace_set (document), 1) == third);
  g_assert_cmpint (sl_trace_set_to_reference (sl_document_get_trace_set (document), 1, 0), ==, -50);
  g_assert_false (sl_document_get_picked_event (document, &trace, &index));
  g_assert_false (sl_view_history_can_undo (sl_document_get_history (document)));
}

static void
test_offset_text (void)
{
  static const SlRate rate = { 0, 400000000, 1 };
  g_autoptr (SlClock) rated = sl_clock_new (SL_UNIT_CYCLES, 7, &rate, 1);
  g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_TICKS, 7, NULL, 0);
  gint64 offset;

  g_test_summary ("Offsets are written so that reading gives the same ticks.");

  for (guint i = 0; i < 2000; i++)
    {
      gint64 given = (gint64) g_test_rand_int () * g_test_rand_int_range (1, 2000);
      SlClock *clock = i % 2 == 0 ? rated : plain;
      g_autofree char *text = NULL;

      given = i % 3 == 0 ? given / 400000 * 400000 : given;
      text = sl_traces_dialog_print_offset (clock, given);
      g_assert_true (sl_traces_dialog_parse_offset (text, clock, &offset, NULL));
      g_assert_cmpint (offset, ==, given);
    }
  g_assert_true (sl_traces_dialog_parse_offset (" \xe2\x88\x92"
                                                "2.5 ms",
                                                rated, &offset, NULL));
  g_assert_cmpint (offset, ==, -1000000);
  g_assert_false (sl_traces_dialog_parse_offset ("2 ms", plain, &offset, NULL));
  g_assert_false (sl_traces_dialog_parse_offset ("--2", plain, &offset, NULL));
}

static void
freed_cb (gpointer data, GObject *trace)
{
  g_atomic_pointer_set ((GThread **) data, g_thread_self ());
}

static gboolean
is_freed (gpointer data)
{
  return g_atomic_pointer_get ((GThread **) data) != NULL;
}

static void
test_gives_up (void)
{
  SlTrace *trace = sl_app_test_make_trace (5000);
  SlDocument *document = sl_document_new (trace);
  GThread *thread = NULL;

  g_test_summary ("What a document releases is freed outside the main thread.");

  sl_document_get_rows (document);
  g_object_weak_ref (G_OBJECT (trace), freed_cb, &thread);
  g_object_unref (trace);
  g_assert_finalize_object (document);
  sl_app_test_wait (is_freed, &thread);
  g_assert_true (thread != g_thread_self ());
}

static void
test_titles (void)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *one = NULL;
  g_autofree char *three = NULL;
  g_autofree char *alone = sl_trace_title_of_several ("a.tr", 0);
  g_autofree char *both = sl_trace_title_of_several ("a.tr", 1);

  g_test_summary ("A window's title names the first of what it shows and counts the others.");
  g_ptr_array_add (files, g_file_new_for_path ("/somewhere/a.tr"));
  one = sl_trace_title_of_files (files);
  g_ptr_array_add (files, g_file_new_for_path ("/somewhere/b.tr"));
  g_ptr_array_add (files, g_file_new_for_path ("/somewhere/c.tr"));
  three = sl_trace_title_of_files (files);
  g_assert_cmpstr (one, ==, "a.tr");
  g_assert_cmpstr (three, ==, "a.tr and 2 others");
  g_assert_cmpstr (alone, ==, "a.tr");
  g_assert_cmpstr (both, ==, "a.tr and 1 other");
}

/* A file in folders of few names, so that many are alike. */
static GFile *
make_file (void)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (int i = g_test_rand_int_range (0, 4); i > 0; i--)
    g_string_append_printf (path, "/%c", 'a' + g_test_rand_int_range (0, 2));
  g_string_append (path, g_test_rand_bit () ? "/run.tr" : "/state.txt");
  return g_file_new_for_path (path->str);
}

static char *
dup_full_title (GFile *file, GPtrArray *others)
{
  g_autofree char *title = sl_trace_title_of_file (file);
  g_autofree char *folder = sl_trace_title_tell_apart (file, others);

  return folder != NULL ? g_strdup_printf ("%s — %s", title, folder) : g_steal_pointer (&title);
}

static void
test_titles_apart (void)
{
  g_autoptr (GFile) deep = g_file_new_for_path ("/x/one/data/run.tr");
  g_autoptr (GFile) other = g_file_new_for_path ("/y/two/data/run.tr");
  g_autoptr (GPtrArray) both = g_ptr_array_new ();
  g_autofree char *folder = NULL;

  g_test_summary ("Titles of different files differ, with as few folders as are needed for it.");

  g_ptr_array_add (both, deep);
  g_assert_null (sl_trace_title_tell_apart (deep, both));
  g_ptr_array_add (both, other);
  folder = sl_trace_title_tell_apart (deep, both);
  g_assert_cmpstr (folder, ==, "one/data");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint j = 0; j < 6; j++)
        g_ptr_array_add (files, make_file ());
      for (guint j = 0; j < files->len; j++)
        for (guint k = 0; k < j; k++)
          {
            g_autofree char *left = dup_full_title (files->pdata[j], files);
            g_autofree char *right = dup_full_title (files->pdata[k], files);

            g_assert_cmpint (g_str_equal (left, right), ==,
                             g_file_equal (files->pdata[j], files->pdata[k]));
          }
    }
}

static void
test_said (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (5000);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlViewHistory *history = sl_document_get_history (document);
  guint64 numerator, denominator;

  g_test_summary (
      "Names and rates that the user gives are undone and made again with the view, each by itself; what "
      "somebody else adds to the trace stays.");

  sl_document_rename (document, 0, "task:1", "one");
  sl_document_set_rate (document, 0, 2000000, 1);
  sl_document_show (document, (SlSpan) { 1000, 2000 }, SL_GESTURE_NONE);
  sl_document_rename (document, 0, "task:1", "first");
  sl_document_set_code_files (document, 0, (const char *const[]) { "program", NULL });

  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpstr (sl_annotations_get_name (sl_document_get_annotations (document), "task:1"), ==,
                   "one");
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_history_undo (history));
  g_assert_false (
      sl_annotations_get_rate (sl_document_get_annotations (document), &numerator, &denominator));
  g_assert_cmpstr (sl_annotations_get_name (sl_document_get_annotations (document), "task:1"), ==,
                   "one");
  g_assert_true (sl_view_history_undo (history));
  g_assert_null (sl_annotations_get_name (sl_document_get_annotations (document), "task:1"));
  g_assert_false (sl_view_history_can_undo (history));
  g_assert_cmpstr (sl_annotations_get_code_files (sl_document_get_annotations (document))[0], ==,
                   "program");

  while (sl_view_history_redo (history))
    ;
  g_assert_cmpstr (sl_annotations_get_name (sl_document_get_annotations (document), "task:1"), ==,
                   "first");
  g_assert_true (
      sl_annotations_get_rate (sl_document_get_annotations (document), &numerator, &denominator));
  g_assert_cmpuint (numerator / denominator, ==, 2000000);
}

/* A task runs, with the interrupts off from 20 to 30 and real mode from 40 to 50. */
static SlTrace *
make_switched_trace (void)
{
  static const guint16 kinds[] = { SL_KIND_TRACE_START,  SL_KIND_CONTEXT_SWITCH,
                                   SL_KIND_CLI,          SL_KIND_STI,
                                   SL_KIND_TO_REAL_MODE, SL_KIND_TO_PROTECTED_MODE,
                                   SL_KIND_TRACE_STOP };
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      SlEvent event = { .time = i * 10, .kind = kinds[i], .a = 288, .offset = i * 16 };

      g_array_append_val (events, event);
    }
  source = sl_array_source_new ("shark-ftrace", events);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static gboolean
has_item (GMenuModel *model, const char *label)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autofree char *own = NULL;

      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &own);
      if (g_strcmp0 (own, label) == 0 || (section != NULL && has_item (section, label)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
menu_has (SlDocument *document, const char *row, const char *label)
{
  GtkWidget *menu = g_object_ref_sink (sl_row_menu_new (document, row, NULL));
  gboolean has = has_item (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)), label);

  g_object_unref (menu);
  return has;
}

static void
test_parts (void)
{
  g_autoptr (SlTrace) trace = make_switched_trace ();
  g_autoptr (SlDocument) document = sl_document_new (trace);
  guint row;

  g_test_summary ("The menu of a processor shows when its interrupts were off and when it was in "
                  "real mode, and hides it again.");

  sl_app_test_start ();
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "cpu:0/cli", &row));
  g_assert_true (menu_has (document, "cpu:0", "Show Interrupts O_ff"));
  g_assert_true (menu_has (document, "cpu:0", "Show R_eal Mode"));
  sl_row_edit_toggle_part (document, "cpu:0", SL_ROW_CLI);
  sl_row_edit_toggle_part (document, "cpu:0", SL_ROW_REAL_MODE);
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "cpu:0/real-mode", &row));
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "cpu:0/cli", &row));
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->title, ==, "Interrupts off");

  sl_row_edit_hide (document, "cpu:0/cli");
  g_assert_true (menu_has (document, "cpu:0", "Show Interrupts O_ff"));
  sl_row_edit_toggle_part (document, "cpu:0", SL_ROW_CLI);
  g_assert_true (menu_has (document, "cpu:0/cli", "Hide Interrupts O_ff"));
  sl_row_edit_toggle_part (document, "cpu:0/cli", SL_ROW_CLI);
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "cpu:0/cli", &row));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/document/changes", test_changes);
  g_test_add_func ("/app/document/said", test_said);
  g_test_add_func ("/app/document/titles-apart", test_titles_apart);
  g_test_add_func ("/app/document/parts", test_parts);
  g_test_add_func ("/app/document/generations", test_generations);
  g_test_add_func ("/app/document/reload", test_reload);
  g_test_add_func ("/app/document/grow", test_grow);
  g_test_add_func ("/app/document/picked-event", test_picked_event);
  g_test_add_func ("/app/document/align", test_align);
  g_test_add_func ("/app/document/remove", test_remove);
  g_test_add_func ("/app/document/offset-text", test_offset_text);
  g_test_add_func ("/app/document/gives-up", test_gives_up);
  g_test_add_func ("/app/document/titles", test_titles);
  return g_test_run ();
}
