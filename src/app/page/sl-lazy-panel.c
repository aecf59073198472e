/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lazy-panel.h"

#include "sl-button-names.h"

/* The place of a panel that is made when it is first seen: most traces have no use for most of the
 * panels below the timeline, and each takes its time whenever a trace is opened or closed. */
struct _SlLazyPanel
{
  AdwBin parent_instance;

  SlLazyPanelFunc make; /* NULL once it is made */
  SlDocument *document;
};

G_DEFINE_FINAL_TYPE (SlLazyPanel, sl_lazy_panel, ADW_TYPE_BIN)

enum
{
  SIGNAL_MADE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
sl_lazy_panel_map (GtkWidget *widget)
{
  SlLazyPanel *self = SL_LAZY_PANEL (widget);

  if (self->make != NULL)
    {
      GtkWidget *panel = self->make (self->document);

      self->make = NULL;
      g_clear_object (&self->document);
      adw_bin_set_child (ADW_BIN (self), panel);
      sl_button_names_give (panel);
      g_signal_emit (self, signals[SIGNAL_MADE], 0, panel);
    }
  GTK_WIDGET_CLASS (sl_lazy_panel_parent_class)->map (widget);
}

static void
sl_lazy_panel_dispose (GObject *object)
{
  g_clear_object (&SL_LAZY_PANEL (object)->document);

  G_OBJECT_CLASS (sl_lazy_panel_parent_class)->dispose (object);
}

static void
sl_lazy_panel_class_init (SlLazyPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_lazy_panel_dispose;
  GTK_WIDGET_CLASS (klass)->map = sl_lazy_panel_map;

  /**
   * SlLazyPanel::made:
   * @panel: the panel, which is there from now on
   */
  signals[SIGNAL_MADE] = g_signal_new ("made", SL_TYPE_LAZY_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, GTK_TYPE_WIDGET);
}

static void
sl_lazy_panel_init (SlLazyPanel *self)
{
}

/**
 * sl_lazy_panel_prepare:
 * @make: makes the panel
 * @document: that it is for
 */
void
sl_lazy_panel_prepare (SlLazyPanel *self, SlLazyPanelFunc make, SlDocument *document)
{
  g_return_if_fail (SL_IS_LAZY_PANEL (self));
  g_return_if_fail (adw_bin_get_child (ADW_BIN (self)) == NULL);

  self->make = make;
  g_set_object (&self->document, document);
}
