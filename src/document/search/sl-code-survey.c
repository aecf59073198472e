/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-survey.h"

/* Belongs to whoever asked and to the thread that works; the last one frees it. */
struct _SlCodeSurvey
{
  SlSource *source;
  SlCodeMap *map;
  GCancellable *cancellable;
  SlMissingCode *missing; /* NULL until it is found */
  SlCodeSurveyFunc done;
  gpointer user_data;
};

static void
survey_clear (gpointer data)
{
  SlCodeSurvey *self = data;

  g_object_unref (self->source);
  sl_code_map_unref (self->map);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->missing, sl_missing_code_free);
}

static void
survey_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, survey_clear);
}

static void
work (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const SlCodeSurvey *self = task_data;

  g_task_return_pointer (task,
                         sl_missing_code_measure (self->source, self->map, SL_MISSING_MOST_BYTES,
                                                  cancellable),
                         (GDestroyNotify) sl_missing_code_free);
}

static void
worked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SlCodeSurvey *self = g_task_get_task_data (G_TASK (result));
  SlMissingCode *missing = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Cancelled: nobody asks any more. */
  if (missing == NULL)
    return;

  self->missing = missing;
  self->done (self->user_data);
}

/**
 * sl_code_survey_new:
 * @trace: that sl_call_lanes_can() says yes to
 * @done: called in the main loop when sl_code_survey_get() has something, unless the survey was cancelled
 *
 * Returns: (transfer full): a survey under way, to be given back to sl_code_survey_cancel()
 */
SlCodeSurvey *
sl_code_survey_new (SlTrace *trace, SlCodeMap *map, SlCodeSurveyFunc done, gpointer user_data)
{
  SlCodeSurvey *self = g_atomic_rc_box_new0 (SlCodeSurvey);
  g_autoptr (GTask) task = NULL;

  self->source = g_object_ref (sl_trace_get_source (trace));
  self->map = sl_code_map_ref (map);
  self->cancellable = g_cancellable_new ();
  self->done = done;
  self->user_data = user_data;

  task = g_task_new (NULL, self->cancellable, worked_cb, NULL);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (self), survey_release);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_run_in_thread (task, work);
  return self;
}

/**
 * sl_code_survey_is_of:
 *
 * Returns: whether it is about this trace and this code
 */
gboolean
sl_code_survey_is_of (const SlCodeSurvey *self, SlTrace *trace, SlCodeMap *map)
{
  return self->source == sl_trace_get_source (trace) && self->map == map;
}

/**
 * sl_code_survey_get:
 *
 * Returns: (transfer none) (nullable): what was found; %NULL while that is not known
 */
const SlMissingCode *
sl_code_survey_get (const SlCodeSurvey *self)
{
  return self->missing;
}

/**
 * sl_code_survey_cancel:
 * @self: (transfer full): ends it, if it is not done; it is not heard of again
 */
void
sl_code_survey_cancel (SlCodeSurvey *self)
{
  g_cancellable_cancel (self->cancellable);
  survey_release (self);
}
