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

static const struct
{
  guint key;
  GdkModifierType modifiers;
  SlPageMove move;
} keys[] = {
  { GDK_KEY_Home, GDK_CONTROL_MASK, SL_PAGE_MOVE_FIRST },
  { GDK_KEY_KP_Home, GDK_CONTROL_MASK, SL_PAGE_MOVE_FIRST },
  { GDK_KEY_End, GDK_CONTROL_MASK, SL_PAGE_MOVE_LAST },
  { GDK_KEY_KP_End, GDK_CONTROL_MASK, SL_PAGE_MOVE_LAST },
  { GDK_KEY_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_KP_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_Page_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_KP_Page_Up, 0, SL_PAGE_MOVE_UP },
  { GDK_KEY_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_KP_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_Page_Down, 0, SL_PAGE_MOVE_DOWN },
  { GDK_KEY_KP_Page_Down, 0, SL_PAGE_MOVE_DOWN },
};

/* By number of the key. */
static gboolean
pressed_cb (GtkWidget *list, GVariant *number, gpointer move)
{
  return ((SlPageMoveFunc) move) (list, keys[g_variant_get_uint32 (number)].move);
}

/**
 * sl_pager_keys_add:
 * @list: with a table inside that takes the same keys
 * @move: is asked first
 */
void
sl_pager_keys_add (GtkWidget *list, SlPageMoveFunc move)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcut *shortcut =
          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                            gtk_callback_action_new (pressed_cb, (gpointer) move, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_uint32 (i));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    }
  gtk_widget_add_controller (list, controller);
}
