/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-actions.h"

#include <glib/gi18n.h>

#include "sl-action-util.h"
#include "sl-file-chooser.h"
#include "sl-task-model-save.h"

/* What every window that changes a task model does with it as a whole. */

/* Of one window, which owns it. */
typedef struct
{
  GtkWindow *window;
  SlTaskModelStore *store;
  GtkWidget *toasts;
  const SlModelOpening *opening;
  GActionMap *actions;
  GtkFileChooserNative *chooser; /* NULL while it is not shown */
} Actions;

static void
actions_free (gpointer data)
{
  Actions *self = data;

  if (self->chooser != NULL)
    g_signal_handlers_disconnect_by_data (self->chooser, self);
  g_clear_object (&self->chooser);
  g_object_unref (self->actions);
  g_object_unref (self->store);
  g_free (self);
}

static void
chooser_response_cb (Actions *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  self->opening->open (self->window, file);
}

static void
open_model (Actions *self)
{
  g_clear_object (&self->chooser);
  self->chooser = sl_file_chooser_new (self->window, _ (self->opening->title),
                                       GTK_FILE_CHOOSER_ACTION_OPEN, _ (self->opening->accept));
  sl_file_chooser_add_suffix (self->chooser, _ (self->opening->files), &SL_TASK_MODEL_SUFFIX[1]);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* One of the three functions is there. */
static const struct
{
  const char *name;
  void (*act) (SlTaskModelStore *store);
  void (*save) (GtkWidget *toasts, SlTaskModelStore *store);
  void (*ask) (Actions *self);
} actions[] = {
  { .name = "undo", .act = sl_task_model_store_undo },
  { .name = "redo", .act = sl_task_model_store_redo },
  { .name = "save", .save = sl_task_model_save_store },
  { .name = "save-as", .save = sl_task_model_save_as },
  { .name = "open", .ask = open_model },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Actions *self = user_data;
  guint i = 0;

  while (strcmp (actions[i].name, g_action_get_name (G_ACTION (action))) != 0)
    i++;
  if (actions[i].act != NULL)
    actions[i].act (self->store);
  else if (actions[i].save != NULL)
    actions[i].save (self->toasts, self->store);
  else
    actions[i].ask (self);
}

/* What was begun here and is in no file yet can be saved as it is. */
static void
follow_store (GtkWindow *window)
{
  Actions *self = g_object_get_data (G_OBJECT (window), "sl-task-model-actions");
  g_autofree char *name = sl_task_model_store_dup_name (self->store);
  gboolean is_in_no_file = sl_task_model_store_get_file (self->store) == NULL && name != NULL;

  sl_action_set_enabled (self->actions, "save",
                         sl_task_model_store_is_changed (self->store) || is_in_no_file);
  sl_action_set_enabled (self->actions, "undo", sl_task_model_store_can_undo (self->store));
  sl_action_set_enabled (self->actions, "redo", sl_task_model_store_can_redo (self->store));
}

/**
 * sl_task_model_actions_bind_keys:
 * @klass: of windows that have the actions
 */
void
sl_task_model_actions_bind_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_z, GDK_CONTROL_MASK, "model.undo" },
    { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "model.redo" },
    { GDK_KEY_y, GDK_CONTROL_MASK, "model.redo" },
    { GDK_KEY_s, GDK_CONTROL_MASK, "model.save" },
    { GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "model.save-as" },
    { GDK_KEY_o, GDK_CONTROL_MASK, "model.open" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
}

/**
 * sl_task_model_actions_add:
 * @window: has the actions "model.undo", "model.redo", "model.save", "model.save-as" and
 *   "model.open" from now on
 * @store: what they change
 * @toasts: a widget of @window on whose behalf is saved; what became of it is told there
 * @opening: static: how another model is opened
 */
void
sl_task_model_actions_add (GtkWindow *window,
                           SlTaskModelStore *store,
                           GtkWidget *toasts,
                           const SlModelOpening *opening)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  Actions *self = g_new0 (Actions, 1);

  self->window = window;
  self->store = g_object_ref (store);
  self->toasts = toasts;
  self->opening = opening;
  self->actions = G_ACTION_MAP (group);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name, .activate = activate_cb };

      g_action_map_add_action_entries (self->actions, &entry, 1, self);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (window), "model", G_ACTION_GROUP (group));
  g_object_set_data_full (G_OBJECT (window), "sl-task-model-actions", self, actions_free);
  g_signal_connect_object (store, "changed", G_CALLBACK (follow_store), window, G_CONNECT_SWAPPED);
  follow_store (window);
}

static gboolean
undo_key_cb (SlTaskModelStore *store, guint key, guint code, GdkModifierType modifiers)
{
  gboolean is_shifted = (modifiers & GDK_SHIFT_MASK) != 0;
  guint lower = gdk_keyval_to_lower (key);

  if ((modifiers & GDK_CONTROL_MASK) == 0 || (modifiers & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;

  if (lower == GDK_KEY_z && !is_shifted)
    sl_task_model_store_undo (store);
  else if (lower == GDK_KEY_z || lower == GDK_KEY_y)
    sl_task_model_store_redo (store);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/**
 * sl_task_model_actions_share_undo:
 * @entry: in which what belongs to @store is typed
 *
 * Has the keys for undo go to @store, which takes back all values in turn, instead of to the text.
 */
void
sl_task_model_actions_share_undo (GtkEditable *entry, SlTaskModelStore *store)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* Before the text, which keeps the keys also where it has no undo. */
  gtk_editable_set_enable_undo (entry, FALSE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (undo_key_cb), store, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
}
