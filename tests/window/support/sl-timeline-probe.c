/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-probe.h"

#include <gio/gio.h>

#include "sl-window-test.h"

#define STEP_US (25 * 1000)

/* Pixels between the headers and the plot, and right of it. */
#define PLOT_MARGIN 10

char *
sl_timeline_probe_dup_sample (void)
{
  return g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", SL_SAMPLE_NAME, NULL);
}

/**
 * sl_timeline_probe_start_program:
 * @file: (nullable): what to open
 */
SlRealWindow *
sl_timeline_probe_start_program (const char *file)
{
  const char *arguments[] = { g_getenv ("SLACKLINE"), file, NULL };

  g_assert_nonnull (arguments[0]);
  return sl_real_window_start (arguments);
}

/**
 * sl_timeline_probe_new:
 * @window: (transfer full): with a trace in it, or soon
 */
SlTimelineProbe *
sl_timeline_probe_new (SlRealWindow *window)
{
  SlTimelineProbe *self = g_new0 (SlTimelineProbe, 1);
  g_autoptr (SlAccessible) header = NULL;
  int x, y, width, height;

  self->window = window;
  self->timeline = sl_real_window_wait_for (window, ATSPI_ROLE_PANEL, "Timeline");
  header = sl_real_window_wait_for (window, ATSPI_ROLE_ROW_HEADER, "*");
  sl_real_window_get_extents (self->window, header, &x, &y, &width, &height);
  sl_real_window_get_extents (window, self->timeline, &self->x, &self->y, &self->width,
                              &self->height);
  self->x += width + PLOT_MARGIN;
  self->width -= width + 2 * PLOT_MARGIN;
  return self;
}

SlTimelineProbe *
sl_timeline_probe_open_sample (void)
{
  g_autofree char *sample = sl_timeline_probe_dup_sample ();

  return sl_timeline_probe_open_copy (sample);
}

/**
 * sl_timeline_probe_open_copy:
 * @file: the same trace as the sample
 */
SlTimelineProbe *
sl_timeline_probe_open_copy (const char *file)
{
  g_autofree char *count = g_strdup_printf ("%d events", SL_SAMPLE_EVENTS);
  SlRealWindow *window = sl_timeline_probe_start_program (file);
  g_autoptr (SlAccessible) label = NULL;
  g_autoptr (SlAccessible) button = NULL;

  /* Its deadlines come last, and may make rows move. */
  label = sl_real_window_wait_for (window, ATSPI_ROLE_LABEL, count);
  button = sl_real_window_wait_for (window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  return sl_timeline_probe_new (window);
}

void
sl_timeline_probe_free (SlTimelineProbe *self)
{
  sl_accessible_free (self->timeline);
  sl_real_window_stop (self->window);
  g_free (self);
}

/**
 * sl_timeline_probe_get_text:
 *
 * Returns: (transfer full): which time the timeline says that it shows, and the rest, when all keys
 *   and motions have come to it
 */
char *
sl_timeline_probe_get_text (SlTimelineProbe *self)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  for (;;)
    {
      char *text;

      sl_real_window_wait_for_frame (self->window);
      text = sl_accessible_get_description (self->timeline);
      if (text != NULL)
        return text;
      if (g_get_monotonic_time () > end)
        g_error ("the timeline does not answer");
      g_usleep (STEP_US);
    }
}

static void
give_up (SlTimelineProbe *self, const char *wanted)
{
  g_autofree char *text = sl_timeline_probe_get_text (self);

  g_error ("the timeline says “%s” and not “%s”", text, wanted);
}

static void
wait_text (SlTimelineProbe *self, const char *pattern, gboolean is_wanted)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  for (;;)
    {
      g_autofree char *text = sl_timeline_probe_get_text (self);

      if (g_pattern_match_simple (pattern, text) == is_wanted)
        return;
      if (g_get_monotonic_time () > end)
        give_up (self, is_wanted ? pattern : "anything else");
      g_usleep (STEP_US);
    }
}

/**
 * sl_timeline_probe_wait_text:
 * @pattern: glob for what the timeline is to say
 */
void
sl_timeline_probe_wait_text (SlTimelineProbe *self, const char *pattern)
{
  wait_text (self, pattern, TRUE);
}

/* Waits until it says something else. */
void
sl_timeline_probe_wait_no_text (SlTimelineProbe *self, const char *pattern)
{
  wait_text (self, pattern, FALSE);
}

/**
 * sl_timeline_probe_count_ticks:
 *
 * Makes the axis the recorded clock, whose ticks are exact.
 */
void
sl_timeline_probe_count_ticks (SlTimelineProbe *self)
{
  g_autoptr (SlAccessible) button = NULL;

  button = sl_real_window_wait_for (self->window, ATSPI_ROLE_PUSH_BUTTON, "TSC");
  sl_real_window_click_on (self->window, button);
  sl_timeline_probe_wait_text (self, "TSC from *");
}

/* Reads digits in groups, and moves @text behind them. */
static gint64
read_ticks (const char **text)
{
  gint64 ticks = 0;

  for (; g_ascii_isdigit (**text) || g_str_has_prefix (*text, "\u202f");
       *text = g_utf8_next_char (*text))
    if (g_ascii_isdigit (**text))
      ticks = ticks * 10 + (**text - '0');
  return ticks;
}

/**
 * sl_timeline_probe_find_tick:
 * @after: words that stand before a tick in what the timeline says
 *
 * Returns: the tick; the test fails where the words are not there
 */
gint64
sl_timeline_probe_find_tick (SlTimelineProbe *self, const char *after)
{
  g_autofree char *text = sl_timeline_probe_get_text (self);
  const char *place = strstr (text, after);

  g_assert_nonnull (place);
  place += strlen (after);
  g_assert_true (g_ascii_isdigit (*place));
  return read_ticks (&place);
}

static gboolean
parse_visible (const char *text, SlTickSpan *visible)
{
  if (!g_str_has_prefix (text, "TSC from "))
    return FALSE;

  text += strlen ("TSC from ");
  visible->begin = read_ticks (&text);
  if (!g_str_has_prefix (text, " to "))
    return FALSE;

  text += strlen (" to ");
  visible->end = read_ticks (&text);
  return visible->begin < visible->end;
}

/**
 * sl_timeline_probe_get_visible:
 *
 * Returns: what is seen, while the axis counts the recorded clock
 */
SlTickSpan
sl_timeline_probe_get_visible (SlTimelineProbe *self)
{
  g_autofree char *text = sl_timeline_probe_get_text (self);
  SlTickSpan visible = { 0 };

  if (!parse_visible (text, &visible))
    give_up (self, "TSC from … to …");
  return visible;
}

static gboolean
span_equal (SlTickSpan one, SlTickSpan other)
{
  return one.begin == other.begin && one.end == other.end;
}

/**
 * sl_timeline_probe_wait_other:
 *
 * Waits until something else than @than is seen and comes to rest.
 *
 * Returns: what is seen then
 */
SlTickSpan
sl_timeline_probe_wait_other (SlTimelineProbe *self, SlTickSpan than)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;
  SlTickSpan last = than;
  SlTickSpan now = than;

  while (span_equal (now, than) || !span_equal (now, last))
    {
      if (g_get_monotonic_time () > end)
        give_up (self, "something else, at rest");
      sl_real_window_wait_still (self->window);
      last = now;
      now = sl_timeline_probe_get_visible (self);
    }
  return now;
}

void
sl_timeline_probe_wait_visible (SlTimelineProbe *self, SlTickSpan visible)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (!span_equal (sl_timeline_probe_get_visible (self), visible))
    {
      if (g_get_monotonic_time () > end)
        give_up (self, "what was seen before");
      g_usleep (STEP_US);
    }
}

/**
 * sl_timeline_probe_tick_at:
 * @x: in pixels of the screen
 *
 * Returns: which tick is seen there
 */
gint64
sl_timeline_probe_tick_at (SlTimelineProbe *self, int x)
{
  SlTickSpan visible = sl_timeline_probe_get_visible (self);

  return visible.begin + (visible.end - visible.begin) * (x - self->x) / self->width;
}

/**
 * sl_timeline_probe_get_row:
 * @name: of the row
 * @y: (out): top of its header on the screen
 */
void
sl_timeline_probe_get_row (SlTimelineProbe *self, const char *name, int *y, int *height)
{
  g_autoptr (SlAccessible) header = NULL;
  int x, width;

  header = sl_real_window_wait_for (self->window, ATSPI_ROLE_ROW_HEADER, name);
  sl_real_window_get_extents (self->window, header, &x, y, &width, height);
}

/**
 * sl_timeline_probe_dup_box:
 * @row_name: of the row whose box is to have the keyboard's focus
 *
 * Returns: (transfer full): the name of that box, once it has the focus
 */
char *
sl_timeline_probe_dup_box (SlTimelineProbe *self, const char *row_name)
{
  g_autofree char *pattern = g_strconcat (row_name, ", *", NULL);
  g_autoptr (SlAccessible) box = NULL;

  sl_real_window_wait_focus (self->window, ATSPI_ROLE_LIST_ITEM, pattern);
  sl_real_window_wait_for_frame (self->window);
  box = sl_real_window_wait_for (self->window, ATSPI_ROLE_LIST_ITEM, pattern);
  return sl_accessible_get_name (box);
}

/**
 * sl_timeline_probe_focus_box:
 * @row_name: of the row
 *
 * Gives the first box in sight of a row the keyboard's focus: by a click on the row's header, and
 * one key.
 *
 * Returns: (transfer full): the name of the box
 */
char *
sl_timeline_probe_focus_box (SlTimelineProbe *self, const char *row_name)
{
  g_autoptr (SlAccessible) header = NULL;

  header = sl_real_window_wait_for (self->window, ATSPI_ROLE_ROW_HEADER, row_name);
  sl_real_window_click_on (self->window, header);
  sl_real_window_wait_focus (self->window, ATSPI_ROLE_ROW_HEADER, row_name);
  sl_real_window_key (self->window, "Right");
  return sl_timeline_probe_dup_box (self, row_name);
}

/**
 * sl_timeline_probe_choose:
 * @menu: (nullable): title of a submenu of the main menu's “View”; %NULL for that menu itself
 * @submenu: title of one of its submenus
 * @item: one of the radio items of that
 *
 * Opens the menus and chooses the item.
 */
void
sl_timeline_probe_choose (SlTimelineProbe *self,
                          const char *menu,
                          const char *submenu,
                          const char *item)
{
  sl_real_window_key (self->window, "F10");
  sl_window_test_click_on (self->window, ATSPI_ROLE_MENU_ITEM, "View");
  if (menu != NULL)
    sl_window_test_click_on (self->window, ATSPI_ROLE_MENU_ITEM, menu);
  sl_window_test_click_on (self->window, ATSPI_ROLE_MENU_ITEM, submenu);
  sl_window_test_click_on (self->window, ATSPI_ROLE_RADIO_MENU_ITEM, item);
  sl_real_window_wait_gone (self->window, ATSPI_ROLE_RADIO_MENU_ITEM, item);
}

/* Unfolds what is folded below the answer in the details, which stays so. The answer may be longer than the window. */
void
sl_timeline_probe_unfold (SlTimelineProbe *self, const char *title)
{
  g_autoptr (SlAccessible) label = sl_real_window_wait_for (self->window, ATSPI_ROLE_LABEL, title);
  int x, y, width, height;

  sl_real_window_get_extents (self->window, label, &x, &y, &width, &height);
  if (y + height > self->y + self->height)
    {
      sl_real_window_scroll (self->window, x, self->y + self->height / 2, -30);
      sl_real_window_wait_still (self->window);
    }
  sl_window_test_click_on (self->window, ATSPI_ROLE_LABEL, title);
}
