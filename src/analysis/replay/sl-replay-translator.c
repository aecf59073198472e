/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What events say whose times are their numbers. A translator may need the times at which they were recorded: by budgets,
 * timers and periods it knows which jobs there are, and which servers. So it gets these, and what it says is put at the
 * numbers of the events. Then both traces have the same objects, under the same numbers, and the same jobs. */

#include "sl-replay-source-private.h"

#include "sl-lower-bound.h"

/* The numbers of the block at hand begin with @first. */
typedef struct
{
  SlTrace *trace;
  SlSource *recorded; /* the same events at the times of the trace */
  const SlTranslator *translator;
  gpointer state;
  GArray *found; /* of SlActed */
  SlEvent *block;
  guint64 first;
  gsize n_events;
  SlTime last;
} Translation;

static void
start (gpointer data, SlSource *source)
{
  Translation *self = data;

  self->trace = g_object_ref (sl_replay_source_get_trace (SL_REPLAY_SOURCE (source)));
  self->recorded = sl_replay_source_new (self->trace, sl_trace_get_n_events (self->trace),
                                         SL_STEP_TIMES_RECORDED);
  self->translator = sl_source_get_translator (self->recorded);
  self->state = g_malloc0 (self->translator->state_size);
  self->found = g_array_new (FALSE, FALSE, sizeof (SlActed));
  self->block = g_new (SlEvent, SL_BLOCK_EVENTS);
  if (self->translator->start != NULL)
    self->translator->start (self->state, self->recorded);
}

static void
clear (gpointer data)
{
  Translation *self = data;

  if (self->state != NULL && self->translator->clear != NULL)
    self->translator->clear (self->state);
  g_clear_pointer (&self->state, g_free);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->block, g_free);
  g_clear_object (&self->recorded);
  g_clear_object (&self->trace);
}

/* Returns: when the event with that number was recorded; the one behind all others comes with the last */
static SlTime
get_time (Translation *self, guint64 index)
{
  if (index - self->first >= self->n_events && index < sl_trace_get_n_events (self->trace))
    {
      guint zone = sl_trace_block_of_index (self->trace, index);

      self->first = sl_trace_get_zone (self->trace, zone)->first;
      self->n_events = (gsize) MAX (sl_trace_read_block (self->trace, zone, self->block), 0);
    }
  if (index - self->first < self->n_events)
    self->last = self->block[index - self->first].time;
  return self->last;
}

/* Returns: the number of the last event at or before @time that is not after @index */
static SlTime
find_index (const Translation *self, SlTime time, guint64 index)
{
  guint64 next = self->first;

  if (self->n_events > 0 && self->block[0].time <= time)
    next += sl_lower_bound (0, self->n_events, i, self->block[i].time <= time);
  else
    next = sl_trace_index_at (self->trace, sl_time_add (time, 1));
  return (SlTime) MIN (next > 0 ? next - 1 : 0, index);
}

/* Durations are none among numbers of events, nor is there an event when something is due. */
static void
convert (const Translation *self, SlActed *acted, SlTime now, guint64 index)
{
  acted->time = acted->time == now ? (SlTime) index : find_index (self, acted->time, index);
  switch ((int) acted->action)
    {
    case SL_ACTION_RELEASE:
      acted->deadline = acted->nominal = SL_TIME_MAX;
      break;
    case SL_ACTION_WAKE:
      if (acted->value > 0)
        acted->value = -1;
      break;
    case SL_ACTION_PERIOD:
      acted->value = 0;
      acted->deadline = SL_TIME_MAX;
      acted->is_ns = TRUE;
      break;
    case SL_ACTION_LOST:
      if (acted->nominal != SL_TIME_MAX)
        acted->nominal = find_index (self, acted->nominal, index);
      break;
    default:
      break;
    }
}

static void
hand_over (Translation *self, SlTime now, guint64 index, GArray *actions)
{
  for (guint i = 0; i < self->found->len; i++)
    convert (self, &g_array_index (self->found, SlActed, i), now, index);
  g_array_append_vals (actions, self->found->data, self->found->len);
  g_array_set_size (self->found, 0);
}

static void
translate (gpointer data, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  Translation *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      guint64 index = (guint64) events[i].time;
      SlEvent event = events[i];

      event.time = get_time (self, index);
      self->translator->translate (self->state, self->recorded, &event, 1, self->found);
      hand_over (self, event.time, index, actions);
    }
}

static void
finish (gpointer data, SlSource *source, GArray *actions)
{
  Translation *self = data;

  if (self->translator->finish != NULL)
    self->translator->finish (self->state, self->recorded, self->found);
  hand_over (self, SL_TIME_MAX, sl_trace_get_n_events (self->trace), actions);
}

const SlTranslator sl_replay_translator = {
  .state_size = sizeof (Translation),
  .looks_back = TRUE,
  .start = start,
  .clear = clear,
  .translate = translate,
  .finish = finish,
};
