/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

#include "sl-panels.h"

/* Pixels to both sides of the edge between timeline and lists that count as its handle. */
#define HANDLE_REACH 6

/* The lists keep their height while the window changes its own, so that is what is remembered;
 * a paned only knows the height of what is above. */
static void
position_cb (SlTraceView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (!self->is_placed || !gtk_widget_get_visible (GTK_WIDGET (self->panels)) ||
      !gtk_widget_get_visible (self->timeline_box) || height <= 0)
    return;

  self->list_height = CLAMP (height - gtk_paned_get_position (self->paned), 80, 4000);
  g_object_notify (G_OBJECT (self), "list-height");
}

static gboolean
place_lists_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTraceView *self = SL_TRACE_VIEW (widget);
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return G_SOURCE_CONTINUE;

  gtk_paned_set_position (self->paned, MAX (height - self->list_height, 1));
  self->is_placed = TRUE;
  return G_SOURCE_REMOVE;
}

/* While one of its children is hidden, GTK 4.8's paned still takes the clicks where its handle was. */
static void
follow_handle (SlTraceView *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->paned));
  gboolean has_handle = gtk_widget_get_visible (self->timeline_box) &&
                        gtk_widget_get_visible (GTK_WIDGET (self->panels));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        gtk_event_controller_set_propagation_phase (controller, has_handle ? GTK_PHASE_CAPTURE
                                                                           : GTK_PHASE_NONE);
    }
}

/**
 * sl_trace_view_set_list_maximized:
 *
 * The lists take the place of the timeline, or give it back.
 */
void
sl_trace_view_set_list_maximized (SlTraceView *self, gboolean maximized)
{
  if (maximized == !gtk_widget_get_visible (self->timeline_box))
    return;

  if (maximized)
    g_object_set (self, "list-visible", TRUE, NULL);
  gtk_widget_set_visible (self->timeline_box, !maximized);
  follow_handle (self);
  g_object_notify (G_OBJECT (self), "list-maximized");
}

/* Whether @y, from the top of the paned, is on the handle between timeline and lists. */
static gboolean
is_on_handle (SlTraceView *self, double y)
{
  int position = gtk_paned_get_position (self->paned);

  return gtk_widget_get_visible (self->timeline_box) &&
         gtk_widget_get_visible (GTK_WIDGET (self->panels)) && y > position - HANDLE_REACH &&
         y < position + HANDLE_REACH;
}

static void
paned_pressed_cb (SlTraceView *self, int n_press, double x, double y)
{
  if (n_press == 2 && is_on_handle (self, y))
    sl_trace_view_set_list_maximized (self, TRUE);
}

/**
 * sl_trace_view_set_list_visible:
 *
 * Shows the lists, or leaves all of the height to the timeline.
 */
void
sl_trace_view_set_list_visible (SlTraceView *self, gboolean visible)
{
  if (visible)
    sl_lecture_set_active (self->lecture, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->panels), visible);
  follow_handle (self);
  if (!visible)
    sl_trace_view_set_list_maximized (self, FALSE);
}

/* What the lecture shows leaves the desk as it is meanwhile. */
static void
lecture_cb (SlTraceView *self)
{
  gboolean is_active = sl_lecture_get_active (self->lecture);

  g_object_set (self, "list-maximized", FALSE, NULL);
  g_object_ref (self->timeline_box);
  if (is_active)
    {
      gtk_paned_set_start_child (self->paned, NULL);
      sl_lecture_set_content (self->lecture, self->timeline_box);
    }
  else
    {
      sl_lecture_set_content (self->lecture, NULL);
      gtk_paned_set_start_child (self->paned, self->timeline_box);
      self->is_placed = FALSE;
      gtk_widget_add_tick_callback (GTK_WIDGET (self), place_lists_cb, NULL, NULL);
    }
  g_object_unref (self->timeline_box);
  gtk_widget_set_visible (GTK_WIDGET (self->overview), !is_active);
  gtk_widget_set_visible (self->desk, !is_active);
  sl_step_panel_set_plain (SL_STEP_PANEL (self->step_panel), is_active);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
sentence_cb (SlTraceView *self)
{
  gboolean is_alone = sl_lecture_get_sentence (self->lecture);

  gtk_widget_set_visible (self->timeline_place, !is_alone);
  gtk_widget_set_vexpand (self->step_panel, is_alone);
  sl_step_panel_set_large (SL_STEP_PANEL (self->step_panel), is_alone);
  if (!is_alone)
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

/**
 * sl_trace_view_init_lecture:
 *
 * Once, when the page is made.
 */
void
sl_trace_view_init_lecture (SlTraceView *self)
{
  g_signal_connect_object (self->lecture, "notify::active", G_CALLBACK (lecture_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lecture, "notify::sentence", G_CALLBACK (sentence_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_trace_view_get_lecture:
 *
 * Returns: (transfer none): which shows the page's timeline alone
 */
SlLecture *
sl_trace_view_get_lecture (SlTraceView *self)
{
  g_return_val_if_fail (SL_IS_TRACE_VIEW (self), NULL);

  return self->lecture;
}

/**
 * sl_trace_view_init_paned:
 *
 * Once, when the page is made.
 */
void
sl_trace_view_init_paned (SlTraceView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (paned_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->paned), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), place_lists_cb, NULL, NULL);
}
