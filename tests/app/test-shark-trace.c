/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window shows of records that few S.Ha.R.K. traces hold. */

#include "sl-app-test.h"
#include "sl-event-text.h"
#include "sl-go-to-name.h"
#include "sl-kind.h"
#include "sl-mark-rows.h"
#include "sl-panel-stack.h"
#include "sl-panels.h"
#include "sl-row-edit.h"
#include "sl-scene-builder.h"
#include "sl-summary-private.h"
#include "sl-test.h"
#include "sl-trace-view.h"

static char *folder;

typedef struct
{
  guint16 code;
  guint16 parameter_1;
  guint32 parameter_2;
} Record;

/* A job of context 264 that executes its WCET, says the kernel. */
static const Record records[] = {
  { 0x20, 256, 1000 }, { 0x92, 264, 1 },  { 0x82, 264, 264 }, { 0x15, 264, 0 }, { 0x2b, 0, 0 },
  { 0xc2, 264, 0 },    { 0x0b, 0, 0 },    { 0x3b, 264, 0 },   { 0x62, 264, 1 }, { 0x82, 256, 256 },
  { 0x15, 256, 0 },    { 0x01, 1000, 0 }, { 0x01, 2000, 0 },  { 0x30, 0, 0 },
};

static void
append (GByteArray *bytes, guint32 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> 8 * i);

      g_byte_array_append (bytes, &byte, 1);
    }
}

static GFile *
write_trace (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *path = g_build_filename (folder, "overrun.shark", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      append (bytes, records[i].code, 2);
      append (bytes, records[i].parameter_1, 2);
      append (bytes, 1, 4);
      append (bytes, 1000 + 10 * i, 4);
      append (bytes, records[i].parameter_2, 4);
    }
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return g_file_new_for_path (path);
}

static gboolean
has_jobs (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_document_get_jobs (document) != NULL;
}

static SlWindow *
open_trace (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, write_trace ());
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_jobs, window);
  sl_app_test_spin (100);
  return window;
}

static void
test_overruns (void)
{
  SlWindow *window = open_trace ();
  GtkWidget *panels = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_PANEL_STACK);
  GtkStack *stack =
      GTK_STACK (gtk_widget_get_template_child (panels, SL_TYPE_PANEL_STACK, "stack"));
  GtkStackPage *overruns =
      gtk_stack_get_page (stack, gtk_stack_get_child_by_name (stack, "overruns"));

  g_test_summary ("Jobs beyond their WCET are a list of their own, as missed deadlines are.");

  g_assert_true (gtk_stack_page_get_visible (overruns));
  g_assert_cmpstr (gtk_stack_page_get_title (overruns), ==, "Overruns (1)");
  g_assert_cmpuint (sl_overrun_panel_count (sl_window_get_document (window)), ==, 1);
  gtk_stack_set_visible_child_name (stack, "overruns");
  sl_app_test_spin (100);
  g_assert_nonnull (
      sl_app_test_find (gtk_stack_page_get_child (overruns), sl_overrun_panel_get_type ()));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
shows_every_event (SlDocument *document)
{
  return sl_view_state_has_name (sl_document_get_state (document), SL_NAMES_SHOWN_SIGNS,
                                 SL_EVERY_EVENT);
}

/* (transfer full) */
static SlScene *
make_scene (SlDocument *document)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  const SlSceneOptions options = {
    .width = 1000,
    .height = 700,
    .header_width = SL_HEADER_WIDTH,
    .measure = measure,
  };

  return sl_scene_build (sl_document_get_rows (document), sl_document_get_state (document),
                         &options);
}

/* Events that can be picked where their ticks are, by number. */
static guint
count_picked (SlScene *scene, guint64 *first)
{
  guint n_picked = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      const SlElement *picked;

      if (element->target.type != SL_TARGET_EVENT)
        continue;

      picked =
          sl_scene_pick (scene, element->x + element->width / 2, element->y + element->height - 1);
      g_assert_nonnull (picked);
      g_assert_cmpint (picked->target.type, ==, SL_TARGET_EVENT);
      if (n_picked++ == 0)
        *first = picked->target.index;
    }
  return n_picked;
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;

  return FALSE;
}

static gboolean
is_in_key (SlDocument *document, const char *text)
{
  GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gboolean found;

  sl_summary_add_key (GTK_BOX (box), document);
  found = has_label (box, text);
  g_object_unref (box);
  return found;
}

static void
test_every_event (void)
{
  g_autoptr (SlScene) plain = NULL;
  g_autoptr (SlScene) full = NULL;
  guint64 first = G_MAXUINT64;
  SlWindow *window = open_trace ();
  SlDocument *document = sl_window_get_document (window);

  g_test_summary ("The menu shows a tick for every recorded event, and undoing takes them away.");

  /* Also of tasks without jobs. */
  sl_row_edit_show_all (document);
  g_assert_false (shows_every_event (document));
  g_assert_false (is_in_key (document, "Recorded event"));
  plain = make_scene (document);
  g_assert_cmpuint (count_picked (plain, &first), ==, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.recorded-events", NULL));
  g_assert_true (shows_every_event (document));
  g_assert_true (is_in_key (document, "Recorded event"));
  full = make_scene (document);
  g_assert_cmpuint (count_picked (full, &first), ==, G_N_ELEMENTS (records));
  g_assert_cmpuint (first, <, G_N_ELEMENTS (records));
  sl_app_test_spin (100);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.undo", NULL));
  g_assert_false (shows_every_event (document));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_span (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);
  guint row;

  return sl_rows_find (sl_document_get_rows (document), "span:1", &row);
}

static void
test_numbers (void)
{
  SlWindow *window = open_trace ();
  SlDocument *document = sl_window_get_document (window);
  g_autoptr (GMenuModel) menu = sl_mark_rows_make_menu (document, "ipoint");
  g_autofree char *detail = NULL;
  g_autofree char *key = NULL;
  const SlEvent named = { .kind = SL_KIND_IPOINT, .a = 2000 };
  guint row;

  g_test_summary (
      "The row of all points shows a row for each number, which makes spans to another one and is gone to, "
      "and can be renamed; the list of events calls it by that name.");

  g_assert_nonnull (menu);
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "ipoint:1000", &row));
  sl_mark_rows_toggle (document, "ipoint");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "ipoint:1000", &row));
  key = sl_mark_rows_pair (document, "ipoint:1000", "ipoint:2000");
  g_assert_cmpstr (key, ==, "span:1");
  sl_go_to_row_once_there (document, key);
  sl_app_test_wait (has_span, window);
  sl_app_test_spin (50);
  g_assert_cmpstr (sl_view_state_get_picked (sl_document_get_state (document))->row, ==, "span:1");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "span:1", &row));
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->title, ==,
                   "ipoint 1000 – ipoint 2000");

  sl_mark_rows_toggle (document, "ipoint");
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "ipoint:1000", &row));
  sl_document_rename (document, 0, "ipoint:2000", "frame ends");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "ipoint:2000", &row));
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->title, ==, "frame ends");
  detail = sl_event_text_detail (sl_document_get_annotations (document), &named);
  g_assert_true (g_str_has_prefix (detail, "frame ends"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_hidden_others (void)
{
  SlWindow *window = open_trace ();
  SlDocument *document = sl_window_get_document (window);
  g_autoptr (SlFilter) filter = sl_filter_parse ("kind = mutex-lock", NULL);
  g_autofree char *key = NULL;
  SlViewState *state;
  guint row;

  g_test_summary (
      "A span that is asked for while a filter hides what does not match gets its row.");

  sl_mark_rows_toggle (document, "ipoint");
  state = sl_view_state_with_filter (sl_document_get_state (document), filter, TRUE);
  key = sl_mark_rows_pair (document, "ipoint:1000", "ipoint:2000");
  sl_document_take_state (document, state, SL_GESTURE_NONE);
  sl_app_test_wait (has_span, window);
  sl_app_test_spin (300);
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "ipoint:1000", &row));
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "span:1", &row));
  /* Of which the next window on the same trace would know. */
  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), NULL, FALSE),
                          SL_GESTURE_NONE);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_levels (void)
{
  SlWindow *window = open_trace ();
  SlDocument *document = sl_window_get_document (window);
  guint row;

  g_test_summary ("The menu groups tasks by level, which can be folded.");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.task-levels", NULL));
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "level:1", &row));
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->title, ==, "Level 1");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "task:264", &row));
  sl_row_edit_toggle_group (document, "level:1");
  g_assert_false (sl_rows_find (sl_document_get_rows (document), "task:264", &row));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("sl-shark-XXXXXX", NULL);
  g_test_add_func ("/app/shark-trace/overruns", test_overruns);
  g_test_add_func ("/app/shark-trace/every-event", test_every_event);
  g_test_add_func ("/app/shark-trace/numbers", test_numbers);
  g_test_add_func ("/app/shark-trace/hidden-others", test_hidden_others);
  g_test_add_func ("/app/shark-trace/levels", test_levels);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
