/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision-words.h"

#include <glib/gi18n-lib.h>

static char *
dup_measure (const SlClock *clock, SlReason reason, gint64 measure)
{
  switch ((int) reason)
    {
    case SL_REASON_PERIOD:
    case SL_REASON_RELATIVE_DEADLINE:
      return sl_text_step_length (clock, measure);
    case SL_REASON_DEADLINE:
      return sl_text_step_time (clock, measure);
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, measure);
    }
}

void
sl_decision_words_clear (SlDecisionWords *self)
{
  g_free (self->task);
  g_free (self->other);
  g_free (self->rival);
  g_free (self->inherits_from);
  g_free (self->deciding_lock);
  g_free (self->released_lock);
  g_free (self->lock);
  g_free (self->holder);
  g_free (self->ceiling_lock);
  g_free (self->server);
  g_free (self->served);
  g_free (self->measure);
  g_free (self->measure_of);
  g_free (self->rival_measure);
  g_free (self->rival_measure_of);
}

void
sl_decision_words_find (SlDecisionWords *self, SlAnnotations *annotations)
{
  const SlDecision *decision = self->decision;

  self->task = sl_text_step_name (self->replay, annotations, decision->task);
  self->other = sl_text_step_name (self->replay, annotations, decision->other);
  self->rival = sl_text_step_name (self->replay, annotations, decision->rival);
  self->inherits_from = sl_text_step_name (self->replay, annotations, decision->inherits_from);
  self->deciding_lock = sl_text_step_name (self->replay, annotations, decision->deciding_lock);
  self->released_lock = sl_text_step_name (self->replay, annotations, decision->released_lock);
  self->lock = sl_text_step_name (self->replay, annotations, decision->lock);
  self->holder = sl_text_step_name (self->replay, annotations, decision->holder);
  self->ceiling_lock = sl_text_step_name (self->replay, annotations, decision->ceiling_lock);
  self->server = sl_text_step_name (self->replay, annotations, decision->server);
  self->served = sl_text_step_name (self->replay, annotations, decision->served);
  self->measure_of = sl_text_step_name (self->replay, annotations, decision->measure_of);
  self->rival_measure_of =
      sl_text_step_name (self->replay, annotations, decision->rival_measure_of);
  self->measure = dup_measure (self->clock, decision->reason, decision->measure);
  self->rival_measure = dup_measure (self->clock, decision->reason, decision->rival_measure);
}

static gboolean
is_server (const SlDecisionWords *self, guint32 object)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_replay_get_recorded (self->replay));

  return object != 0 && sl_object_table_get (objects, object)->type == SL_OBJECT_SERVER;
}

static SlTextFigure
get_figure (const SlDecisionWords *self,
            guint32 task,
            const char *name,
            guint32 owner,
            const char *owner_name)
{
  SlTextFigure figure = { name, owner_name, NULL, SL_FIGURE_INHERITED };

  if (owner == task || owner == 0)
    {
      figure.relation = SL_FIGURE_OWN;
      figure.owner = name;
    }
  else if (is_server (self, owner))
    {
      figure.relation = SL_FIGURE_OF_SERVER;
    }

  return figure;
}

SlTextFigure
sl_decision_words_get_runner (const SlDecisionWords *self, guint32 task, const char *name)
{
  SlTextFigure figure = get_figure (self, task, name, self->decision->measure_of, self->measure_of);

  figure.text = self->decision->measure != G_MAXINT64 ? self->measure : NULL;
  return figure;
}

SlTextFigure
sl_decision_words_get_waiter (const SlDecisionWords *self, guint32 task, const char *name)
{
  SlTextFigure figure =
      get_figure (self, task, name, self->decision->rival_measure_of, self->rival_measure_of);

  figure.text = self->decision->rival_measure != G_MAXINT64 ? self->rival_measure : NULL;
  return figure;
}

/**
 * sl_decision_words_add_lateness:
 * @text: (transfer full): that a job ends
 * @number: its index in the jobs' table; %G_MAXUINT for none
 *
 * Returns: (transfer full): @text, and where the job missed its deadline, by how much
 */
char *
sl_decision_words_add_lateness (const SlDecisionWords *self, char *text, guint number)
{
  const SlJob *job =
      number != G_MAXUINT ? sl_job_table_get (sl_replay_get_jobs (self->replay), number) : NULL;
  g_autofree char *plain = text;
  g_autofree char *late = NULL;
  gint64 tardiness;

  if (job == NULL || !(job->flags & SL_JOB_MISSED) || !sl_job_get_tardiness (job, &tardiness) ||
      tardiness == 0)
    return g_steal_pointer (&plain);

  late = sl_text_step_length (self->clock, tardiness);
  /* Translators: that a task finishes its job, and how much after its deadline */
  return g_strdup_printf (_ ("%s (late by %s)"), plain, late);
}

/**
 * sl_decision_words_add_processor:
 * @annotations: (nullable): as in sl_text_step_name()
 * @text: (transfer full): what was decided
 *
 * Returns: (transfer full): @text, of several processors behind the name of the one that decided
 */
char *
sl_decision_words_add_processor (SlReplay *replay,
                                 SlAnnotations *annotations,
                                 const SlDecision *decision,
                                 char *text)
{
  g_autofree char *plain = text;
  guint32 cpu = sl_decision_get_cpu (replay, decision);
  g_autofree char *name = cpu != 0 ? sl_text_step_name (replay, annotations, cpu) : NULL;

  if (name == NULL)
    return g_steal_pointer (&plain);

  /* Translators: a processor, what was decided on it */
  return g_strdup_printf (_ ("%s: %s"), name, plain);
}
