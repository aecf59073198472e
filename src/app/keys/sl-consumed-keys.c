/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-consumed-keys.h"

static gboolean
is_consumed (GtkEventController *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (controller);

  return event != NULL && gdk_event_get_event_type (event) == GDK_KEY_PRESS &&
         (gdk_key_event_get_consumed_modifiers (event) & GDK_CONTROL_MASK) != 0;
}

static gboolean
on_pressed (GtkEventController *controller,
            guint key,
            guint code,
            GdkModifierType state,
            SlKeyMap *map)
{
  GtkWidget *window = gtk_event_controller_get_widget (controller);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  g_autofree char *accelerator = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  const SlKeyEntry *entry;

  if (key < GDK_KEY_F1 || key > GDK_KEY_F35 || (state & GDK_CONTROL_MASK) == 0 ||
      !is_consumed (controller))
    return GDK_EVENT_PROPAGATE;

  accelerator = gtk_accelerator_name (key, state & gtk_accelerator_get_default_mod_mask ());
  entry = sl_key_map_find (map, accelerator, NULL);
  if (entry != NULL && g_action_parse_detailed_name (entry->action, &name, &target, NULL))
    gtk_widget_activate_action_variant (focus != NULL ? focus : window, name, target);

  return GDK_EVENT_STOP;
}

/**
 * sl_consumed_keys_make_controller:
 * @map: kept as long as the controller
 *
 * The keyboard layouts of today give Ctrl+Alt with a function key another meaning. So GTK 4.8 holds on Wayland that Ctrl
 * was used up by the key, and Ctrl+F9 matches what belongs to F9 as well as what belongs to Ctrl+F9. Here each is what it
 * is called.
 *
 * Returns: (transfer full): for a window
 */
GtkEventController *
sl_consumed_keys_make_controller (SlKeyMap *map)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_return_val_if_fail (SL_IS_KEY_MAP (map), NULL);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (on_pressed), map, 0);
  return controller;
}
