/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-real-window-private.h"

#include <X11/extensions/XTest.h>

/* Keys and pointer of a real window. */

/* How long what is moved or pressed takes, by the clock of the X server: it waits by itself between
 * events that are sent together, and a test that gets no processor changes nothing of it. */
#define MOVE_MS  20
#define CLICK_MS 10
#define REST_MS  200

/* Pixels. */
#define BESIDE 2

static void
send_key (SlRealWindow *self, KeySym symbol, gboolean press)
{
  KeyCode code = XKeysymToKeycode (self->display, symbol);

  g_assert_cmpint (code, !=, 0);
  XTestFakeKeyEvent (self->display, code, press, CurrentTime);
  XSync (self->display, False);
}

static gboolean
needs_shift (SlRealWindow *self, KeySym symbol)
{
  KeyCode code = XKeysymToKeycode (self->display, symbol);
  int n_symbols;
  KeySym *symbols = XGetKeyboardMapping (self->display, code, 1, &n_symbols);
  gboolean shifted = n_symbols > 1 && symbols[0] != symbol && symbols[1] == symbol;

  XFree (symbols);
  return shifted;
}

static void
press (SlRealWindow *self, KeySym symbol)
{
  gboolean shift = needs_shift (self, symbol);

  if (shift)
    send_key (self, XK_Shift_L, TRUE);
  send_key (self, symbol, TRUE);
  send_key (self, symbol, FALSE);
  if (shift)
    send_key (self, XK_Shift_L, FALSE);
}

static void
sync_and_settle (SlRealWindow *self)
{
  XSync (self->display, False);
  sl_real_window_wait_for_frame (self);
}

/**
 * sl_real_window_key:
 * @keys: names of X, joined by +, such as "Control_L+z" or "Home"
 */
void
sl_real_window_key (SlRealWindow *self, const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, "+", -1);
  guint last = g_strv_length (names) - 1;

  sl_real_window_take_focus (self);
  for (guint i = 0; i < last; i++)
    send_key (self, XStringToKeysym (names[i]), TRUE);
  press (self, XStringToKeysym (names[last]));
  for (guint i = last; i-- > 0;)
    send_key (self, XStringToKeysym (names[i]), FALSE);
  sync_and_settle (self);
}

/* Types ASCII text, a key for each character. */
void
sl_real_window_type (SlRealWindow *self, const char *text)
{
  sl_real_window_take_focus (self);
  for (; *text != '\0'; text++)
    {
      press (self, (KeySym) *text);
      sync_and_settle (self);
    }
}

static void
send_move (SlRealWindow *self, int x, int y, gulong delay_ms)
{
  XTestFakeMotionEvent (self->display, -1, x, y, delay_ms);
}

static void
send_button (SlRealWindow *self, guint button, gboolean press_it, gulong delay_ms)
{
  XTestFakeButtonEvent (self->display, button, press_it, delay_ms);
}

void
sl_real_window_move (SlRealWindow *self, int x, int y)
{
  send_move (self, x, y, 0);
  sync_and_settle (self);
}

/* Comes to the place from beside it: a pointer that is there already would not tell the program that
 * it is. */
static void
move_to_press (SlRealWindow *self, int x, int y)
{
  sl_real_window_move (self, x + BESIDE, y + BESIDE);
  sl_real_window_move (self, x, y);
}

/* Presses and lets go where the pointer is. */
static void
click_there (SlRealWindow *self, guint button)
{
  send_button (self, button, TRUE, 0);
  sync_and_settle (self);
  send_button (self, button, FALSE, 0);
  sync_and_settle (self);
}

static void
click (SlRealWindow *self, int x, int y, guint button)
{
  move_to_press (self, x, y);
  click_there (self, button);
}

void
sl_real_window_click (SlRealWindow *self, int x, int y, guint button)
{
  click (self, x, y, button);
}

/* @key: name of X of the key that is held while the pointer clicks */
void
sl_real_window_click_with (SlRealWindow *self, const char *key, int x, int y)
{
  sl_real_window_take_focus (self);
  send_key (self, XStringToKeysym (key), TRUE);
  click (self, x, y, 1);
  send_key (self, XStringToKeysym (key), FALSE);
  sync_and_settle (self);
}

static gboolean
try_extents (SlRealWindow *self, SlAccessible *accessible, SlAccessibleExtents *extents)
{
  sl_real_window_settle (self);
  return sl_accessible_get_extents (accessible, extents);
}

/* A page that has just turned lays itself out anew for some frames; and a program that is busy may
 * be late with its answer. */
static SlAccessibleExtents
wait_extents (SlRealWindow *self, SlAccessible *accessible)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;
  SlAccessibleExtents before, extents;
  gboolean has_before = try_extents (self, accessible, &before);

  for (;;)
    {
      gboolean has_extents;

      sl_real_window_wait_still (self);
      has_extents = try_extents (self, accessible, &extents);
      if (has_before && has_extents && extents.width > 0 &&
          memcmp (&before, &extents, sizeof extents) == 0)
        return extents;
      if (g_get_monotonic_time () > give_up)
        g_error ("what is to be seen has no place, or does not keep it");
      before = extents;
      has_before = has_extents;
    }
}

/**
 * sl_real_window_get_extents:
 * @x: (out): on the screen, for what lies in the main window: without a window manager that stands
 *   at the origin
 *
 * Waits until it keeps its place.
 */
void
sl_real_window_get_extents (SlRealWindow *self,
                            SlAccessible *accessible,
                            int *x,
                            int *y,
                            int *width,
                            int *height)
{
  SlAccessibleExtents extents = wait_extents (self, accessible);

  *x = extents.x + self->border;
  *y = extents.y + self->border;
  *width = extents.width;
  *height = extents.height;
}

/* Moves the pointer to the middle; of what is wider than the window shows, such as the row of a
 * table, near its begin. */
static SlAccessibleExtents
point_at (SlRealWindow *self, SlAccessible *accessible, int *x, int *y)
{
  SlAccessibleExtents extents = wait_extents (self, accessible);

  *x = extents.x + self->border + MIN (extents.width / 2, 120);
  *y = extents.y + self->border + extents.height / 2;
  move_to_press (self, *x, *y);
  return extents;
}

/* What moves while the pointer is on its way is pointed at again. */
void
sl_real_window_click_on (SlRealWindow *self, SlAccessible *accessible)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

  for (;;)
    {
      int x, y;
      SlAccessibleExtents before = point_at (self, accessible, &x, &y);
      SlAccessibleExtents now;

      if (try_extents (self, accessible, &now) && memcmp (&before, &now, sizeof now) == 0)
        {
          click_there (self, 1);
          return;
        }
      if (g_get_monotonic_time () > give_up)
        g_error ("what is to be clicked does not keep its place");
    }
}

/* Turns the wheel; @clicks above zero turn it away from the user. */
void
sl_real_window_scroll (SlRealWindow *self, int x, int y, int clicks)
{
  guint button = clicks > 0 ? 4 : 5;

  sl_real_window_move (self, x, y);
  for (int i = 0; i < ABS (clicks); i++)
    {
      send_button (self, button, TRUE, CLICK_MS);
      send_button (self, button, FALSE, 0);
    }
  sync_and_settle (self);
}

static void
drag (SlRealWindow *self, int x1, int y1, int x2, int y2, gulong rest_ms)
{
  const int steps = 12;

  move_to_press (self, x1, y1);
  send_button (self, 1, TRUE, 0);
  sync_and_settle (self);
  for (int i = 1; i <= steps; i++)
    send_move (self, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps, MOVE_MS);
  send_button (self, 1, FALSE, rest_ms);
  sync_and_settle (self);
}

/* Rests before it lets go, so that what was dragged stays where it is. */
void
sl_real_window_drag (SlRealWindow *self, int x1, int y1, int x2, int y2)
{
  drag (self, x1, y1, x2, y2, REST_MS);
}

/* With a key that is held meanwhile. */
void
sl_real_window_drag_with (SlRealWindow *self, const char *key, int x1, int y1, int x2, int y2)
{
  sl_real_window_take_focus (self);
  send_key (self, XStringToKeysym (key), TRUE);
  drag (self, x1, y1, x2, y2, REST_MS);
  send_key (self, XStringToKeysym (key), FALSE);
  sync_and_settle (self);
}

/* Lets go in full motion. */
void
sl_real_window_fling (SlRealWindow *self, int x1, int y1, int x2, int y2)
{
  drag (self, x1, y1, x2, y2, 0);
}

/* Presses a key before it lets go. */
void
sl_real_window_drag_and_press (SlRealWindow *self, const char *key, int x1, int y1, int x2, int y2)
{
  KeySym symbol = XStringToKeysym (key);

  sl_real_window_take_focus (self);
  move_to_press (self, x1, y1);
  send_button (self, 1, TRUE, 0);
  sync_and_settle (self);
  for (int i = 1; i <= 12; i++)
    send_move (self, x1 + (x2 - x1) * i / 12, y1 + (y2 - y1) * i / 12, MOVE_MS);
  sync_and_settle (self);
  send_key (self, symbol, TRUE);
  send_key (self, symbol, FALSE);
  sync_and_settle (self);
  send_button (self, 1, FALSE, REST_MS);
  sync_and_settle (self);
}

/* With two keys that are held meanwhile. */
void
sl_real_window_drag_with_both (SlRealWindow *self,
                               const char *key,
                               const char *other,
                               int x1,
                               int y1,
                               int x2,
                               int y2)
{
  sl_real_window_take_focus (self);
  send_key (self, XStringToKeysym (other), TRUE);
  sl_real_window_drag_with (self, key, x1, y1, x2, y2);
  send_key (self, XStringToKeysym (other), FALSE);
  sync_and_settle (self);
}
