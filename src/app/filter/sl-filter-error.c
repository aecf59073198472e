/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-error.h"

#define MOST_CHARS 90

/* What is wrong with what is typed, above the entry and over whatever is there: nothing moves for it.
 * Below the entry are the suggestions. */
struct _SlFilterError
{
  GtkPopover *popover; /* the bar's child */
  GtkWidget *entry;
  GtkLabel *label;
};

/**
 * sl_filter_error_new:
 * @bar: has it
 * @entry: in @bar
 *
 * Returns: (transfer full): nothing is wrong yet
 */
SlFilterError *
sl_filter_error_new (GtkWidget *bar, GtkWidget *entry)
{
  SlFilterError *self = g_new0 (SlFilterError, 1);

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (self->label, MOST_CHARS);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "error");

  self->popover = GTK_POPOVER (gtk_popover_new ());
  gtk_popover_set_child (self->popover, GTK_WIDGET (self->label));
  gtk_popover_set_autohide (self->popover, FALSE);
  gtk_popover_set_has_arrow (self->popover, FALSE);
  gtk_popover_set_position (self->popover, GTK_POS_TOP);
  gtk_widget_set_halign (GTK_WIDGET (self->popover), GTK_ALIGN_START);
  gtk_widget_set_can_focus (GTK_WIDGET (self->popover), FALSE);
  gtk_widget_set_can_target (GTK_WIDGET (self->popover), FALSE);
  gtk_widget_set_parent (GTK_WIDGET (self->popover), bar);
  self->entry = entry;
  return self;
}

/**
 * sl_filter_error_free:
 *
 * While the bar is still there.
 */
void
sl_filter_error_free (SlFilterError *self)
{
  gtk_widget_unparent (GTK_WIDGET (self->popover));
  g_free (self);
}

static void
point (SlFilterError *self)
{
  GtkWidget *bar = gtk_widget_get_parent (GTK_WIDGET (self->popover));
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (self->entry, bar, &bounds))
    gtk_popover_set_pointing_to (self->popover,
                                 &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                                                   (int) bounds.size.width,
                                                   (int) bounds.size.height });
}

/**
 * sl_filter_error_show:
 * @text: (nullable): what is wrong; %NULL for nothing
 */
void
sl_filter_error_show (SlFilterError *self, const char *text)
{
  if (text == NULL)
    {
      gtk_popover_popdown (self->popover);
      return;
    }

  gtk_label_set_label (self->label, text);
  point (self);
  if (!gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    gtk_popover_popup (self->popover);
}
