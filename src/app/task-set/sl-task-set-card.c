/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-card.h"

#include <glib/gi18n.h>

#include "sl-task-model-control.h"
#include "sl-task-set-fields.h"
#include "sl-task-set-title.h"
#include "sl-widget-util.h"

/* One group of a task set, to be changed: its name, the keys that matter most in a line, and the
 * others folded away below. What is done to the group as a whole is asked of whoever holds it. */
struct _SlTaskSetCard
{
  AdwBin parent_instance;

  SlTaskModelStore *store;
  SlModelGroup group;
  char *name;
  SlTaskSetTitle *title; /* NULL where the group has no name */
  GtkExpander *more;
  GtkLabel *error_text;
  GPtrArray *controls; /* of SlTaskModelControl */
  char *fault;         /* of the group as a whole; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlTaskSetCard, sl_task_set_card, ADW_TYPE_BIN)

enum
{
  SIGNAL_TOLD,
  SIGNAL_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static SlTaskModelControl *
find_control (SlTaskSetCard *self, const char *key)
{
  for (guint i = 0; key != NULL && i < self->controls->len; i++)
    {
      SlTaskModelControl *control = g_ptr_array_index (self->controls, i);

      if (g_str_equal (sl_task_model_control_get_key (control)->id, key))
        return control;
    }
  return NULL;
}

static gboolean
is_more (SlTaskSetCard *self, SlTaskModelControl *control)
{
  return self->more != NULL &&
         gtk_widget_is_ancestor (GTK_WIDGET (control), GTK_WIDGET (self->more));
}

/* The first error of all, under the fields; what is wrong is not folded away. */
static void
show_error_text (SlTaskSetCard *self)
{
  const char *of_name = self->title != NULL ? sl_task_set_title_get_error_text (self->title) : NULL;
  g_autofree char *text = g_strdup (of_name != NULL ? of_name : self->fault);

  for (guint i = 0; of_name == NULL && i < self->controls->len; i++)
    {
      SlTaskModelControl *control = g_ptr_array_index (self->controls, i);
      const char *error_text = sl_task_model_control_get_error_text (control);

      if (error_text == NULL)
        continue;

      g_free (text);
      text = g_strdup_printf ("%s: %s", _ (sl_task_model_control_get_key (control)->title),
                              error_text);
      if (is_more (self, control))
        gtk_expander_set_expanded (self->more, TRUE);
      break;
    }
  gtk_label_set_label (self->error_text, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_text), text != NULL);
  g_signal_emit (self, signals[SIGNAL_TOLD], 0);
}

static void
ask (SlTaskSetCard *self, const char *what)
{
  g_signal_emit (self, signals[SIGNAL_ASKED], 0, what);
}

static void
asked_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask (SL_TASK_SET_CARD (widget), name);
}

static void
set_fault (SlTaskSetCard *self, const char *text)
{
  if (g_strcmp0 (self->fault, text) == 0)
    return;

  g_free (self->fault);
  self->fault = g_strdup (text);
  show_error_text (self);
}

static void
name_parts (SlTaskSetCard *self)
{
  g_autofree char *more =
      g_strdup_printf ("%s: %s", self->title != NULL ? self->name : _ ("Scheduler"), _ ("More"));

  for (guint i = 0; i < self->controls->len; i++)
    sl_task_model_control_set_name (g_ptr_array_index (self->controls, i), self->name);
  if (self->more != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    more, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->title != NULL ? self->name : _ ("Scheduler"), -1);
}

static GtkWidget *
make_menu (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("_Duplicate"), "card.duplicate");
  g_menu_append (menu, _ ("Move _Up"), "card.up");
  g_menu_append (menu, _ ("Move D_own"), "card.down");
  g_menu_append (menu, _ ("_Remove"), "card.remove");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_widget_set_tooltip_text (button, _ ("Duplicate, move, remove"));
  gtk_widget_add_css_class (button, "flat");
  return button;
}

static void
renamed_cb (SlTaskSetCard *self)
{
  g_free (self->name);
  self->name = g_strdup (sl_task_set_title_get_name (self->title));
  name_parts (self);
}

static GtkWidget *
make_title (SlTaskSetCard *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = sl_task_set_title_new (self->store, self->group, self->name);

  self->title = SL_TASK_SET_TITLE (title);
  gtk_widget_set_hexpand (title, TRUE);
  g_signal_connect_swapped (title, "told", G_CALLBACK (show_error_text), self);
  g_signal_connect_swapped (title, "renamed", G_CALLBACK (renamed_cb), self);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), make_menu ());
  return box;
}

static void
add_more (SlTaskSetCard *self, GtkBox *box)
{
  gboolean is_given;
  GtkWidget *grid = sl_task_set_fields_make_more (self->store, self->group, self->name,
                                                  self->controls, &is_given);
  GtkWidget *expander;

  g_object_ref_sink (grid);
  if (gtk_widget_get_first_child (grid) != NULL)
    {
      expander = gtk_expander_new (_ ("More"));
      gtk_widget_set_margin_top (grid, 6);
      gtk_expander_set_child (GTK_EXPANDER (expander), grid);
      gtk_expander_set_expanded (GTK_EXPANDER (expander), is_given);
      self->more = GTK_EXPANDER (expander);
      gtk_box_append (box, expander);
    }
  g_object_unref (grid);
}

static void
fill (SlTaskSetCard *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (box, "task-set-card");
  self->error_text = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->error_text, TRUE);
  gtk_label_set_xalign (self->error_text, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_text), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->error_text), FALSE);

  if (self->group != SL_MODEL_SCHEDULER)
    gtk_box_append (GTK_BOX (box), make_title (self));
  gtk_box_append (GTK_BOX (box), sl_task_set_fields_make_first (self->store, self->group,
                                                                self->name, self->controls));
  add_more (self, GTK_BOX (box));
  for (guint i = 0; i < self->controls->len; i++)
    g_signal_connect_swapped (g_ptr_array_index (self->controls, i), "told",
                              G_CALLBACK (show_error_text), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->error_text));
  adw_bin_set_child (ADW_BIN (self), box);
  name_parts (self);
  sl_button_names_give (GTK_WIDGET (self));
}

static void
sl_task_set_card_finalize (GObject *object)
{
  SlTaskSetCard *self = SL_TASK_SET_CARD (object);

  g_clear_object (&self->store);
  g_clear_pointer (&self->controls, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->fault);

  G_OBJECT_CLASS (sl_task_set_card_parent_class)->finalize (object);
}

static void
add_key (GtkWidgetClass *klass, guint key, GdkModifierType modifiers, const char *action)
{
  gtk_widget_class_add_binding_action (klass, key, modifiers, action, NULL);
}

static void
sl_task_set_card_class_init (SlTaskSetCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_task_set_card_finalize;

  /**
   * SlTaskSetCard::told:
   *
   * sl_task_set_card_is_invalid() may say something else.
   */
  signals[SIGNAL_TOLD] = g_signal_new ("told", SL_TYPE_TASK_SET_CARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlTaskSetCard::asked:
   * @what: is to be done to the group: "card.duplicate", "card.up", "card.down" or "card.remove"
   */
  signals[SIGNAL_ASKED] = g_signal_new ("asked", SL_TYPE_TASK_SET_CARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_install_action (widget_class, "card.duplicate", NULL, asked_cb);
  gtk_widget_class_install_action (widget_class, "card.up", NULL, asked_cb);
  gtk_widget_class_install_action (widget_class, "card.down", NULL, asked_cb);
  gtk_widget_class_install_action (widget_class, "card.remove", NULL, asked_cb);
  add_key (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "card.duplicate");
  add_key (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "card.up");
  add_key (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "card.down");
  add_key (widget_class, GDK_KEY_Delete, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "card.remove");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sl_task_set_card_init (SlTaskSetCard *self)
{
  self->controls = g_ptr_array_new ();
}

/**
 * sl_task_set_card_new:
 * @name: of the group; "" of the scheduler
 *
 * Returns: (transfer floating)
 */
GtkWidget *
sl_task_set_card_new (SlTaskModelStore *store, SlModelGroup group, const char *name)
{
  SlTaskSetCard *self = g_object_new (SL_TYPE_TASK_SET_CARD, NULL);

  self->store = g_object_ref (store);
  self->group = group;
  self->name = g_strdup (name);
  if (group == SL_MODEL_SCHEDULER)
    {
      static const char *const actions[] = { "card.duplicate", "card.up", "card.down",
                                             "card.remove" };

      for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
        gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], FALSE);
    }
  fill (self);
  return GTK_WIDGET (self);
}

SlModelGroup
sl_task_set_card_get_group (SlTaskSetCard *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_CARD (self), SL_MODEL_TASK);

  return self->group;
}

/* Returns: (transfer none): of the group, as it stands in the set */
const char *
sl_task_set_card_get_name (SlTaskSetCard *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_CARD (self), NULL);

  return self->name;
}

/**
 * sl_task_set_card_is_invalid:
 *
 * Returns: whether something is typed that the set has not
 */
gboolean
sl_task_set_card_is_invalid (SlTaskSetCard *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_CARD (self), FALSE);

  for (guint i = 0; i < self->controls->len; i++)
    if (sl_task_model_control_is_invalid (g_ptr_array_index (self->controls, i)))
      return TRUE;

  return FALSE;
}

/**
 * sl_task_set_card_update:
 *
 * Shows what the set says now.
 */
void
sl_task_set_card_update (SlTaskSetCard *self)
{
  g_return_if_fail (SL_IS_TASK_SET_CARD (self));

  for (guint i = 0; i < self->controls->len; i++)
    sl_task_model_control_update (g_ptr_array_index (self->controls, i));
}

/**
 * sl_task_set_card_set_fault:
 * @key: (nullable): of the entry that is wrong; %NULL for the group as a whole
 * @text: (nullable): what is wrong; %NULL for nothing
 */
void
sl_task_set_card_set_fault (SlTaskSetCard *self, const char *key, const char *text)
{
  SlTaskModelControl *meant;

  g_return_if_fail (SL_IS_TASK_SET_CARD (self));

  meant = text != NULL ? find_control (self, key) : NULL;
  for (guint i = 0; i < self->controls->len; i++)
    {
      SlTaskModelControl *control = g_ptr_array_index (self->controls, i);

      sl_task_model_control_set_fault (control, control == meant ? text : NULL);
    }
  set_fault (self, meant == NULL ? text : NULL);
}

/**
 * sl_task_set_card_dup_focused_key:
 *
 * Returns: (transfer full) (nullable): the key whose entry takes the keys, "" for another part of
 *   the card, %NULL for none
 */
char *
sl_task_set_card_dup_focused_key (SlTaskSetCard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    return NULL;

  for (guint i = 0; i < self->controls->len; i++)
    {
      SlTaskModelControl *control = g_ptr_array_index (self->controls, i);

      if (gtk_widget_is_ancestor (focus, GTK_WIDGET (control)))
        return g_strdup (sl_task_model_control_get_key (control)->id);
    }
  return g_strdup ("");
}

/**
 * sl_task_set_card_focus:
 * @key: whose entry takes the keys from now on; "" for the name
 */
void
sl_task_set_card_focus (SlTaskSetCard *self, const char *key)
{
  SlTaskModelControl *control = find_control (self, key);

  if (control == NULL && self->title != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->title));
  else
    {
      if (control == NULL)
        control = g_ptr_array_index (self->controls, 0);
      if (is_more (self, control))
        gtk_expander_set_expanded (self->more, TRUE);
      gtk_widget_grab_focus (GTK_WIDGET (control));
    }
}
