/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-message.h"

/* Messages that are shown in a window for a while. */

/* Seconds for which a message of a key is shown after the key was last pressed. */
#define SHOWN 10

/* The message of a key that is shown, as data of what shows it. */
#define KEY_MESSAGE "key-message"

typedef struct
{
  AdwToast *toast;
  guint timer;
} KeyMessage;

static void
key_message_free (gpointer data)
{
  KeyMessage *self = data;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_object_unref (self->toast);
  g_free (self);
}

static AdwToastOverlay *
find_toasts (GtkWidget *widget)
{
  return (AdwToastOverlay *) gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
}

/**
 * sl_message_show:
 * @widget: in a window that shows messages
 * @text: a sentence
 */
void
sl_message_show (GtkWidget *widget, const char *text)
{
  AdwToastOverlay *toasts = find_toasts (widget);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  if (toasts != NULL)
    adw_toast_overlay_add_toast (toasts, adw_toast_new (markup));
}

static void
dismissed_cb (GObject *toasts)
{
  g_object_set_data (toasts, KEY_MESSAGE, NULL);
}

static gboolean
hide_cb (gpointer user_data)
{
  KeyMessage *self = user_data;
  g_autoptr (AdwToast) toast = g_object_ref (self->toast);

  self->timer = 0;
  adw_toast_dismiss (toast);
  return G_SOURCE_REMOVE;
}

static KeyMessage *
show_key_message (AdwToastOverlay *toasts, const char *markup)
{
  KeyMessage *self = g_new0 (KeyMessage, 1);

  /* Without a time of its own: that would count from the first key. */
  self->toast = g_object_ref (adw_toast_new (markup));
  adw_toast_set_timeout (self->toast, 0);
  g_signal_connect_object (self->toast, "dismissed", G_CALLBACK (dismissed_cb), toasts,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (toasts), KEY_MESSAGE, self, key_message_free);
  adw_toast_overlay_add_toast (toasts, self->toast);
  return self;
}

/**
 * sl_message_replace:
 * @widget: in a window that shows messages
 * @text: a sentence
 *
 * As sl_message_show(), for what a key says that is pressed again and again: the text takes the place of the last one that is
 * still shown. That one is not dismissed, since libadwaita 1.2.2 crashes when a window is closed after a message was dismissed
 * and another one shown at once.
 */
void
sl_message_replace (GtkWidget *widget, const char *text)
{
  AdwToastOverlay *toasts = find_toasts (widget);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  KeyMessage *message;

  if (toasts == NULL)
    return;

  message = g_object_get_data (G_OBJECT (toasts), KEY_MESSAGE);
  if (message == NULL)
    message = show_key_message (toasts, markup);
  else
    adw_toast_set_title (message->toast, markup);
  g_clear_handle_id (&message->timer, g_source_remove);
  message->timer = g_timeout_add_seconds (SHOWN, hide_cb, message);
}

/**
 * sl_message_withdraw:
 * @widget: in a window that shows messages
 *
 * Takes back what sl_message_replace() shows: it is said elsewhere now.
 */
void
sl_message_withdraw (GtkWidget *widget)
{
  AdwToastOverlay *toasts = find_toasts (widget);
  KeyMessage *message = toasts != NULL ? g_object_get_data (G_OBJECT (toasts), KEY_MESSAGE) : NULL;

  if (message == NULL)
    return;

  g_clear_handle_id (&message->timer, g_source_remove);
  hide_cb (message);
}
