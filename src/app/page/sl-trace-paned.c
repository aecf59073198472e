/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

#include "sl-details-room.h"
#include "sl-panels.h"
#include "sl-widget-util.h"

/* Pixels to both sides of the edge between timeline and lists that count as its handle. */
#define HANDLE_REACH 6

/* Pixels for the axes and the first row, with text of the usual size. */
#define TIMELINE_HEIGHT 180

/* Pixels that the axes and some rows need for steps to be followed on them. */
#define STEPPED_HEIGHT 230

/* Pixels that the lists keep besides the least that they need, so that some of their lines are in sight. */
#define LISTED_HEIGHT 40

/* The lists keep their height while the window changes its own, so that is what is remembered;
 * a paned only knows the height of what is above. */
static void
position_cb (SlTraceView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (!self->is_placed || !gtk_widget_get_visible (GTK_WIDGET (self->panels)) ||
      !gtk_widget_get_visible (self->timeline_box) || height <= 0)
    return;

  self->list_height = CLAMP (height - gtk_paned_get_position (self->paned) + self->lent_height,
                             SL_VIEW_PANELS_LEAST, SL_VIEW_PANELS_MOST);
}

static int
measure_height (SlTraceView *self, gpointer widget, gboolean natural)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->paned));
  int least, wanted;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, &least, &wanted, NULL, NULL);
  return natural ? wanted : least;
}

/* With large text the axes need much of a low window: lists that are as high as ever would leave no row in sight. Where a page
 * of the lists needs its height, it has it.
 * @least: of the lists
 * Returns: pixels that the lists lend to the rows */
static int
find_lent_to_rows (SlTraceView *self, int height, int least)
{
  int wanted = (int) (TIMELINE_HEIGHT * (1 + sl_text_scale_get (GTK_WIDGET (self))) / 2);

  return CLAMP (wanted - (height - self->list_height), 0, MAX (self->list_height - least, 0));
}

/* In a low window the overview gives way to the steps, which stand below the rows, and the lists lend them some of their
 * height. Where that is not enough, the steps say less at a time, and the lists are as low as they can be. */
static int
find_lent_height (SlTraceView *self, int height)
{
  SlStepPanel *steps = SL_STEP_PANEL (self->step_panel);
  int least = measure_height (self, self->panels, FALSE) + LISTED_HEIGHT;
  int overview, lacking, given;

  gtk_widget_set_visible (GTK_WIDGET (self->overview), TRUE);
  sl_step_panel_shrink (steps, 0);
  if (!gtk_widget_get_visible (self->step_panel))
    return find_lent_to_rows (self, height, least);

  overview = measure_height (self, self->overview, TRUE);
  height -= STEPPED_HEIGHT + measure_height (self, self->step_panel, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->overview), height - overview >= self->list_height);
  lacking = MAX (least - height, 0);
  given = sl_step_panel_shrink (steps, lacking);
  least -= MIN (lacking - given, LISTED_HEIGHT);
  return MAX (self->list_height - MAX (height + given, least), 0);
}

static gboolean
place_lists_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTraceView *self = SL_TRACE_VIEW (widget);
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return G_SOURCE_CONTINUE;
  if (sl_lecture_get_active (self->lecture))
    return G_SOURCE_REMOVE;

  self->lent_height = find_lent_height (self, height);
  gtk_paned_set_position (self->paned, MAX (height - self->list_height + self->lent_height, 1));
  self->is_placed = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * sl_trace_view_place_lists:
 *
 * Gives the lists their height, as soon as the page has its own.
 */
void
sl_trace_view_place_lists (SlTraceView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  /* What is in sight now may need more than there is: the window would grow before the next frame, and stay so. */
  if (height > 0 && !sl_lecture_get_active (self->lecture))
    find_lent_height (self, height);
  self->is_placed = FALSE;
  gtk_widget_add_tick_callback (GTK_WIDGET (self), place_lists_cb, NULL, NULL);
}

/* The user let the edge go. While the window changes its size, nobody has chosen another height. */
static void
drag_end_cb (SlTraceView *self)
{
  self->lent_height = 0;
  position_cb (self);
  sl_trace_view_note_panels (self, SL_PANELS_BY_USER);
}

/* While one of its children is hidden, GTK 4.8's paned still takes the clicks where its handle was. */
static void
follow_handle (SlTraceView *self)
{
  gboolean has_handle = gtk_widget_get_visible (self->timeline_box) &&
                        gtk_widget_get_visible (GTK_WIDGET (self->panels));

  for (guint i = 0; i < self->drags->len; i++)
    gtk_event_controller_set_propagation_phase (g_ptr_array_index (self->drags, i),
                                                has_handle ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE);
}

/* The paned's own gestures: one for the pointer, one for fingers. */
static void
find_drags (SlTraceView *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->paned));

  self->drags = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_DRAG (controller))
        continue;
      g_signal_connect_object (controller, "drag-end", G_CALLBACK (drag_end_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->drags, g_steal_pointer (&controller));
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

  if (maximized && !gtk_widget_get_visible (GTK_WIDGET (self->panels)))
    {
      sl_trace_view_set_list_visible (self, TRUE);
      g_object_notify (G_OBJECT (self), "list-visible");
    }
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
    g_object_set (self, "list-maximized", TRUE, NULL);
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

/**
 * sl_trace_view_has_details:
 *
 * Returns: whether the details are shown beside the timeline, or over it
 */
gboolean
sl_trace_view_has_details (SlTraceView *self)
{
  return adw_flap_get_reveal_flap (self->flap);
}

static SlViewPanels
get_panels (SlTraceView *self)
{
  return (SlViewPanels) { .page = sl_panel_stack_get_page (self->panels),
                          .has_list = gtk_widget_get_visible (GTK_WIDGET (self->panels)),
                          .is_maximized = !gtk_widget_get_visible (self->timeline_box),
                          .list_height = self->list_height,
                          .has_details = sl_trace_view_has_details (self) };
}

/**
 * sl_trace_view_note_panels:
 *
 * Gives the panels that are shown to the document's view.
 */
void
sl_trace_view_note_panels (SlTraceView *self, SlPanelChange change)
{
  SlViewPanels panels;

  if (self->document == NULL || self->is_following)
    return;

  panels = get_panels (self);
  sl_document_set_panels (self->document, &panels, change);
}

/**
 * sl_trace_view_follow_panels:
 *
 * Shows the panels that the document's view has.
 */
void
sl_trace_view_follow_panels (SlTraceView *self)
{
  const SlViewPanels *panels = sl_view_state_get_panels (sl_document_get_state (self->document));
  const SlViewPanels shown = get_panels (self);

  if (self->is_following)
    return;

  self->is_following = TRUE;
  if (shown.has_list != panels->has_list)
    g_object_set (self, "list-visible", panels->has_list, NULL);
  if (shown.is_maximized != panels->is_maximized)
    g_object_set (self, "list-maximized", panels->is_maximized, NULL);
  if (shown.has_details != panels->has_details)
    g_object_set (self, "details-visible", panels->has_details, NULL);
  if (!g_str_equal (shown.page, panels->page))
    sl_panel_stack_set_page (self->panels, panels->page);
  if (shown.list_height != panels->list_height)
    {
      self->list_height = panels->list_height;
      sl_trace_view_place_lists (self);
    }
  self->is_following = FALSE;
}

/**
 * sl_trace_view_keep_panels_apart:
 *
 * The user's choice for other traces stays what it is, whatever panels this page has.
 */
void
sl_trace_view_keep_panels_apart (SlTraceView *self)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  self->keeps_settings = FALSE;
}

/**
 * sl_trace_view_give_back:
 *
 * The timeline gets its place back where lists have it, since something needs it.
 */
void
sl_trace_view_give_back (SlTraceView *self)
{
  self->is_following = TRUE;
  g_object_set (self, "list-maximized", FALSE, NULL);
  self->is_following = FALSE;
  sl_trace_view_note_panels (self, SL_PANELS_BY_ITSELF);
}

/* What the lecture shows leaves the desk as it is meanwhile. */
static void
lecture_cb (SlTraceView *self)
{
  gboolean is_active = sl_lecture_get_active (self->lecture);

  sl_trace_view_give_back (self);
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
      sl_trace_view_place_lists (self);
    }
  g_object_unref (self->timeline_box);
  gtk_widget_set_visible (GTK_WIDGET (self->overview), !is_active);
  gtk_widget_set_visible (self->desk, !is_active);
  sl_step_panel_set_plain (SL_STEP_PANEL (self->step_panel), is_active);
  sl_timeline_widget_set_plain (self->timeline, is_active);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
sentence_cb (SlTraceView *self)
{
  gboolean is_alone = sl_lecture_get_sentence (self->lecture);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  /* See sl_lecture_set_active(). */
  if (is_alone && root != NULL)
    gtk_root_set_focus (root, NULL);
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
  find_drags (self);
  sl_details_room_keep (self->flap);
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (sl_trace_view_place_lists), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_view_place_lists (self);
}
