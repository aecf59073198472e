/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-replay-source.h"

#include "sl-replay-source-private.h"

struct _SlReplaySource
{
  SlSource parent_instance;

  SlTrace *trace;
  guint64 n_events;
  SlStepTimes times;
  guint n_zones; /* of the trace, those that hold any of the events */
  SlClock *clock;
};

G_DEFINE_FINAL_TYPE (SlReplaySource, sl_replay_source, SL_TYPE_SOURCE)

static guint64
sl_replay_source_get_n_blocks (SlSource *source)
{
  SlReplaySource *self = SL_REPLAY_SOURCE (source);

  return self->n_zones + (self->times == SL_STEP_TIMES_INDEX);
}

static gssize
sl_replay_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlReplaySource *self = SL_REPLAY_SOURCE (source);
  guint64 first;
  gssize n_events;

  if (block >= sl_replay_source_get_n_blocks (source))
    return -1;

  if (block == self->n_zones)
    {
      events[0] = (SlEvent) { .time = (SlTime) self->n_events,
                              .offset = SL_OFFSET_NONE,
                              .kind = SL_KIND_DATA_POINTER,
                              .flags = SL_EVENT_INFERRED };
      return 1;
    }

  first = sl_trace_get_zone (self->trace, (guint) block)->first;
  n_events = sl_trace_read_block (self->trace, (guint) block, events);
  n_events = MIN (n_events, (gssize) (self->n_events - first));
  for (gssize i = 0; i < n_events && self->times == SL_STEP_TIMES_INDEX; i++)
    events[i].time = (SlTime) (first + (guint64) i);

  return MAX (n_events, 0);
}

static SlClock *
sl_replay_source_get_clock (SlSource *source)
{
  return SL_REPLAY_SOURCE (source)->clock;
}

static gboolean
sl_replay_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  return sl_source_describe (sl_trace_get_source (SL_REPLAY_SOURCE (source)->trace), offset,
                             details);
}

static gboolean
sl_replay_source_read_field (SlSource *source,
                             guint64 offset,
                             const char *field,
                             SlFieldValue *value)
{
  return sl_source_read_field (sl_trace_get_source (SL_REPLAY_SOURCE (source)->trace), offset,
                               field, value);
}

static char *
sl_replay_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlReplaySource *self = SL_REPLAY_SOURCE (source);
  SlEvent event;

  if (self->times == SL_STEP_TIMES_INDEX)
    time = sl_trace_read_event (self->trace, (guint64) MAX (time, 0), &event) ? event.time : 0;

  return sl_source_get_object_name (sl_trace_get_source (self->trace), type, id, time);
}

static void
sl_replay_source_finalize (GObject *object)
{
  SlReplaySource *self = SL_REPLAY_SOURCE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->clock, sl_clock_unref);

  G_OBJECT_CLASS (sl_replay_source_parent_class)->finalize (object);
}

static void
sl_replay_source_class_init (SlReplaySourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_replay_source_finalize;
  source_class->get_n_blocks = sl_replay_source_get_n_blocks;
  source_class->read_block = sl_replay_source_read_block;
  source_class->get_clock = sl_replay_source_get_clock;
  source_class->describe = sl_replay_source_describe;
  source_class->read_field = sl_replay_source_read_field;
  source_class->get_object_name = sl_replay_source_get_object_name;
}

static void
sl_replay_source_init (SlReplaySource *self)
{
}

/* One that keeps nothing from event to event needs no times. */
static const SlTranslator *
choose_translator (SlSource *source, SlStepTimes times)
{
  const SlTranslator *translator = sl_source_get_translator (source);

  return times == SL_STEP_TIMES_INDEX && translator->state_size > 0 ? &sl_replay_translator
                                                                    : translator;
}

/**
 * sl_replay_source_new:
 * @trace: whose events are told; it is read on demand and has to be loaded as far as @n_events
 * @n_events: how many from the first on, 1 … all
 *
 * Objects get the numbers that they have in @trace.
 *
 * Returns: (transfer full): to be loaded as any other
 */
SlSource *
sl_replay_source_new (SlTrace *trace, guint64 n_events, SlStepTimes times)
{
  SlSource *by_event = sl_trace_get_source (trace);
  SlReplaySource *self;

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);
  g_return_val_if_fail (n_events > 0 && n_events <= sl_trace_get_n_events (trace), NULL);

  self = g_object_new (SL_TYPE_REPLAY_SOURCE, NULL);
  self->trace = g_object_ref (trace);
  self->n_events = n_events;
  self->times = times;
  self->n_zones = sl_trace_block_of_index (trace, n_events - 1) + 1;
  self->clock = times == SL_STEP_TIMES_INDEX ? sl_clock_new (SL_UNIT_RECORDS, 0, NULL, 0)
                                             : sl_clock_ref (sl_trace_get_clock (trace));
  sl_source_set_identity (SL_SOURCE (self), sl_source_get_format_id (by_event),
                          sl_source_get_format_title (by_event),
                          sl_source_get_file_names (by_event));
  sl_source_set_traits (SL_SOURCE (self), sl_source_get_traits (by_event));
  sl_source_set_meaning (SL_SOURCE (self), sl_source_get_tells (by_event),
                         choose_translator (by_event, times));
  sl_source_set_name (SL_SOURCE (self), sl_source_get_name (by_event));
  if (sl_source_get_file_uris (by_event) != NULL)
    sl_source_set_file_uris (SL_SOURCE (self), sl_source_get_file_uris (by_event));
  return SL_SOURCE (self);
}

/**
 * sl_replay_source_get_trace:
 *
 * Returns: (transfer none): whose events are told
 */
SlTrace *
sl_replay_source_get_trace (SlReplaySource *self)
{
  return self->trace;
}
