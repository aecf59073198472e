/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-survey.h"

/* The fraction as whole steps, which threads can share. */
#define STEPS 1000

/* Belongs to whoever asked and to the thread that works; the last one frees it. */
struct _SlBusSurvey
{
  SlTrace *trace;
  SlSpan span;
  GCancellable *cancellable;
  SlBusSurveyFunc done;
  gpointer user_data;
  int step;
};

static void
survey_clear (gpointer data)
{
  SlBusSurvey *self = data;

  g_object_unref (self->trace);
  g_object_unref (self->cancellable);
}

static void
survey_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, survey_clear);
}

static void
progress (double fraction, gpointer user_data)
{
  SlBusSurvey *self = user_data;

  g_atomic_int_set (&self->step, (int) (fraction * STEPS));
}

static void
work (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SlBusSurvey *self = task_data;
  GError *error = NULL;
  SlBusStatistics *statistics =
      sl_bus_statistics_new (self->trace, self->span, progress, self, cancellable, &error);

  if (statistics != NULL)
    g_task_return_pointer (task, statistics, (GDestroyNotify) sl_bus_statistics_free);
  else
    g_task_return_error (task, error);
}

static void
worked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlBusSurvey *self = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  SlBusStatistics *statistics = g_task_propagate_pointer (G_TASK (result), &error);

  /* Cancelled: nobody asks any more. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->done (statistics, self->user_data);
}

/**
 * sl_bus_survey_new:
 * @span: in ticks of the trace
 * @done: called in the main loop when the figures are there, unless the survey was cancelled
 *
 * Returns: (transfer full): a survey under way, to be given back to sl_bus_survey_cancel()
 */
SlBusSurvey *
sl_bus_survey_new (SlTrace *trace, SlSpan span, SlBusSurveyFunc done, gpointer user_data)
{
  SlBusSurvey *self = g_atomic_rc_box_new0 (SlBusSurvey);
  g_autoptr (GTask) task = NULL;

  self->trace = g_object_ref (trace);
  self->span = span;
  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;

  task = g_task_new (NULL, self->cancellable, worked_cb, NULL);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (self), survey_release);
  g_task_run_in_thread (task, work);
  return self;
}

/**
 * sl_bus_survey_get_fraction:
 *
 * Returns: how far it is, 0 … 1
 */
double
sl_bus_survey_get_fraction (const SlBusSurvey *self)
{
  return (double) g_atomic_int_get (&self->step) / STEPS;
}

/**
 * sl_bus_survey_cancel:
 * @self: (transfer full): ends it, if it is not done; it is not heard of again
 */
void
sl_bus_survey_cancel (SlBusSurvey *self)
{
  g_cancellable_cancel (self->cancellable);
  survey_release (self);
}
