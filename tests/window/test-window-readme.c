/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The section "Five minutes" of README.md, walked step by step at the default size. What each step
 * promises is quoted here: a step that says something else, or names another key, is a step that nobody
 * has walked. */

#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define SECTION "## Five minutes"
#define RULER_Y 12
#define BELOW   "ctx 304 · pid 6"
#define TASK    "ctx 296 · pid 5"

/**
 * Step:
 * @begins: the words that it begins with
 * @promises: what it says that is tried here
 * @codes: all that it has between backticks, in order
 */
typedef struct
{
  const char *begins;
  const char *promises[8];
  const char *codes[16];
} Step;

static const Step steps[] = {
  { "`./dev run`. Each row is one processor, task, server, lock or interrupt line.",
    { "The pane on the right summarises the trace, with links to each place, and its *Key* explains "
      "these symbols." },
    { "./dev run", "/" } },
  { "Turn the **wheel** to zoom where the pointer is, **drag** to move; over the names of the rows the "
    "wheel scrolls.",
    { "`W` `S` zoom, `A` `D` move, `F` shows everything, `Ctrl+Z` undoes the last change of the view." },
    { "W", "S", "A", "D", "F", "Ctrl+Z" } },
  { "**Click a box.** The pane shows the job that it belongs to: whether it was late, where its time "
    "went, and how the task's other jobs compare.",
    { "*Slice*, *Event* and *Raw Record* expand below",
      "`←` `→` step through the row, `↑` `↓` go to the nearest box of the next row at the "
      "same time",
      "`Esc` returns to the summary." },
    { "←", "→", "↑", "↓", "Esc", "X", "K", "L", "G", "Backspace", "Shift+F10", "Ctrl", "H", "O" } },
  { "The three buttons in the header bar change the ruler with one click: the recorded ticks (**TSC** or **Ticks**), the time "
    "**Elapsed** since the start, or the time since cursor A (**Δ A**).",
    { "Drag in the ruler to select a span: its statistics appear on the right; `Esc` clears it.",
      "`Ctrl+Page Up` and `Ctrl+Page Down` turn them; `Shift+F9` maximises a page and restores it.",
      "`M` marks the instant under the pointer, at the nearest edge or event, or the selected span" },
    { "1", "2", "V", "Esc", "Ctrl+Page Up", "Ctrl+Page Down", "Shift+F9", "M", "Shift+M", ",", ".",
      "Ctrl", "Shift", "Ctrl+L", "#154", "ctx 288, job 2" } },
  { "**Find**: `Ctrl+F`, then a word, such as `mutex`, finds tasks, locks, rows and kinds of events",
    { "What does not match is dimmed; `Enter` or *Hide Others* hides it." },
    { "Ctrl+F", "mutex", "task = 296 and kind ~ task-*", "Tab", "Ctrl+G", "Shift+Ctrl+G",
      "Enter" } },
  { "Save the picture: *Export* in the menu, or `Ctrl+E`, previews it",
    { "slackline-cli render -o miss.svg --from 38ms --to 44ms data/samples/jumping-balls.shark" },
    { "Ctrl+E", "Ctrl+Shift+C", "Ctrl+P" } },
  { "**Textbook** in the header bar, or `Ctrl+B`, draws the same schedule in textbook notation",
    { "`N` goes from missed deadline to missed deadline, and the pane says where the late job's time "
      "went." },
    { "Ctrl+B", "FILE.slackline-tasks", "N", "C", "Shift+C", "slackline-cli jobs --chain" } },
  { "**Task Model…**, under *Trace Data* in the main menu, edits that model",
    { "*Misses* and *Inversions* below the timeline list the findings and their causes.",
      "*Theory* shows the bounds of schedulability analysis next to the measured values" },
    { NULL } },
  { "**Step by Step** (`F8`) steps through a schedule",
    { "`Alt+→` goes to the next scheduling decision, `Alt+Shift+→` to the next event",
      "Each decision appears below the timeline in one sentence with its reason",
      "**Lecture** (`F11`) shows the timeline alone on the whole screen" },
    { "F8", "Alt+→", "Alt+Shift+→", "Alt+Page Down", "F5", "Shift+F8", "F11", "Page Down", "→", "↓",
      "B", "Shift+F11", "Escape" } },
  { "**New from Task Set…** (`Ctrl+Shift+N`) needs no trace",
    { "*Open as Trace* (`Ctrl+Enter`) opens the simulated trace in a window as above." },
    { "Ctrl+Shift+N", "↑", "↓", "Ctrl+Enter", ".slackline-tasks" } },
  { "**Course** on the start page: sixteen exercises from “What is a preemption?”",
    { "an answer that is computed from the simulated trace when you ask for it" },
    { "data/samples/course/README.md", "slackline NAME.slackline-exercise" } },
  { "**Compare with…** (`Ctrl+D`) shows two traces side by side",
    { NULL },
    { "Ctrl+D", "Ctrl+Shift+P", "F1", "Ctrl+F1", "Ctrl+,", "Ctrl+C", "Shift+↓" } },
};

/* (transfer full): The steps, each as one line. */
static GPtrArray *
read_steps (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("SLACKLINE_DATA"), "..", "README.md", NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GRegex) number = g_regex_new ("^\\d+\\. ", 0, 0, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) step = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_blank = FALSE; /* a line of another paragraph comes next */
  guint i = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  while (lines[i] != NULL && !g_str_equal (lines[i], SECTION))
    i++;
  g_assert_nonnull (lines[i]);
  for (i++; lines[i] != NULL && !g_str_has_prefix (lines[i], "## "); i++)
    {
      gboolean begins = g_regex_match (number, lines[i], 0, NULL);
      gboolean ends = !begins && g_ascii_isalpha (lines[i][0]) && is_blank;
      const char *line = begins ? strstr (lines[i], ". ") + 2 : g_strstrip (lines[i]);

      if (ends)
        break;
      is_blank = line[0] == '\0';

      if (begins && step->len > 0)
        g_ptr_array_add (found, g_strdup (step->str));
      if (begins)
        g_string_assign (step, line);
      else if (step->len > 0 && line[0] != '\0')
        g_string_append_printf (step, " %s", line);
    }
  g_ptr_array_add (found, g_strdup (step->str));
  return found;
}

static void
check_codes (const Step *step, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "`", -1);
  guint n_codes = 0;

  for (guint i = 1; parts[i] != NULL && parts[i + 1] != NULL; i += 2)
    {
      g_assert_cmpuint (n_codes, <, G_N_ELEMENTS (step->codes));
      g_assert_cmpstr (parts[i], ==, step->codes[n_codes]);
      n_codes++;
    }
  if (n_codes < G_N_ELEMENTS (step->codes))
    g_assert_null (step->codes[n_codes]);
}

static void
test_text (void)
{
  g_autoptr (GPtrArray) found = read_steps ();

  g_test_summary ("The steps are those that are walked here, with the same keys and promises.");

  g_assert_cmpuint (found->len, ==, G_N_ELEMENTS (steps));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const char *text = g_ptr_array_index (found, i);

      g_test_message ("step %u: %s", i + 1, text);
      g_assert_true (g_str_has_prefix (text, steps[i].begins));
      for (guint k = 0; steps[i].promises[k] != NULL; k++)
        g_assert_nonnull (strstr (text, steps[i].promises[k]));
      check_codes (&steps[i], text);
    }
}

static void
walk_moving (SlTimelineProbe *probe)
{
  static const char *const keys[] = { "w", "d", "a", "s" };
  SlTickSpan all, seen, same;

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  sl_real_window_scroll (probe->window, probe->x + probe->width / 2, probe->y + 150, 3);
  seen = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (seen.end - seen.begin, <, all.end - all.begin);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      sl_real_window_key (probe->window, keys[i]);
      seen = sl_timeline_probe_wait_other (probe, seen);
    }
  sl_real_window_key (probe->window, "w");
  seen = sl_timeline_probe_wait_other (probe, seen);
  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_visible (probe, all);
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, seen);

  sl_real_window_drag (probe->window, probe->x + probe->width / 2, probe->y + 150,
                       probe->x + probe->width / 4, probe->y + 150);
  same = sl_timeline_probe_wait_other (probe, seen);
  g_assert_cmpint (same.begin, >, seen.begin);
  g_assert_cmpint (same.end - same.begin, ==, seen.end - seen.begin);
  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_visible (probe, all);
}

/* Over the names of the rows the wheel scrolls them, and zooms nothing. */
static void
walk_rows (SlTimelineProbe *probe)
{
  SlTickSpan all = sl_timeline_probe_get_visible (probe), seen;
  int before, after, height;

  sl_timeline_probe_get_row (probe, "CPU 0", &before, &height);
  sl_real_window_scroll (probe->window, probe->x - 60, probe->y + 150, -3);
  sl_real_window_wait_for_frame (probe->window);
  for (guint i = 0; i < 100; i++)
    {
      sl_timeline_probe_get_row (probe, "CPU 0", &after, &height);
      if (after < before)
        break;
      g_usleep (100000);
    }
  g_assert_cmpint (after, <, before);
  seen = sl_timeline_probe_get_visible (probe);
  g_assert_cmpint (seen.begin, ==, all.begin);
  g_assert_cmpint (seen.end, ==, all.end);
  sl_real_window_scroll (probe->window, probe->x - 60, probe->y + 150, 6);
}

static void
walk_picking (SlTimelineProbe *probe)
{
  g_autofree char *name = sl_timeline_probe_focus_box (probe, TASK);
  g_autoptr (SlAccessible) box =
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, name);
  g_autofree char *description = NULL;
  int x, y, width, height;

  sl_real_window_get_extents (probe->window, box, &x, &y, &width, &height);
  sl_real_window_click (probe->window, x + width / 2, y + height / 2, 1);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Raw Record");
  description = sl_real_window_get_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *");
  sl_real_window_key (probe->window, "Right");
  sl_real_window_wait_no_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *", description);
  sl_real_window_key (probe->window, "Left");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *", description);
  /* It begins asleep: its first job comes some boxes later. */
  for (guint i = 0; i < 6; i++)
    sl_real_window_key (probe->window, "Right");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, TASK ", job 1");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "Where the Time Went");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Slice");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Raw Record");

  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, BELOW ", *");
  sl_real_window_key (probe->window, "Up");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, TASK ", job 1");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "This Trace");
}

static void
walk_spans (SlTimelineProbe *probe)
{
  int x = probe->x + probe->width / 4, y = probe->y + RULER_Y;

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "TSC");
  sl_timeline_probe_wait_text (probe, "TSC from 24*");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Elapsed");
  sl_timeline_probe_wait_text (probe, "Elapsed from 0*");
  sl_real_window_click (probe->window, x, y, 1);
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Δ A");
  sl_timeline_probe_wait_text (probe, "Delta from −* Cursor A at 0 *");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Elapsed");
  sl_real_window_drag (probe->window, x, y, x + probe->width / 4, y);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST, "Processor Time in the Span");
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LIST, "Processor Time in the Span");

  sl_real_window_key (probe->window, "Control_L+Page_Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, TASK);
  sl_real_window_key (probe->window, "Control_L+Page_Up");
  sl_real_window_key (probe->window, "Shift_L+F9");
  sl_real_window_key (probe->window, "Shift_L+F9");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PANEL, "Timeline");
}

static void
walk_filter (SlTimelineProbe *probe)
{
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_type (probe->window, "task = 296 and kind ~ task-*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* of 701 events");
  sl_real_window_key (probe->window, "Return");
  sl_timeline_probe_wait_text (probe, "*is hidden");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK "*");
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_key (probe->window, "Escape");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Families");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_CHECK_BOX, "* (*)");
  sl_real_window_key (probe->window, "space");
  sl_timeline_probe_wait_text (probe, "*1 family is hidden");
  sl_real_window_key (probe->window, "space");
  sl_timeline_probe_wait_no_text (probe, "*1 family is hidden");
  sl_real_window_key (probe->window, "Escape");
}

static void
test_exploring (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Steps 1 to 6: the summary and its key, moving, picking, spans and pages, a filter, "
      "the picture.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "This Trace");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Missed deadline");
  walk_moving (probe);
  walk_rows (probe);
  walk_picking (probe);
  walk_spans (probe);
  walk_filter (probe);
  sl_real_window_key (probe->window, "Control_L+e");
  sl_window_test_expect (probe->window, ATSPI_ROLE_IMAGE, "Preview of the picture");
  sl_real_window_key (probe->window, "Escape");
}

static void
test_teaching (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Steps 7 to 9: the textbook look, the next miss, what was found, steps.");

  sl_real_window_key (probe->window, "Control_L+b");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Deadline");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, TASK ", job 5");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "Where the Time Went");
  sl_real_window_key (probe->window, "Control_L+b");
  for (guint i = 0; i < 4; i++)
    sl_real_window_key (probe->window, "Control_L+Page_Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, TASK "*job 5*");

  sl_real_window_key (probe->window, "F8");
  sl_window_test_expect (probe->window, ATSPI_ROLE_STATUS_BAR, "*");
  sl_real_window_key (probe->window, "Alt_L+Right");
  sl_real_window_key (probe->window, "Shift_L+Alt_L+Right");
  sl_real_window_key (probe->window, "Alt_L+Page_Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_STATUS_BAR, "At * ms: *: *");
  sl_real_window_key (probe->window, "F11");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  sl_real_window_key (probe->window, "Page_Down");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  sl_real_window_key (probe->window, "F8");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_STATUS_BAR, "At *");

  sl_real_window_key (probe->window, "Shift_L+F8");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_key (probe->window, "F5");
  sl_window_test_expect (probe->window, ATSPI_ROLE_STATUS_BAR, "At *");
  sl_real_window_key (probe->window, "F8");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
}

static void
test_simulating (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Step 10: a task set is simulated as it is described, and opened as a trace.");

  sl_real_window_key (probe->window, "Control_L+Shift_L+n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "*U = ΣC/T = *");
  sl_real_window_key (probe->window, "Control_L+Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* (simulated)");
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/readme/text", test_text);
  sl_window_test_add ("/readme/exploring", test_exploring);
  sl_window_test_add ("/readme/teaching", test_teaching);
  sl_window_test_add ("/readme/simulating", test_simulating);

  return g_test_run ();
}
