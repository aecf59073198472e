/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-frame-count.h"

/* Set by tests that drive the window from outside: they wait for a number and not for a time. */
#define VARIABLE "SLACKLINE_COUNT_FRAMES"

typedef struct
{
  GtkWindow *window; /* which owns this */
  guint n_painted;   /* surfaces, up to the last frame */
  guint n_frames;
  guint n_still;
  guint idle; /* 0 where the program was idle since the last frame */
} FrameCount;

static guint n_painted; /* surfaces of all windows, since the first was counted */

static gboolean
render_hook (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer user_data)
{
  n_painted++;
  return TRUE;
}

/* GTK's own handler ends the signal, so that another one would not be called. */
static void
count_painted (void)
{
  static gsize has_hook = 0;

  if (g_once_init_enter (&has_hook))
    {
      g_type_class_unref (g_type_class_ref (GDK_TYPE_SURFACE));
      g_signal_add_emission_hook (g_signal_lookup ("render", GDK_TYPE_SURFACE), 0, render_hook,
                                  NULL, NULL);
      g_once_init_leave (&has_hook, 1);
    }
}

static gboolean
idle_cb (gpointer user_data)
{
  FrameCount *self = user_data;

  self->idle = 0;
  return G_SOURCE_REMOVE;
}

/* Nothing moves and nothing is left to do where a frame painted nothing and the program was idle before it. */
static void
after_paint_cb (FrameCount *self)
{
  g_autofree char *text = NULL;

  self->n_frames++;
  self->n_still += self->n_painted == n_painted && self->idle == 0;
  self->n_painted = n_painted;
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_MAXINT, idle_cb, self, NULL);

  text = g_strdup_printf ("%u %u", self->n_frames, self->n_still);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->window),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Keeps frames coming. */
static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
frame_count_free (gpointer data)
{
  FrameCount *self = data;

  g_clear_handle_id (&self->idle, g_source_remove);
  g_free (self);
}

static void
realize_cb (GtkWidget *widget, FrameCount *self)
{
  g_signal_connect_swapped (gtk_widget_get_frame_clock (widget), "after-paint",
                            G_CALLBACK (after_paint_cb), self);
}

static void
unrealize_cb (GtkWidget *widget, FrameCount *self)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (widget), self);
}

/**
 * sl_frame_count_start:
 * @window: not yet realized
 *
 * Only in test runs, where SLACKLINE_COUNT_FRAMES is set: makes the accessible description of @window two numbers, that of
 * the frames so far, and that of those among them that found nothing that moves and nothing to do. Frames then come all
 * the time.
 */
void
sl_frame_count_start (GtkWindow *window)
{
  FrameCount *self;

  if (g_getenv (VARIABLE) == NULL)
    return;

  count_painted ();
  self = g_new0 (FrameCount, 1);
  self->window = window;
  g_object_set_data_full (G_OBJECT (window), "frame-count", self, frame_count_free);
  g_signal_connect (window, "realize", G_CALLBACK (realize_cb), self);
  g_signal_connect (window, "unrealize", G_CALLBACK (unrealize_cb), self);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), tick_cb, NULL, NULL);
}
