/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* Where the ruler and the strip of cursors lie below the top of the timeline, and the rows. */
#define RULER_Y 10
#define ROWS_Y  150

static gint64
get_length (SlTickSpan span)
{
  return span.end - span.begin;
}

/* What two pixels are worth in ticks, plus one for rounding. */
static gint64
get_tolerance (SlTimelineProbe *probe)
{
  return 2 * get_length (sl_timeline_probe_get_visible (probe)) / probe->width + 1;
}

#define assert_near(one, other, tolerance) g_assert_cmpint (ABS ((one) - (other)), <=, tolerance)

/* What is set by the pointer goes to an edge that is so many pixels away. */
static gint64
get_reach (SlTimelineProbe *probe)
{
  return 8 * get_length (sl_timeline_probe_get_visible (probe)) / probe->width + 1;
}

/* Zooms into the middle, so that there is something to both sides. */
static SlTickSpan
zoom_in (SlTimelineProbe *probe, int clicks)
{
  SlTickSpan before = sl_timeline_probe_get_visible (probe);

  sl_real_window_scroll (probe->window, probe->x + probe->width / 2, probe->y + ROWS_Y, clicks);
  return sl_timeline_probe_wait_other (probe, before);
}

static void
test_wheel (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x = probe->x + probe->width / 3;
  SlTickSpan all, close, away;
  gint64 tick;

  g_test_summary ("The wheel zooms at the pointer: the time below it stays below it.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  tick = sl_timeline_probe_tick_at (probe, x);

  sl_real_window_scroll (probe->window, x, probe->y + ROWS_Y, 5);
  close = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (get_length (close), <, get_length (all) / 2);
  assert_near (sl_timeline_probe_tick_at (probe, x), tick, get_tolerance (probe));

  sl_real_window_scroll (probe->window, x, probe->y + ROWS_Y, -2);
  away = sl_timeline_probe_wait_other (probe, close);
  g_assert_cmpint (get_length (away), >, get_length (close));
  g_assert_cmpint (get_length (away), <, get_length (all));
  assert_near (sl_timeline_probe_tick_at (probe, x), tick, get_tolerance (probe));
}

static void
test_zoom_keys (void)
{
  static const struct
  {
    const char *key;
    gboolean closer;
  } keys[] = { { "w", TRUE }, { "plus", TRUE }, { "s", FALSE }, { "minus", FALSE } };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlTickSpan all, before;

  g_test_summary ("W and + zoom in, S and − zoom out as far, F shows all.");

  sl_timeline_probe_count_ticks (probe);
  all = before = sl_timeline_probe_get_visible (probe);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      SlTickSpan after;

      sl_real_window_key (probe->window, keys[i].key);
      after = sl_timeline_probe_wait_other (probe, before);
      if (keys[i].closer)
        g_assert_cmpint (get_length (after), <, get_length (before));
      else
        g_assert_cmpint (get_length (after), >, get_length (before));
      before = after;
    }

  before = zoom_in (probe, 6);
  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_visible (probe, all);
}

static void
test_pan (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlTickSpan all, before, after;

  g_test_summary ("D and A go on and back by the same, End and Home to both ends of the trace.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  before = zoom_in (probe, 8);

  sl_real_window_key (probe->window, "d");
  after = sl_timeline_probe_wait_other (probe, before);
  g_assert_cmpint (after.begin, >, before.begin);
  g_assert_cmpint (get_length (after), ==, get_length (before));
  sl_real_window_key (probe->window, "a");
  after = sl_timeline_probe_wait_other (probe, after);
  assert_near (after.begin, before.begin, get_tolerance (probe));
  g_assert_cmpint (get_length (after), ==, get_length (before));

  sl_real_window_key (probe->window, "End");
  after = sl_timeline_probe_wait_other (probe, after);
  g_assert_cmpint (after.end, ==, all.end);
  g_assert_cmpint (get_length (after), ==, get_length (before));
  sl_real_window_key (probe->window, "Home");
  after = sl_timeline_probe_wait_other (probe, after);
  g_assert_cmpint (after.begin, ==, all.begin);
  g_assert_cmpint (get_length (after), ==, get_length (before));
}

/* Waits until what is seen at a place of the screen is later than a tick. */
static void
wait_later (SlTimelineProbe *probe, int x, gint64 tick)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (sl_timeline_probe_tick_at (probe, x) <= tick)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (20000);
    }
}

static void
test_drag (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x = probe->x + probe->width / 2;
  int y = probe->y + ROWS_Y;
  SlTickSpan before, dragged, flung, undone;
  gint64 tick;

  g_test_summary (
      "What was under the pointer follows it; let go in motion it goes on, and undo takes "
      "both back in one step.");

  sl_timeline_probe_count_ticks (probe);
  before = zoom_in (probe, 8);
  tick = sl_timeline_probe_tick_at (probe, x);
  sl_real_window_drag (probe->window, x, y, x - 150, y);
  dragged = sl_timeline_probe_wait_other (probe, before);
  g_assert_cmpint (get_length (dragged), ==, get_length (before));
  assert_near (sl_timeline_probe_tick_at (probe, x - 150), tick, get_tolerance (probe));

  tick = sl_timeline_probe_tick_at (probe, x);
  sl_real_window_fling (probe->window, x, y, x - 150, y);
  wait_later (probe, x - 150, tick + get_tolerance (probe));
  flung = sl_timeline_probe_get_visible (probe);
  g_assert_cmpint (get_length (flung), ==, get_length (before));
  /* It may still be on its way. */
  sl_real_window_key (probe->window, "Control_L+z");
  undone = sl_timeline_probe_wait_other (probe, flung);
  g_assert_cmpint (undone.begin, ==, dragged.begin);
  g_assert_cmpint (undone.end, ==, dragged.end);
}

static void
test_selection (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x1 = probe->x + probe->width / 4;
  int x2 = probe->x + probe->width / 2;
  g_autoptr (SlAccessible) events = NULL;
  g_autoptr (SlAccessible) task = NULL;
  g_autoptr (SlAccessible) tasks = NULL;
  SlTickSpan all, seen;
  gint64 begin, end;

  g_test_summary ("A span dragged in the ruler is selected, the details tell its statistics, "
                  "Z shows it alone and Escape gives it up.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  begin = sl_timeline_probe_tick_at (probe, x1);
  end = sl_timeline_probe_tick_at (probe, x2);
  sl_real_window_drag (probe->window, x1, probe->y + RULER_Y, x2, probe->y + RULER_Y);
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  assert_near (sl_timeline_probe_find_tick (probe, "Selected from "), begin, get_reach (probe));
  begin = sl_timeline_probe_find_tick (probe, "Selected from ");
  sl_timeline_probe_wait_visible (probe, all);

  events = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, "Events: *");
  tasks = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST, "Processor Time in the Span");
  task = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx 296 · pid 5: * ms*%*");

  sl_real_window_key (probe->window, "z");
  seen = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (seen.begin, ==, begin);
  assert_near (seen.end, end, 8 * get_length (all) / probe->width + 1);

  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LIST, "Processor Time in the Span");
  sl_timeline_probe_wait_no_text (probe, "*Selected*");
}

static void
test_undo (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlTickSpan all, zoomed, panned;

  g_test_summary (
      "Ctrl+Z takes the view back step by step, Shift+Ctrl+Z and Ctrl+Y forth; one turn "
      "of the wheel is one step.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  zoomed = zoom_in (probe, 6);
  sl_real_window_key (probe->window, "d");
  panned = sl_timeline_probe_wait_other (probe, zoomed);

  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, zoomed);
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, all);
  sl_real_window_key (probe->window, "Shift_L+Control_L+z");
  sl_timeline_probe_wait_visible (probe, zoomed);
  sl_real_window_key (probe->window, "Control_L+y");
  sl_timeline_probe_wait_visible (probe, panned);
}

static void
test_axis (void)
{
  static const struct
  {
    const char *button;
    const char *text;
  } axes[] = {
    { "TSC", "TSC from 24 000 000 530 to *Cursor A at 24 *" },
    { "Elapsed", "Elapsed from 0 * to *ms. Cursor A at *" },
    { "Δ A", "Delta from −* ms to * ms. Cursor A at 0 *" },
  };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("One click changes what the ruler counts: the recorded clock, the time since the "
                  "start, the time since cursor A.");

  sl_real_window_click (probe->window, probe->x + probe->width / 2, probe->y + RULER_Y, 1);
  sl_timeline_probe_wait_text (probe, "Elapsed from 0 *Cursor A at *");
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_autoptr (SlAccessible) button = NULL;

      button = sl_real_window_wait_for (probe->window, ATSPI_ROLE_PUSH_BUTTON, axes[i].button);
      sl_real_window_click_on (probe->window, button);
      sl_timeline_probe_wait_text (probe, axes[i].text);
    }

  sl_real_window_key (probe->window, "t");
  sl_timeline_probe_wait_text (probe, axes[0].text);
}

/* A key's cursor comes when the timeline has taken the key; until then the one before is told of. */
static void
expect_cursor (SlTimelineProbe *probe, const char *words, gint64 tick)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (ABS (sl_timeline_probe_find_tick (probe, words) - tick) > get_reach (probe) &&
         g_get_monotonic_time () < end)
    g_usleep (20000);

  assert_near (sl_timeline_probe_find_tick (probe, words), tick, get_reach (probe));
}

static void
test_cursors (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x1 = probe->x + probe->width / 4;
  int x2 = probe->x + probe->width / 2;
  g_autoptr (SlAccessible) seconds = NULL;
  g_autoptr (SlAccessible) ticks = NULL;
  g_autofree char *name = NULL;
  gint64 a, b;

  g_test_summary (
      "A click in the ruler sets cursor A, with Shift B, the keys 1 and 2 set them at the "
      "pointer; their distance is told in seconds and in ticks.");

  sl_timeline_probe_count_ticks (probe);
  sl_real_window_click (probe->window, x1, probe->y + RULER_Y, 1);
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  a = sl_timeline_probe_find_tick (probe, "Cursor A at ");
  assert_near (a, sl_timeline_probe_tick_at (probe, x1), get_reach (probe));
  sl_real_window_click_with (probe->window, "Shift_L", x2, probe->y + RULER_Y);
  sl_timeline_probe_wait_text (probe, "*Cursor A at *Cursor B at *, * ms apart*");
  b = sl_timeline_probe_find_tick (probe, "Cursor B at ");
  assert_near (b, sl_timeline_probe_tick_at (probe, x2), get_reach (probe));

  seconds = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, "Δ: * ms");
  ticks = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, "Δ in ticks: *");
  name = sl_window_test_dup_name_without_spaces (ticks);
  g_assert_cmpint (g_ascii_strtoll (strchr (name, ':') + 1, NULL, 10), ==, b - a);

  sl_real_window_move (probe->window, x2 + 50, probe->y + ROWS_Y);
  sl_real_window_key (probe->window, "1");
  sl_real_window_move (probe->window, x1 + 50, probe->y + ROWS_Y);
  sl_real_window_key (probe->window, "2");
  expect_cursor (probe, "Cursor A at ", sl_timeline_probe_tick_at (probe, x2 + 50));
  expect_cursor (probe, "Cursor B at ", sl_timeline_probe_tick_at (probe, x1 + 50));
}

static void
test_cursors_follow_keys (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x = probe->x + probe->width / 4, y = probe->y + probe->height / 2;

  g_test_summary (
      "1 and 2 set the cursors where the user went last: at what N picked, although the "
      "pointer is elsewhere over the timeline, and at the pointer once it moves.");

  sl_real_window_move (probe->window, x, y);
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296*, job 5");
  sl_real_window_key (probe->window, "1");
  sl_timeline_probe_wait_text (probe, "*Cursor A at 41.192*");
  sl_real_window_move (probe->window, x + 10, y);
  sl_real_window_key (probe->window, "2");
  sl_timeline_probe_wait_text (probe, "*Cursor B at *");
  sl_timeline_probe_wait_no_text (probe, "*Cursor B at 41.192*");
}

/* One task in three bursts of 0.4 s, with hours between them. */
static char *
dup_bursts (void)
{
  static const int hours[] = { 0, 1, 5 };
  g_autofree char *file = g_build_filename (g_get_user_cache_dir (), "bursts.txt", NULL);
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");

  for (guint i = 0; i < G_N_ELEMENTS (hours); i++)
    for (int ms = 0; ms < 400; ms += 10)
      {
        double time = 100 + hours[i] * 3600 + ms / 1000.0;

        g_string_append_printf (
            text,
            "          <idle>-0     [000] d... %f: sched_switch: prev_comm=swapper/0 prev_pid=0 "
            "prev_prio=120 prev_state=R ==> next_comm=ctrl next_pid=100 next_prio=50\n"
            "            ctrl-100   [000] d... %f: sched_switch: prev_comm=ctrl prev_pid=100 "
            "prev_prio=50 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n",
            time, time + 0.003);
      }
  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  g_assert_true (g_file_set_contents (file, text->str, -1, NULL));
  return g_steal_pointer (&file);
}

static void
test_compress (void)
{
  g_autofree char *file = dup_bursts ();
  g_autoptr (SlTimelineProbe) probe =
      sl_timeline_probe_new (sl_timeline_probe_start_program (file));

  g_test_summary (
      "E compresses hours without events: the middle of the picture is in the second of three bursts then. It is "
      "undone like anything else.");

  sl_real_window_key (probe->window, "e");
  sl_timeline_probe_wait_text (probe, "*2 stretches without events are compressed*");
  sl_real_window_click_with (probe->window, "Alt_L", probe->x + probe->width / 2,
                             probe->y + RULER_Y);
  sl_timeline_probe_wait_text (probe, "*Cursor A at 3?600*");

  /* Zooming in at the last burst shows it alone. */
  sl_real_window_scroll (probe->window, probe->x + probe->width * 5 / 6, probe->y + ROWS_Y, 14);
  sl_timeline_probe_wait_text (probe, "*from 18?000.*");

  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_text (probe, "*2 stretches without events are compressed*");
  sl_real_window_key (probe->window, "e");
  sl_timeline_probe_wait_no_text (probe, "*compressed*");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_text (probe, "*2 stretches without events are compressed*");
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/view/wheel", test_wheel);
  sl_window_test_add ("/window/view/zoom-keys", test_zoom_keys);
  sl_window_test_add ("/window/view/pan", test_pan);
  sl_window_test_add ("/window/view/drag", test_drag);
  sl_window_test_add ("/window/view/selection", test_selection);
  sl_window_test_add ("/window/view/undo", test_undo);
  sl_window_test_add ("/window/view/axis", test_axis);
  sl_window_test_add ("/window/view/cursors", test_cursors);
  sl_window_test_add ("/window/view/cursors-follow-keys", test_cursors_follow_keys);
  sl_window_test_add ("/window/view/compress", test_compress);
  return g_test_run ();
}
