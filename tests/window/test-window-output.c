/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What leaves the window: a span as a trace, the picture on the clipboard, figures of distributions; and that keys go on in a
 * list whose menu was used. */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "sl-clipboard-probe.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* In the timeline, from its top on. */
#define RULER_Y 10

/* (transfer full): What the command line tool prints. */
static char *
run_cli (const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  g_ptr_array_add (argv, (char *) g_getenv ("SLACKLINE_CLI"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output,
                NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return output;
}

static char *
make_path (const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-output-XXXXXX", NULL);

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

static void
run_command (SlRealWindow *window, const char *words)
{
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, words);
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, "Return");
}

static void
test_save_span (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *path = make_path ("span.shark");
  g_autofree char *other = make_path ("other.shark");
  g_autofree char *from = NULL, *to = NULL, *found = NULL, *expected = NULL, *cut = NULL;
  g_autofree char *text = NULL;
  SlTickSpan span;
  gsize size, other_size;

  g_test_summary (
      "Without a span it is said how to select one. The selected span is saved as the command line tool cuts it "
      "out, and the toast opens it.");

  sl_timeline_probe_count_ticks (probe);
  run_command (probe->window, "save selected span");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Select a span first*");

  sl_real_window_drag (probe->window, probe->x + probe->width / 3, probe->y + RULER_Y,
                       probe->x + probe->width / 2, probe->y + RULER_Y);
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  span.begin = sl_timeline_probe_find_tick (probe, "Selected from ");
  text = sl_timeline_probe_get_text (probe);
  {
    const char *selected = strstr (strstr (text, "Selected from "), " to ");
    g_autofree char *before = g_strndup (strstr (text, "Selected from "),
                                         (gsize) (selected - strstr (text, "Selected from ")) + 4);

    span.end = sl_timeline_probe_find_tick (probe, before);
  }
  run_command (probe->window, "save selected span");
  choose_file (probe->window, path);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Wrote “span.shark” with * events");

  from = g_strdup_printf ("%" G_GINT64_FORMAT, span.begin);
  to = g_strdup_printf ("%" G_GINT64_FORMAT, span.end);
  cut = run_cli ((const char *[]) { "cut", "--from", from, "--to", to, "-o", other, sample, NULL });
  g_assert_true (g_file_get_contents (path, &found, &size, NULL));
  g_assert_true (g_file_get_contents (other, &expected, &other_size, NULL));
  g_assert_cmpmem (found, size, expected, other_size);

  /* The message has come in the place of the one before, and takes another room. */
  sl_real_window_wait_still (probe->window);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  sl_real_window_wait_windows (probe->window, 2);
  remove_path (path);
  remove_path (other);
}

static void
test_copy_picture (void)
{
  static const guint8 png[] = { 0x89, 'P', 'N', 'G' };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (GBytes) pixels = NULL;
  g_autoptr (GBytes) svg = NULL;
  g_autofree char *text = NULL;
  guint32 width;
  int place[4];

  g_test_summary (
      "Ctrl+Shift+C puts the picture on the clipboard, in pixels and as SVG whose text is that of the rows.");

  sl_real_window_key (probe->window, "Control_L+Shift_L+c");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "The picture is on the clipboard");
  pixels = sl_clipboard_probe_read (probe->window, "image/png");
  g_assert_nonnull (pixels);
  g_assert_cmpuint (g_bytes_get_size (pixels), >, 10000);
  g_assert_cmpmem (g_bytes_get_data (pixels, NULL), 4, png, 4);
  memcpy (&width, (const guint8 *) g_bytes_get_data (pixels, NULL) + 16, 4);
  /* Rows with their headers, twice as fine as on the screen. */
  sl_real_window_get_extents (probe->window, probe->timeline, &place[0], &place[1], &place[2],
                              &place[3]);
  g_assert_cmpint (GUINT32_FROM_BE (width), ==, 2 * place[2]);
  svg = sl_clipboard_probe_read (probe->window, "image/svg+xml");
  g_assert_nonnull (svg);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "ctx 304"));
}

static void
show_page (SlRealWindow *window, const char *name)
{
  run_command (window, name);
  sl_real_window_wait_for_frame (window);
}

/* Of the list of the page that is shown. */
static void
click_line (SlRealWindow *window, const char *line)
{
  g_autoptr (SlAccessible) found = sl_real_window_wait_for (window, ATSPI_ROLE_TABLE_ROW, line);
  int x, y, width, height;

  sl_real_window_get_extents (window, found, &x, &y, &width, &height);
  sl_real_window_click (window, x + 40, y + height / 2, 1);
}

static void
choose_from_menu (SlRealWindow *window, const char *item, const char *key)
{
  sl_real_window_key (window, "Shift_L+F10");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, item);
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, key);
  sl_real_window_wait_gone (window, ATSPI_ROLE_MENU_ITEM, item);
}

static void
test_focus (void)
{
  static const struct
  {
    const char *item;
    const char *key;
  } actions[] = {
    { "Copy", "c" },
    { "Copy Time", "t" },
    { "Put Cursor A Here", "a" },
    { "Zoom to This", "z" },
  };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "After an action of the menu of a line, or Escape, the line has the focus, and Down goes to the next one.");

  click_line (probe->window, "trace-start, *");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_test_message ("%s", actions[i].item);
      choose_from_menu (probe->window, actions[i].item, actions[i].key);
      sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
    }
  choose_from_menu (probe->window, "Copy", "Escape");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_for_frame (probe->window);
  g_assert_null (sl_real_window_find (probe->window, ATSPI_ROLE_TABLE_ROW, "no such line"));
  sl_real_window_key (probe->window, "Up");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
}

static int
compare_numbers (gconstpointer one, gconstpointer other)
{
  const gint64 *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

/* The figures of one column of slackline-cli jobs, of one task, in ns and sorted. */
static GArray *
read_jobs (const char *output, const char *task, guint column, double ns_a_tick)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  g_auto (GStrv) titles = g_strsplit (lines[0], ",", -1);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint name = 0;

  while (!g_str_equal (titles[name], "name"))
    name++;
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      gint64 value;

      /* Figures count of jobs that finished. */
      if (!g_str_equal (cells[name], task) || cells[column][0] == '\0' || cells[4][0] == '\0')
        continue;
      value = (gint64) llround (g_ascii_strtod (cells[column], NULL) * ns_a_tick);
      g_array_append_val (values, value);
    }
  g_array_sort (values, compare_numbers);
  return values;
}

/* What is saved is in whole ns; means, and ticks of other lengths, are rounded. */
static void
assert_near (const char *saved, gint64 expected)
{
  char *rest;
  gint64 found = g_ascii_strtoll (saved, &rest, 10);

  if (rest[0] != '\0' || ABS (found - expected) > 2)
    g_error ("%s is saved for %" G_GINT64_FORMAT " ns", saved, expected);
}

static gint64
get_rank (GArray *values, guint percent)
{
  guint rank = (guint) ceil (values->len * percent / 100.0);

  return g_array_index (values, gint64, MAX (rank, 1) - 1);
}

static gint64
get_median (GArray *values)
{
  return (g_array_index (values, gint64, (values->len - 1) / 2) +
          g_array_index (values, gint64, values->len / 2)) /
         2;
}

/* Compares the saved table with figures that are worked out here, from what the command line tool says of single jobs. */
static void
check_figures (const char *csv, const char *jobs, guint column, double ns_a_tick)
{
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);
  guint n_tasks = 0;

  g_assert_cmpstr (lines[0], ==,
                   "Task,Jobs,Least (ns),Mean (ns),Median (ns),90 % (ns),99 % (ns),Most (ns)");
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      g_autoptr (GArray) values = read_jobs (jobs, cells[0], column, ns_a_tick);
      double sum = 0;

      g_test_message ("%s", lines[i]);
      g_assert_cmpuint (g_strv_length (cells), ==, 8);
      g_assert_cmpint (g_ascii_strtoll (cells[1], NULL, 10), ==, values->len);
      for (guint j = 0; j < values->len; j++)
        sum += (double) g_array_index (values, gint64, j);
      assert_near (cells[2], g_array_index (values, gint64, 0));
      assert_near (cells[3], (gint64) (sum / values->len));
      assert_near (cells[4], get_median (values));
      assert_near (cells[5], get_rank (values, 90));
      assert_near (cells[6], get_rank (values, 99));
      assert_near (cells[7], g_array_index (values, gint64, values->len - 1));
      n_tasks++;
    }
  g_assert_cmpuint (n_tasks, >, 1);
}

/* Ticks of the trace a second, as the tool prints it. */
static double
get_ns_a_tick (const char *sample)
{
  g_autofree char *info = run_cli ((const char *[]) { "info", "--json", sample, NULL });
  const char *hz = strstr (info, "\"hz\"");

  g_assert_nonnull (hz);
  hz = strpbrk (hz + 4, "0123456789");
  g_assert_nonnull (hz);
  return 1e9 / g_ascii_strtod (hz, NULL);
}

static void
test_distributions (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *jobs = run_cli ((const char *[]) { "jobs", "--csv", sample, NULL });
  g_autofree char *path = make_path ("distributions.csv");
  g_autofree char *csv = NULL;

  g_test_summary (
      "The page Histograms has the figures that follow from the jobs that the command line tool prints; a bar "
      "that keys choose lists its jobs, and one of them is selected.");

  show_page (probe->window, "histograms");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "ctx 288*: mean *");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Save as CSV…");
  choose_file (probe->window, path);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Wrote “distributions.csv”");
  g_assert_true (g_file_get_contents (path, &csv, NULL, NULL));
  check_figures (csv, jobs, 6, get_ns_a_tick (sample));

  click_line (probe->window, "ctx 288*: mean *");
  sl_real_window_wait_for_frame (probe->window);
  {
    g_autoptr (SlAccessible) chart =
        sl_real_window_wait_for (probe->window, ATSPI_ROLE_IMAGE, "ctx 288*, Response times");

    sl_real_window_click_on (probe->window, chart);
  }
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_key (probe->window, "Home");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_IMAGE,
                             "* to *: * job*. ctx *, Response times");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Job * · * · at *");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_key (probe->window, "Return");
  sl_timeline_probe_wait_text (probe, "Elapsed from *");
  remove_path (path);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/output/save-span", test_save_span);
  sl_window_test_add ("/window/output/copy-picture", test_copy_picture);
  sl_window_test_add ("/window/output/focus", test_focus);
  sl_window_test_add ("/window/output/distributions", test_distributions);

  return g_test_run ();
}
