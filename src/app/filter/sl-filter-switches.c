/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-switches.h"

#include <glib/gi18n.h>

#include "sl-kind-counts.h"
#include "sl-kind.h"
#include "sl-time-text.h"

struct _SlFilterSwitches
{
  GtkBox *box;
  SlDocument *document;  /* NULL at first */
  GArray *families;      /* of guint: those that have a switch; NULL at first */
  gboolean is_following; /* the switches follow the document, not the user */
};

/* A switch of the popover knows the set of names that it changes, and the name. */
static void
switch_toggled_cb (GtkCheckButton *button, SlFilterSwitches *self)
{
  SlNameSet set = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "set"));
  const char *name = g_object_get_data (G_OBJECT (button), "name");

  if (self->is_following)
    return;

  sl_document_take_state (self->document,
                          sl_view_state_with_name (sl_document_get_state (self->document), set,
                                                   name, !gtk_check_button_get_active (button)),
                          SL_GESTURE_NONE);
}

/* @name lives as long as the registry of kinds. */
static GtkWidget *
add_switch (SlFilterSwitches *self,
            SlNameSet set,
            const char *name,
            const char *title,
            guint64 count)
{
  g_autofree char *figure = sl_time_text_ticks (count);
  g_autofree char *label = g_strdup_printf ("%s (%s)", title, figure);
  GtkWidget *button = gtk_check_button_new_with_label (label);

  g_object_set_data (G_OBJECT (button), "set", GUINT_TO_POINTER (set));
  g_object_set_data (G_OBJECT (button), "name", (gpointer) name);
  g_signal_connect (button, "toggled", G_CALLBACK (switch_toggled_cb), self);
  gtk_box_append (self->box, button);

  return button;
}

/* Below its family, each kind by the name that filters and the command line give it. */
static void
add_kind_switches (SlFilterSwitches *self, SlTraceSet *set, GArray *kinds, guint family)
{
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);
      const char *id = sl_kind_get (kind)->id;
      GtkWidget *button;

      if (sl_kind_get_family (kind) != family)
        continue;
      button = add_switch (self, SL_NAMES_HIDDEN_KINDS, id, id, sl_kind_counts_of_kind (set, kind));
      gtk_widget_set_margin_start (button, 24);
    }
}

/**
 * sl_filter_switches_fill:
 * @document: whose families and kinds get switches, in the place of those that were there
 */
void
sl_filter_switches_fill (SlFilterSwitches *self, SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autoptr (GArray) kinds = sl_kind_counts_list (set);
  GtkWidget *child;

  g_set_object (&self->document, document);
  g_clear_pointer (&self->families, g_array_unref);
  self->families = sl_kind_counts_list_families (kinds);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);

  for (guint i = 0; i < self->families->len; i++)
    {
      guint family = g_array_index (self->families, guint, i);

      add_switch (self, SL_NAMES_HIDDEN_FAMILIES, sl_family_get_id (family),
                  _ (sl_family_get_title (family)), sl_kind_counts_of_family (set, kinds, family));
      add_kind_switches (self, set, kinds, family);
    }
}

/**
 * sl_filter_switches_follow:
 *
 * Sets the switches as the document has them. Kinds of a hidden family are hidden with it.
 *
 * Returns: how many families are hidden
 */
guint
sl_filter_switches_follow (SlFilterSwitches *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  gboolean family_is_shown = TRUE;
  guint n_hidden = 0;

  self->is_following = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->box)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      SlNameSet set = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (child), "set"));
      gboolean is_hidden =
          sl_view_state_has_name (state, set, g_object_get_data (G_OBJECT (child), "name"));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), !is_hidden);
      if (set == SL_NAMES_HIDDEN_FAMILIES)
        {
          family_is_shown = !is_hidden;
          n_hidden += is_hidden ? 1 : 0;
        }
      else
        gtk_widget_set_sensitive (child, family_is_shown);
    }

  self->is_following = FALSE;
  return n_hidden;
}

/**
 * sl_filter_switches_new:
 * @box: gets the switches; must outlive them
 */
SlFilterSwitches *
sl_filter_switches_new (GtkBox *box)
{
  SlFilterSwitches *self = g_new0 (SlFilterSwitches, 1);

  self->box = box;
  return self;
}

/**
 * sl_filter_switches_free:
 * @self: (transfer full):
 */
void
sl_filter_switches_free (SlFilterSwitches *self)
{
  g_return_if_fail (self != NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->box)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_signal_handlers_disconnect_by_data (child, self);
  g_clear_pointer (&self->families, g_array_unref);
  g_clear_object (&self->document);
  g_free (self);
}

/**
 * sl_filter_switches_count:
 *
 * Returns: how many families have a switch
 */
guint
sl_filter_switches_count (SlFilterSwitches *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->families != NULL ? self->families->len : 0;
}
