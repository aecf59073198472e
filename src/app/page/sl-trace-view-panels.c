/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

#include "sl-message.h"

/* What is done with the panels below the timeline, which are shown for it, and when they come. */

/* Shows one more part of the page.
 *
 * Returns: whether there are others left */
static gboolean
show_next_part (SlTraceView *self)
{
  GtkWidget *parts[] = { GTK_WIDGET (self->details_pane), GTK_WIDGET (self->panels) };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      GtkWidget *content = gtk_widget_get_first_child (parts[i]);

      if (gtk_widget_get_visible (content))
        continue;
      gtk_widget_set_visible (content, TRUE);
      if (i + 1 < G_N_ELEMENTS (parts))
        return TRUE;
    }
  /* The lists lend the steps what they do not need, which is only known now. */
  sl_trace_view_place_lists (self);
  return FALSE;
}

static gboolean
show_next_part_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTraceView *self = SL_TRACE_VIEW (widget);

  /* The first frame is the timeline's. */
  if (!self->has_first_frame)
    {
      self->has_first_frame = TRUE;
      return G_SOURCE_CONTINUE;
    }
  if (show_next_part (self))
    return G_SOURCE_CONTINUE;
  self->parts_tick = 0;
  return G_SOURCE_REMOVE;
}

/**
 * sl_trace_view_come_in_parts:
 * @self: not on the screen yet
 *
 * Has the timeline come with the first frame, and what is in the details and the panels with those after it: to measure
 * and draw all of it takes longer than a frame.
 */
void
sl_trace_view_come_in_parts (SlTraceView *self)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self) && self->parts_tick == 0);

  gtk_widget_set_visible (gtk_widget_get_first_child (GTK_WIDGET (self->details_pane)), FALSE);
  gtk_widget_set_visible (gtk_widget_get_first_child (GTK_WIDGET (self->panels)), FALSE);
  self->parts_tick =
      gtk_widget_add_tick_callback (GTK_WIDGET (self), show_next_part_cb, NULL, NULL);
}

/* What takes the keyboard's focus has to be there. */
static void
show_all_parts (SlTraceView *self)
{
  if (self->parts_tick == 0)
    return;

  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->parts_tick);
  self->parts_tick = 0;
  while (show_next_part (self))
    ;
}

/**
 * sl_trace_view_find:
 *
 * Shows the filter and puts the keyboard's focus into it.
 */
void
sl_trace_view_find (SlTraceView *self)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  g_object_set (self, "list-visible", TRUE, NULL);
  show_all_parts (self);
  sl_panel_stack_find (self->panels);
}

/**
 * sl_trace_view_step_hit:
 * @direction: above 0 to the next hit of the filter, below 0 to the one before
 *
 * Goes from where the user is. Without a filter, to the next access of an address in traces that have
 * addresses, and in others to where the filter is typed.
 */
void
sl_trace_view_step_hit (SlTraceView *self, int direction)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  if (sl_view_state_get_filter (sl_document_get_state (self->document)) == NULL)
    {
      if (gtk_widget_activate_action (GTK_WIDGET (self),
                                      direction > 0 ? "view.next-access" : "view.previous-access",
                                      NULL))
        return;
      g_object_set (self, "list-visible", TRUE, NULL);
    }
  show_all_parts (self);
  sl_panel_stack_step_hit (self->panels, direction);
}

/**
 * sl_trace_view_turn:
 * @by: panels; below 0 to earlier ones
 *
 * Shows another panel.
 */
void
sl_trace_view_turn (SlTraceView *self, int by)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  g_object_set (self, "list-visible", TRUE, NULL);
  sl_panel_stack_turn (self->panels, by);
  sl_message_say (GTK_WIDGET (self), sl_panel_stack_get_title (self->panels));
}

/**
 * sl_trace_view_get_panels:
 *
 * Returns: (transfer full): a #GtkStackPage for each panel, the visible ones of which are offered
 */
GtkSelectionModel *
sl_trace_view_get_panels (SlTraceView *self)
{
  g_return_val_if_fail (SL_IS_TRACE_VIEW (self), NULL);

  return sl_panel_stack_get_pages (self->panels);
}

/**
 * sl_trace_view_show_panel:
 * @name: of a panel, such as "misses"
 *
 * Shows it, unless no trace has anything for it.
 */
void
sl_trace_view_show_panel (SlTraceView *self, const char *name)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  if (sl_panel_stack_show (self->panels, name))
    g_object_set (self, "list-visible", TRUE, NULL);
}

/**
 * sl_trace_view_focus_panel:
 * @name: of a panel, such as "markers"
 *
 * Shows it and puts the keyboard's focus into it.
 */
void
sl_trace_view_focus_panel (SlTraceView *self, const char *name)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  sl_trace_view_show_panel (self, name);
  show_all_parts (self);
  if (g_str_equal (sl_panel_stack_get_page (self->panels), name))
    sl_panel_stack_focus (self->panels);
}
