/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-view-file.h"

static const SlViewFit fit = { { 0, 100000 }, 3, NULL, NULL, NULL };

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

static void
add_panels (SlViewState **state)
{
  static const char *const pages[] = { "events", "misses", "a; page" };
  const SlViewPanels panels = { .page = pages[g_test_rand_int_range (0, G_N_ELEMENTS (pages))],
                                .has_list = g_test_rand_bit (),
                                .is_maximized = g_test_rand_bit (),
                                .list_height = g_test_rand_int_range (SL_VIEW_PANELS_LEAST,
                                                                      SL_VIEW_PANELS_MOST + 1),
                                .has_details = g_test_rand_bit () };

  take (state, sl_view_state_with_panels (*state, &panels));
}

static guint64
random_number (void)
{
  return ((guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >>
         g_test_rand_int_range (0, 64);
}

/* Nothing, a row, items or an event. */
static SlTarget
make_target (void)
{
  static const guint tracks[] = { 0, 3, SL_TARGET_TRACK_SPAN, SL_TARGET_TRACK_PAGES };
  SlTarget target = { .type = (SlTargetType) g_test_rand_int_range (0, SL_TARGET_EVENT + 1) };

  if (target.type == SL_TARGET_NONE)
    return target;

  target.trace = (guint) g_test_rand_int_range (0, 3);
  target.row = target.type != SL_TARGET_EVENT || g_test_rand_bit () ? "1:task:5;[x] \\" : NULL;
  if (target.type != SL_TARGET_ROW)
    target.index = random_number ();
  target.count = target.type == SL_TARGET_ITEMS ? random_number () | 1 : 1;
  if (target.type == SL_TARGET_ITEMS)
    target.track = tracks[g_test_rand_int_range (0, G_N_ELEMENTS (tracks))];
  return target;
}

static void
add_maps (SlViewState **state)
{
  for (guint i = 0; i < (guint) g_test_rand_int_range (0, 4); i++)
    {
      g_autofree char *row = g_strdup_printf ("map:%u; =[x]", i);
      guint64 one = random_number (), other = random_number ();
      SlAddressView view = { .scale =
                                 (SlAddressScale) g_test_rand_int_range (0, SL_N_ADDRESS_SCALES) };

      view.is_zoomed = g_test_rand_bit ();
      view.first = view.is_zoomed ? MIN (one, other) : 0;
      view.last = view.is_zoomed ? MAX (one, other) : 0;
      take (state, sl_view_state_with_addresses (*state, row, &view));
    }
}

static void
add_traces (SlViewState **state)
{
  guint first = (guint) g_test_rand_int_range (0, 3);

  for (guint i = 1; i < fit.n_traces; i++)
    if (g_test_rand_bit ())
      take (state, sl_view_state_with_offset (*state, i,
                                              (gint64) (random_number () >> 4) *
                                                  (g_test_rand_bit () ? 1 : -1)));
  if (g_test_rand_bit ())
    take (state, sl_view_state_with_compared (*state, (const guint[]) { first, (first + 1) % 3 }));
}

/* Any view but for which rows are selected. */
static SlViewState *
make_state (void)
{
  static const char *const order[] = { "task:2", "cpu:0", NULL };
  SlViewState *state = sl_view_state_new (random_span ());
  g_autoptr (SlFilter) filter = sl_filter_parse ("task = 296 and kind ~ \"task-*\"", NULL);
  SlSpan selection = random_span ();
  SlTime time = g_test_rand_int_range (0, 100000);
  SlTarget picked;

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
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_origin (state, g_test_rand_int_range (0, 100000)));
  add_markers (&state);
  if (g_test_rand_bit ())
    take (&state, sl_view_state_with_chosen_marker (state, (guint) g_test_rand_int_range (0, 6)));
  add_panels (&state);
  picked = make_target ();
  take (&state, sl_view_state_with_picked (state, &picked));
  add_maps (&state);
  add_traces (&state);
  return state;
}

/* (transfer full): @state with its markers numbered from 1, as reading does */
static SlViewState *
number_markers (SlViewState *state)
{
  SlMarkers *old = sl_view_state_get_markers (state);
  g_autoptr (SlMarkers) markers = sl_markers_new ();
  g_autoptr (SlViewState) with_new = NULL;
  guint chosen = 0;

  for (guint i = 0; i < sl_markers_get_count (old); i++)
    {
      g_autoptr (SlMarkers) before = g_steal_pointer (&markers);
      SlMarker marker = *sl_markers_get (old, i);

      if (marker.id == sl_view_state_get_chosen_marker (state))
        chosen = i + 1;
      marker.id = i + 1;
      markers = sl_markers_with (before, &marker);
    }
  with_new = sl_view_state_with_markers (state, markers);
  return sl_view_state_with_chosen_marker (with_new, chosen);
}

static SlViewPlace
random_place (void)
{
  SlViewPlace place = { random_span (), SL_TIME_MAX };

  if (g_test_rand_bit ())
    place.instant = place.span.begin +
                    (SlTime) (g_test_rand_double () * (double) sl_span_duration (place.span));
  return place;
}

static void
test_round_trip (void)
{
  g_test_summary ("What was written is read again, field by field, over any other view, and equal "
                  "views are the same text; none of its values is odd.");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      g_autoptr (SlViewState) other = make_state ();
      const SlViewPlace place = random_place ();
      gboolean has_span = g_test_rand_bit ();
      g_autofree char *text = sl_view_file_write (state, has_span ? &place : NULL, NULL);
      g_autofree char *again = NULL;
      g_autoptr (GError) error = NULL;
      SlViewPlace picked = { { 7, 7 }, 7 };
      g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
      const SlViewFit told = { fit.extent, fit.n_traces, NULL, NULL, odd };
      g_autoptr (SlViewState) read =
          sl_view_file_read (other, text, strlen (text), &told, &picked, &error);
      g_autoptr (SlViewState) left = number_markers (state);
      g_autoptr (SlViewState) right = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (odd->len, ==, 0);
      right = number_markers (read);
      if (!sl_view_state_equal (left, right))
        {
          again = sl_view_file_write (right, has_span ? &place : NULL, NULL);
          g_error ("written:\n%s\nread:\n%s", text, again);
        }
      if (sl_view_state_get_picked (state)->type == SL_TARGET_NONE || !has_span)
        {
          g_assert_cmpint (picked.span.end, <, picked.span.begin);
          g_assert_cmpint (picked.instant, ==, SL_TIME_MAX);
        }
      else
        {
          g_assert_true (sl_span_equal (picked.span, place.span));
          g_assert_cmpint (picked.instant, ==, place.instant);
        }

      again = sl_view_file_write (right, has_span ? &place : NULL, NULL);
      g_assert_cmpuint (strlen (again), ==, strlen (text));
    }
}

static void
test_fewer_traces (void)
{
  const SlViewFit one_trace = { fit.extent, 1, NULL, NULL, NULL };

  g_test_summary (
      "On one trace nothing remains of the places and rows of others, and without a place to "
      "look at nothing is picked.");

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      g_autoptr (SlViewState) plain = sl_view_state_new (fit.extent);
      g_autofree char *text = sl_view_file_write (state, NULL, NULL);
      SlViewPlace picked;
      g_autoptr (SlViewState) read =
          sl_view_file_read (plain, text, strlen (text), &one_trace, &picked, NULL);
      g_autoptr (SlViewState) unpicked =
          sl_view_file_read (read, text, strlen (text), &fit, NULL, NULL);
      guint compared[2];

      g_assert_cmpuint (sl_view_state_get_picked (read)->trace, ==, 0);
      g_assert_true (sl_view_state_has_same_offsets (read, plain));
      g_assert_false (sl_view_state_get_compared (read, compared));
      g_assert_cmpint (sl_view_state_get_picked (unpicked)->type, ==, SL_TARGET_NONE);
    }
}

static void
expect_error (const char *text, int code)
{
  g_autoptr (SlViewState) base = sl_view_state_new (fit.extent);
  g_autoptr (GError) error = NULL;

  g_assert_null (sl_view_file_read (base, text, strlen (text), &fit, NULL, &error));
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
      "[marker 4]\nbegin=5\nend=5\nname=kept\ncolour=-1\n[marker]\n[what]\n"
      "[panels]\npage=\nlist=maybe\nheight=7\ndetails=2\n"
      "[picked]\ntype=items\ntrace=0\nrow=task:1\ntrack=70000\nindex=1\ncount=1\n"
      "[addresses 1]\nrow=map\nscale=log\nfirst=0x9\nlast=0x8\n"
      "[addresses 2]\nrow=map2\nscale=steep\n[addresses 3]\nscale=log\n"
      "[traces]\noffsets=9223372036854775807;x\ncompared=0;7\n";
  SlViewPlace picked;
  g_autoptr (SlViewState) read = sl_view_file_read (base, odd, strlen (odd), &fit, &picked, NULL);
  SlAddressView addresses;
  guint compared[2];
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
  g_assert_true (sl_view_panels_equal (sl_view_state_get_panels (read), &sl_view_panels_default));
  g_assert_cmpint (sl_view_state_get_picked (read)->type, ==, SL_TARGET_NONE);
  sl_view_state_get_addresses (read, "map", &addresses);
  g_assert_cmpint (addresses.scale, ==, SL_ADDRESS_LOG);
  g_assert_false (addresses.is_zoomed);
  g_assert_true (sl_view_state_has_same_offsets (read, base));
  g_assert_false (sl_view_state_get_compared (read, compared));
  g_assert_cmpuint (sl_markers_get_count (sl_view_state_get_markers (read)), ==, 1);
  g_assert_cmpstr (sl_markers_get (sl_view_state_get_markers (read), 0)->name, ==, "kept");
}

static void
test_odd (void)
{
  static const char text[] =
      "[slackline-view]\nversion=1\nfiles=file:///x;\n"
      "[what]\nbegin=x\n"
      "[view]\nbegin=later\nend=90\nwhole=perhaps\nrate=fast\naxis=tsc\nunit=h\nlook = pretty\n"
      "[filter]\ntext=and and\nhides=true\n"
      "[rows]\nhidden=a;b;\nheights=task:1 20;task:2 7;\nhiden=c;\n"
      "[cursors]\na=12 ms\n"
      "[marker 1]\nbegin=5\nend=5\nname=x\ncolour=red\nform=circle\nrow=task:1\nback=no\n"
      "[panels]\npage=nonsense\nheight=9999999999999999999999999999999999999999999\n"
      "[names]\ntask:1=fast\n"
      "[picked]\ntype=items\n"
      "[addresses 1]\nrow=map\nscale=log\nfirst=0xg\nlast=0x10\n"
      "[traces]\noffsets=x;\ncompared=0;\n";
  static const char *const expected[] = {
    "line 5: [what] begin=x (unknown key)",
    "line 7: [view] begin=later (use a whole number from -9223372036854775808 to "
    "9223372036854775807)",
    "line 9: [view] whole=perhaps (use true or false)",
    "line 10: [view] rate=fast (use ticks per second, as 1000 or 1000/3)",
    "line 12: [view] unit=h (use auto, ns, us, ms, s, ticks)",
    "line 13: [view] look=pretty (use compact, textbook)",
    "line 15: [filter] text=and and (*)",
    "line 19: [rows] heights=task:2 7 (use a row and from 8 to 2000 pixels, as task:288 48)",
    "line 20: [rows] hiden=c; (unknown key)",
    "line 22: [cursors] a=12 ms (use a whole number from *)",
    "line 27: [marker 1] colour=red (use a whole number from 0 to 255)",
    "line 28: [marker 1] form=circle (use flag, box, arrow, text)",
    "line 30: [marker 1] back=no (use true or false)",
    "line 33: [panels] height=9999999999999999999999999999999999999999… (use a whole number from "
    "80 to 4000)",
    "line 41: [addresses 1] first=0xg (use a number from 0 to 18446744073709551615, or "
    "hexadecimal after 0x)",
    "line 44: [traces] offsets=x (use ticks from -2^60 to 2^60)",
    "line 45: [traces] compared=0 (use two numbers of traces, as 0;1)",
  };
  g_autoptr (SlViewState) base = sl_view_state_new ((SlSpan) { 10, 20 });
  g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
  const SlViewFit told = { fit.extent, fit.n_traces, NULL, NULL, odd };
  g_autoptr (SlViewState) read = sl_view_file_read (base, text, strlen (text), &told, NULL, NULL);

  g_test_summary (
      "What cannot be read is reported by line, with what it may be, and nothing else is.");

  g_assert_nonnull (read);
  for (guint i = 0; i < MIN (odd->len, G_N_ELEMENTS (expected)); i++)
    if (!g_pattern_match_simple (expected[i], odd->pdata[i]))
      g_assert_cmpstr (odd->pdata[i], ==, expected[i]);
  g_assert_cmpuint (odd->len, ==, G_N_ELEMENTS (expected));
}

static void
test_noise (void)
{
  g_test_summary ("A text with any bytes changed is a view or an error.");

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      SlViewPlace picked;
      g_autofree char *text = sl_view_file_write (state, NULL, NULL);
      gsize length = strlen (text);
      g_autoptr (SlViewState) read = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < 4; j++)
        text[g_test_rand_int_range (0, (int) length)] = (char) g_test_rand_int_range (0, 256);
      read = sl_view_file_read (state, text, length, &fit, &picked, &error);
      g_assert_true ((read == NULL) == (error != NULL));
      if (read != NULL)
        g_assert_true (sl_span_duration (sl_view_state_get_visible (read)) > 0);
    }
}

static void
test_hostile (void)
{
  static const char *const values[] = { "",
                                        "-1",
                                        "0",
                                        "18446744073709551615",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "4294967295",
                                        "true",
                                        "1e9",
                                        ";;;",
                                        "0xffffffffffffffff",
                                        "a;b\\",
                                        "%s%n",
                                        "\\q",
                                        "task:1" };

  g_test_summary (
      "A view with any of its values replaced by one at the end of what can be written, and with "
      "lines twice or missing, is read, and what is read can be written and read again.");

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (SlViewState) state = make_state ();
      g_autofree char *text = sl_view_file_write (state, NULL, NULL);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      g_autoptr (GString) changed = g_string_new (NULL);
      g_autoptr (SlViewState) read = NULL;
      g_autofree char *again = NULL;
      SlViewPlace picked;

      for (guint j = 0; lines[j] != NULL; j++)
        {
          const char *equals = strchr (lines[j], '=');
          int what = j < 2 ? 9 : g_test_rand_int_range (0, 10);

          if (what == 0 && equals != NULL)
            g_string_append_printf (changed, "%.*s=%s\n", (int) (equals - lines[j]), lines[j],
                                    values[g_test_rand_int_range (0, G_N_ELEMENTS (values))]);
          else if (what != 1 || equals == NULL)
            g_string_append_printf (changed, "%s\n", lines[j]);
          if (what == 2)
            g_string_append_printf (changed, "%s\n", lines[j]);
        }
      read = sl_view_file_read (state, changed->str, changed->len, &fit, &picked, NULL);
      if (read == NULL)
        continue;

      g_assert_true (sl_span_duration (sl_view_state_get_visible (read)) > 0);
      again = sl_view_file_write (read, NULL, NULL);
      sl_view_state_unref (read);
      read = sl_view_file_read (state, again, strlen (again), &fit, &picked, NULL);
      g_assert_nonnull (read);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/view-file/round-trip", test_round_trip);
  g_test_add_func ("/view-file/fewer-traces", test_fewer_traces);
  g_test_add_func ("/view-file/foreign", test_foreign);
  g_test_add_func ("/view-file/hostile", test_hostile);
  g_test_add_func ("/view-file/odd", test_odd);
  g_test_add_func ("/view-file/noise", test_noise);

  return g_test_run ();
}
