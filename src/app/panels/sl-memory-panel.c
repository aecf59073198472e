/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"
#include "sl-topa-widget.h"

/* Where Intel PT's output was in memory, as a picture that scrolls. */
struct _SlMemoryPanel
{
  SlDocumentWidget base;

  SlTopaWidget *topa;
};

G_DEFINE_FINAL_TYPE (SlMemoryPanel, sl_memory_panel, SL_TYPE_DOCUMENT_WIDGET)

static void
sl_memory_panel_attached (SlDocumentWidget *widget)
{
  sl_topa_widget_set_document (SL_MEMORY_PANEL (widget)->topa, widget->document);
}

static void
sl_memory_panel_class_init (SlMemoryPanelClass *klass)
{
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_memory_panel_attached;
}

static void
sl_memory_panel_init (SlMemoryPanel *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);

  self->topa = g_object_new (SL_TYPE_TOPA_WIDGET, NULL);
  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), GTK_WIDGET (self->topa));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), viewport);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

/**
 * sl_memory_panel_get_picture:
 *
 * Returns: (transfer none): an #SlPictureWidget
 */
GtkWidget *
sl_memory_panel_get_picture (SlMemoryPanel *self)
{
  g_return_val_if_fail (SL_IS_MEMORY_PANEL (self), NULL);

  return GTK_WIDGET (self->topa);
}
