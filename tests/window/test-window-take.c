/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is taken out of the window: by menus, clipboard and files. */

#include <glib/gstdio.h>
#include <string.h>

#include "sl-clipboard-probe.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define TASK "ctx 304 · pid 6"

/* In the timeline, from its top on: the ruler and the flags of the cursors; the overview is above it. */
#define RULER_Y    10
#define STRIP_Y    54
#define OVERVIEW_Y (-20)

/* Events of a long trace; and bytes up to which X11 takes a text in one piece. */
#define MANY         8000
#define IN_ONE_PIECE 262144

/* Columns of slackline-cli events. */
#define CLI_KIND 4
#define CLI_NAME 11

/* (transfer full): The lines that the command line tool prints. */
static GStrv
run_cli (const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  int status;

  g_ptr_array_add (argv, (char *) g_getenv ("SLACKLINE_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return g_strsplit (output, "\n", -1);
}

/* (transfer full): A path in a folder of its own. */
static char *
make_path (const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-take-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return g_build_filename (folder, name, NULL);
}

static void
remove_path (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* In the file chooser, which is not on the accessibility bus. */
static void
choose_file (SlRealWindow *window, const char *path)
{
  sl_real_window_wait_windows (window, 2);
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_type (window, path);
  sl_real_window_key (window, "Return");
}

/* Of the list of the page that is shown. */
static void
focus_line (SlRealWindow *window, const char *line)
{
  g_autoptr (SlAccessible) found = sl_real_window_wait_for (window, ATSPI_ROLE_TABLE_ROW, line);
  int x, y, width, height;

  sl_real_window_get_extents (window, found, &x, &y, &width, &height);
  sl_real_window_click (window, x + 40, y + height / 2, 1);
}

/* In a line of CSV whose cells have no commas. */
static char *
dup_cell (const char *line, guint column)
{
  g_auto (GStrv) cells = g_strsplit (line, ",", -1);

  g_assert_cmpuint (column, <, g_strv_length (cells));
  return g_strdup (cells[column]);
}

static void
test_copy_lines (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_auto (GStrv) events = run_cli ((const char *[]) { "events", "--csv", sample, NULL });
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_test_summary ("Shift and Down select lines of the list of events, Ctrl+C copies them, and "
                  "they say what the command line tool prints of the same events.");

  focus_line (probe->window, "trace-start, *");
  sl_real_window_key (probe->window, "Shift_L+Down");
  sl_real_window_key (probe->window, "Shift_L+Down");
  sl_real_window_key (probe->window, "Control_L+c");
  text = sl_clipboard_probe_wait_text (probe->window, "*\n*\n*");
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      g_autofree char *kind = dup_cell (events[i + 1], CLI_KIND);
      g_autofree char *object = dup_cell (events[i + 1], CLI_NAME);

      g_assert_cmpuint (g_ascii_strtoull (cells[0], NULL, 10), ==, i);
      g_assert_true (g_strv_contains ((const char *const *) cells, kind));
      g_assert_true (g_strv_contains ((const char *const *) cells, object));
    }
}

/* Two tasks of Linux in turn, of which the list has so many lines that their text goes to another program in parts. */
static void
write_long (const char *path)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  static const char *const names[] = { "even", "odd" };

  for (guint i = 0; i < MANY; i++)
    g_string_append_printf (
        text,
        "  %s-%u [000] d..2 %u.%06u: sched_switch: prev_comm=%s prev_pid=%u prev_prio=120 "
        "prev_state=S ==> next_comm=%s next_pid=%u next_prio=120\n",
        names[i % 2], 100 + i % 2, 10 + i / 1000, i % 1000 * 1000, names[i % 2], 100 + i % 2,
        names[1 - i % 2], 101 - i % 2);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
test_copy_all (void)
{
  g_autofree char *path = make_path ("long.txt");
  SlRealWindow *window;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_test_summary ("All lines of a long list are copied, and the window answers afterwards.");

  write_long (path);
  window = sl_timeline_probe_start_program (path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "8*000 events");
  focus_line (window, "sched-switch, *");
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_key (window, "Control_L+c");
  text = sl_clipboard_probe_wait_text (window, "*\n*\n*");
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, MANY);
  g_assert_cmpuint (strlen (text), >, IN_ONE_PIECE);
  sl_real_window_key (window, "Control_L+f");
  sl_real_window_type (window, "cpu = 0 and task = odd");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* of 8*000 events");
  sl_real_window_stop (window);
  remove_path (path);
}

/* Beside @path. */
static char *
copy_sample (const char *path)
{
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *copy = g_build_filename (folder, "trace.dat", NULL);
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (sample, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (copy, bytes, (gssize) size, NULL));
  return g_steal_pointer (&copy);
}

static void
test_save_list (void)
{
  g_autofree char *path = make_path ("locks.csv");
  g_autofree char *sample = copy_sample (path);
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_copy (sample);
  g_auto (GStrv) events = run_cli (
      (const char *[]) { "events", "--csv", "--filter", "kind = mutex-lock", sample, NULL });
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_test_summary ("A list that is filtered is saved from its menu with all its lines, as many and "
                  "of the same events as the command line tool prints; by its name alone, in the "
                  "folder of the trace.");

  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_type (probe->window, "kind = mutex-lock");
  sl_real_window_key (probe->window, "Return");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  focus_line (probe->window, "mutex-lock, *");
  sl_real_window_key (probe->window, "Shift_L+F10");
  sl_real_window_wait_for_frame (probe->window);
  sl_real_window_key (probe->window, "s");
  choose_file (probe->window, "locks.csv");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Wrote “locks.csv”");

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (events), >, 5);
  g_assert_cmpuint (g_strv_length (lines), ==, g_strv_length (events));
  g_assert_true (g_str_has_prefix (lines[0], "Index,"));
  for (guint i = 1; lines[i][0] != '\0'; i++)
    {
      g_autofree char *index = dup_cell (lines[i], 0);
      g_autofree char *same = dup_cell (events[i], 0);

      g_assert_cmpstr (index, ==, same);
      g_assert_nonnull (strstr (lines[i], ",mutex-lock,"));
    }
  g_assert_cmpint (g_unlink (sample), ==, 0);
  remove_path (path);
}

/* In the menu that has just been asked for; @key is the letter that is underlined. */
static void
choose (SlTimelineProbe *probe, const char *item, const char *key)
{
  sl_window_test_expect (probe->window, ATSPI_ROLE_MENU_ITEM, item);
  sl_real_window_wait_for_frame (probe->window);
  sl_real_window_key (probe->window, key);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_MENU_ITEM, item);
}

/* Of the box that has the focus. */
static void
choose_of_box (SlTimelineProbe *probe, const char *item, const char *key)
{
  sl_real_window_key (probe->window, "Shift_L+F10");
  choose (probe, item, key);
}

static void
choose_at (SlTimelineProbe *probe, int x, int y, const char *item, const char *key)
{
  sl_real_window_click (probe->window, x, y, 3);
  choose (probe, item, key);
}

static gboolean
has_line_with (GStrv lines, const char *begin, const char *end)
{
  g_autofree char *both = g_strdup_printf (",%s,%s,", begin, end);

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], both) != NULL)
      return TRUE;

  return FALSE;
}

static void
test_box (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_auto (GStrv) slices = run_cli ((const char *[]) { "slices", "--csv", sample, NULL });
  g_auto (GStrv) events = run_cli (
      (const char *[]) { "events", "--csv", "--filter", "task = \"" TASK "\"", sample, NULL });
  g_autofree char *counted = g_strdup_printf ("%u of 701 events", g_strv_length (events) - 2);
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;
  g_autofree char *name = NULL;
  SlTickSpan all, span;

  g_test_summary (
      "The menu of a box copies it as a line that the command line tool prints too, selects and shows its "
      "span, sets a cursor, filters for its task and leaves its row alone.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  name = sl_timeline_probe_focus_box (probe, TASK);
  choose_of_box (probe, "Copy as CSV", "v");
  csv = sl_clipboard_probe_wait_text (probe->window, "lane,what,begin,*\n*,box,*\n");
  lines = g_strsplit (csv, "\n", -1);
  begin = dup_cell (lines[1], 2);
  end = dup_cell (lines[1], 3);
  g_assert_true (has_line_with (slices, begin, end));
  span = (SlTickSpan) { g_ascii_strtoll (begin, NULL, 10), g_ascii_strtoll (end, NULL, 10) };

  choose_of_box (probe, "Select This Span", "s");
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  g_assert_cmpint (sl_timeline_probe_find_tick (probe, "Selected from "), ==, span.begin);
  choose_of_box (probe, "Put Cursor A Here", "a");
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  g_assert_cmpint (sl_timeline_probe_find_tick (probe, "Cursor A at "), ==, span.begin);
  choose_of_box (probe, "Zoom to This", "z");
  sl_timeline_probe_wait_visible (probe, span);
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, all);

  choose_of_box (probe, "Filter for This", "f");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, counted);
  choose_of_box (probe, "Show Only This Row", "o");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
}

static void
test_axis (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x = probe->x + probe->width / 3;
  SlTickSpan all, seen;
  gint64 tick, tolerance;
  g_autofree char *text = NULL;
  g_autofree char *tick_text = NULL;

  g_test_summary (
      "Menus of the ruler, of a cursor's flag and of the overview: a cursor comes and goes, its time is "
      "copied, the view zooms in there, and an instant is marked to be named.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  tolerance = 12 * (all.end - all.begin) / probe->width;
  choose_at (probe, x, probe->y + RULER_Y, "Put Cursor B Here", "b");
  sl_timeline_probe_wait_text (probe, "*Cursor B at *");
  tick = sl_timeline_probe_find_tick (probe, "Cursor B at ");
  g_assert_cmpint (ABS (tick - sl_timeline_probe_tick_at (probe, x)), <=, tolerance);

  choose_at (probe, x, probe->y + STRIP_Y, "Copy Time", "t");
  tick_text = g_strdup_printf ("%" G_GINT64_FORMAT, tick);
  text = sl_clipboard_probe_wait_text (probe->window, tick_text);
  choose_at (probe, x, probe->y + STRIP_Y, "Remove Cursor B", "r");
  sl_timeline_probe_wait_no_text (probe, "*Cursor B at *");

  choose_at (probe, x, probe->y + OVERVIEW_Y, "Zoom In Here", "z");
  seen = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (ABS ((seen.end - seen.begin) * 10 - (all.end - all.begin)), <=, 100);
  g_assert_cmpint (ABS ((seen.begin + seen.end) / 2 - tick), <=, tolerance);
  choose_at (probe, x, probe->y + OVERVIEW_Y, "Show Everything", "w");
  sl_timeline_probe_wait_visible (probe, all);

  choose_at (probe, x, probe->y + RULER_Y, "Mark This…", "m");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name of the marker");
}

static void
test_line (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_auto (GStrv) events = run_cli (
      (const char *[]) { "events", "--csv", "--filter", "kind = trace-start", sample, NULL });
  g_autofree char *tick = dup_cell (events[1], 1);
  g_autofree char *text = NULL;

  g_test_summary (
      "The menu of an event in the list copies its time and filters for its kind and object.");

  sl_timeline_probe_count_ticks (probe);
  focus_line (probe->window, "trace-start, *");
  sl_real_window_key (probe->window, "Shift_L+F10");
  sl_real_window_wait_for_frame (probe->window);
  sl_real_window_key (probe->window, "t");
  text = sl_clipboard_probe_wait_text (probe->window, tick);
  focus_line (probe->window, "trace-start, *");
  sl_real_window_key (probe->window, "Shift_L+F10");
  sl_real_window_wait_for_frame (probe->window);
  sl_real_window_key (probe->window, "f");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 701 events");
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/take/copy-lines", test_copy_lines);
  sl_window_test_add ("/window/take/copy-all", test_copy_all);
  sl_window_test_add ("/window/take/save-list", test_save_list);

  sl_window_test_add ("/window/take/box", test_box);
  sl_window_test_add ("/window/take/axis", test_axis);
  sl_window_test_add ("/window/take/line", test_line);

  return g_test_run ();
}
