/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pager-keys.h"

static const struct
{
  guint key;
  GdkModifierType modifiers;
  SlPageMove move;
} keys[] = {
  { GDK_KEY_Home, GDK_CONTROL_MASK, SL_PAGE_MOVE_FIRST },
  { GDK_KEY_KP_Home, GDK_CONTROL_MASK, SL_PAGE_MOVE_FIRST },
  { GDK_KEY_End, GDK_CONTROL_MASK, SL_PAGE_MOVE_LAST },
  { GDK_KEY_KP_End, GDK_CONTROL_MASK, SL_PAGE_MOVE_LAST },
  { GDK_KEY_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_KP_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_Page_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_KP_Page_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_KP_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_Page_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_KP_Page_Down, 0, SL_PAGE_MOVE_DOWN },
};

/* By number of the key. */
static gboolean
pressed_cb (GtkWidget *list, GVariant *number, gpointer move)
{
  return ((SlPageMoveFunc) move) (list, keys[g_variant_get_uint32 (number)].move);
}

/**
 * sl_pager_keys_add:
 * @list: with a table inside that takes the same keys
 * @move: is asked first
 */
void
sl_pager_keys_add (GtkWidget *list, SlPageMoveFunc move)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcut *shortcut =
          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                            gtk_callback_action_new (pressed_cb, (gpointer) move, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_uint32 (i));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    }
  gtk_widget_add_controller (list, controller);
}
