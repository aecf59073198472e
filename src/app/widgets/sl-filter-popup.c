/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-popup.h"

#include <glib/gi18n.h>

struct _SlFilterPopup
{
  GtkWidget *parent;
  GtkEditable *entry;
  GtkWidget *popover;
  GtkListBox *list;

  SlTraceSet *set;                /* NULL for none */
  SlFilterVocabulary *vocabulary; /* of it; NULL until something is typed */
  guint begin, end;               /* of the word that is completed, in characters */
  gboolean is_taking;             /* the text changes because a line was chosen */
  guint pending;                  /* source that offers what comes next; 0 for none */
  guint leaving;                  /* source that sees where the focus went; 0 for none */
};

static GtkWidget *
get_text (SlFilterPopup *self)
{
  return GTK_WIDGET (gtk_editable_get_delegate (self->entry));
}

static gboolean
is_open (SlFilterPopup *self)
{
  return gtk_widget_get_visible (self->popover);
}

static void
add_line (SlFilterPopup *self, const SlCompletion *completion)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = gtk_label_new (completion->text);
  GtkWidget *note = gtk_label_new (completion->note);
  g_autofree char *label = g_strdup_printf ("%s, %s", completion->text, completion->note);

  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 40);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "monospace");
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (note, "caption");
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), note);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (row), "text", g_strdup (completion->text), g_free);
  gtk_list_box_append (self->list, row);
}

/* Below the entry, wherever that is now. */
static void
open_list (SlFilterPopup *self)
{
  graphene_rect_t bounds;
  GdkRectangle place;

  if (!gtk_widget_compute_bounds (GTK_WIDGET (self->entry), self->parent, &bounds))
    return;

  place = (GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width,
                           (int) bounds.size.height };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE,
                               -1);
}

/* Values are offered before one is begun: who does not know them cannot begin.
 * @is_asked: also where no other word has been begun */
static void
offer (SlFilterPopup *self, gboolean is_asked)
{
  g_autoptr (GPtrArray) found = NULL;
  GtkWidget *row;

  if (self->set == NULL)
    return;
  if (self->vocabulary == NULL)
    self->vocabulary = sl_filter_vocabulary_new (self->set);

  self->end = (guint) gtk_editable_get_position (self->entry);
  found = sl_filter_completion_list (self->vocabulary, gtk_editable_get_text (self->entry),
                                     self->end, &self->begin);
  if (found->len == 0 ||
      (!is_asked && self->begin == self->end &&
       !sl_filter_completion_expects_value (self->vocabulary, gtk_editable_get_text (self->entry),
                                            self->end)))
    {
      sl_filter_popup_close (self);
      return;
    }

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < found->len; i++)
    add_line (self, g_ptr_array_index (found, i));
  open_list (self);
}

static gboolean
offer_cb (gpointer user_data)
{
  SlFilterPopup *self = user_data;

  self->pending = 0;
  if (gtk_widget_has_focus (get_text (self)))
    offer (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* The cursor moves after the text has changed. */
static void
changed_cb (SlFilterPopup *self)
{
  if (!self->is_taking && self->pending == 0 && gtk_widget_has_focus (get_text (self)))
    self->pending = g_idle_add_full (G_PRIORITY_HIGH_IDLE, offer_cb, self, NULL);
}

/* Keys that come in one go are handled before what is pending: the list must be about the text as it is now. */
static void
catch_up (SlFilterPopup *self)
{
  if (self->pending == 0)
    return;

  g_clear_handle_id (&self->pending, g_source_remove);
  offer (self, FALSE);
}

/* Puts the line in the place of the word, and goes on typing behind it. */
static void
take (SlFilterPopup *self, GtkListBoxRow *row)
{
  g_autofree char *text =
      g_strdup_printf ("%s ", (const char *) g_object_get_data (G_OBJECT (row), "text"));
  int position = (int) self->begin;

  self->is_taking = TRUE;
  gtk_editable_delete_text (self->entry, (int) self->begin, (int) self->end);
  gtk_editable_insert_text (self->entry, text, -1, &position);
  gtk_text_grab_focus_without_selecting (GTK_TEXT (get_text (self)));
  gtk_editable_set_position (self->entry, position);
  self->is_taking = FALSE;
  sl_filter_popup_close (self);
  /* Behind an operator. */
  offer (self, FALSE);
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, SlFilterPopup *self)
{
  take (self, row);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint key,
              guint code,
              GdkModifierType modifiers,
              SlFilterPopup *self)
{
  GtkListBoxRow *first;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;

  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down || key == GDK_KEY_Tab)
    catch_up (self);
  if ((key == GDK_KEY_Down || key == GDK_KEY_KP_Down) && !is_open (self))
    {
      offer (self, TRUE);
      if (!is_open (self))
        return GDK_EVENT_PROPAGATE;
    }
  first = gtk_list_box_get_row_at_index (self->list, 0);
  if (!is_open (self) || first == NULL)
    return GDK_EVENT_PROPAGATE;

  if (key == GDK_KEY_Down || key == GDK_KEY_KP_Down)
    {
      gtk_list_box_select_row (self->list, first);
      gtk_widget_grab_focus (GTK_WIDGET (first));
    }
  else if (key == GDK_KEY_Tab && self->begin < self->end)
    take (self, first);
  else if (key == GDK_KEY_Escape)
    sl_filter_popup_close (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* Keys that do not move in the list go to the entry. */
static gboolean
list_key_cb (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType modifiers,
             SlFilterPopup *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      if (selected == NULL || gtk_list_box_row_get_index (selected) > 0)
        return GDK_EVENT_PROPAGATE;
      gtk_text_grab_focus_without_selecting (GTK_TEXT (get_text (self)));
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      gtk_text_grab_focus_without_selecting (GTK_TEXT (get_text (self)));
      sl_filter_popup_close (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      break;
    default:
      if (key == GDK_KEY_space || gdk_keyval_to_unicode (key) <= ' ' ||
          (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
        return GDK_EVENT_PROPAGATE;
    }

  gtk_text_grab_focus_without_selecting (GTK_TEXT (get_text (self)));
  return gtk_event_controller_key_forward (controller, get_text (self));
}

static gboolean
left_cb (gpointer user_data)
{
  SlFilterPopup *self = user_data;
  GtkRoot *root = gtk_widget_get_root (self->parent);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  self->leaving = 0;
  if (focus == NULL || (!gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry)) &&
                        !gtk_widget_is_ancestor (focus, self->popover)))
    sl_filter_popup_close (self);
  return G_SOURCE_REMOVE;
}

/* The user is elsewhere, and so is the keyboard: unless it went from the entry to the list, or back. */
static void
leave_cb (SlFilterPopup *self)
{
  if (self->leaving == 0)
    self->leaving = g_idle_add (left_cb, self);
}

static void
follow_focus (GtkWidget *widget, SlFilterPopup *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, focus);
}

static void
add_keys (GtkWidget *widget, GCallback callback, SlFilterPopup *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", callback, self);
  gtk_widget_add_controller (widget, keys);
}

static GtkWidget *
make_scroller (GtkWidget *list)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 240);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_widget_set_size_request (scroller, 320, -1);
  return scroller;
}

/**
 * sl_filter_popup_new:
 * @parent: of the list; has a layout manager, which places the list whenever it gives @parent its size
 * @entry: in @parent, where filters are typed
 *
 * Both must outlive it.
 */
SlFilterPopup *
sl_filter_popup_new (GtkWidget *parent, GtkEditable *entry)
{
  SlFilterPopup *self = g_new0 (SlFilterPopup, 1);

  self->parent = parent;
  self->entry = entry;
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Suggestions for the filter"), -1);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_BROWSE);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->popover, "menu");
  gtk_popover_set_child (GTK_POPOVER (self->popover), make_scroller (GTK_WIDGET (self->list)));
  gtk_widget_set_parent (self->popover, parent);

  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), self);
  add_keys (GTK_WIDGET (entry), G_CALLBACK (entry_key_cb), self);
  add_keys (GTK_WIDGET (self->list), G_CALLBACK (list_key_cb), self);
  follow_focus (GTK_WIDGET (entry), self);
  follow_focus (GTK_WIDGET (self->list), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                  GTK_ACCESSIBLE_AUTOCOMPLETE_LIST, -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_CONTROLS,
                                  self->list, NULL, -1);
  return self;
}

/* Those that were added to @widget, which lives on. */
static void
forget_controllers (GtkWidget *widget, SlFilterPopup *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      g_signal_handlers_disconnect_by_data (controller, self);
    }
}

/**
 * sl_filter_popup_free:
 * @self: (transfer full):
 */
void
sl_filter_popup_free (SlFilterPopup *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->pending, g_source_remove);
  g_clear_handle_id (&self->leaving, g_source_remove);
  forget_controllers (GTK_WIDGET (self->entry), self);
  g_signal_handlers_disconnect_by_data (self->entry, self);
  gtk_widget_unparent (self->popover);
  sl_filter_popup_set_traces (self, NULL);
  g_free (self);
}

/**
 * sl_filter_popup_set_traces:
 * @set: (nullable): the traces whose names are offered; %NULL for none
 *
 * To be called whenever they, or what the user calls things, have changed.
 */
void
sl_filter_popup_set_traces (SlFilterPopup *self, SlTraceSet *set)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->vocabulary, sl_filter_vocabulary_free);
  g_set_object (&self->set, set);
}

/**
 * sl_filter_popup_close:
 *
 * Offers nothing until something is typed again.
 */
void
sl_filter_popup_close (SlFilterPopup *self)
{
  g_return_if_fail (self != NULL);

  g_clear_handle_id (&self->pending, g_source_remove);
  if (!is_open (self))
    return;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_EXPANDED, FALSE,
                               -1);
}
