/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clipboard-probe.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include "sl-real-window-private.h"

static gboolean
wait_event (Display *display, Window window, int type, XEvent *event)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (!XCheckTypedWindowEvent (display, window, type, event))
    {
      if (g_get_monotonic_time () > end)
        return FALSE;
      g_usleep (STEP_US / 4);
    }
  return TRUE;
}

/* Takes what the property holds, which goes. Returns its type. */
static Atom
take_property (Display *display, Window window, Atom property, GByteArray *bytes)
{
  unsigned char *data = NULL;
  unsigned long n_items, n_left;
  int format;
  Atom type;

  XGetWindowProperty (display, window, property, 0, G_MAXINT32 / 4, True, AnyPropertyType, &type,
                      &format, &n_items, &n_left, &data);
  if (data != NULL && format == 8)
    g_byte_array_append (bytes, data, (guint) n_items);
  if (data != NULL)
    XFree (data);
  return type;
}

/* Much comes in parts: each is put where the last one was, once that is gone; an empty one is the end. */
static void
take_parts (Display *display, Window window, Atom property, GByteArray *bytes)
{
  guint before;

  do
    {
      XEvent event;

      before = bytes->len;
      do
        g_assert_true (wait_event (display, window, PropertyNotify, &event));
      while (event.xproperty.atom != property || event.xproperty.state != PropertyNewValue);
      take_property (display, window, property, bytes);
    }
  while (bytes->len > before);
}

/**
 * sl_clipboard_probe_read:
 * @target: the type that is asked for, such as "UTF8_STRING" or "image/png"
 *
 * Returns: (transfer full) (nullable): what is there; %NULL where it is not there as that
 */
GBytes *
sl_clipboard_probe_read (SlRealWindow *window, const char *target)
{
  Display *display = window->display;
  Atom property = XInternAtom (display, "SLACKLINE_TEST", False);
  Window asking = XCreateSimpleWindow (display, DefaultRootWindow (display), 0, 0, 1, 1, 0, 0, 0);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  XEvent event;
  gboolean is_there;

  XSelectInput (display, asking, PropertyChangeMask);
  XConvertSelection (display, XInternAtom (display, "CLIPBOARD", False),
                     XInternAtom (display, target, False), property, asking, CurrentTime);
  XFlush (display);
  is_there =
      wait_event (display, asking, SelectionNotify, &event) && event.xselection.property != None;
  if (is_there)
    {
      XEvent own;

      /* What was said of the property up to now is of the whole or of the first sign of parts. */
      while (XCheckTypedWindowEvent (display, asking, PropertyNotify, &own))
        ;
      if (take_property (display, asking, property, bytes) == XInternAtom (display, "INCR", False))
        take_parts (display, asking, property, bytes);
    }
  XDestroyWindow (display, asking);
  XFlush (display);
  return is_there ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

/**
 * sl_clipboard_probe_wait_text:
 * @pattern: glob
 *
 * Returns: (transfer full): the text on the clipboard once it is like @pattern; the test fails where it never is
 */
char *
sl_clipboard_probe_wait_text (SlRealWindow *window, const char *pattern)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US / 3;
  g_autofree char *text = NULL;

  do
    {
      g_autoptr (GBytes) bytes = sl_clipboard_probe_read (window, "UTF8_STRING");

      g_free (text);
      text = bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
                           : NULL;
      if (text != NULL && g_pattern_match_simple (pattern, text))
        return g_steal_pointer (&text);
      g_usleep (STEP_US);
    }
  while (g_get_monotonic_time () < end);
  g_error ("the clipboard has “%s” and not “%s”", text, pattern);
}
