/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-proxy.h"

#include "sl-message.h"

/* Stands in for something that the timeline only draws: takes the keyboard's focus and tells
 * assistive technologies what is there. Itself it shows nothing but a ring of focus. */
struct _SlTimelineProxy
{
  GtkWidget parent_instance;

  char *row; /* NULL for the box */
  char *name;
  char *description;
};

G_DEFINE_FINAL_TYPE (SlTimelineProxy, sl_timeline_proxy, GTK_TYPE_WIDGET)

static void
sl_timeline_proxy_finalize (GObject *object)
{
  SlTimelineProxy *self = SL_TIMELINE_PROXY (object);

  g_clear_pointer (&self->row, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->description, g_free);

  G_OBJECT_CLASS (sl_timeline_proxy_parent_class)->finalize (object);
}

static void
sl_timeline_proxy_class_init (SlTimelineProxyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_timeline_proxy_finalize;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "timelineproxy");
}

static void
sl_timeline_proxy_init (SlTimelineProxy *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* The pointer goes to the timeline below. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/**
 * sl_timeline_proxy_new:
 * @role: what it stands in for
 * @row: (nullable): key of the row whose header it is
 */
GtkWidget *
sl_timeline_proxy_new (GtkAccessibleRole role, const char *row)
{
  SlTimelineProxy *self = g_object_new (SL_TYPE_TIMELINE_PROXY, "accessible-role", role, NULL);

  self->row = g_strdup (row);
  return GTK_WIDGET (self);
}

/**
 * sl_timeline_proxy_get_row:
 *
 * Returns: (nullable): key of the row whose header it is
 */
const char *
sl_timeline_proxy_get_row (SlTimelineProxy *self)
{
  g_return_val_if_fail (SL_IS_TIMELINE_PROXY (self), NULL);

  return self->row;
}

/**
 * sl_timeline_proxy_describe:
 * @name: what it is
 * @description: (nullable): more about it
 *
 * Says nothing where nothing changed, nor what the name ends with: readers would repeat themselves.
 */
void
sl_timeline_proxy_describe (SlTimelineProxy *self, const char *name, const char *description)
{
  g_return_if_fail (SL_IS_TIMELINE_PROXY (self));

  if (name != NULL && description != NULL && g_str_has_suffix (name, description))
    description = NULL;
  if (g_strcmp0 (self->name, name) != 0)
    {
      g_free (self->name);
      self->name = g_strdup (name);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      name != NULL ? name : "", -1);
    }
  if (g_strcmp0 (self->description, description) != 0)
    {
      g_free (self->description);
      self->description = g_strdup (description);
      sl_message_describe (GTK_WIDGET (self), description != NULL ? description : "");
    }
}

/**
 * sl_timeline_proxy_allocate:
 * @box: left, top, width and height of what it stands in for, in its parent
 */
void
sl_timeline_proxy_allocate (SlTimelineProxy *self, const float box[4])
{
  GtkAllocation place = { (int) box[0], (int) box[1], MAX ((int) box[2], 1),
                          MAX ((int) box[3], 1) };

  g_return_if_fail (SL_IS_TIMELINE_PROXY (self));

  gtk_widget_size_allocate (GTK_WIDGET (self), &place, -1);
}
