/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-control.h"

#include <glib/gi18n.h>

#include "sl-entry-steps.h"
#include "sl-message.h"
#include "sl-task-model-actions.h"
#include "sl-task-model-words.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* A value of the task model, to be changed: what is right goes to the model at once; what is wrong
 * stays out of it and is an error, with the range that is accepted. Times and numbers go up and
 * down by the arrow keys. */
struct _SlTaskModelControl
{
  AdwBin parent_instance;

  SlTaskModelStore *store;
  SlDocument *document; /* whose clock tells times; NULL for nanoseconds */
  SlModelGroup group;
  char *name;
  char *match;
  const SlModelKey *key;
  GtkEditable *entry;      /* NULL for a choice */
  GtkDropDown *drop;       /* NULL for an entry */
  GPtrArray *words;        /* of the drop-down's lines; NULL for what is not set */
  GtkColorButton *colours; /* NULL but for a colour */
  char *error_text;        /* about what is typed, which the model has not; NULL for none */
  char *fault;             /* of a value that the model has; NULL for none */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (SlTaskModelControl, sl_task_model_control, ADW_TYPE_BIN)

enum
{
  SIGNAL_TOLD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static char *
dup_value (SlTaskModelControl *self)
{
  return sl_task_model_get (sl_task_model_store_get_model (self->store), self->group, self->name,
                            self->key->id);
}

static gboolean
is_duration (const SlModelKey *key)
{
  return key->form == SL_MODEL_DURATION || key->form == SL_MODEL_DELAY;
}

/* A time in seconds means something only where the clock's rate is known. */
static gboolean
is_accepted (SlTaskModelControl *self, const char *value, const char **why)
{
  SlClock *clock;
  gint64 ticks;

  *why = NULL;
  if (!sl_model_form_check (self->key->form, value, NULL))
    return FALSE;
  if (!is_duration (self->key) || self->document == NULL)
    return TRUE;

  clock = sl_document_get_clock (self->document);
  if (sl_duration_parse (value, clock, &ticks, NULL))
    return TRUE;

  *why =
      sl_clock_has_rate (clock) ? NULL : _ ("clock rate unknown: enter plain ticks, such as 5000");
  return FALSE;
}

/**
 * sl_task_model_control_get_focus_widget:
 *
 * Returns: (transfer none): what takes the keys
 */
GtkWidget *
sl_task_model_control_get_focus_widget (SlTaskModelControl *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_CONTROL (self), NULL);

  return self->entry != NULL ? GTK_WIDGET (self->entry) : GTK_WIDGET (self->drop);
}

static void
tell (SlTaskModelControl *self)
{
  GtkWidget *widget = sl_task_model_control_get_focus_widget (self);
  const char *error_text = sl_task_model_control_get_error_text (self);

  sl_error_mark_set (widget, error_text != NULL);
  sl_message_describe (GTK_WIDGET (widget), error_text != NULL ? error_text : _ (self->key->hint));
  g_signal_emit (self, signals[SIGNAL_TOLD], 0);
}

static void
set_error_text (SlTaskModelControl *self, gboolean is_right, const char *why)
{
  const char *range = sl_model_form_get_range (self->key->form);

  if (why == NULL)
    why = range != NULL ? _ (range) : "";
  g_free (self->error_text);
  /* Translators: which values are accepted */
  self->error_text = is_right ? NULL : g_strdup_printf (_ ("Not valid. Enter %s"), why);
  tell (self);
}

static void
changed_cb (SlTaskModelControl *self)
{
  g_autofree char *value = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
  gboolean is_empty = value[0] == '\0';
  const char *why = NULL;
  gboolean is_right;

  if (self->is_updating)
    return;

  is_right = is_empty || is_accepted (self, value, &why);
  is_right = is_right && sl_task_model_store_set (self->store, self->group, self->name, self->match,
                                                  self->key->id, is_empty ? NULL : value, NULL);
  set_error_text (self, is_right, why);
}

static void
left_cb (SlTaskModelControl *self)
{
  sl_task_model_store_end_gesture (self->store);
}

static gboolean
can_step (SlTaskModelControl *self)
{
  return is_duration (self->key) || self->key->form == SL_MODEL_NUMBER;
}

/* Of a key whose values have a form of their own, what one looks like. */
static const char *
get_example (const SlModelKey *key)
{
  static const char *const examples[][2] = {
    { "arrivals", "0, 7ms, 9ms" },
    { "execution", "1ms..3ms" },
    { "sections", "bus@1ms+2ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (key->id, examples[i][0]))
      return examples[i][1];

  return NULL;
}

static void
add_entry (SlTaskModelControl *self, GtkBox *box)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = GTK_EDITABLE (entry);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), get_example (self->key));
  gtk_editable_set_width_chars (self->entry, 14);
  sl_task_model_actions_share_undo (self->entry, self->store);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (entry, TRUE);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), self);
  gtk_widget_add_controller (entry, focus);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), self);
  if (can_step (self))
    sl_entry_steps_add_keys (self->entry, is_duration (self->key));
  gtk_box_append (box, entry);
}

static void
chosen_cb (SlTaskModelControl *self)
{
  guint chosen = gtk_drop_down_get_selected (self->drop);

  if (self->is_updating || chosen >= self->words->len)
    return;

  sl_task_model_store_end_gesture (self->store);
  sl_task_model_store_set (self->store, self->group, self->name, self->match, self->key->id,
                           g_ptr_array_index (self->words, chosen), NULL);
  sl_task_model_store_end_gesture (self->store);
}

static void
add_choice (SlTaskModelControl *self, GtkBox *box)
{
  self->drop = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  sl_combo_value_narrow (self->drop);
  gtk_widget_set_valign (GTK_WIDGET (self->drop), GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (GTK_WIDGET (self->drop), TRUE);
  g_signal_connect_swapped (self->drop, "notify::selected", G_CALLBACK (chosen_cb), self);
  gtk_box_append (box, GTK_WIDGET (self->drop));
}

static void
colour_cb (SlTaskModelControl *self)
{
  GdkRGBA rgba;
  g_autofree char *value = NULL;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (self->colours), &rgba);
  value = g_strdup_printf ("#%02x%02x%02x", (guint) (rgba.red * 255 + 0.5F),
                           (guint) (rgba.green * 255 + 0.5F), (guint) (rgba.blue * 255 + 0.5F));
  gtk_editable_set_text (self->entry, value);
}

static void
add_colours (SlTaskModelControl *self, GtkBox *box, const char *title)
{
  GtkWidget *button = gtk_color_button_new ();
  g_autofree char *name = g_strdup_printf (_ ("%s: choose the colour"), title);

  self->colours = GTK_COLOR_BUTTON (button);
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (button), FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (button, "color-set", G_CALLBACK (colour_cb), self);
  gtk_box_append (box, button);
}

/* Its title with the word of the file behind it, where that says more. */
static void
append_choice (SlTaskModelControl *self, GtkStringList *list, const char *word)
{
  const char *title = sl_task_model_words_get_title (word);
  g_autofree char *both = title != NULL && strlen (word) <= 4 && !g_str_equal (word, "none") &&
                                  self->key->choices[2] != NULL
                              ? g_strdup_printf ("%s (%s)", title, word)
                              : NULL;

  gtk_string_list_append (list, both != NULL ? both : title != NULL ? title : word);
  g_ptr_array_add (self->words, g_strdup (word));
}

/* A word of the file that is none of the choices is one more choice, so that it is kept. */
static void
show_choice (SlTaskModelControl *self, const char *value)
{
  const char *const none[] = { _ ("Not set"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (none);
  guint selected = 0;

  g_ptr_array_set_size (self->words, 0);
  g_ptr_array_add (self->words, NULL);
  for (guint i = 0; self->key->choices[i] != NULL; i++)
    {
      append_choice (self, list, self->key->choices[i]);
      if (g_strcmp0 (self->key->choices[i], value) == 0)
        selected = i + 1;
    }
  if (value != NULL && selected == 0)
    {
      append_choice (self, list, value);
      selected = self->words->len - 1;
    }

  gtk_drop_down_set_model (self->drop, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->drop, selected);
}

/**
 * sl_task_model_control_update:
 *
 * Shows what the model says now, and forgets what was typed and not accepted.
 */
void
sl_task_model_control_update (SlTaskModelControl *self)
{
  g_autofree char *value = NULL;
  GdkRGBA rgba;

  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self));

  value = dup_value (self);
  self->is_updating = TRUE;
  if (self->drop != NULL)
    show_choice (self, value);
  else if (g_strcmp0 (gtk_editable_get_text (self->entry), value != NULL ? value : "") != 0)
    gtk_editable_set_text (self->entry, value != NULL ? value : "");
  if (self->colours != NULL && value != NULL && gdk_rgba_parse (&rgba, value))
    gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self->colours), &rgba);
  self->is_updating = FALSE;
  g_clear_pointer (&self->error_text, g_free);
  tell (self);
}

static gboolean
sl_task_model_control_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (
      sl_task_model_control_get_focus_widget (SL_TASK_MODEL_CONTROL (widget)));
}

static void
sl_task_model_control_finalize (GObject *object)
{
  SlTaskModelControl *self = SL_TASK_MODEL_CONTROL (object);

  g_clear_object (&self->store);
  g_clear_object (&self->document);
  g_free (self->name);
  g_free (self->match);
  g_free (self->error_text);
  g_free (self->fault);
  g_ptr_array_unref (self->words);

  G_OBJECT_CLASS (sl_task_model_control_parent_class)->finalize (object);
}

static void
sl_task_model_control_class_init (SlTaskModelControlClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_task_model_control_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = sl_task_model_control_grab_focus;

  /**
   * SlTaskModelControl::told:
   *
   * sl_task_model_control_get_error_text() may say something else.
   */
  signals[SIGNAL_TOLD] = g_signal_new ("told", SL_TYPE_TASK_MODEL_CONTROL, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_task_model_control_init (SlTaskModelControl *self)
{
  self->words = g_ptr_array_new_with_free_func (g_free);
}

static void
name_widget (SlTaskModelControl *self)
{
  GtkWidget *widget = sl_task_model_control_get_focus_widget (self);
  const char *title = self->group != SL_MODEL_SCHEDULER ? self->name : _ ("All Tasks");
  g_autofree char *label = g_strdup_printf ("%s: %s", title, _ (self->key->title));

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/**
 * sl_task_model_control_new:
 * @document: (nullable): whose clock tells times; %NULL where a tick is a nanosecond
 * @name: of the group
 *
 * Returns: (transfer floating): an entry or a choice
 */
GtkWidget *
sl_task_model_control_new (SlTaskModelStore *store,
                           SlDocument *document,
                           SlModelGroup group,
                           const char *name,
                           const SlModelKey *key)
{
  SlTaskModelControl *self = g_object_new (SL_TYPE_TASK_MODEL_CONTROL, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->store = g_object_ref (store);
  g_set_object (&self->document, document);
  self->group = group;
  self->name = g_strdup (name);
  self->key = key;

  if (key->form == SL_MODEL_COLOUR)
    add_colours (self, GTK_BOX (box), name);
  if (key->form == SL_MODEL_CHOICE)
    add_choice (self, GTK_BOX (box));
  else
    add_entry (self, GTK_BOX (box));
  name_widget (self);
  adw_bin_set_child (ADW_BIN (self), box);
  sl_task_model_control_update (self);
  return GTK_WIDGET (self);
}

/**
 * sl_task_model_control_add_steps:
 *
 * Gives a time or a number two buttons, beside its arrow keys.
 */
void
sl_task_model_control_add_steps (SlTaskModelControl *self)
{
  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self));

  if (can_step (self))
    sl_entry_steps_add_buttons (self->entry, GTK_BOX (adw_bin_get_child (ADW_BIN (self))));
}

/**
 * sl_task_model_control_set_name:
 * @name: of the group, which has another one from now on
 */
void
sl_task_model_control_set_name (SlTaskModelControl *self, const char *name)
{
  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self));

  g_free (self->name);
  self->name = g_strdup (name);
  name_widget (self);
}

/**
 * sl_task_model_control_set_match:
 * @match: (nullable): what the group applies to, where this makes it
 */
void
sl_task_model_control_set_match (SlTaskModelControl *self, const char *match)
{
  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self));

  g_free (self->match);
  self->match = g_strdup (match);
}

/**
 * sl_task_model_control_set_text:
 *
 * As if it was typed, in one step of undo; not for a choice.
 */
void
sl_task_model_control_set_text (SlTaskModelControl *self, const char *text)
{
  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self) && self->entry != NULL);

  sl_task_model_store_end_gesture (self->store);
  gtk_editable_set_text (self->entry, text);
  sl_task_model_store_end_gesture (self->store);
}

/**
 * sl_task_model_control_set_fault:
 * @fault: (nullable): what is wrong with the value that the model has, found by somebody else
 */
void
sl_task_model_control_set_fault (SlTaskModelControl *self, const char *fault)
{
  g_return_if_fail (SL_IS_TASK_MODEL_CONTROL (self));

  if (g_strcmp0 (self->fault, fault) == 0)
    return;

  g_free (self->fault);
  self->fault = g_strdup (fault);
  tell (self);
}

const SlModelKey *
sl_task_model_control_get_key (SlTaskModelControl *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_CONTROL (self), NULL);

  return self->key;
}

/**
 * sl_task_model_control_get_error_text:
 *
 * Returns: (transfer none) (nullable): what is wrong with what is typed, or else with the value
 */
const char *
sl_task_model_control_get_error_text (SlTaskModelControl *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_CONTROL (self), NULL);

  return self->error_text != NULL ? self->error_text : self->fault;
}

/**
 * sl_task_model_control_is_invalid:
 *
 * Returns: whether what is typed is not in the model
 */
gboolean
sl_task_model_control_is_invalid (SlTaskModelControl *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_CONTROL (self), FALSE);

  return self->error_text != NULL;
}
