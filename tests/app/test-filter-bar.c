/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-app-test.h"
#include "sl-event-hits.h"
#include "sl-filter-help.h"
#include "sl-open-files.h"

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
  run = sl_filter_run_new_with_overlay (filter, trace, sl_document_get_overlay (document), NULL);
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
  guint n_left;

  g_test_message ("%s: %u events", text, n_matches);
  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), text, TRUE),
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

  g_test_summary ("The filter of the README's tour finds events and leaves their rows.");

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = strstr (text, "**Filter**");
  g_assert_nonnull (line);
  parts = g_strsplit (line, "`", 5);
  g_assert_cmpuint (g_strv_length (parts), ==, 5);
  fixture_init (&fixture);
  g_assert_cmpuint (try_filter (fixture.document, parts[3]), >, 0);
  fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/filter-bar/examples", test_examples);
  g_test_add_func ("/filter-bar/events-without-signs", test_events_without_signs);
  g_test_add_func ("/filter-bar/readme", test_readme);
  return g_test_run ();
}
