/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-resting-pointer.h"

#define POINTER_MS 3000

struct _SlRestingPointer
{
  GtkWidget *window; /* which owns @motion */
  GtkEventController *motion;
  double x, y; /* of the pointer */
  guint timer; /* until the pointer is hidden; 0 for none */
  guint idle;
  gboolean is_hidden;
};

static void
set_hidden (SlRestingPointer *self, gboolean hidden)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self->window));
  g_autoptr (GdkCursor) cursor = gdk_cursor_new_from_name (hidden ? "none" : "default", NULL);
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (self->window));

  self->is_hidden = hidden;
  if (surface != NULL && seat != NULL)
    gdk_surface_set_device_cursor (surface, gdk_seat_get_pointer (seat), cursor);
}

static gboolean
hide_cb (gpointer user_data)
{
  SlRestingPointer *self = user_data;

  self->timer = 0;
  set_hidden (self, TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
hide_again_cb (gpointer user_data)
{
  SlRestingPointer *self = user_data;

  self->idle = 0;
  if (self->is_hidden)
    set_hidden (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
await_rest (SlRestingPointer *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (POINTER_MS, hide_cb, self);
}

/* GTK also says that the pointer moved, and shows it, where something came to be below it. */
static void
motion_cb (SlRestingPointer *self, double x, double y)
{
  gboolean is_moved = x != self->x || y != self->y;

  self->x = x;
  self->y = y;
  if (is_moved)
    {
      if (self->is_hidden)
        set_hidden (self, FALSE);
      await_rest (self);
    }
  else if (self->is_hidden && self->idle == 0)
    self->idle = g_idle_add (hide_again_cb, self);
}

/**
 * sl_resting_pointer_new:
 * @window: over which the pointer is hidden while it rests
 *
 * Returns: (transfer full): what does so until it is freed, while there is @window
 */
SlRestingPointer *
sl_resting_pointer_new (GtkWidget *window)
{
  SlRestingPointer *self = g_new0 (SlRestingPointer, 1);

  self->window = window;
  self->motion = gtk_event_controller_motion_new ();
  gtk_event_controller_set_propagation_phase (self->motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (window, self->motion);
  await_rest (self);
  return self;
}

/* Shows the pointer again. */
void
sl_resting_pointer_free (SlRestingPointer *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->is_hidden)
    set_hidden (self, FALSE);
  gtk_widget_remove_controller (self->window, self->motion);
  g_free (self);
}
