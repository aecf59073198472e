/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-focus-out.h"

/* GTK asks a widget itself to take the focus when that goes backwards out of its first child. One that hands it on to a child
 * gives it back to that, and so keeps it for ever. */

#define LEAVING "sl-focus-leaving"

/**
 * sl_focus_out_move:
 * @parent_class: of the class of @widget
 *
 * The focus() of a widget that hands the focus on to one of its children in its grab_focus(): where that has to fail while
 * sl_focus_out_is_leaving().
 *
 * Returns: whether the focus stays in @widget
 */
gboolean
sl_focus_out_move (GtkWidgetClass *parent_class, GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean is_leaving =
      focus != NULL && direction == GTK_DIR_TAB_BACKWARD && gtk_widget_is_ancestor (focus, widget);
  gboolean stays;

  g_object_set_data (G_OBJECT (widget), LEAVING, GINT_TO_POINTER (is_leaving));
  stays = parent_class->focus (widget, direction);
  g_object_set_data (G_OBJECT (widget), LEAVING, NULL);
  return stays;
}

/**
 * sl_focus_out_is_leaving:
 *
 * Returns: whether @widget is asked for the focus only since that leaves it
 */
gboolean
sl_focus_out_is_leaving (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), LEAVING) != NULL;
}

/**
 * sl_focus_out_past:
 * @inner: inside of @widget, and has the focus, or something in it has
 * @direction: of Tab
 *
 * Moves the focus over all that is left of @inner.
 *
 * Returns: whether it stays in @widget
 */
gboolean
sl_focus_out_past (GtkWidget *widget, GtkWidget *inner, GtkDirectionType direction)
{
  for (; inner != widget; inner = gtk_widget_get_parent (inner))
    {
      GtkWidget *next = inner;

      while ((next = direction == GTK_DIR_TAB_FORWARD ? gtk_widget_get_next_sibling (next)
                                                      : gtk_widget_get_prev_sibling (next)) != NULL)
        if (gtk_widget_child_focus (next, direction))
          return TRUE;
    }

  return FALSE;
}
