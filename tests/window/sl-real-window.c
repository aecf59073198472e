/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-real-window.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <cairo.h>
#include <gio/gio.h>

/* How long the program may take to show what a key or click brings about, on a slow machine
 * and under sanitizers. Nothing waits longer than it must: this only bounds a failure. */
#define PATIENCE_US (60 * G_USEC_PER_SEC)
#define STEP_US     (50 * 1000)

struct _SlRealWindow
{
  GSubprocess *process;
  Display *display;
};

static gboolean
window_is_ours (Display *display, Window window)
{
  XWindowAttributes attributes;

  return XGetWindowAttributes (display, window, &attributes) &&
         attributes.map_state == IsViewable && attributes.width > 200 &&
         !attributes.override_redirect;
}

/* Without a window manager nobody gives a window the keyboard. */
static gboolean
take_focus (SlRealWindow *self)
{
  Window root, parent, *children = NULL;
  unsigned int n_children = 0;
  gboolean found = FALSE;

  XQueryTree (self->display, DefaultRootWindow (self->display), &root, &parent, &children,
              &n_children);
  for (unsigned int i = n_children; i-- > 0 && !found;)
    {
      found = window_is_ours (self->display, children[i]);
      if (found)
        XSetInputFocus (self->display, children[i], RevertToPointerRoot, CurrentTime);
    }
  if (children != NULL)
    XFree (children);
  XSync (self->display, False);

  return found;
}

static int
ignore_x_error (Display *display, XErrorEvent *error)
{
  /* Windows come and go between a look at the tree and the next call. */
  return 0;
}

/**
 * sl_real_window_start:
 * @arguments: program and arguments, %NULL-ended
 *
 * Starts the program on the test's display and waits until its window is there and has the
 * keyboard. Fails the test where that does not happen.
 */
SlRealWindow *
sl_real_window_start (const char *const *arguments)
{
  SlRealWindow *self = g_new0 (SlRealWindow, 1);
  g_autoptr (GError) error = NULL;
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  XSetErrorHandler (ignore_x_error);
  self->display = XOpenDisplay (NULL);
  g_assert_nonnull (self->display);

  self->process = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);

  while (!take_focus (self) && g_get_monotonic_time () < give_up)
    g_usleep (STEP_US);
  sl_real_window_wait_for (self, ATSPI_ROLE_FRAME, "*");

  return self;
}

void
sl_real_window_stop (SlRealWindow *self)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait (self->process, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&self->process);
  XCloseDisplay (self->display);
  g_free (self);
}

typedef struct
{
  AtspiRole role;
  GPatternSpec *name; /* while the search runs */
  AtspiAccessible *found;
  guint count;
} Search;

/* GTK 4.8 sets the state "showing" on windows alone, and "visible" also on the pages of a stack
 * that are turned away; those have no size. */
static gboolean
is_showing (AtspiAccessible *accessible)
{
  g_autoptr (AtspiStateSet) states = atspi_accessible_get_state_set (accessible);
  g_autoptr (AtspiComponent) component = atspi_accessible_get_component_iface (accessible);
  g_autofree AtspiRect *extents = NULL;

  if (states == NULL || !atspi_state_set_contains (states, ATSPI_STATE_VISIBLE) ||
      component == NULL)
    return FALSE;
  extents = atspi_component_get_extents (component, ATSPI_COORD_TYPE_WINDOW, NULL);

  return extents != NULL && extents->width > 0 && extents->height > 0;
}

static gboolean
matches (AtspiAccessible *accessible, const Search *search)
{
  g_autofree char *name = NULL;

  if (atspi_accessible_get_role (accessible, NULL) != search->role)
    return FALSE;
  name = atspi_accessible_get_name (accessible, NULL);

  return name != NULL && g_pattern_spec_match_string (search->name, name) &&
         is_showing (accessible);
}

static void
search_below (AtspiAccessible *accessible, Search *search, guint depth)
{
  int n_children = atspi_accessible_get_child_count (accessible, NULL);

  for (int i = 0; i < n_children && depth < 64; i++)
    {
      g_autoptr (AtspiAccessible) child = atspi_accessible_get_child_at_index (accessible, i, NULL);

      if (child == NULL)
        continue;
      if (matches (child, search))
        {
          search->count++;
          if (search->found == NULL)
            search->found = g_object_ref (child);
        }
      search_below (child, search, depth + 1);
    }
}

static AtspiAccessible *
get_application (SlRealWindow *self)
{
  AtspiAccessible *desktop = atspi_get_desktop (0);
  guint pid = (guint) g_ascii_strtoull (g_subprocess_get_identifier (self->process), NULL, 10);
  int n_children;

  atspi_accessible_clear_cache (desktop);
  n_children = atspi_accessible_get_child_count (desktop, NULL);
  for (int i = 0; i < n_children; i++)
    {
      g_autoptr (AtspiAccessible) child = atspi_accessible_get_child_at_index (desktop, i, NULL);

      if (child != NULL && atspi_accessible_get_process_id (child, NULL) == pid)
        return g_steal_pointer (&child);
    }

  return NULL;
}

static Search
search (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  g_autoptr (AtspiAccessible) application = get_application (self);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name_pattern);
  Search result = { .role = role, .name = pattern };

  if (application != NULL)
    search_below (application, &result, 0);
  result.name = NULL;

  return result;
}

/**
 * sl_real_window_find:
 * @name_pattern: glob for the accessible name
 *
 * Returns: (transfer full) (nullable): the first showing accessible of that role and name
 */
AtspiAccessible *
sl_real_window_find (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  return search (self, role, name_pattern).found;
}

guint
sl_real_window_count (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  Search result = search (self, role, name_pattern);

  g_clear_object (&result.found);
  return result.count;
}

static void
fail_with_dump (SlRealWindow *self, const char *what, const char *name_pattern)
{
  g_autofree char *dump = sl_real_window_dump (self);

  g_printerr ("%s", dump);
  g_error ("%s: %s", what, name_pattern);
}

/**
 * sl_real_window_wait_for:
 *
 * As sl_real_window_find(), but waits for it and fails the test where it does not come.
 *
 * Returns: (transfer full): the accessible
 */
AtspiAccessible *
sl_real_window_wait_for (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;
  AtspiAccessible *found;

  while ((found = sl_real_window_find (self, role, name_pattern)) == NULL)
    {
      if (g_get_monotonic_time () > give_up)
        fail_with_dump (self, "never came", name_pattern);
      g_usleep (STEP_US);
    }

  return found;
}

void
sl_real_window_wait_gone (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  while (sl_real_window_count (self, role, name_pattern) > 0)
    {
      if (g_get_monotonic_time () > give_up)
        fail_with_dump (self, "never went", name_pattern);
      g_usleep (STEP_US);
    }
}

/**
 * sl_real_window_get_description:
 *
 * Returns: (transfer full): what is said of the accessible beside its name
 */
char *
sl_real_window_get_description (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  g_autoptr (AtspiAccessible) found = sl_real_window_wait_for (self, role, name_pattern);

  atspi_accessible_clear_cache (found);
  return atspi_accessible_get_description (found, NULL);
}

void
sl_real_window_wait_description (SlRealWindow *self,
                                 AtspiRole role,
                                 const char *name_pattern,
                                 const char *description_pattern)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  for (;;)
    {
      g_autofree char *description = sl_real_window_get_description (self, role, name_pattern);

      if (description != NULL && g_pattern_match_simple (description_pattern, description))
        return;
      if (g_get_monotonic_time () > give_up)
        fail_with_dump (self, description, description_pattern);
      g_usleep (STEP_US);
    }
}

static void
dump_below (AtspiAccessible *accessible, GString *text, guint depth)
{
  int n_children = atspi_accessible_get_child_count (accessible, NULL);
  g_autofree char *role = atspi_accessible_get_role_name (accessible, NULL);
  g_autofree char *name = atspi_accessible_get_name (accessible, NULL);
  g_autofree char *description = atspi_accessible_get_description (accessible, NULL);

  g_string_append_printf (text, "%*s%s “%s” (%s)%s\n", (int) depth * 2, "", role, name, description,
                          is_showing (accessible) ? "" : " hidden");
  for (int i = 0; i < n_children && depth < 64; i++)
    {
      g_autoptr (AtspiAccessible) child = atspi_accessible_get_child_at_index (accessible, i, NULL);

      if (child != NULL)
        dump_below (child, text, depth + 1);
    }
}

/**
 * sl_real_window_dump:
 *
 * Returns: the tree of accessibles as text, a line each: what a screen reader can reach
 */
char *
sl_real_window_dump (SlRealWindow *self)
{
  g_autoptr (AtspiAccessible) application = get_application (self);
  GString *text = g_string_new (NULL);

  if (application != NULL)
    dump_below (application, text, 0);

  return g_string_free (text, FALSE);
}

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
  g_usleep (20 * 1000);
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

  take_focus (self);
  for (guint i = 0; i < last; i++)
    send_key (self, XStringToKeysym (names[i]), TRUE);
  press (self, XStringToKeysym (names[last]));
  for (guint i = last; i-- > 0;)
    send_key (self, XStringToKeysym (names[i]), FALSE);
}

/* Types ASCII text, a key for each character. */
void
sl_real_window_type (SlRealWindow *self, const char *text)
{
  take_focus (self);
  for (; *text != '\0'; text++)
    press (self, (KeySym) *text);
}

void
sl_real_window_move (SlRealWindow *self, int x, int y)
{
  XTestFakeMotionEvent (self->display, -1, x, y, CurrentTime);
  XSync (self->display, False);
  g_usleep (20 * 1000);
}

static void
send_button (SlRealWindow *self, guint button, gboolean press_it)
{
  XTestFakeButtonEvent (self->display, button, press_it, CurrentTime);
  XSync (self->display, False);
  g_usleep (10 * 1000);
}

void
sl_real_window_click (SlRealWindow *self, int x, int y, guint button)
{
  sl_real_window_move (self, x, y);
  send_button (self, button, TRUE);
  send_button (self, button, FALSE);
}

/* In window coordinates, which are those of the screen: without a window manager the window
 * stands at the origin. */
void
sl_real_window_get_extents (AtspiAccessible *accessible, int *x, int *y, int *width, int *height)
{
  g_autoptr (AtspiComponent) component = atspi_accessible_get_component_iface (accessible);
  g_autofree AtspiRect *extents = NULL;

  g_assert_nonnull (component);
  extents = atspi_component_get_extents (component, ATSPI_COORD_TYPE_WINDOW, NULL);
  g_assert_nonnull (extents);
  *x = extents->x;
  *y = extents->y;
  *width = extents->width;
  *height = extents->height;
}

void
sl_real_window_click_on (SlRealWindow *self, AtspiAccessible *accessible)
{
  int x, y, width, height;

  sl_real_window_get_extents (accessible, &x, &y, &width, &height);
  sl_real_window_click (self, x + width / 2, y + height / 2, 1);
}

/* Turns the wheel; @clicks above zero turn it away from the user. */
void
sl_real_window_scroll (SlRealWindow *self, int x, int y, int clicks)
{
  guint button = clicks > 0 ? 4 : 5;

  sl_real_window_move (self, x, y);
  for (int i = 0; i < ABS (clicks); i++)
    {
      send_button (self, button, TRUE);
      send_button (self, button, FALSE);
    }
}

void
sl_real_window_drag (SlRealWindow *self, int x1, int y1, int x2, int y2)
{
  const int steps = 12;

  sl_real_window_move (self, x1, y1);
  send_button (self, 1, TRUE);
  for (int i = 1; i <= steps; i++)
    sl_real_window_move (self, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps);
  send_button (self, 1, FALSE);
}

/**
 * sl_real_window_screenshot:
 * @path: where the PNG goes
 *
 * The whole screen, for people to look at after a run.
 */
void
sl_real_window_screenshot (SlRealWindow *self, const char *path)
{
  int screen = DefaultScreen (self->display);
  int width = DisplayWidth (self->display, screen);
  int height = DisplayHeight (self->display, screen);
  XImage *image = XGetImage (self->display, DefaultRootWindow (self->display), 0, 0,
                             (unsigned int) width, (unsigned int) height, AllPlanes, ZPixmap);
  cairo_surface_t *surface;

  g_assert_nonnull (image);
  g_assert_cmpint (image->bits_per_pixel, ==, 32);
  surface = cairo_image_surface_create_for_data ((unsigned char *) image->data, CAIRO_FORMAT_RGB24,
                                                 width, height, image->bytes_per_line);
  cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  XDestroyImage (image);
}
