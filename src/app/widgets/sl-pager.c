/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pager.h"

#include <glib/gi18n.h>

#include "sl-time-text.h"

/* Turns the pages of a list that is too long for one; invisible where there is one page. */
struct _SlPager
{
  AdwBin parent_instance;

  GtkWidget *previous_button;
  GtkWidget *next_button;
  GtkLabel *label;

  guint64 page;
};

G_DEFINE_FINAL_TYPE (SlPager, sl_pager, ADW_TYPE_BIN)

enum
{
  SIGNAL_TURNED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
previous_cb (SlPager *self)
{
  g_signal_emit (self, signals[SIGNAL_TURNED], 0, self->page - 1);
}

static void
next_cb (SlPager *self)
{
  g_signal_emit (self, signals[SIGNAL_TURNED], 0, self->page + 1);
}

static void
sl_pager_class_init (SlPagerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * SlPager::turned:
   * @page: the page that the user wants
   */
  signals[SIGNAL_TURNED] = g_signal_new ("turned", SL_TYPE_PAGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-pager.ui");
  gtk_widget_class_bind_template_child (widget_class, SlPager, previous_button);
  gtk_widget_class_bind_template_child (widget_class, SlPager, label);
  gtk_widget_class_bind_template_child (widget_class, SlPager, next_button);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
}

static void
sl_pager_init (SlPager *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sl_pager_set:
 * @page: the page that is shown, from 0
 * @n_rows: over all pages
 */
void
sl_pager_set (SlPager *self, guint64 page, guint64 n_rows)
{
  guint64 first = page * SL_PAGE_ROWS;
  guint64 end = MIN (first + SL_PAGE_ROWS, n_rows);
  g_autofree char *first_text = sl_time_text_ticks (first);
  g_autofree char *last_text = sl_time_text_ticks (MAX (end, 1) - 1);
  g_autofree char *all = sl_time_text_ticks (n_rows);
  g_autofree char *text = g_strdup_printf (_ ("%s … %s of %s"), first_text, last_text, all);

  g_return_if_fail (SL_IS_PAGER (self));

  self->page = page;
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), n_rows > SL_PAGE_ROWS);
  gtk_widget_set_sensitive (self->previous_button, page > 0);
  gtk_widget_set_sensitive (self->next_button, end < n_rows);
}
