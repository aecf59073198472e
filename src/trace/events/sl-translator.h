/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From events to what they say about the system. Most kinds say one thing, in their row of the registry: then there
 * is nothing to write. Where the order of events matters, the format has a translator. */

#include "sl-event.h"
#include "sl-kind.h"
#include "sl-object.h"

G_BEGIN_DECLS

typedef struct _SlSource SlSource;

/* In place of a task, an object or a time: there is none, or nobody knows. */
#define SL_ACTED_NOTHING G_MAXUINT64

/* In place of a processor in whose queue a task is: nobody knows. */
#define SL_ACTED_NO_CPU G_MAXUINT16

/* In place of the value of a branch: nobody knows where it led. */
#define SL_ACTED_NOWHERE G_MININT64

/**
 * SlActed:
 * @time: when, in ticks; not before that of the action before, unless the translator looks back. May be before
 *   @offset's event, which showed it
 * @task: native id of the task; %SL_ACTED_NOTHING where there is none
 * @object: native id of the object; %SL_ACTED_NOTHING where there is none
 * @value: as the vocabulary says
 * @deadline: of a release: when the job has to be finished, in ticks; %SL_TIME_MAX where nobody knows. Of a period: the
 *   relative deadline in ns, 0 for none, or %SL_TIME_MAX. Of a replenishment: that of the server, likewise
 * @nominal: of a release: when it should have come, in ticks; of a loss: the last event of the processor before it; of a
 *   replenishment, or where a server is forgotten: how much its whole budget is; %SL_TIME_MAX where nobody knows
 * @offset: the record that says it
 * @object_type: of @object
 * @kind: of the event that says it
 * @cpu: the processor; %SL_ACTED_NO_CPU of a task that is ready nobody knows where
 * @action: what it is
 * @is_ns: of a period: @value, 0 for none, and @deadline are in ns, which the trace does not count
 */
typedef struct
{
  SlTime time;
  guint64 task;
  guint64 object;
  gint64 value;
  SlTime deadline;
  SlTime nominal;
  guint64 offset;
  guint32 object_type;
  guint16 kind;
  guint16 cpu;
  SlAction action;
  gboolean is_ns;
} SlActed;

/**
 * SlTranslator:
 * @state_size: bytes of its state; 0 for none
 * @looks_back: an action may be earlier than the one before it, but not than the last change of what it changes
 * @start: (nullable): sets the state before the first event; else all its bytes are 0
 * @clear: (nullable): frees what the state owns
 * @finish: (nullable): appends what was not said yet once there are no more events; see @looks_back
 * @translate: appends what @events say to @actions, an array of #SlActed; they are in order, and follow those of
 *   the call before on the same state. Called from several threads, each with a state of its own
 *
 * A format's own way from events to actions, for when their order matters.
 */
typedef struct
{
  gsize state_size;
  gboolean looks_back;
  void (*start) (gpointer state, SlSource *source);
  void (*clear) (gpointer state);
  void (*translate) (gpointer state,
                     SlSource *source,
                     const SlEvent *events,
                     gsize n_events,
                     GArray *actions);
  void (*finish) (gpointer state, SlSource *source, GArray *actions);
} SlTranslator;

/**
 * sl_acted_init:
 * @self: (out caller-allocates): an action of no task, object or value
 * @event: the event that says it
 * @action: what it says
 */
static inline void
sl_acted_init (SlActed *self, const SlEvent *event, SlAction action)
{
  *self = (SlActed) {
    .time = event->time,
    .task = SL_ACTED_NOTHING,
    .object = SL_ACTED_NOTHING,
    .deadline = SL_TIME_MAX,
    .nominal = SL_TIME_MAX,
    .offset = event->offset,
    .kind = event->kind,
    .cpu = event->cpu,
    .action = action,
  };
}

void sl_translate_by_kinds (gpointer state,
                            SlSource *source,
                            const SlEvent *events,
                            gsize n_events,
                            GArray *actions);

G_END_DECLS
