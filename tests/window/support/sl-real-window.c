/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-real-window-private.h"

#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <cairo.h>
#include <stdio.h>

#include "sl-test.h"

#define SETTLE_US (2 * 1000)

/* How long one is shown. */
#define FRAME_US (16 * 1000)

/* One may have been under way when something was sent: the next shows what came of it. */
#define N_FRAMES 2

/* How long one may take that draws very much; a window that is not shown has none. */
#define FRAME_PATIENCE_US (5 * G_USEC_PER_SEC)

/* How long something may move until it is no longer waited for: longer than what GTK moves once. */
#define MOTION_US (500 * 1000)

typedef enum
{
  FRAMES,
  STILL_FRAMES,
  N_FRAME_COUNTS
} FrameCount;

/* The frame that a window manager puts around it has no class. */
static gboolean
has_class (Display *display, Window window)
{
  XClassHint hint = { NULL, NULL };
  gboolean has = XGetClassHint (display, window, &hint) != 0;

  g_clear_pointer (&hint.res_name, XFree);
  g_clear_pointer (&hint.res_class, XFree);
  return has;
}

static gboolean
window_is_ours (Display *display, Window window)
{
  XWindowAttributes attributes;

  return XGetWindowAttributes (display, window, &attributes) &&
         attributes.map_state == IsViewable && attributes.width > 200 &&
         !attributes.override_redirect && has_class (display, window);
}

/* The one above all others in @parent, or None; a window manager puts them into frames of its own. */
static Window
find_window_in (SlRealWindow *self, Window parent)
{
  Window root, above, *children = NULL, found = None;
  unsigned int n_children = 0;

  if (XQueryTree (self->display, parent, &root, &above, &children, &n_children) == 0)
    return None;

  for (unsigned int i = n_children; i-- > 0 && found == None;)
    if (window_is_ours (self->display, children[i]))
      found = children[i];
    else if (parent == root)
      found = find_window_in (self, children[i]);
  if (children != NULL)
    XFree (children);
  return found;
}

static Window
find_window (SlRealWindow *self)
{
  return find_window_in (self, DefaultRootWindow (self->display));
}

/* Without a window manager nobody gives a window the keyboard. */
gboolean
sl_real_window_take_focus (SlRealWindow *self)
{
  Window window = find_window (self);

  if (window == None)
    return FALSE;

  XSetInputFocus (self->display, window, RevertToPointerRoot, CurrentTime);
  XSync (self->display, False);
  if (self->main_window == None)
    self->main_window = window;
  return TRUE;
}

/* 'S' where the main thread sleeps; 0 where there is none any more, or nothing tells of it. */
static char
get_thread_state (SlRealWindow *self)
{
  const char *pid = g_subprocess_get_identifier (self->process);
  g_autofree char *path = g_strdup_printf ("/proc/%s/stat", pid != NULL ? pid : "none");
  g_autofree char *text = NULL;
  const char *place;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;

  /* Behind the program's name, which stands in brackets. */
  place = strrchr (text, ')');
  if (place == NULL || place[1] != ' ' || place[2] == 'Z' || place[2] == 'X')
    return 0;
  return place[2];
}

/**
 * sl_real_window_settle:
 *
 * Waits until the program has nothing to do. What it does later, such as the next frame, may still
 * be on its way. Returns also where the program has ended.
 */
void
sl_real_window_settle (SlRealWindow *self)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;
  char state;

  while ((state = get_thread_state (self)) != 'S' && state != 0)
    {
      if (g_get_monotonic_time () > give_up)
        g_error ("the program does not come to rest");
      g_usleep (SETTLE_US);
    }
}

/* What the main window counts: its frames, and those among them in which nothing moved. FALSE where it does
 * not say. */
static gboolean
count_frames (SlRealWindow *self, guint counts[N_FRAME_COUNTS])
{
  g_autofree char *text = NULL;

  if (self->frame == NULL && g_subprocess_get_identifier (self->process) != NULL)
    self->frame = sl_accessible_tree_find (self->tree, ATSPI_ROLE_FRAME, "*");
  if (self->frame != NULL)
    text = sl_accessible_get_description (self->frame);
  return text != NULL && sscanf (text, "%u %u", &counts[FRAMES], &counts[STILL_FRAMES]) == 2;
}

static void
wait_for_another (SlRealWindow *self, FrameCount count, gint64 patience_us)
{
  gint64 give_up = g_get_monotonic_time () + patience_us;
  guint before[N_FRAME_COUNTS];
  guint now[N_FRAME_COUNTS];
  gboolean has_counts = count_frames (self, before);

  do
    {
      g_usleep (has_counts ? FRAME_US / 2 : FRAME_US * 2);
      has_counts = has_counts && count_frames (self, now);
    }
  while (has_counts && now[count] - before[count] < N_FRAMES && g_get_monotonic_time () < give_up);
  sl_real_window_settle (self);
}

/**
 * sl_real_window_wait_for_frame:
 *
 * Waits until the program has handled all that was sent to it and has drawn what came of that at once. What is computed
 * later, or moves, may go on. Where the main window has gone, waits until the program has nothing to do.
 */
void
sl_real_window_wait_for_frame (SlRealWindow *self)
{
  wait_for_another (self, FRAMES, FRAME_PATIENCE_US);
}

/**
 * sl_real_window_wait_still:
 *
 * As sl_real_window_wait_for_frame(), and until nothing moves any more, but only for a moment: some things, such as a
 * spinner, never come to rest.
 */
void
sl_real_window_wait_still (SlRealWindow *self)
{
  wait_for_another (self, STILL_FRAMES, MOTION_US);
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
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

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
  gboolean can_fake;

  if (display == NULL)
    return FALSE;

  can_fake = XTestQueryExtension (display, &event, &error, &major, &minor);
  XCloseDisplay (display);

  return can_fake && sl_accessible_program_is_possible ();
}

static const char *kept_settings;
static const char *kept_data; /* NULL where each start begins without any */

/**
 * sl_real_window_keep_settings:
 * @folder: (nullable): where programs that are started from now on find and leave their settings; %NULL for folders
 *   of their own, which are gone with them. Not copied
 */
void
sl_real_window_keep_settings (const char *folder)
{
  kept_settings = folder;
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
  if (kept_data != NULL)
    g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", kept_data, TRUE);
  if (kept_settings != NULL)
    {
      g_subprocess_launcher_setenv (launcher, "XDG_CONFIG_HOME", kept_settings, TRUE);
      g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "keyfile", TRUE);
    }
  g_subprocess_launcher_setenv (launcher, "SLACKLINE_COUNT_FRAMES", "1", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, arguments, &error);
  g_assert_no_error (error);
  return process;
}

/* Places on the accessibility bus count from inside the border. */
static void
measure_border (SlRealWindow *self)
{
  g_autoptr (SlAccessible) frame = sl_real_window_wait_for (self, ATSPI_ROLE_FRAME, "*");
  int x, y, width, height;
  XWindowAttributes attributes;

  self->border = 0;
  sl_real_window_get_extents (self, frame, &x, &y, &width, &height);
  g_assert_true (XGetWindowAttributes (self->display, self->main_window, &attributes));
  self->border = (attributes.width - width) / 2;
}

/**
 * sl_real_window_keep_data:
 * @folder: (nullable): in the same way, for what programs remember of traces. Not copied
 */
void
sl_real_window_keep_data (const char *folder)
{
  kept_data = folder;
}

/**
 * sl_real_window_start:
 * @arguments: program and arguments, %NULL-ended
 *
 * Starts the program on the test's display and waits until its window is there and has the
 * keyboard. Fails the test where that does not happen. The program remembers nothing from one
 * start to the next, but for sl_real_window_keep_settings().
 */
SlRealWindow *
sl_real_window_start (const char *const *arguments)
{
  SlRealWindow *self = g_new0 (SlRealWindow, 1);
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

  XSetErrorHandler (ignore_x_error);
  while ((self->display = XOpenDisplay (NULL)) == NULL && g_get_monotonic_time () < give_up)
    g_usleep (STEP_US);
  g_assert_nonnull (self->display);
  /* Out of the way: the window is not to come up below the pointer. */
  XTestFakeMotionEvent (self->display, -1, DisplayWidth (self->display, 0) - 1,
                        DisplayHeight (self->display, 0) - 1, CurrentTime);
  XSync (self->display, False);
  self->process = spawn (self, arguments);
  self->tree = sl_accessible_tree_new (
      (guint) g_ascii_strtoull (g_subprocess_get_identifier (self->process), NULL, 10));

  while (!sl_real_window_take_focus (self) && g_get_monotonic_time () < give_up)
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
  g_clear_pointer (&self->frame, sl_accessible_free);
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
SlAccessible *
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
SlAccessible *
sl_real_window_wait_for (SlRealWindow *self, AtspiRole role, const char *name_pattern)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;
  SlAccessible *found;

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
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

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
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

  for (;;)
    {
      g_autoptr (SlAccessible) found = sl_real_window_wait_for (self, role, name_pattern);

      if (sl_accessible_has_state (found, state))
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
  g_autoptr (SlAccessible) found = sl_real_window_wait_for (self, role, name_pattern);

  return sl_accessible_get_description (found);
}

/* Several may have that name, such as buttons of pages that are turned away. */
static gboolean
is_described (SlRealWindow *self,
              AtspiRole role,
              const char *name_pattern,
              const char *description_pattern)
{
  g_autoptr (SlAccessible) found =
      sl_accessible_tree_find_described (get_tree (self), role, name_pattern, description_pattern);

  return found != NULL;
}

static void
wait_description (SlRealWindow *self,
                  AtspiRole role,
                  const char *name_pattern,
                  const char *description_pattern,
                  gboolean is_wanted)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;
  g_autoptr (SlAccessible) found = NULL;

  for (guint i = 0;; i++)
    {
      g_autofree char *description = NULL;

      /* Searching takes longer than asking; but what was found may be gone meanwhile. */
      if (i % 16 == 0)
        {
          g_clear_pointer (&found, sl_accessible_free);
          found = sl_real_window_wait_for (self, role, name_pattern);
          if (is_wanted && is_described (self, role, name_pattern, description_pattern))
            return;
        }
      description = sl_accessible_get_description (found);
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

/**
 * sl_real_window_listen:
 *
 * Returns: (transfer full): a listener to what the program tells screen readers from now on
 */
SlAccessibleListener *
sl_real_window_listen (SlRealWindow *self)
{
  guint pid = (guint) g_ascii_strtoull (g_subprocess_get_identifier (self->process), NULL, 10);
  g_autoptr (SlAccessibleProgram) program = sl_accessible_program_find (pid);

  if (program == NULL)
    g_error ("the program is not on the accessibility bus");

  return sl_accessible_listener_new (program);
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
