/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-focus-out.h"

/* GTK asks a widget itself to take the focus when that goes backwards out of its first child. One that hands it on to a child
 * gives it back to that, and so keeps it for ever. */

#define LEAVING "sl-focus-leaving"

static GQuark
get_hand_on_quark (void)
{
  return g_quark_from_static_string ("sl-focus-hand-on");
}

/* The class that hands the focus on: that of @widget, or one that it is made from. */
static GType
find_type (GtkWidget *widget)
{
  GType type = G_OBJECT_TYPE (widget);

  while (g_type_get_qdata (type, get_hand_on_quark ()) == NULL)
    type = g_type_parent (type);
  return type;
}

static gboolean
focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidgetClass *parent_class = g_type_class_peek (g_type_parent (find_type (widget)));
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean is_leaving = focused != NULL && direction == GTK_DIR_TAB_BACKWARD &&
                        gtk_widget_is_ancestor (focused, widget);
  gboolean stays;

  g_object_set_data (G_OBJECT (widget), LEAVING, GINT_TO_POINTER (is_leaving));
  stays = parent_class->focus (widget, direction);
  g_object_set_data (G_OBJECT (widget), LEAVING, NULL);
  return stays;
}

static gboolean
grab_focus (GtkWidget *widget)
{
  SlFocusHandOn hand_on =
      (SlFocusHandOn) g_type_get_qdata (find_type (widget), get_hand_on_quark ());

  return g_object_get_data (G_OBJECT (widget), LEAVING) == NULL && hand_on (widget);
}

/**
 * sl_focus_out_install:
 * @klass: in its class_init()
 * @hand_on: gives the focus to one of the children
 *
 * Makes the widgets of a class hand the focus on, and let it out again.
 */
void
sl_focus_out_install (GtkWidgetClass *klass, SlFocusHandOn hand_on)
{
  g_type_set_qdata (G_TYPE_FROM_CLASS (klass), get_hand_on_quark (), (gpointer) hand_on);
  klass->focus = focus;
  klass->grab_focus = grab_focus;
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
