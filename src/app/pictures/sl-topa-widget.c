/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-topa-widget.h"

#include <glib/gi18n.h>

#include "sl-text-topa.h"
#include "sl-text.h"
#include "sl-topa-link.h"
#include "sl-topa-scene.h"

/* Where a processor's output lay in memory, as a picture. Picking an entry or a region selects the
 * time in which it was written; picking an event selects the region that holds it. */
struct _SlTopaWidget
{
  SlPictureWidget parent_instance;

  SlDocument *document;
  guint trace; /* in the document's set */
  SlTopaLayout *layout;
  guint selected; /* number of an entry, or SL_TOPA_NO_ENTRY */
};

G_DEFINE_FINAL_TYPE (SlTopaWidget, sl_topa_widget, SL_TYPE_PICTURE_WIDGET)

static SlScene *
sl_topa_widget_build (SlPictureWidget *picture, SlPictureStyle *style)
{
  SlTopaWidget *self = SL_TOPA_WIDGET (picture);
  SlTopaSceneOptions options = { .width = gtk_widget_get_width (GTK_WIDGET (picture)),
                                 .selected = self->selected,
                                 .measure = style->measure };

  return self->layout != NULL ? sl_topa_scene_build (self->layout, &options) : NULL;
}

static void
sl_topa_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GTK_WIDGET_CLASS (sl_topa_widget_parent_class)->snapshot (widget, snapshot);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0,
                               gtk_widget_get_width (widget), gtk_widget_get_height (widget));
}

static void
sl_topa_widget_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (widget));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = scene != NULL ? SL_TOPA_SCENE_MIN_WIDTH : 0;
  else
    *minimum = scene != NULL ? sl_scene_get_height (scene) : 0;
  *natural = *minimum;
}

/* What a screen reader says is what the picture's selected entry means. */
static void
tell (SlTopaWidget *self)
{
  g_autofree char *summary = sl_text_topa_summary (self->layout);
  g_autofree char *entry = self->selected < self->layout->entries->len
                               ? sl_text_topa_entry (self->layout, self->selected)
                               : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Intel PT output in memory"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, entry, -1);
}

static void
set_selected (SlTopaWidget *self, guint entry)
{
  if (entry == self->selected)
    return;

  self->selected = entry;
  tell (self);
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
  gtk_widget_queue_resize (GTK_WIDGET (self)); /* another entry may be shown */
}

/* Selects the time in which the entry's region was written. */
static void
show_span (SlTopaWidget *self, guint entry)
{
  SlSpan span;

  set_selected (self, entry);
  if (!sl_topa_link_get_span (self->document, self->trace, entry, &span))
    return;

  sl_document_take_state (self->document,
                          sl_view_state_with_selection (sl_document_get_state (self->document),
                                                        &span),
                          SL_GESTURE_NONE);
  sl_document_reveal (self->document, span);
}

static const SlElement *
pick (SlTopaWidget *self, double x, double y)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));

  return scene != NULL ? sl_scene_pick (scene, x, y) : NULL;
}

static void
pressed_cb (SlTopaWidget *self, int n_press, double x, double y)
{
  const SlElement *element = pick (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (element == NULL)
    return;

  if (element->type == SL_ELEMENT_TOPA_POINTER)
    set_selected (self, self->layout->current);
  else
    show_span (self, element->detail);
}

static guint
follow (const SlTopaLayout *layout, guint entry)
{
  const SlTopaEntry *info = sl_topa_layout_get_entry (layout, entry);

  return (info->flags & SL_TOPA_ENTRY_END) != 0 ? sl_topa_layout_find_entry (layout, info->base, 0)
                                                : SL_TOPA_NO_ENTRY;
}

/* Up and down step through the entries as they stand in the picture, where a table grows upwards;
 * Enter goes where END leads, or to the time of a region. */
static gboolean
key_cb (SlTopaWidget *self, guint key, guint code, GdkModifierType modifiers)
{
  guint n_entries = self->layout != NULL ? self->layout->entries->len : 0;
  guint next;

  if (n_entries == 0 || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (self->selected >= n_entries)
    set_selected (self, self->layout->current < n_entries ? self->layout->current : 0);

  switch (key)
    {
    case GDK_KEY_Up:
      set_selected (self, MIN (self->selected + 1, n_entries - 1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
      set_selected (self, self->selected > 0 ? self->selected - 1 : 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      set_selected (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      set_selected (self, n_entries - 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      next = follow (self->layout, self->selected);
      if (next != SL_TOPA_NO_ENTRY)
        set_selected (self, next);
      else
        show_span (self, self->selected);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
query_tooltip_cb (SlTopaWidget *self,
                  int x,
                  int y,
                  gboolean is_keyboard,
                  GtkTooltip *tooltip,
                  gpointer user_data)
{
  const SlElement *element = is_keyboard ? NULL : pick (self, x, y);

  if (element == NULL)
    return FALSE;

  gtk_tooltip_set_text (tooltip, element->label);
  return TRUE;
}

static void
document_changed_cb (SlTopaWidget *self, guint changes)
{
  guint picked;

  if ((changes & SL_CHANGED_TRACE) != 0)
    {
      SlTopaLayout *layout = sl_topa_link_find (self->document, &self->trace);

      if (layout != self->layout)
        {
          g_clear_pointer (&self->layout, sl_topa_layout_unref);
          self->layout = layout != NULL ? sl_topa_layout_ref (layout) : NULL;
          self->selected = SL_TOPA_NO_ENTRY;
          if (layout != NULL)
            tell (self);
          sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
          gtk_widget_queue_resize (GTK_WIDGET (self));
        }
    }

  if ((changes & SL_CHANGED_PICKED) != 0 && self->layout != NULL)
    {
      picked = sl_topa_link_get_picked (self->document, self->trace);
      if (picked != SL_TOPA_NO_ENTRY)
        set_selected (self, picked);
    }
}

static void
sl_topa_widget_dispose (GObject *object)
{
  SlTopaWidget *self = SL_TOPA_WIDGET (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_func (self->document, document_changed_cb, self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->layout, sl_topa_layout_unref);

  G_OBJECT_CLASS (sl_topa_widget_parent_class)->dispose (object);
}

static void
sl_topa_widget_class_init (SlTopaWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_topa_widget_dispose;
  widget_class->snapshot = sl_topa_widget_snapshot;
  widget_class->measure = sl_topa_widget_measure;
  SL_PICTURE_WIDGET_CLASS (klass)->build = sl_topa_widget_build;
  gtk_widget_class_set_css_name (widget_class, "topa");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SPIN_BUTTON);
}

static void
sl_topa_widget_init (SlTopaWidget *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->selected = SL_TOPA_NO_ENTRY;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

/**
 * sl_topa_widget_set_document:
 * @document: what to show; once
 */
void
sl_topa_widget_set_document (SlTopaWidget *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_TOPA_WIDGET (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  document_changed_cb (self, SL_CHANGED_TRACE | SL_CHANGED_PICKED);
}

/**
 * sl_topa_widget_is_for:
 *
 * Returns: whether a trace of the document was rebuilt from memory
 */
gboolean
sl_topa_widget_is_for (SlDocument *document)
{
  guint number;

  return sl_topa_link_find (document, &number) != NULL;
}
