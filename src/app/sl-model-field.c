/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-field.h"

#include <glib/gi18n.h>

#include "sl-task-estimate.h"
#include "sl-time-text.h"

/* A value of the task model, to be changed: what is right goes to the model at once, what is wrong
 * is told below the value's title with the range that is accepted. */

typedef struct
{
  SlDocument *document;
  SlModelStore *store;
  SlModelSubject *subject; /* whose owner outlives the field */
  const SlModelKey *key;
  AdwActionRow *row; /* which owns this */
  GtkEditable *entry;
} Field;

/**
 * sl_model_subject_get_title:
 *
 * Returns: (transfer none): what people read for it; the scheduler has no name of its own
 */
const char *
sl_model_subject_get_title (const SlModelSubject *subject)
{
  return subject->group != SL_MODEL_SCHEDULER ? subject->name : _ ("All Tasks");
}

static void
field_free (gpointer data)
{
  Field *field = data;

  g_object_unref (field->document);
  g_object_unref (field->store);
  g_free (field);
}

static char *
dup_value (const Field *field)
{
  return sl_task_model_get (sl_model_store_get_model (field->store), field->subject->group,
                            field->subject->name, field->key->id);
}

/* A time in seconds means something only where the clock's rate is known. */
static gboolean
is_accepted (const Field *field, const char *value, const char **complaint)
{
  SlClock *clock = sl_document_get_clock (field->document);
  gint64 ticks;

  *complaint = NULL;
  if (!sl_model_form_check (field->key->form, value, NULL))
    return FALSE;
  if (field->key->form != SL_MODEL_DURATION || sl_duration_parse (value, clock, &ticks, NULL))
    return TRUE;

  *complaint = sl_clock_has_rate (clock) ? NULL
                                         : _ ("the clock’s rate is not known: bare ticks, such as "
                                              "5000");
  return FALSE;
}

static void
show_complaint (const Field *field, gboolean is_right, const char *complaint)
{
  const char *range = sl_model_form_get_range (field->key->form);
  g_autofree char *wrong = NULL;
  g_autofree char *markup = NULL;

  if (complaint == NULL)
    complaint = range != NULL ? _ (range) : "";
  /* Translators: which values are accepted */
  wrong = g_strdup_printf (_ ("Not accepted. Give %s"), complaint);
  markup = g_markup_escape_text (is_right ? _ (field->key->hint) : wrong, -1);
  adw_action_row_set_subtitle (field->row, markup);
  if (is_right)
    gtk_widget_remove_css_class (GTK_WIDGET (field->entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (field->entry), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (field->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               is_right ? GTK_ACCESSIBLE_INVALID_FALSE
                                        : GTK_ACCESSIBLE_INVALID_TRUE,
                               -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (field->entry),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  is_right ? _ (field->key->hint) : wrong, -1);
}

static void
changed_cb (Field *field)
{
  g_autofree char *value = g_strstrip (g_strdup (gtk_editable_get_text (field->entry)));
  gboolean is_empty = value[0] == '\0';
  const char *complaint = NULL;
  gboolean is_right = is_empty || is_accepted (field, value, &complaint);

  is_right = is_right && sl_model_store_set (field->store, field->subject->group,
                                             field->subject->name, field->subject->match,
                                             field->key->id, is_empty ? NULL : value, NULL);
  show_complaint (field, is_right, complaint);
}

static void
left_cb (Field *field)
{
  sl_model_store_end_gesture (field->store);
}

static GtkWidget *
make_entry (Field *field)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  g_autofree char *value = dup_value (field);
  g_autofree char *name = g_strdup_printf ("%s: %s", sl_model_subject_get_title (field->subject),
                                           _ (field->key->title));

  field->entry = GTK_EDITABLE (entry);
  gtk_editable_set_text (field->entry, value != NULL ? value : "");
  gtk_editable_set_width_chars (field->entry, 14);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (field->key->hint), -1);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left_cb), field);
  gtk_widget_add_controller (entry, focus);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), field);
  return entry;
}

static void
take_cb (GtkButton *button, gpointer user_data)
{
  Field *field = user_data;

  sl_model_store_end_gesture (field->store);
  gtk_editable_set_text (field->entry, gtk_widget_get_name (GTK_WIDGET (button)));
  sl_model_store_end_gesture (field->store);
}

/* What the trace lets one guess, in a button that says that it is a guess. */
static void
add_estimate (Field *field)
{
  SlJobTable *jobs = sl_document_get_jobs (field->document);
  gboolean is_period = g_str_equal (field->key->id, "period");
  SlTaskEstimate estimate = { 0 };
  gint64 ticks;
  GtkWidget *button;
  g_autofree char *value = NULL, *label = NULL, *count = NULL, *tip = NULL;

  if (field->subject->group != SL_MODEL_TASK || field->subject->object == 0 || jobs == NULL ||
      (!is_period && !g_str_equal (field->key->id, "wcet")))
    return;

  sl_task_estimate_init (&estimate, jobs, field->subject->object);
  ticks = is_period ? estimate.period : estimate.execution;
  if (ticks <= 0)
    return;

  value = sl_task_estimate_print (ticks, sl_document_get_clock (field->document), !is_period);
  count = sl_time_text_ticks (is_period ? estimate.n_intervals : estimate.n_finished);
  /* Translators: a duration such as 10ms */
  label = g_strdup_printf (_ ("≈ %s"), value);
  tip = is_period
            ? g_strdup_printf (_ ("Take the estimate: the median of %s distances between releases"),
                               count)
            : g_strdup_printf (_ ("Take the estimate: the longest execution of %s finished jobs"),
                               count);
  button = gtk_button_new_with_label (label);
  gtk_widget_set_name (button, value);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip,
                                  -1);
  g_signal_connect (button, "clicked", G_CALLBACK (take_cb), field);
  adw_action_row_add_suffix (field->row, button);
}

static void
chosen_cb (GtkDropDown *drop, GParamSpec *pspec, Field *field)
{
  guint chosen = gtk_drop_down_get_selected (drop);
  GtkStringObject *item = gtk_drop_down_get_selected_item (drop);

  sl_model_store_end_gesture (field->store);
  sl_model_store_set (field->store, field->subject->group, field->subject->name,
                      field->subject->match, field->key->id,
                      chosen > 0 && item != NULL ? gtk_string_object_get_string (item) : NULL,
                      NULL);
  sl_model_store_end_gesture (field->store);
}

/* A word of the file that is none of the choices is one more choice, so that it is kept. */
static GtkWidget *
make_choice (Field *field)
{
  const char *const none[] = { _ ("not given"), NULL };
  GtkStringList *list = gtk_string_list_new (none);
  g_autofree char *value = dup_value (field);
  g_autofree char *name = g_strdup_printf ("%s: %s", sl_model_subject_get_title (field->subject),
                                           _ (field->key->title));
  guint selected = 0;
  GtkWidget *drop;

  for (guint i = 0; field->key->choices[i] != NULL; i++)
    {
      gtk_string_list_append (list, field->key->choices[i]);
      if (g_strcmp0 (field->key->choices[i], value) == 0)
        selected = i + 1;
    }
  if (value != NULL && selected == 0)
    {
      gtk_string_list_append (list, value);
      selected = g_list_model_get_n_items (G_LIST_MODEL (list)) - 1;
    }

  drop = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), selected);
  gtk_widget_set_valign (drop, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (chosen_cb), field);
  return drop;
}

static void
colour_cb (GtkColorButton *button, Field *field)
{
  GdkRGBA rgba;
  g_autofree char *value = NULL;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  value = g_strdup_printf ("#%02x%02x%02x", (guint) (rgba.red * 255 + 0.5F),
                           (guint) (rgba.green * 255 + 0.5F), (guint) (rgba.blue * 255 + 0.5F));
  gtk_editable_set_text (field->entry, value);
}

static GtkWidget *
make_colour_button (Field *field)
{
  GtkWidget *button = gtk_color_button_new ();
  g_autofree char *value = dup_value (field);
  g_autofree char *name = g_strdup_printf (_ ("%s: choose the colour"), field->subject->name);
  GdkRGBA rgba;

  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (button), FALSE);
  if (value != NULL && gdk_rgba_parse (&rgba, value))
    gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "color-set", G_CALLBACK (colour_cb), field);
  return button;
}

/**
 * sl_model_field_new:
 * @document: whose task model is changed
 * @subject: must outlive the field
 *
 * Returns: (transfer floating): a row of a list
 */
GtkWidget *
sl_model_field_new (SlDocument *document, SlModelSubject *subject, const SlModelKey *key)
{
  GtkWidget *row = adw_action_row_new ();
  Field *field = g_new0 (Field, 1);

  field->document = g_object_ref (document);
  field->store =
      g_object_ref (sl_job_search_get_model_store (sl_document_get_job_search (document)));
  field->subject = subject;
  field->key = key;
  field->row = ADW_ACTION_ROW (row);
  g_object_set_data_full (G_OBJECT (row), "field", field, field_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (key->title));
  adw_action_row_set_subtitle (field->row, _ (key->hint));

  add_estimate (field);
  if (key->form == SL_MODEL_CHOICE)
    {
      adw_action_row_add_suffix (field->row, make_choice (field));
      return row;
    }

  if (key->form == SL_MODEL_COLOUR)
    adw_action_row_add_suffix (field->row, make_colour_button (field));
  adw_action_row_add_suffix (field->row, make_entry (field));
  adw_action_row_set_activatable_widget (field->row, GTK_WIDGET (field->entry));
  return row;
}
