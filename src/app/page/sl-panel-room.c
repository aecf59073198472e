/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panel-room.h"

#include "sl-widget-util.h"

/* With less room than that, the pages are chosen from a list that drops down. */
#define INDEX_LEAST 168
#define WIDTH_LEAST 560

struct _SlPanelRoom
{
  GtkWidget *widget; /* that has both */
  GtkWidget *index;
  GtkWidget *switcher;
  int index_width;
  guint tick; /* 0 for none */
};

/**
 * sl_panel_room_new:
 * @widget: that has the two others, and outlives what is returned
 * @index: names of all pages
 * @switcher: shown instead of it where there is too little room
 *
 * Returns: (transfer full): to be told of widths
 */
SlPanelRoom *
sl_panel_room_new (GtkWidget *widget, GtkWidget *index, GtkWidget *switcher)
{
  SlPanelRoom *self = g_new0 (SlPanelRoom, 1);

  self->widget = widget;
  self->index = index;
  self->switcher = switcher;
  return self;
}

void
sl_panel_room_free (SlPanelRoom *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  g_free (self);
}

/* Whether there is room for the names of all pages, in text of the size that the user has chosen. */
static gboolean
has_room (SlPanelRoom *self, int width)
{
  double scale = sl_text_scale_get (self->widget);

  return self->index_width >= INDEX_LEAST * scale && width >= WIDTH_LEAST * scale;
}

static gboolean
arrange_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlPanelRoom *self = user_data;
  gboolean has_index = has_room (self, gtk_widget_get_width (widget));

  self->tick = 0;
  gtk_widget_set_size_request (self->index, has_index ? self->index_width : -1, -1);
  gtk_widget_set_visible (self->index, has_index);
  gtk_widget_set_visible (self->switcher, !has_index);
  return G_SOURCE_REMOVE;
}

/* Not at once: what comes or goes while sizes are given is not drawn by GTK. */
static void
queue_arrange (SlPanelRoom *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (self->widget, arrange_cb, self, NULL);
}

/**
 * sl_panel_room_set_index_width:
 * @width: of the names of the pages, in pixels, where there is room for them
 */
void
sl_panel_room_set_index_width (SlPanelRoom *self, int width)
{
  self->index_width = width;
  queue_arrange (self);
}

/**
 * sl_panel_room_allocate:
 * @width: that the widget gets, in pixels
 *
 * Shows the other one of index and switcher with the next frame, where that fits.
 */
void
sl_panel_room_allocate (SlPanelRoom *self, int width)
{
  if (gtk_widget_get_visible (self->index) != has_room (self, width))
    queue_arrange (self);
}
