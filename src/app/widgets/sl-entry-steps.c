/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-entry-steps.h"

#include <glib/gi18n.h>

#include "sl-icon-button.h"
#include "sl-step-text.h"

/* The time or number in an entry goes up and down, by the arrow keys and by two buttons. */

static const char above_zero_key[] = "sl-entry-steps-above-zero";

static gboolean
step (GtkEditable *entry, int by)
{
  gboolean above_zero = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (entry), above_zero_key));
  g_autofree char *changed = sl_step_text (gtk_editable_get_text (entry), by, above_zero);

  if (changed == NULL)
    return FALSE;

  gtk_editable_set_text (entry, changed);
  gtk_editable_set_position (entry, -1);
  return TRUE;
}

static gboolean
key_cb (GtkEditable *entry, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return step (entry, 1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return step (entry, -1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return step (entry, 10);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return step (entry, -10);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/**
 * sl_entry_steps_add_keys:
 * @above_zero: whether what is in @entry stays above zero
 *
 * Has Up, Down, Page Up and Page Down change the time or the number in @entry.
 */
void
sl_entry_steps_add_keys (GtkEditable *entry, gboolean above_zero)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set_data (G_OBJECT (entry), above_zero_key, GINT_TO_POINTER (above_zero));
  /* Before the text moves its cursor. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), entry);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
}

static GtkWidget *
make_button (GtkEditable *entry, const char *icon, const char *tip, GCallback callback)
{
  GtkWidget *button = sl_icon_button_new (icon, tip, NULL);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  /* The keys for it are Up and Down in the entry. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect_object (button, "clicked", callback, entry, G_CONNECT_SWAPPED);
  return button;
}

static void
less_cb (GtkEditable *entry)
{
  step (entry, -1);
}

static void
more_cb (GtkEditable *entry)
{
  step (entry, 1);
}

/**
 * sl_entry_steps_add_buttons:
 * @entry: that has the keys already
 * @box: in which it stands; the buttons are linked to it
 */
void
sl_entry_steps_add_buttons (GtkEditable *entry, GtkBox *box)
{
  gtk_box_set_spacing (box, 0);
  gtk_widget_add_css_class (GTK_WIDGET (box), "linked");
  gtk_box_append (box,
                  make_button (entry, "list-remove-symbolic", _ ("Less"), G_CALLBACK (less_cb)));
  gtk_box_append (box, make_button (entry, "list-add-symbolic", _ ("More"), G_CALLBACK (more_cb)));
}
