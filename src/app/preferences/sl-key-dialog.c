/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-dialog.h"

#include <glib/gi18n.h>

#include "sl-key-shortcuts.h"
#include "sl-widget-util.h"

/* Waits for the key that something is to have. A key that does something else already is named
 * with it, and taken from there only where the user says so. */
struct _SlKeyDialog
{
  AdwWindow parent_instance;

  SlKeyMap *map;
  const SlKeyEntry *entry;
  gboolean is_another; /* the keys that it has stay */
  char *wanted;        /* a key that does something else; NULL while a key is waited for */

  GtkLabel *advice;
  GtkWidget *cancel;
  GtkWidget *take_over;
};

G_DEFINE_FINAL_TYPE (SlKeyDialog, sl_key_dialog, ADW_TYPE_WINDOW)

#define WIDTH 420

static void
advise (SlKeyDialog *self, const char *text)
{
  gtk_label_set_label (self->advice, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->cancel),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
set_key (SlKeyDialog *self, const char *accelerator)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) keys = NULL;

  if (self->is_another)
    g_strv_builder_addv (builder, (const char **) sl_key_map_get_keys (self->map, self->entry));
  g_strv_builder_add (builder, accelerator);
  keys = g_strv_builder_end (builder);
  sl_key_map_set_keys (self->map, self->entry, (const char *const *) keys);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
take_over_cb (SlKeyDialog *self)
{
  g_autofree char *wanted = g_steal_pointer (&self->wanted);

  if (wanted != NULL)
    set_key (self, wanted);
}

static void
remove_keys (SlKeyDialog *self)
{
  const char *const none[] = { NULL };

  sl_key_map_set_keys (self->map, self->entry, none);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
offer (SlKeyDialog *self, const char *accelerator, const char *label, const SlKeyEntry *holder)
{
  /* Translators: a key, and the title of what it does. */
  g_autofree char *text =
      g_strdup_printf (_ ("%s already belongs to “%s”, which will lose it if you take it over."),
                       label, sl_key_entry_get_title (holder));

  self->wanted = g_strdup (accelerator);
  advise (self, text);
  gtk_widget_set_visible (self->take_over, TRUE);
  gtk_widget_grab_focus (self->cancel);
}

static void
try_key (SlKeyDialog *self, guint key, GdkModifierType modifiers)
{
  g_autofree char *accelerator = gtk_accelerator_name (key, modifiers);
  g_autofree char *label = gtk_accelerator_get_label (key, modifiers);
  g_autofree char *text = NULL;
  const SlKeyEntry *holder = sl_key_map_find (self->map, accelerator, self->entry);

  if (sl_key_map_is_reserved (accelerator))
    {
      /* Translators: a key. */
      text = g_strdup_printf (_ ("%s is needed to move about or to edit text. Press another key."),
                              label);
      advise (self, text);
    }
  else if (g_strv_contains (sl_key_map_get_keys (self->map, self->entry), accelerator))
    gtk_window_destroy (GTK_WINDOW (self));
  else if (holder != NULL)
    offer (self, accelerator, label, holder);
  else
    set_key (self, accelerator);
}

static gboolean
key_cb (SlKeyDialog *self, guint typed, guint code, GdkModifierType state, GtkEventController *keys)
{
  GdkEvent *event = gtk_event_controller_get_current_event (keys);
  guint key;
  GdkModifierType modifiers;

  if (self->wanted != NULL)
    return GDK_EVENT_PROPAGATE;
  if (gdk_key_event_is_modifier (event))
    return GDK_EVENT_STOP;
  if (!gdk_key_event_get_match (event, &key, &modifiers))
    return GDK_EVENT_STOP;

  modifiers &= gtk_accelerator_get_default_mod_mask ();
  key = sl_key_shortcuts_get_plain (key);
  if (key == GDK_KEY_Escape && modifiers == 0)
    gtk_window_destroy (GTK_WINDOW (self));
  else if (key == GDK_KEY_BackSpace && modifiers == 0 && !self->is_another)
    remove_keys (self);
  else
    try_key (self, key, modifiers);
  return GDK_EVENT_STOP;
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  gtk_window_destroy (GTK_WINDOW (widget));
  return GDK_EVENT_STOP;
}

static void
sl_key_dialog_finalize (GObject *object)
{
  SlKeyDialog *self = SL_KEY_DIALOG (object);

  g_clear_object (&self->map);
  g_free (self->wanted);

  G_OBJECT_CLASS (sl_key_dialog_parent_class)->finalize (object);
}

static void
sl_key_dialog_class_init (SlKeyDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_key_dialog_finalize;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, escape_cb, NULL);
}

static GtkWidget *
make_button (GtkBox *box, const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "pill");
  gtk_box_append (box, button);
  return button;
}

static GtkWidget *
make_buttons (SlKeyDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  self->cancel = make_button (GTK_BOX (box), _ ("_Cancel"));
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (gtk_window_destroy), self);
  self->take_over = make_button (GTK_BOX (box), _ ("_Take It Over"));
  gtk_widget_add_css_class (self->take_over, "suggested-action");
  gtk_widget_set_visible (self->take_over, FALSE);
  g_signal_connect_swapped (self->take_over, "clicked", G_CALLBACK (take_over_cb), self);
  return box;
}

static GtkLabel *
make_label (GtkBox *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (box, label);
  return GTK_LABEL (label);
}

static void
fill (SlKeyDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  gtk_widget_set_margin_top (box, 24);
  gtk_widget_set_margin_bottom (box, 24);
  gtk_widget_set_margin_start (box, 24);
  gtk_widget_set_margin_end (box, 24);
  gtk_label_set_label (make_label (GTK_BOX (box), "title-3"), sl_key_entry_get_title (self->entry));
  self->advice = make_label (GTK_BOX (box), NULL);
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  sl_button_names_give (box);
  adw_window_set_content (ADW_WINDOW (self), box);
  advise (self, self->is_another
                    ? _ ("Press a key to add. Escape cancels.")
                    : _ ("Press the new key. Escape cancels, Backspace leaves it without a key."));
}

static void
sl_key_dialog_init (SlKeyDialog *self)
{
}

/**
 * sl_key_dialog_present:
 * @entry: of the table; one with an action
 * @is_another: whether the key comes besides those that it has, not in their place
 *
 * Asks for a key, and gives it to @entry in @map.
 */
void
sl_key_dialog_present (GtkWindow *parent,
                       SlKeyMap *map,
                       const SlKeyEntry *entry,
                       gboolean is_another)
{
  SlKeyDialog *self =
      g_object_new (SL_TYPE_KEY_DIALOG, "title", _ ("Press a Key"), "modal", TRUE, "transient-for",
                    parent, "destroy-with-parent", TRUE, "resizable", FALSE, "default-width", WIDTH,
                    SL_WINDOW_ROLE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->map = g_object_ref (map);
  self->entry = entry;
  self->is_another = is_another;
  fill (self);

  /* Added last, so that it comes before the accelerators of the application. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  sl_window_present_at (GTK_WINDOW (self), self->cancel);
}
