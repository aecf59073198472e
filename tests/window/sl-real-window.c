/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-real-window.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <cairo.h>
#include <gio/gio.h>

#include "sl-test.h"

/* How long the program may take to show what a key or click brings about, on a slow machine
 * and under sanitizers. Nothing waits longer than it must: this only bounds a failure. */
#define PATIENCE_US (40 * G_USEC_PER_SEC)
#define STEP_US     (20 * 1000)

struct _SlRealWindow
{
  GSubprocess *process;
  SlAccessibleTree *tree;
  Display *display;
  char *home; /* folder of what the program remembers */
  Window main_window;
  int border; /* what a window draws around itself, in pixels */
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
      if (!found)
        continue;
      XSetInputFocus (self->display, children[i], RevertToPointerRoot, CurrentTime);
      if (self->main_window == None)
        self->main_window = children[i];
    }
  if (children != NULL)
    XFree (children);
  XSync (self->display, False);

  return found;
}

static guint
count_windows (SlRealWindow *self)
{
  Window root, parent, *children = NULL;
  unsigned int n_children = 0;
  guint count = 0;

  XQueryTree (self->display, DefaultRootWindow (self->display), &root, &parent, &children,
              &n_children);
  for (unsigned int i = 0; i < n_children; i++)
    count += window_is_ours (self->display, children[i]);
  if (children != NULL)
    XFree (children);
  return count;
}

/**
 * sl_real_window_wait_windows:
 * @count: of windows, dialogs among them
 *
 * Waits until there are as many on the screen. While one comes or goes, GTK 4.8 has no path for it
 * on the accessibility bus, and complains or even crashes where somebody asks for all of them.
 */
void
sl_real_window_wait_windows (SlRealWindow *self, guint count)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  while (count_windows (self) != count)
    {
      if (g_get_monotonic_time () > give_up)
        g_error ("there are %u windows and not %u", count_windows (self), count);
      g_usleep (STEP_US);
    }
}

static int
ignore_x_error (Display *display, XErrorEvent *error)
{
  /* Windows come and go between a look at the tree and the next call. */
  return 0;
}

static char *
dup_accessibility_bus (void)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) reply = NULL;
  char *address = NULL;

  if (session == NULL)
    return NULL;

  reply = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                       "GetAddress", NULL, G_VARIANT_TYPE ("(s)"),
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  if (reply != NULL)
    g_variant_get (reply, "(s)", &address);
  return address;
}

/* Asks the registry for something, so that it is there before anybody else needs it: where it
 * starts because a program and its test both ask at once, the three may wait for one another. */
static gboolean
start_registry (const char *address)
{
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (GVariant) reply = NULL;

  bus = g_dbus_connection_new_for_address_sync (address,
                                                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                    G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                NULL, NULL, NULL);
  if (bus == NULL)
    return FALSE;

  reply = g_dbus_connection_call_sync (bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/registry",
                                       "org.a11y.atspi.Registry", "GetRegisteredEvents", NULL, NULL,
                                       G_DBUS_CALL_FLAGS_NONE, PATIENCE_US / 1000, NULL, NULL);
  return reply != NULL;
}

/**
 * sl_real_window_is_possible:
 *
 * Returns: whether there is a display that takes faked keys, and a bus for accessibility
 */
gboolean
sl_real_window_is_possible (void)
{
  Display *display = XOpenDisplay (NULL);
  int event, error, major, minor;
  g_autofree char *address = NULL;
  gboolean can_fake;

  if (display == NULL)
    return FALSE;

  can_fake = XTestQueryExtension (display, &event, &error, &major, &minor);
  XCloseDisplay (display);

  address = can_fake ? dup_accessibility_bus () : NULL;
  return address != NULL && start_registry (address);
}

static GSubprocess *
spawn (SlRealWindow *self, const char *const *arguments)
{
  static const char *const folders[] = { "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME" };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  self->home = g_dir_make_tmp ("slackline-window-XXXXXX", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    g_subprocess_launcher_setenv (launcher, folders[i], self->home, TRUE);

  process = g_subprocess_launcher_spawnv (launcher, arguments, &error);
  g_assert_no_error (error);
  return process;
}

/* Places on the accessibility bus count from inside the border. */
static void
measure_border (SlRealWindow *self)
{
  g_autoptr (AtspiAccessible) frame = sl_real_window_wait_for (self, ATSPI_ROLE_FRAME, "*");
  int x, y, width, height;
  XWindowAttributes attributes;

  self->border = 0;
  sl_real_window_get_extents (self, frame, &x, &y, &width, &height);
  g_assert_true (XGetWindowAttributes (self->display, self->main_window, &attributes));
  self->border = (attributes.width - width) / 2;
}

/**
 * sl_real_window_start:
 * @arguments: program and arguments, %NULL-ended
 *
 * Starts the program on the test's display and waits until its window is there and has the
 * keyboard. Fails the test where that does not happen. The program remembers nothing from one
 * start to the next.
 */
SlRealWindow *
sl_real_window_start (const char *const *arguments)
{
  SlRealWindow *self = g_new0 (SlRealWindow, 1);
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  XSetErrorHandler (ignore_x_error);
  while ((self->display = XOpenDisplay (NULL)) == NULL && g_get_monotonic_time () < give_up)
    g_usleep (STEP_US);
  g_assert_nonnull (self->display);
  self->process = spawn (self, arguments);
  self->tree = sl_accessible_tree_new (
      (guint) g_ascii_strtoull (g_subprocess_get_identifier (self->process), NULL, 10));

  while (!take_focus (self) && g_get_monotonic_time () < give_up)
    g_usleep (STEP_US);
  measure_border (self);

  return self;
}

/* Ends the program where it still runs. */
void
sl_real_window_stop (SlRealWindow *self)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait (self->process, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&self->process);
  sl_accessible_tree_free (self->tree);
  sl_test_remove_folder (self->home);
  g_free (self->home);
  XCloseDisplay (self->display);
  g_free (self);
}

/* The program must have ended, or end soon, by itself and in order. */
void
sl_real_window_wait_end (SlRealWindow *self)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check (self->process, NULL, &error);
  g_assert_no_error (error);
}

static SlAccessibleTree *
get_tree (SlRealWindow *self)
{
  if (g_subprocess_get_identifier (self->process) == NULL)
    g_error ("the program has ended");
  return self->tree;
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
  return sl_accessible_tree_find (get_tree (self), role, name_pattern);
}

guint
sl_real_window_count (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  return sl_accessible_tree_count (get_tree (self), role, name_pattern);
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
 * sl_real_window_wait_state:
 *
 * Waits until the accessible of that role and name has @state.
 */
void
sl_real_window_wait_state (SlRealWindow *self,
                           AtspiRole role,
                           const char *name_pattern,
                           AtspiStateType state)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;

  for (;;)
    {
      g_autoptr (AtspiAccessible) found = sl_real_window_wait_for (self, role, name_pattern);
      g_autoptr (AtspiStateSet) states = atspi_accessible_get_state_set (found);

      if (atspi_state_set_contains (states, state))
        return;
      if (g_get_monotonic_time () > give_up)
        fail_with_dump (self, "never got into the state", name_pattern);
      g_usleep (STEP_US);
    }
}

void
sl_real_window_wait_focus (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  sl_real_window_wait_state (self, role, name_pattern, ATSPI_STATE_FOCUSED);
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

static void
wait_description (SlRealWindow *self,
                  AtspiRole role,
                  const char *name_pattern,
                  const char *description_pattern,
                  gboolean is_wanted)
{
  gint64 give_up = g_get_monotonic_time () + PATIENCE_US;
  g_autoptr (AtspiAccessible) found = NULL;

  for (guint i = 0;; i++)
    {
      g_autofree char *description = NULL;

      /* Searching takes longer than asking; but what was found may be gone meanwhile. */
      if (i % 16 == 0)
        {
          g_clear_object (&found);
          found = sl_real_window_wait_for (self, role, name_pattern);
        }
      atspi_accessible_clear_cache (found);
      description = atspi_accessible_get_description (found, NULL);
      if (description != NULL &&
          g_pattern_match_simple (description_pattern, description) == is_wanted)
        return;
      if (g_get_monotonic_time () > give_up)
        fail_with_dump (self, description, description_pattern);
      g_usleep (STEP_US);
    }
}

void
sl_real_window_wait_description (SlRealWindow *self,
                                 AtspiRole role,
                                 const char *name_pattern,
                                 const char *description_pattern)
{
  wait_description (self, role, name_pattern, description_pattern, TRUE);
}

/* Waits until another description has come. */
void
sl_real_window_wait_no_description (SlRealWindow *self,
                                    AtspiRole role,
                                    const char *name_pattern,
                                    const char *description_pattern)
{
  wait_description (self, role, name_pattern, description_pattern, FALSE);
}

/**
 * sl_real_window_dump:
 *
 * Returns: the tree of accessibles as text, a line each: what a screen reader can reach
 */
char *
sl_real_window_dump (SlRealWindow *self)
{
  return sl_accessible_tree_dump (get_tree (self));
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

/* @key: name of X of the key that is held while the pointer clicks */
void
sl_real_window_click_with (SlRealWindow *self, const char *key, int x, int y)
{
  take_focus (self);
  send_key (self, XStringToKeysym (key), TRUE);
  sl_real_window_click (self, x, y, 1);
  send_key (self, XStringToKeysym (key), FALSE);
}

static AtspiRect *
get_extents (AtspiAccessible *accessible)
{
  g_autoptr (AtspiComponent) component = atspi_accessible_get_component_iface (accessible);
  AtspiRect *extents = NULL;

  if (component != NULL)
    extents = atspi_component_get_extents (component, ATSPI_COORD_TYPE_WINDOW, NULL);
  g_assert_nonnull (extents);
  return extents;
}

/**
 * sl_real_window_get_extents:
 * @x: (out): on the screen, for what lies in the main window: without a window manager that stands
 *   at the origin
 */
void
sl_real_window_get_extents (SlRealWindow *self,
                            AtspiAccessible *accessible,
                            int *x,
                            int *y,
                            int *width,
                            int *height)
{
  g_autofree AtspiRect *extents = get_extents (accessible);

  *x = extents->x + self->border;
  *y = extents->y + self->border;
  *width = extents->width;
  *height = extents->height;
}

/* A page that has just turned lays itself out anew for some frames. */
static AtspiRect *
wait_still (AtspiAccessible *accessible)
{
  const gulong pause_us = 60000;
  AtspiRect *extents = get_extents (accessible);

  for (guint i = 0; i < 50; i++)
    {
      g_autofree AtspiRect *before = extents;

      g_usleep (pause_us);
      extents = get_extents (accessible);
      if (memcmp (before, extents, sizeof *extents) == 0)
        break;
    }

  return extents;
}

/* In the middle; of what is wider than the window shows, such as the row of a table, near its begin. */
void
sl_real_window_click_on (SlRealWindow *self, AtspiAccessible *accessible)
{
  g_autofree AtspiRect *extents = wait_still (accessible);

  sl_real_window_click (self, extents->x + self->border + MIN (extents->width / 2, 120),
                        extents->y + self->border + extents->height / 2, 1);
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

static void
drag (SlRealWindow *self, int x1, int y1, int x2, int y2, gulong rest_us)
{
  const int steps = 12;

  sl_real_window_move (self, x1, y1);
  send_button (self, 1, TRUE);
  for (int i = 1; i <= steps; i++)
    sl_real_window_move (self, x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps);
  g_usleep (rest_us);
  send_button (self, 1, FALSE);
}

/* Rests before it lets go, so that what was dragged stays where it is. */
void
sl_real_window_drag (SlRealWindow *self, int x1, int y1, int x2, int y2)
{
  drag (self, x1, y1, x2, y2, 200 * 1000);
}

/* Lets go in full motion. */
void
sl_real_window_fling (SlRealWindow *self, int x1, int y1, int x2, int y2)
{
  drag (self, x1, y1, x2, y2, 0);
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
