/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-litmus-translator.h"

#include "sl-litmus-kinds.h"
#include "sl-litmus-source.h"

/* By type; those that are left out take more than one action, or none. */
static const SlAction actions_of_types[SL_N_LITMUS_TYPES] = {
  [SL_LITMUS_NAME] = SL_ACTION_NAME,           [SL_LITMUS_PARAM] = SL_ACTION_PERIOD,
  [SL_LITMUS_RELEASE] = SL_ACTION_RELEASE,     [SL_LITMUS_ASSIGNED] = SL_ACTION_MIGRATE,
  [SL_LITMUS_SWITCH_TO] = SL_ACTION_RUN,       [SL_LITMUS_SWITCH_AWAY] = SL_ACTION_RUN,
  [SL_LITMUS_COMPLETION] = SL_ACTION_FINISH,   [SL_LITMUS_BLOCK] = SL_ACTION_SLEEP,
  [SL_LITMUS_RESUME] = SL_ACTION_READY,        [SL_LITMUS_ACTION] = SL_ACTION_MARK,
  [SL_LITMUS_NP_ENTER] = SL_ACTION_SPAN_BEGIN, [SL_LITMUS_NP_EXIT] = SL_ACTION_SPAN_END,
};

/* The jobs of a task, as their numbers say. */
typedef struct
{
  gboolean has_finished;
  guint32 finished; /* the last one that was */
  guint32 released; /* likewise */
} Jobs;

typedef struct
{
  GHashTable *jobs; /* pid → Jobs * */
} State;

static void
start (gpointer data, SlSource *source)
{
  ((State *) data)->jobs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static void
clear (gpointer data)
{
  g_clear_pointer (&((State *) data)->jobs, g_hash_table_unref);
}

static Jobs *
get_jobs (State *self, const SlEvent *event)
{
  gpointer pid = GUINT_TO_POINTER ((guint) event->a);
  Jobs *jobs = g_hash_table_lookup (self->jobs, pid);

  if (jobs == NULL)
    {
      jobs = g_new0 (Jobs, 1);
      g_hash_table_insert (self->jobs, pid, jobs);
    }
  return jobs;
}

/* A block says neither why, nor whether a job waits: only within a job it is a suspension. */
static SlAction
decide_block (State *self, const SlEvent *event)
{
  const Jobs *jobs = get_jobs (self, event);

  return jobs->has_finished && jobs->released <= jobs->finished ? SL_ACTION_IDLE : SL_ACTION_SLEEP;
}

static void
follow_jobs (State *self, const SlEvent *event, SlLitmusType type)
{
  Jobs *jobs = get_jobs (self, event);

  if (type == SL_LITMUS_RELEASE)
    jobs->released = MAX (jobs->released, (guint32) event->detail);
  else
    jobs->finished = MAX (jobs->finished, (guint32) event->detail);
  jobs->has_finished |= type == SL_LITMUS_COMPLETION;
}

static void
set_parts (SlActed *acted, const SlEvent *event, SlLitmusType type)
{
  switch ((guint) type)
    {
    case SL_LITMUS_SWITCH_AWAY:
      acted->task = SL_ACTED_NOTHING;
      break;
    case SL_LITMUS_PARAM:
      acted->value = (gint64) event->detail;
      break;
    case SL_LITMUS_RELEASE:
      acted->deadline = (SlTime) event->b;
      acted->value = (gint64) event->detail + 1;
      break;
    case SL_LITMUS_ASSIGNED:
      acted->value = (gint64) event->b;
      break;
    case SL_LITMUS_COMPLETION:
      acted->value = (gint64) event->detail + 1;
      break;
    case SL_LITMUS_ACTION:
      acted->object_type = SL_OBJECT_USER_EVENT;
      acted->object = event->b;
      break;
    case SL_LITMUS_NP_ENTER:
    case SL_LITMUS_NP_EXIT:
      acted->object_type = SL_OBJECT_SPAN;
      acted->object = event->a;
      break;
    default:
      break;
    }
}

/* What the parameters of a task say beside its period. */
static void
say_wcet (const SlEvent *event, GArray *actions)
{
  SlActed acted;

  sl_acted_init (&acted, event, SL_ACTION_WCET);
  acted.task = event->a;
  acted.value = (gint64) event->b;
  g_array_append_val (actions, acted);
}

/* A job that ends since its budget is used up would have gone on. */
static void
say_overrun (const SlEvent *event, GArray *actions)
{
  SlActed acted;

  sl_acted_init (&acted, event, SL_ACTION_OVERRUN);
  acted.task = event->a;
  acted.kind = SL_KIND_ACTED_OVERRUN;
  g_array_append_val (actions, acted);
}

typedef struct
{
  const SlEvent *event;
  GArray *actions;
} Release;

static void
say_phase_cb (guint pid, guint32 phase, gpointer user_data)
{
  const Release *release = user_data;
  SlActed acted;

  sl_acted_init (&acted, release->event, SL_ACTION_PHASE);
  acted.task = pid;
  acted.value = (gint64) release->event->b - release->event->time + (gint64) phase;
  g_array_append_val (release->actions, acted);
}

static void
translate (gpointer state, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  State *self = state;

  for (gsize i = 0; i < n_events; i++)
    {
      SlLitmusType type = events[i].kind - sl_litmus_kind_base;
      SlAction action = type < SL_N_LITMUS_TYPES ? actions_of_types[type] : SL_ACTION_NONE;
      SlActed acted;

      if (type == SL_LITMUS_SYSTEM_RELEASE)
        {
          Release release = { &events[i], actions };

          sl_litmus_source_foreach_phase (source, say_phase_cb, &release);
        }
      if (action == SL_ACTION_NONE)
        continue;
      if (type == SL_LITMUS_RELEASE || type == SL_LITMUS_COMPLETION)
        follow_jobs (self, &events[i], type);
      else if (type == SL_LITMUS_BLOCK)
        action = decide_block (self, &events[i]);

      if ((events[i].flags & SL_LITMUS_FORCED) != 0)
        say_overrun (&events[i], actions);
      sl_acted_init (&acted, &events[i], action);
      acted.task = events[i].a;
      set_parts (&acted, &events[i], type);
      g_array_append_val (actions, acted);
      if (type == SL_LITMUS_PARAM && events[i].b > 0)
        say_wcet (&events[i], actions);
    }
}

const SlTranslator sl_litmus_translator = {
  .state_size = sizeof (State),
  .start = start,
  .clear = clear,
  .translate = translate,
};
