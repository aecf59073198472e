/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-field.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-task-estimate.h"
#include "sl-task-model-control.h"
#include "sl-time-text.h"

/* A value of the task model, to be changed: what is right goes to the model at once, what is wrong
 * is said below the value's title with the range that is accepted. Keys go to the value: the row
 * does not take the focus itself. */
struct _SlTaskModelField
{
  AdwActionRow parent_instance;

  SlDocument *document;
  const SlTaskModelSubject *subject; /* of the window */
  SlTaskModelControl *control;       /* a child */
};

G_DEFINE_FINAL_TYPE (SlTaskModelField, sl_task_model_field, ADW_TYPE_ACTION_ROW)

/* Whether the value says what its group applies to, and that is nothing of the trace. */
static gboolean
matches_nothing (SlTaskModelField *self)
{
  const SlModelKey *key = sl_task_model_control_get_key (self->control);
  SlJobSearch *jobs = sl_document_get_job_search (self->document);
  SlTaskModel *model = sl_task_model_store_get_model (sl_job_search_get_model_store (jobs));
  g_autofree char *value = NULL;

  if (!g_str_equal (key->id, "match") || self->subject->object != 0)
    return FALSE;

  value = sl_task_model_get (model, self->subject->group, self->subject->name, key->id);
  return value != NULL;
}

/**
 * sl_task_model_field_show_hint:
 *
 * Says what the value is for, or what is wrong with it.
 */
void
sl_task_model_field_show_hint (SlTaskModelField *self)
{
  const char *hint;
  g_autofree char *markup = NULL;

  g_return_if_fail (SL_IS_TASK_MODEL_FIELD (self));

  hint = sl_task_model_control_get_error_text (self->control);
  if (hint == NULL && matches_nothing (self))
    hint = self->subject->group == SL_MODEL_TASK ? _ ("No task of this trace matches")
                                                 : _ ("Nothing in this trace matches");
  if (hint == NULL)
    hint = _ (sl_task_model_control_get_key (self->control)->hint);
  markup = g_markup_escape_text (hint, -1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), markup);
}

static void
take_cb (GtkButton *button, SlTaskModelControl *control)
{
  sl_task_model_control_set_text (control, gtk_widget_get_name (GTK_WIDGET (button)));
}

/* What the trace lets one guess, in a button that says that it is a guess. */
static void
add_estimate (AdwActionRow *row,
              SlDocument *document,
              const SlTaskModelSubject *subject,
              SlTaskModelControl *control)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  gboolean is_period = g_str_equal (sl_task_model_control_get_key (control)->id, "period");
  SlTaskEstimate estimate = { 0 };
  gint64 ticks;
  GtkWidget *button;
  g_autofree char *value = NULL, *label = NULL, *count = NULL, *tip = NULL;

  if (subject->group != SL_MODEL_TASK || subject->object == 0 || jobs == NULL ||
      (!is_period && !g_str_equal (sl_task_model_control_get_key (control)->id, "wcet")) ||
      (is_period &&
       sl_task_rules_get (sl_job_table_get_rules (jobs), subject->object)->is_aperiodic))
    return;

  sl_task_estimate_init (&estimate, jobs, subject->object);
  ticks = is_period ? estimate.period : estimate.execution;
  if (ticks <= 0)
    return;

  value = sl_task_estimate_print (ticks, sl_document_get_clock (document), !is_period);
  count = sl_time_text_ticks (is_period ? estimate.n_intervals : estimate.n_finished);
  /* Translators: a duration such as 10ms */
  label = g_strdup_printf (_ ("≈ %s"), value);
  tip = is_period
            ? g_strdup_printf (_ ("Use the estimate: the median of %s intervals between releases"),
                               count)
            : g_strdup_printf (_ ("Use the estimate: the longest execution of %s finished jobs"),
                               count);
  button = gtk_button_new_with_label (label);
  gtk_widget_set_name (button, value);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tip);
  sl_message_describe (GTK_WIDGET (button), tip);
  g_signal_connect (button, "clicked", G_CALLBACK (take_cb), control);
  adw_action_row_add_suffix (row, button);
}

static gboolean
sl_task_model_field_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (widget)), direction);
}

static gboolean
sl_task_model_field_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SL_TASK_MODEL_FIELD (widget)->control));
}

static void
sl_task_model_field_dispose (GObject *object)
{
  g_clear_object (&SL_TASK_MODEL_FIELD (object)->document);

  G_OBJECT_CLASS (sl_task_model_field_parent_class)->dispose (object);
}

static void
sl_task_model_field_class_init (SlTaskModelFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_task_model_field_dispose;
  widget_class->focus = sl_task_model_field_focus;
  widget_class->grab_focus = sl_task_model_field_grab_focus;
}

static void
sl_task_model_field_init (SlTaskModelField *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}

/**
 * sl_task_model_field_new:
 * @document: whose task model is changed
 * @subject: what it speaks of; outlives the row
 *
 * Returns: (transfer floating): a row of a list
 */
GtkWidget *
sl_task_model_field_new (SlDocument *document, SlTaskModelSubject *subject, const SlModelKey *key)
{
  SlTaskModelStore *store = sl_job_search_get_model_store (sl_document_get_job_search (document));
  SlTaskModelField *self = g_object_new (SL_TYPE_TASK_MODEL_FIELD, NULL);
  AdwActionRow *row = ADW_ACTION_ROW (self);
  GtkWidget *control =
      sl_task_model_control_new (store, document, subject->group, subject->name, key);

  self->document = g_object_ref (document);
  self->subject = subject;
  self->control = SL_TASK_MODEL_CONTROL (control);
  sl_task_model_control_set_match (self->control, subject->match);
  gtk_widget_set_hexpand (control, FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (key->title));
  g_signal_connect_object (control, "told", G_CALLBACK (sl_task_model_field_show_hint), self,
                           G_CONNECT_SWAPPED);
  sl_task_model_field_show_hint (self);

  add_estimate (row, document, subject, self->control);
  adw_action_row_add_suffix (row, control);
  if (key->form != SL_MODEL_CHOICE)
    adw_action_row_set_activatable_widget (row,
                                           sl_task_model_control_get_focus_widget (self->control));
  return GTK_WIDGET (self);
}

const SlTaskModelSubject *
sl_task_model_field_get_subject (SlTaskModelField *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_FIELD (self), NULL);

  return self->subject;
}

const SlModelKey *
sl_task_model_field_get_key (SlTaskModelField *self)
{
  g_return_val_if_fail (SL_IS_TASK_MODEL_FIELD (self), NULL);

  return sl_task_model_control_get_key (self->control);
}

/**
 * sl_task_model_field_get_invalid:
 *
 * Returns: (transfer none) (nullable): what is typed and not in the model; %NULL where all is
 */
const char *
sl_task_model_field_get_invalid (SlTaskModelField *self)
{
  GtkWidget *widget;

  g_return_val_if_fail (SL_IS_TASK_MODEL_FIELD (self), NULL);

  widget = sl_task_model_control_get_focus_widget (self->control);
  return sl_task_model_control_is_invalid (self->control) && GTK_IS_EDITABLE (widget)
             ? gtk_editable_get_text (GTK_EDITABLE (widget))
             : NULL;
}

/**
 * sl_task_model_field_update:
 *
 * Shows what the model says now, which its subject was brought up to.
 */
void
sl_task_model_field_update (SlTaskModelField *self)
{
  g_return_if_fail (SL_IS_TASK_MODEL_FIELD (self));

  sl_task_model_control_set_match (self->control, self->subject->match);
  sl_task_model_control_update (self->control);
}
