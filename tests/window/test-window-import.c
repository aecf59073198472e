/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sl-test.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

static const char kernel_log[] = "0 0 R control 10000\n0 0 S control\n400 0 L control bus\n"
                                 "410 0 G control bus\n900 0 U control bus\n1000 0 R logger 50000\n"
                                 "1500 0 F control\n1500 0 S logger\n9000 0 F logger\n9000 0 S -\n"
                                 "10000 0 R control 20000\n10000 0 S control\n11200 0 F control\n"
                                 "11200 0 S -\n";

/* A folder of its own for a case, removed with it, and the log in it. */
typedef struct
{
  char *folder;
  char *log;
  char *map;
} TestLog;

static void
test_log_clear (TestLog *self)
{
  sl_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->log);
  g_free (self->map);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestLog, test_log_clear)

static TestLog
make_log (const char *name, const char *text)
{
  TestLog log;

  log.folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  log.log = g_build_filename (log.folder, name, NULL);
  log.map = g_strconcat (log.log, ".slackline-map", NULL);
  g_assert_true (g_file_set_contents (log.log, text, -1, NULL));
  return log;
}

/* The words are below the columns: at the left of rows nothing takes the wheel. */
static void
scroll_to_words (SlRealWindow *window)
{
  g_autoptr (SlAccessible) form = sl_real_window_wait_for (window, ATSPI_ROLE_COMBO_BOX, "Form");
  int x, y, width, height;

  sl_real_window_wait_for_frame (window);
  sl_real_window_get_extents (window, form, &x, &y, &width, &height);
  sl_real_window_scroll (window, x + 4, y + height / 2, -40);
  sl_real_window_wait_for_frame (window);
}

static void
type_lines (SlRealWindow *window, const char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      sl_real_window_type (window, lines[i]);
      sl_real_window_key (window, "Return");
    }
}

static void
expect_file (const char *path, const char *part)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in: %s", part, text);
}

static void
test_kernel (void)
{
  g_auto (TestLog) log = make_log ("kernel.log", kernel_log);
  SlRealWindow *window = sl_timeline_probe_start_program (log.log);
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "A log that no format knows is imported from the page that says so: its letters are "
      "given meanings, the preview follows, and the trace is opened.");

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Import Text…");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "Choose what the words mean: nothing is read yet");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "Line 1: *control*");
  scroll_to_words (window);
  sl_window_test_click_on (window, ATSPI_ROLE_COMBO_BOX, "Meaning of “S”");
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, "Down");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "14 lines: 5 read, 9 without an action, 0 *");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "Line 2: run · control;*");
  /* The name of the idle processor was found too. */
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "Line 10: run · –;*");

  g_assert_false (g_file_test (log.map, G_FILE_TEST_EXISTS));

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Import");
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "5 events*");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "control");
  expect_file (log.map, "when=c3=S;c4!=-");
}

static void
test_keys (void)
{
  static const char csv[] =
      "Time [ms];Core;Event;Who\n0,5;0;run;one\n1,5;0;run;two\n2;0;jump;one\n";
  g_auto (TestLog) log = make_log ("table.csv", csv);
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (log.log);

  g_test_summary (
      "Keys alone reach what is chosen: a table is guessed, and Escape leaves no file behind.");

  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Import Text…");
  sl_real_window_key (window, "Alt_L+i");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "3 lines: 2 read, 1 without an action, 0 *");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "Line 2: run · one;*");
  sl_real_window_wait_focus (window, ATSPI_ROLE_COMBO_BOX, "Form");

  /* The comma is not a decimal sign any more. */
  sl_real_window_key (window, "Alt_L+d");
  sl_real_window_key (window, "Up");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "3 lines: 0 read, 1 without an action, 2 *");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW,
                         "Line 2: Line 2, column 1 (time): “0,5” is not *");

  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Import");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "No Format Fits This File");
  g_assert_false (g_file_test (log.map, G_FILE_TEST_EXISTS));
}

static void
test_pattern (void)
{
  static const char *const lines[] = {
    "[log]",      "form=lines", "unit=us",  "pattern=^(?<t>\\d+) \\d (?<w>.) (?<who>\\S+)",
    "[columns]",  "time=t",     "task=who", "[action x]",
    "action=run", "when=w=S",   NULL,
  };
  static const char map[] =
      "# by hand\n[log]\nform=lines\nunit=us\npattern=^(?<t>\\d+) \\d (?<w>.) (?<who>\\S+)\n"
      "[columns]\ntime=t\ntask=nobody\n[action x]\naction=run\nwhen=w=S\n";
  g_auto (TestLog) log = make_log ("kernel.log", kernel_log);
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary (
      "The mapping of a log that does not open is corrected: its file is edited as it is, and "
      "what is wrong with the pattern is said at the pattern.");

  g_assert_true (g_file_set_contents (log.map, map, -1, NULL));
  window = sl_timeline_probe_start_program (log.log);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*there is no column “nobody”*");
  sl_real_window_key (window, "Alt_L+i");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Importing replaces *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*there is no column “nobody”*");

  sl_real_window_key (window, "Alt_L+p");
  sl_real_window_key (window, "End");
  sl_real_window_type (window, "(");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*[log] pattern: *");
  sl_real_window_key (window, "BackSpace");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "*[log] pattern: *");

  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Mapping File");
  sl_window_test_click_on (window, ATSPI_ROLE_TEXT, "Mapping file");
  sl_real_window_key (window, "Control_L+a");
  type_lines (window, lines);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "14 lines: 5 read, 9 without an action, 0 *");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Import");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "5 events*");
  expect_file (log.map, "task=who");
}

static void
test_unwritable (void)
{
  g_auto (TestLog) log = make_log ("table.csv", "time,event,task\n1,run,a\n2,run,b\n");
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary ("A mapping that cannot be written says where it would have gone.");

  /* Not even the superuser writes a file in place of a folder. */
  g_assert_cmpint (g_mkdir (log.map, 0700), ==, 0);
  window = sl_timeline_probe_start_program (log.log);
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Import Text…");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "2 lines: 2 read*");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Import");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "The Mapping Cannot Be Written");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*table.csv.slackline-map*Copy the log*");
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/import/kernel", test_kernel);
  sl_window_test_add ("/window/import/keys", test_keys);
  sl_window_test_add ("/window/import/pattern", test_pattern);
  sl_window_test_add ("/window/import/unwritable", test_unwritable);
  return g_test_run ();
}
