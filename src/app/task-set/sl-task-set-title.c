/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-title.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-model-text.h"
#include "sl-task-model-actions.h"
#include "sl-widget-util.h"

/* The name of a group of a task set, to be changed: all that speaks of the group follows it. */
struct _SlTaskSetTitle
{
  AdwBin parent_instance;

  SlTaskModelStore *store;
  SlModelGroup group;
  char *name; /* as it stands in the set */
  GtkEditable *entry;
  const char *error_text; /* about what is typed; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlTaskSetTitle, sl_task_set_title, ADW_TYPE_BIN)

enum
{
  SIGNAL_TOLD,
  SIGNAL_RENAMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
is_free (SlTaskSetTitle *self, const char *name)
{
  g_auto (GStrv) names =
      sl_task_model_list (sl_task_model_store_get_model (self->store), self->group);

  return !g_strv_contains ((const char *const *) names, name);
}

static const char *
find_fault (SlTaskSetTitle *self, const char *name)
{
  if (name[0] == '\0')
    return _ ("Enter a name");
  if (strpbrk (name, "[]@+,\r\n") != NULL)
    return _ ("A name cannot contain [ ] @ + or a comma");
  if (!g_str_equal (name, self->name) && !is_free (self, name))
    return _ ("This name is already in use");

  return NULL;
}

static void
changed_cb (SlTaskSetTitle *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));

  self->error_text = find_fault (self, name);
  sl_error_mark_set (GTK_WIDGET (self->entry), self->error_text != NULL);
  g_signal_emit (self, signals[SIGNAL_TOLD], 0);
}

static void
name_entry (SlTaskSetTitle *self)
{
  /* Translators: a task, lock, server or interrupt */
  g_autofree char *label = g_strdup_printf (_ ("%s: Name"), self->name);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

/* Not at each key: who takes the lock would be renamed with it each time. */
static void
rename_cb (SlTaskSetTitle *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;

  if (g_str_equal (name, self->name))
    return;
  if (find_fault (self, name) != NULL)
    {
      gtk_editable_set_text (self->entry, self->name);
      return;
    }

  before = sl_task_model_to_text (sl_task_model_store_get_model (self->store));
  text = sl_model_text_rename (before, self->group, self->name, name);
  g_free (self->name);
  self->name = g_strdup (name);
  name_entry (self);
  g_signal_emit (self, signals[SIGNAL_RENAMED], 0);
  sl_task_model_store_replace (self->store, text);
}

static gboolean
sl_task_set_title_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SL_TASK_SET_TITLE (widget)->entry));
}

static void
sl_task_set_title_finalize (GObject *object)
{
  SlTaskSetTitle *self = SL_TASK_SET_TITLE (object);

  g_clear_object (&self->store);
  g_free (self->name);

  G_OBJECT_CLASS (sl_task_set_title_parent_class)->finalize (object);
}

static void
sl_task_set_title_class_init (SlTaskSetTitleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_task_set_title_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = sl_task_set_title_grab_focus;

  /**
   * SlTaskSetTitle::told:
   *
   * sl_task_set_title_get_error_text() may say something else.
   */
  signals[SIGNAL_TOLD] = g_signal_new ("told", SL_TYPE_TASK_SET_TITLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlTaskSetTitle::renamed:
   *
   * The group is called sl_task_set_title_get_name() from now on; the store says so right after.
   */
  signals[SIGNAL_RENAMED] = g_signal_new ("renamed", SL_TYPE_TASK_SET_TITLE, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_task_set_title_init (SlTaskSetTitle *self)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = GTK_EDITABLE (entry);
  gtk_entry_set_has_frame (GTK_ENTRY (entry), FALSE);
  gtk_widget_add_css_class (entry, "heading");
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (rename_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (rename_cb), self);
  gtk_widget_add_controller (entry, focus);
  adw_bin_set_child (ADW_BIN (self), entry);
}

/**
 * sl_task_set_title_new:
 * @store: whose task set is changed
 * @name: of the group
 *
 * Returns: (transfer floating)
 */
GtkWidget *
sl_task_set_title_new (SlTaskModelStore *store, SlModelGroup group, const char *name)
{
  SlTaskSetTitle *self = g_object_new (SL_TYPE_TASK_SET_TITLE, NULL);

  self->store = g_object_ref (store);
  self->group = group;
  self->name = g_strdup (name);
  gtk_editable_set_text (self->entry, name);
  sl_task_model_actions_share_undo (self->entry, store);
  name_entry (self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (changed_cb), self);
  return GTK_WIDGET (self);
}

/* Returns: (transfer none): of the group, as it stands in the set */
const char *
sl_task_set_title_get_name (SlTaskSetTitle *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_TITLE (self), NULL);

  return self->name;
}

/* Returns: (transfer none) (nullable): what is wrong with the name that is typed */
const char *
sl_task_set_title_get_error_text (SlTaskSetTitle *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_TITLE (self), NULL);

  return self->error_text;
}
