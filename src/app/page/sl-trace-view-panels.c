/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

#include "sl-message.h"

/* What is done with the panels below the timeline, which are shown for it. */

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
  if (g_str_equal (sl_panel_stack_get_page (self->panels), name))
    sl_panel_stack_focus (self->panels);
}
