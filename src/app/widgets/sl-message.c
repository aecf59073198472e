/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-message.h"

/* Messages that are shown in a window for a while. */

/* Seconds for which a message is shown after it was last said. */
#define SHOWN 10

/* The lines that a long message may take. */
#define MOST_LINES 4

/* How long a message takes to come and to go, at most. libadwaita 1.2.2 crashes when one goes that is still coming, and when a
 * window is closed while one goes and another comes. */
#define MOVING_MSEC 500

/* The messages of what shows them, as its data. */
#define MESSAGES "messages"

typedef struct
{
  char *text;
  const char *button; /* static, as its action; NULL for none */
  const char *action;
  GVariant *target;
} Message;

typedef struct
{
  AdwToastOverlay *overlay; /* owns this */
  AdwToast *toast;          /* that is shown; NULL for none */
  GtkLabel *label;          /* owned by @toast */
  guint timer;              /* until it goes */
  gint64 moved;      /* when the last one began to come or to go; %G_MININT64 before the first */
  Message next;      /* that comes after that; without a text for none */
  guint wait;        /* until it comes */
  gboolean is_quiet; /* messages are only said */
} Messages;

static void
message_clear (Message *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->target, g_variant_unref);
}

static void
messages_free (gpointer data)
{
  Messages *self = data;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_object (&self->toast);
  message_clear (&self->next);
  g_free (self);
}

/* The description of a widget, as its data, where it has one. */
#define DESCRIPTION "accessible-description"

/* Whether it describes a message in place of itself, in the same way. */
#define SAYING "accessible-saying"

/* Whether readers were told of it, likewise. */
#define KNOWN "accessible-known"

static void
set_description (GtkWidget *widget, const char *description)
{
  if (description != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/**
 * sl_message_make_known:
 * @widget: in a window; gets the focus soon
 *
 * Tells readers that there is the widget, before it is described. GTK 4.8 tells them by itself when the widget gets the focus,
 * and what changed until then right after that: they would say it as a part of what has the focus, and once more as a change.
 * A change of whether the widget takes the focus is what it tells at any time.
 */
void
sl_message_make_known (GtkWidget *widget)
{
  gboolean is_focusable = gtk_widget_get_focusable (widget);

  if (gtk_widget_get_root (widget) == NULL || g_object_get_data (G_OBJECT (widget), KNOWN) != NULL)
    return;

  g_object_set_data (G_OBJECT (widget), KNOWN, widget);
  if (gtk_widget_has_focus (widget))
    return;

  gtk_widget_set_focusable (widget, !is_focusable);
  gtk_widget_set_focusable (widget, is_focusable);
}

/**
 * sl_message_describe:
 * @description: (nullable): what is said of @widget beside its name
 *
 * Gives a widget its accessible description. Such a one has it again after a message was said.
 */
void
sl_message_describe (GtkWidget *widget, const char *description)
{
  g_object_set_data_full (G_OBJECT (widget), DESCRIPTION, g_strdup (description), g_free);
  set_description (widget, description);
}

/* What readers know as having the focus: of an entry not what holds its text. */
static GtkWidget *
get_spoken (GtkWidget *focus)
{
  GtkWidget *parent = gtk_widget_get_parent (focus);

  return GTK_IS_TEXT (focus) && GTK_IS_EDITABLE (parent) ? parent : focus;
}

/* Not earlier: readers would say the description after the message. */
static void
focus_left_cb (GtkWidget *widget)
{
  GtkWidget *spoken = get_spoken (widget);
  const char *description = g_object_get_data (G_OBJECT (spoken), DESCRIPTION);

  if (gtk_widget_has_focus (widget))
    return;

  g_object_set_data (G_OBJECT (widget), SAYING, NULL);
  g_signal_handlers_disconnect_by_func (widget, focus_left_cb, NULL);
  set_description (spoken,
                   description != NULL ? description : gtk_widget_get_tooltip_text (spoken));
}

/**
 * sl_message_say:
 * @widget: in the window
 * @text: a sentence, or less
 *
 * Has screen readers say what is plain to see for others. GTK 4.8 has nothing for this, nor does it tell readers that a
 * message appears: what they do say at once is another description of the widget that has the focus.
 */
void
sl_message_say (GtkWidget *widget, const char *text)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL)
    return;

  if (g_object_get_data (G_OBJECT (focus), SAYING) == NULL)
    g_signal_connect (focus, "notify::has-focus", G_CALLBACK (focus_left_cb), NULL);
  g_object_set_data (G_OBJECT (focus), SAYING, focus);
  /* The same text is said again. */
  set_description (get_spoken (focus), NULL);
  set_description (get_spoken (focus), text);
}

/* NULL in a window that shows no messages. */
static Messages *
get_messages (GtkWidget *widget)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  Messages *self;

  if (overlay == NULL)
    return NULL;

  self = g_object_get_data (G_OBJECT (overlay), MESSAGES);
  if (self == NULL)
    {
      self = g_new0 (Messages, 1);
      self->overlay = ADW_TOAST_OVERLAY (overlay);
      self->moved = G_MININT64;
      g_object_set_data_full (G_OBJECT (overlay), MESSAGES, self, messages_free);
    }
  return self;
}

/* The user may send it away, too. */
static void
dismissed_cb (GObject *overlay)
{
  Messages *self = g_object_get_data (overlay, MESSAGES);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->toast);
  self->moved = g_get_monotonic_time ();
}

/* Milliseconds until nothing comes or goes. */
static guint
get_moving (const Messages *self)
{
  gint64 since =
      self->moved != G_MININT64 ? (g_get_monotonic_time () - self->moved) / 1000 : MOVING_MSEC;

  return since < MOVING_MSEC ? (guint) (MOVING_MSEC - since) : 0;
}

static gboolean
hide_cb (gpointer user_data)
{
  Messages *self = user_data;
  g_autoptr (AdwToast) toast = g_object_ref (self->toast);

  self->timer = 0;
  adw_toast_dismiss (toast);
  return G_SOURCE_REMOVE;
}

static void
add_toast (Messages *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_lines (self->label, MOST_LINES);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "heading");

  /* Without a time of its own: that would count from the first text. */
  self->toast = g_object_ref (adw_toast_new (""));
  adw_toast_set_custom_title (self->toast, GTK_WIDGET (self->label));
  adw_toast_set_timeout (self->toast, 0);
  g_signal_connect_object (self->toast, "dismissed", G_CALLBACK (dismissed_cb), self->overlay,
                           G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->overlay, self->toast);
  /* What holds it is placed at the start: GTK makes that only as wide as the lines need which its height has room for, and
   * leaves the rest of the width empty. */
  gtk_widget_set_halign (gtk_widget_get_parent (GTK_WIDGET (self->label)), GTK_ALIGN_FILL);
  self->moved = g_get_monotonic_time ();
}

static int
measure_width (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* libadwaita 1.2 makes a message as high as it would be on a line of its own length, however narrow the window is: so that
 * it has room for all of its lines, the text wants no more than the window can give it. */
static void
fit_label (Messages *self)
{
  GtkWidget *overlay = GTK_WIDGET (self->overlay);
  GtkWidget *shape = GTK_WIDGET (self->label);
  PangoContext *context = gtk_widget_get_pango_context (shape);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  int letter = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                    pango_font_metrics_get_approximate_digit_width (metrics));
  int room;

  pango_font_metrics_unref (metrics);
  while (gtk_widget_get_parent (shape) != NULL && gtk_widget_get_parent (shape) != overlay)
    shape = gtk_widget_get_parent (shape);
  gtk_label_set_max_width_chars (self->label, -1);
  room = gtk_widget_get_width (overlay) - measure_width (shape) +
         measure_width (GTK_WIDGET (self->label));
  gtk_label_set_max_width_chars (self->label, MAX (room * PANGO_SCALE / MAX (letter, 1), 1));
}

static void
show (Messages *self, const Message *message)
{
  if (self->toast == NULL)
    add_toast (self);
  gtk_label_set_label (self->label, message->text);
  adw_toast_set_button_label (self->toast, message->button);
  /* An action never has the target of another one. */
  adw_toast_set_action_name (self->toast, NULL);
  adw_toast_set_action_target_value (self->toast, message->target);
  adw_toast_set_action_name (self->toast, message->action);
  fit_label (self);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add_seconds (SHOWN, hide_cb, self);
}

static gboolean
next_cb (gpointer user_data)
{
  Messages *self = user_data;

  self->wait = 0;
  show (self, &self->next);
  message_clear (&self->next);
  return G_SOURCE_REMOVE;
}

/**
 * sl_message_offer:
 * @widget: in a window that shows messages, or what shows them
 * @text: a sentence
 * @button: (nullable): label of a button, which lives as long as the program; %NULL for none
 * @action: (nullable): what the button does, likewise
 * @target: (nullable): of the action; taken where it is floating
 *
 * The message takes the place of the last one that is still shown: what was asked last is answered at once.
 */
void
sl_message_offer (GtkWidget *widget,
                  const char *text,
                  const char *button,
                  const char *action,
                  GVariant *target)
{
  Messages *self = get_messages (widget);
  Message message = { g_strdup (text), button, action,
                      target != NULL ? g_variant_ref_sink (target) : NULL };

  if (self != NULL)
    sl_message_say (widget, text);
  if (self == NULL || self->is_quiet)
    {
      message_clear (&message);
      return;
    }
  if (self->toast != NULL || get_moving (self) == 0)
    {
      show (self, &message);
      message_clear (&message);
      return;
    }

  message_clear (&self->next);
  self->next = message;
  if (self->wait == 0)
    self->wait = g_timeout_add (get_moving (self), next_cb, self);
}

/**
 * sl_message_show:
 * @widget: in a window that shows messages, or what shows them
 * @text: a sentence
 *
 * As sl_message_offer(), without a button.
 */
void
sl_message_show (GtkWidget *widget, const char *text)
{
  sl_message_offer (widget, text, NULL, NULL, NULL);
}

/**
 * sl_message_withdraw:
 * @widget: in a window that shows messages
 *
 * Takes back what is shown: it is said elsewhere now.
 */
void
sl_message_withdraw (GtkWidget *widget)
{
  Messages *self = get_messages (widget);

  if (self == NULL)
    return;

  g_clear_handle_id (&self->wait, g_source_remove);
  message_clear (&self->next);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->toast != NULL)
    self->timer = g_timeout_add (get_moving (self), hide_cb, self);
}

/**
 * sl_message_set_quiet:
 * @widget: in a window that shows messages
 *
 * While an audience looks at the window, messages are for screen readers only, and what is shown goes.
 */
void
sl_message_set_quiet (GtkWidget *widget, gboolean is_quiet)
{
  Messages *self = get_messages (widget);

  if (self == NULL)
    return;

  self->is_quiet = is_quiet;
  if (is_quiet)
    sl_message_withdraw (widget);
}
