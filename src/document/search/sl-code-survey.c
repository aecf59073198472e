/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-code-survey.h"

#include "sl-background.h"

struct _SlCodeSurvey
{
  SlBackground *background;
  SlSource *source;
  SlCodeMap *map;
  SlMissingCode *missing; /* NULL until it is found */
  SlCodeSurveyFunc done;
  gpointer user_data;
};

typedef struct
{
  SlSource *source;
  SlCodeMap *map;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->source);
  sl_code_map_unref (work->map);
  g_free (work);
}

static gpointer
measure (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Work *work = request;

  return sl_missing_code_measure (work->source, work->map, SL_MISSING_MOST_BYTES, cancellable);
}

static void
measured (gpointer owner, gpointer found, const GError *error)
{
  SlCodeSurvey *self = owner;

  self->missing = found;
  self->done (self->user_data);
}

static const SlBackgroundKind background_kind = {
  .work = measure,
  .free = work_free,
  .free_found = (GDestroyNotify) sl_missing_code_free,
  .priority = G_PRIORITY_LOW,
};

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
  SlCodeSurvey *self = g_new0 (SlCodeSurvey, 1);
  Work *work = g_new0 (Work, 1);

  self->background = sl_background_new (&background_kind, measured, self);
  self->source = g_object_ref (sl_trace_get_source (trace));
  self->map = sl_code_map_ref (map);
  self->done = done;
  self->user_data = user_data;

  work->source = g_object_ref (self->source);
  work->map = sl_code_map_ref (map);
  sl_background_start (self->background, work);
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
  sl_background_free (self->background);
  g_object_unref (self->source);
  sl_code_map_unref (self->map);
  g_clear_pointer (&self->missing, sl_missing_code_free);
  g_free (self);
}
