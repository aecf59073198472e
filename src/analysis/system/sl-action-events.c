/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-events.h"

#include "sl-kind-action.h"

/* Spans that are open at one time, and variables; of more than these what was before the begin is left out. */
#define MOST_OPEN 65536

struct _SlActionEvents
{
  SlTrace *trace;
  SlSource *source;
  const SlTranslator *translator;
  gpointer state; /* of @translator */
  SlTime begin;
  SlTime last; /* tick of the trace, of which all is wanted; SL_TIME_MAX for none of that */

  SlEvent *events;
  GArray *found;   /* of SlActed: what a block says */
  GArray *actions; /* of SlActed: of these the ones that are wanted */
  guint64 block;   /* the next one */
  guint n_taken;   /* of @actions */
};

/* What lanes do not keep. */
#define WANTED (SL_TELLS_BUS | SL_TELLS_BRANCHES | SL_TELLS_MARKS | SL_TELLS_RECORDING)

/* A mark of nothing, such as a text that cannot be read, says nothing. Names are not said by events. */
static gboolean
is_wanted (const SlActionEvents *self, const SlActed *acted)
{
  if ((acted->action == SL_ACTION_MARK && acted->object == SL_ACTED_NOTHING) ||
      acted->action == SL_ACTION_NAME)
    return FALSE;

  return (sl_action_get_group (acted->action) & WANTED) != 0 || acted->time == self->last;
}

/* Reads the next block. Returns whether there was one. */
static gboolean
read_block (SlActionEvents *self)
{
  gssize n_events;

  g_array_set_size (self->found, 0);
  if (self->block >= sl_trace_get_n_blocks (self->trace))
    return FALSE;

  n_events = sl_trace_read_block (self->trace, self->block++, self->events);
  if (n_events > 0)
    self->translator->translate (self->state, self->source, self->events, (gsize) n_events,
                                 self->found);
  return TRUE;
}

/* Goes to the next block that says something; there is none after the last. */
static void
fill (SlActionEvents *self)
{
  while (self->n_taken == self->actions->len)
    {
      self->n_taken = 0;
      g_array_set_size (self->actions, 0);
      if (!read_block (self))
        return;

      for (guint i = 0; i < self->found->len; i++)
        {
          const SlActed *acted = &g_array_index (self->found, SlActed, i);

          if (acted->time >= self->begin && is_wanted (self, acted))
            g_array_append_vals (self->actions, acted, 1);
        }
    }
}

/* An end belongs to the last begin of the same object that has none. A value is followed by another one. */
static void
replace (GArray *open, const SlActed *acted)
{
  for (guint i = open->len; i > 0; i--)
    {
      const SlActed *last = &g_array_index (open, SlActed, i - 1);

      if (last->object != acted->object || last->object_type != acted->object_type ||
          last->action !=
              (acted->action == SL_ACTION_VALUE ? SL_ACTION_VALUE : SL_ACTION_SPAN_BEGIN) ||
          (acted->action == SL_ACTION_SPAN_END && last->task != acted->task))
        continue;
      g_array_remove_index (open, i - 1);
      break;
    }
  if (acted->action == SL_ACTION_VALUE)
    g_array_append_vals (open, acted, 1);
}

static void
take_before (GArray *open, const SlActed *acted)
{
  switch ((guint) acted->action)
    {
    case SL_ACTION_SPAN_BEGIN:
      if (open->len < MOST_OPEN)
        g_array_append_vals (open, acted, 1);
      break;
    case SL_ACTION_SPAN_END:
    case SL_ACTION_VALUE:
      replace (open, acted);
      break;
    default:
      break;
    }
}

/* What was logged before the begin and is so then: spans that are open, and variables. The rest of the last block is left. */
static void
find_open (SlActionEvents *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (SlActed));
  guint64 n_blocks = sl_trace_get_n_blocks (self->trace);
  guint64 first = sl_trace_index_at (self->trace, self->begin);
  guint64 end = first < sl_trace_get_n_events (self->trace)
                    ? sl_trace_block_of_index (self->trace, first) + 1u
                    : n_blocks;

  while (self->block < end && read_block (self))
    for (guint i = 0; i < self->found->len; i++)
      {
        SlActed *acted = &g_array_index (self->found, SlActed, i);

        if (acted->time < self->begin)
          take_before (open, acted);
        else if (is_wanted (self, acted))
          g_array_append_vals (self->actions, acted, 1);
      }

  for (guint i = 0; i < open->len; i++)
    g_array_index (open, SlActed, i).time = self->begin;
  g_array_prepend_vals (self->actions, open->data, open->len);
}

/* Whether what is said of an event depends on no event before it. */
static gboolean
is_stateless (SlSource *source)
{
  return !sl_source_says (source, SL_TELLS_MARKS) &&
         sl_source_get_translator (source)->state_size == 0;
}

/**
 * sl_action_events_say_last:
 *
 * Returns: whether all actions of the last tick of @trace are said by its events; of S.Ha.R.K. lanes alone say any
 */
gboolean
sl_action_events_say_last (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);

  return sl_source_says (source, SL_TELLS_SCHEDULING) &&
         !sl_source_has_trait (source, SL_TRAIT_KERNEL);
}

/**
 * sl_action_events_new:
 * @trace: complete
 * @begin: in its ticks: spans that are open then begin then, and variables have their values from then on
 *
 * Returns: (transfer full) (nullable): at the first action; %NULL where events say no such thing
 */
SlActionEvents *
sl_action_events_new (SlTrace *trace, SlTime begin)
{
  SlSource *source = sl_trace_get_source (trace);
  SlActionEvents *self;
  SlTime from;

  if (!sl_source_says (source, WANTED) && !sl_action_events_say_last (trace))
    return NULL;

  self = g_new0 (SlActionEvents, 1);
  self->trace = g_object_ref (trace);
  self->source = source;
  self->translator = sl_source_get_translator (source);
  self->state = g_malloc0 (MAX (self->translator->state_size, 1));
  if (self->translator->start != NULL)
    self->translator->start (self->state, source);
  self->begin = begin;
  self->last = sl_action_events_say_last (trace) ? sl_trace_get_span (trace).end - 1 : SL_TIME_MAX;
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->found = g_array_new (FALSE, FALSE, sizeof (SlActed));
  self->actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  /* Cycles and branches by themselves say nothing of those behind them. */
  from = sl_source_says (source, WANTED) ? begin : MAX (begin, self->last);
  if (from > sl_trace_get_span (trace).begin && is_stateless (source))
    {
      guint64 first = sl_trace_index_at (trace, from);

      self->block = first < sl_trace_get_n_events (trace) ? sl_trace_block_of_index (trace, first)
                                                          : sl_trace_get_n_blocks (trace);
    }
  else if (begin > sl_trace_get_span (trace).begin)
    {
      find_open (self);
    }
  fill (self);
  return self;
}

void
sl_action_events_free (SlActionEvents *self)
{
  if (self->translator->clear != NULL)
    self->translator->clear (self->state);
  g_free (self->state);
  g_array_unref (self->found);
  g_array_unref (self->actions);
  g_free (self->events);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * sl_action_events_peek:
 *
 * Returns: (transfer none) (nullable): the next action; %NULL after the last
 */
const SlActed *
sl_action_events_peek (const SlActionEvents *self)
{
  return self->n_taken < self->actions->len ? &g_array_index (self->actions, SlActed, self->n_taken)
                                            : NULL;
}

/**
 * sl_action_events_skip:
 *
 * Goes to the action after the next one; there must be a next one.
 */
void
sl_action_events_skip (SlActionEvents *self)
{
  self->n_taken++;
  fill (self);
}
