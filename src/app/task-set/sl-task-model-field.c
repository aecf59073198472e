/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-field.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-task-estimate.h"
#include "sl-task-model-control.h"
#include "sl-time-text.h"

/* A value of the task model, to be changed: what is right goes to the model at once, what is wrong
 * is told below the value's title with the range that is accepted. */

/* What the value is for, or what is wrong with it. */
static void
told_cb (SlTaskModelControl *control, AdwActionRow *row)
{
  const char *error_text = sl_task_model_control_get_error_text (control);
  g_autofree char *markup = NULL;

  if (error_text == NULL)
    error_text = _ (sl_task_model_control_get_key (control)->hint);
  markup = g_markup_escape_text (error_text, -1);
  adw_action_row_set_subtitle (row, markup);
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

/**
 * sl_task_model_field_new:
 * @document: whose task model is changed
 * @subject: what it speaks of
 *
 * Returns: (transfer floating): a row of a list
 */
GtkWidget *
sl_task_model_field_new (SlDocument *document, SlTaskModelSubject *subject, const SlModelKey *key)
{
  SlTaskModelStore *store = sl_job_search_get_model_store (sl_document_get_job_search (document));
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *control =
      sl_task_model_control_new (store, document, subject->group, subject->name, key);

  sl_task_model_control_set_match (SL_TASK_MODEL_CONTROL (control), subject->match);
  gtk_widget_set_hexpand (control, FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (key->title));
  g_signal_connect_object (control, "told", G_CALLBACK (told_cb), row, 0);
  told_cb (SL_TASK_MODEL_CONTROL (control), ADW_ACTION_ROW (row));

  add_estimate (ADW_ACTION_ROW (row), document, subject, SL_TASK_MODEL_CONTROL (control));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  if (key->form != SL_MODEL_CHOICE)
    adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row),
                                           sl_task_model_control_get_focus_widget (
                                               SL_TASK_MODEL_CONTROL (control)));
  return row;
}
