/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-saved.h"

#include <glib/gi18n.h>

#include "sl-filter-help.h"
#include "sl-saved-filters.h"
#include "sl-widget-util.h"

struct _SlFilterSaved
{
  GtkEditable *entry; /* gets the filter that is chosen */
  GSettings *settings;
  GtkBox *list;
  GtkEditable *name;
  GtkWidget *save_button;
  GtkWidget *empty_label;
  char *text; /* the filter that stands; empty for none */
  char
      *renamed; /* the filter that is given another name; NULL while the one that stands is saved */
};

static const char *
get_name (GtkWidget *button)
{
  return g_object_get_data (G_OBJECT (button), "name");
}

/* Another filter than the one that is renamed has that name. */
static gboolean
is_taken (SlFilterSaved *self, const char *name)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (self->settings);

  for (guint i = 0; i < filters->len; i++)
    if (g_str_equal (((SlSavedFilter *) g_ptr_array_index (filters, i))->name, name))
      return g_strcmp0 (name, self->renamed) != 0;
  return FALSE;
}

/* There is a name, and what it is for. */
static void
follow_name (SlFilterSaved *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));

  gtk_widget_set_sensitive (self->save_button,
                            name[0] != '\0' && (self->renamed != NULL || self->text[0] != '\0'));
  gtk_button_set_label (GTK_BUTTON (self->save_button), is_taken (self, name)   ? _ ("Replace")
                                                        : self->renamed != NULL ? _ ("Rename")
                                                                                : _ ("Save"));
}

static void
stop_renaming (SlFilterSaved *self)
{
  g_clear_pointer (&self->renamed, g_free);
  gtk_editable_set_text (self->name, "");
  follow_name (self);
}

static void
save_cb (SlFilterSaved *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));

  if (!gtk_widget_get_sensitive (self->save_button))
    return;

  if (self->renamed != NULL)
    sl_saved_filters_rename (self->settings, self->renamed, name);
  else
    sl_saved_filters_save (self->settings, name, self->text);
  stop_renaming (self);
}

static void
take_cb (GtkWidget *button, SlFilterSaved *self)
{
  sl_filter_help_take (button, self->entry);
}

static void
rename_cb (GtkWidget *button, SlFilterSaved *self)
{
  g_free (self->renamed);
  self->renamed = g_strdup (get_name (button));
  gtk_editable_set_text (self->name, self->renamed);
  follow_name (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->name));
}

/* The line of the button goes with it, and the focus should not leave the popover. */
static void
remove_cb (GtkWidget *button, SlFilterSaved *self)
{
  g_autofree char *name = g_strdup (get_name (button));

  gtk_widget_grab_focus (GTK_WIDGET (self->name));
  if (g_strcmp0 (self->renamed, name) == 0)
    stop_renaming (self);
  sl_saved_filters_remove (self->settings, name);
}

static GtkWidget *
make_button (SlFilterSaved *self,
             const SlSavedFilter *filter,
             const char *icon,
             const char *label,
             GCallback clicked)
{
  GtkWidget *button = icon != NULL ? gtk_button_new_from_icon_name (icon) : gtk_button_new ();

  if (icon == NULL)
    gtk_widget_set_tooltip_text (button, filter->text);
  else
    sl_tip_name_give (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (filter->name), g_free);
  g_object_set_data_full (G_OBJECT (button), "expression", g_strdup (filter->text), g_free);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_line (SlFilterSaved *self, const SlSavedFilter *filter)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = make_button (self, filter, NULL, filter->name, G_CALLBACK (take_cb));
  GtkWidget *text = make_label (filter->text, "monospace");
  /* Translators: what a button does with the saved filter of that name */
  g_autofree char *rename = g_strdup_printf (_ ("Rename %s"), filter->name);
  /* Translators: what a button does with the saved filter of that name */
  g_autofree char *remove = g_strdup_printf (_ ("Remove %s"), filter->name);

  gtk_widget_add_css_class (text, "caption");
  gtk_widget_add_css_class (text, "dim-label");
  gtk_box_append (GTK_BOX (texts), make_label (filter->name, NULL));
  gtk_box_append (GTK_BOX (texts), text);
  gtk_button_set_child (GTK_BUTTON (button), texts);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (line), make_button (self, filter, "document-edit-symbolic", rename,
                                               G_CALLBACK (rename_cb)));
  gtk_box_append (GTK_BOX (line), make_button (self, filter, "user-trash-symbolic", remove,
                                               G_CALLBACK (remove_cb)));
  gtk_box_append (self->list, line);
}

static void
fill (SlFilterSaved *self)
{
  g_autoptr (GPtrArray) filters = sl_saved_filters_list (self->settings);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_box_remove (self->list, child);
  for (guint i = 0; i < filters->len; i++)
    add_line (self, g_ptr_array_index (filters, i));
  gtk_widget_set_visible (self->empty_label, filters->len == 0);
}

static GtkWidget *
make_save_line (SlFilterSaved *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->name = GTK_EDITABLE (gtk_entry_new ());
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _ ("Name of the filter"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the filter"), -1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->name), TRUE);
  self->save_button = gtk_button_new ();
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (follow_name), self);
  g_signal_connect_swapped (self->name, "activate", G_CALLBACK (save_cb), self);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (save_cb), self);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (line), self->save_button);
  return line;
}

/**
 * sl_filter_saved_new:
 * @box: gets the list; must outlive it
 * @entry: gets the filter that is chosen; must outlive it
 * @settings: what keeps them
 */
SlFilterSaved *
sl_filter_saved_new (GtkBox *box, GtkEditable *entry, GSettings *settings)
{
  SlFilterSaved *self = g_new0 (SlFilterSaved, 1);

  self->entry = entry;
  self->settings = g_object_ref (settings);
  self->text = g_strdup ("");
  self->list = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3));
  self->empty_label = make_label (_ ("No saved filters"), "dim-label");
  gtk_box_append (box, make_save_line (self));
  gtk_box_append (box, self->empty_label);
  gtk_box_append (box, GTK_WIDGET (self->list));
  g_signal_connect_swapped (settings, "changed::" SL_SAVED_FILTERS, G_CALLBACK (fill), self);
  fill (self);
  follow_name (self);
  return self;
}

/**
 * sl_filter_saved_free:
 * @self: (transfer full):
 */
void
sl_filter_saved_free (SlFilterSaved *self)
{
  g_return_if_fail (self != NULL);

  g_signal_handlers_disconnect_by_data (self->settings, self);
  g_signal_handlers_disconnect_by_data (self->name, self);
  g_signal_handlers_disconnect_by_data (self->save_button, self);
  g_object_unref (self->settings);
  g_free (self->text);
  g_free (self->renamed);
  g_free (self);
}

/**
 * sl_filter_saved_follow:
 * @text: the filter that stands, which can be saved; empty for none
 */
void
sl_filter_saved_follow (SlFilterSaved *self, const char *text)
{
  g_return_if_fail (self != NULL);

  g_free (self->text);
  self->text = g_strdup (text);
  follow_name (self);
}
