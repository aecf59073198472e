/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-view-file.h"

static const SlSpan extent = { 0, 100000 };

static void
take (SlViewState **state, SlViewState *next)
{
  sl_view_state_unref (*state);
  *state = next;
}

static SlSpan
random_span (void)
{
  SlTime begin = g_test_rand_int_range (0, 90000);

  return (SlSpan) { begin, begin + g_test_rand_int_range (100, 10000) };
}

static void
add_markers (SlViewState **state)
{
  static const char *const names[] = { "burst", "a; b = \"c\" [d]", "  ", "über 5 ms\\", "#1" };

  for (guint i = 0; i < (guint) g_test_rand_int_range (0, 6); i++)
    {
      g_autoptr (SlMarkers) markers = NULL;
      SlMarker marker = { .id = i + 1, .span = random_span (), .colour = i };

      marker.form = (SlMarkerForm) g_test_rand_int_range (0, SL_N_MARKER_FORMS);
      if (marker.form != SL_MARKER_FLAG)
        {
          marker.row = g_test_rand_bit () ? "task:288" : NULL;
          marker.to_row = g_test_rand_bit () ? "cpu:0; \\x" : "";
          marker.points_back = g_test_rand_bit ();
        }

      marker.name = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
      marker.text = g_test_rand_bit () ? "first line\nsecond line; end" : "";
      markers = sl_markers_with (sl_view_state_get_markers (*state), &marker);
      take (state, sl_view_state_with_markers (*state, markers));
    }
}

/* Any view but for what is never written: what is picked, other traces, addresses. */
static SlViewState *
make_state (void)
{
  static const char *const order[] = { "task:2", "cpu:0", NULL };
  SlViewState *state = sl_view_state_new (random_span ());
  g_autoptr (SlFilter) filter = sl_filter_parse ("task = 296 and kind ~ \"task-*\"", NULL);
  SlSpan selection = random_span ();
  SlTime time = g_test_rand_int_range (0, 100000);

  take (&state, sl_view_state_with_axis (state, g_test_rand_bit () ? SL_AXIS_TSC : SL_AXIS_TIME));
  take (&state,
        sl_view_state_with_unit (state, (SlShownUnit) g_test_rand_int_range (0, SL_N_SHOWN)));
  take (&state, sl_view_state_with_style (state, g_test_rand_bit () ? SL_STYLE_TEXTBOOK
                                                                    : SL_STYLE_COMPACT));
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_filter (state, filter, g_test_rand_bit ()));
  /* What is selected is not kept. */
  for (int set = 0; set < SL_N_NAME_SETS; set++)
    for (guint i = 0; set != SL_NAMES_SELECTED_ROWS && i < (guint) g_test_rand_int_range (0, 4);
         i++)
      {
        g_autofree char *name = g_strdup_printf ("1:task:%u;[x]", i);

        take (&state, sl_view_state_with_name (state, (SlNameSet) set, name, TRUE));
      }
  for (guint i = 0; i < (guint) g_test_rand_int_range (0, 6); i++)
    {
      g_autofree char *row = g_strdup_printf ("task:%u;[x]", i);

      take (&state, sl_view_state_with_row_group (state, row, i % 3 != 0 ? "a group; [1]" : "b_"));
    }
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_row_order (state, order));
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_row_height (state, "task:kworker 1", 60));
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_selection (state, &selection));
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_cursor (state, SL_CURSOR_A, &time));
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_cursor (state, SL_CURSOR_B, &time));
  add_markers (&state);
  return state;
}

/* A line for each marker: ids may be others. */
static char *
list_markers (const SlViewState *state)
{
  SlMarkers *markers = sl_view_state_get_markers (state);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);

      g_string_append_printf (text, "%d-%d %s|%s|%u %d %s-%s %d\n", (int) marker->span.begin,
                              (int) marker->span.end, marker->name, marker->text, marker->colour,
                              (int) marker->form, marker->row, marker->to_row, marker->points_back);
    }
  return g_string_free (text, FALSE);
}

static void
test_round_trip (void)
{
  g_test_summary (
      "What was written is read again, over any other view, and equal views are the same "
      "text.");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      g_autoptr (SlViewState) other = make_state ();
      g_autofree char *text = sl_view_file_write (state);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlViewState) read = sl_view_file_read (other, text, strlen (text), extent, &error);
      g_autoptr (SlMarkers) none = sl_markers_new ();
      g_autoptr (SlViewState) left = NULL, right = NULL;
      g_autofree char *before = list_markers (state);
      g_autofree char *after = NULL;
      SlTime time;

      g_assert_no_error (error);
      after = list_markers (read);
      g_assert_cmpstr (before, ==, after);

      left = sl_view_state_with_markers (state, none);
      right = sl_view_state_with_markers (read, none);
      /* Where no cursor is A, nothing counts from it. */
      if (!sl_view_state_get_cursor (state, SL_CURSOR_A, &time))
        {
          take (&left, sl_view_state_with_origin (left, 0));
          take (&right, sl_view_state_with_origin (right, 0));
        }
      g_assert_true (sl_view_state_equal (left, right));
    }
}

static void
expect_error (const char *text, int code)
{
  g_autoptr (SlViewState) base = sl_view_state_new (extent);
  g_autoptr (GError) error = NULL;

  g_assert_null (sl_view_file_read (base, text, strlen (text), extent, &error));
  g_assert_error (error, SL_ERROR, code);
}

static void
test_foreign (void)
{
  g_autoptr (SlViewState) base = sl_view_state_new ((SlSpan) { 10, 20 });
  static const char odd[] =
      "[slackline-view]\nversion=1\nlater=7\n"
      "[view]\nbegin=90\nend=-5\naxis=moon\nlook=7\n"
      "[filter]\ntext=and and\nhides=true\n"
      "[rows]\nheights=x;task:1 99999;task:2 -3;\nhidden=task:1;\n"
      "[cursors]\na=9223372036854775807\nb=x\n"
      "[marker 1]\nbegin=-9223372036854775808\nend=9223372036854775807\nname=x\n"
      "[marker 2]\nbegin=5\nend=4\nname=x\n[marker 3]\nbegin=5\nend=5\n"
      "[marker 4]\nbegin=5\nend=5\nname=kept\ncolour=-1\n[marker]\n[what]\n";
  g_autoptr (SlViewState) read = sl_view_file_read (base, odd, strlen (odd), extent, NULL);
  SlTime time;

  g_test_summary (
      "Another file says so; of a saved view what makes no sense is left out, and the rest "
      "holds.");

  expect_error ("", SL_ERROR_MALFORMED);
  expect_error ("once upon a time", SL_ERROR_MALFORMED);
  expect_error ("[Desktop Entry]\nName=x\n", SL_ERROR_MALFORMED);
  expect_error ("[slackline-view]\nversion=x\n", SL_ERROR_MALFORMED);
  expect_error ("[slackline-view]\nversion=2\n", SL_ERROR_UNSUPPORTED);

  g_assert_true (sl_span_equal (sl_view_state_get_visible (read), (SlSpan) { 10, 20 }));
  g_assert_null (sl_view_state_get_filter (read));
  g_assert_false (sl_view_state_get_filter_hides (read));
  g_assert_cmpint (sl_view_state_get_row_height (read, "task:1"), ==, 0);
  g_assert_true (sl_view_state_has_name (read, SL_NAMES_HIDDEN_ROWS, "task:1"));
  g_assert_false (sl_view_state_get_cursor (read, SL_CURSOR_A, &time));
  g_assert_cmpuint (sl_markers_get_count (sl_view_state_get_markers (read)), ==, 1);
  g_assert_cmpstr (sl_markers_get (sl_view_state_get_markers (read), 0)->name, ==, "kept");
}

static void
test_noise (void)
{
  g_test_summary ("A text with any bytes changed is a view or an error.");

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      g_autofree char *text = sl_view_file_write (state);
      gsize length = strlen (text);
      g_autoptr (SlViewState) read = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < 4; j++)
        text[g_test_rand_int_range (0, (int) length)] = (char) g_test_rand_int_range (0, 256);
      read = sl_view_file_read (state, text, length, extent, &error);
      g_assert_true ((read == NULL) == (error != NULL));
      if (read != NULL)
        g_assert_true (sl_span_duration (sl_view_state_get_visible (read)) > 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/view-file/round-trip", test_round_trip);
  g_test_add_func ("/view-file/foreign", test_foreign);
  g_test_add_func ("/view-file/noise", test_noise);

  return g_test_run ();
}
