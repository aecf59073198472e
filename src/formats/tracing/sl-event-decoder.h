/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From the bytes of a record to an event as sl-linux-kinds.h packs it, whatever file the record is in. What is asked of
 * a record is found once for each number of events; a record then costs some loads. */

#include "sl-event-class.h"
#include "sl-linux-names.h"

G_BEGIN_DECLS

/* Values of prev_state that are looked up. */
#define SL_EVENT_DECODER_STATES    4096
#define SL_EVENT_DECODER_PREEMPTED 0x80

/* Functions of timers that mean something, at most. */
#define SL_EVENT_DECODER_TIMERS 16

/* What is odd about a record. */
typedef enum
{
  SL_EVENT_ODD_NOTHING,
  SL_EVENT_ODD_FORMAT, /* the file has no format for its number */
  SL_EVENT_ODD_SHORT,  /* it is too short for its fields */
  SL_EVENT_ODD_STATE,  /* a task left in a state that the kernel has no letter for */
} SlEventOdd;

/* The address of a timer's function. */
typedef struct
{
  guint64 address;
  SlLinuxTimer timer;
} SlEventTimer;

/**
 * SlEventDecoder:
 * @tracing: whose records it decodes
 * @names: (nullable): that marks are found in
 * @states: the letter of each value, with %SL_EVENT_DECODER_PREEMPTED
 * @all_states: of values beyond those
 * @classes: the first is that of numbers without a format
 * @class_of: by number of the event
 *
 * Immutable once it has names; safe from any thread.
 */
typedef struct
{
  const SlTracingData *tracing;
  const SlLinuxNames *names;
  guint8 states[SL_EVENT_DECODER_STATES];
  SlLinuxStates all_states;
  guint n_timers;
  SlEventTimer timers[SL_EVENT_DECODER_TIMERS];
  SlEventClass *classes;
  guint16 class_of[SL_TRACING_IDS];
} SlEventDecoder;

void sl_event_decoder_init (SlEventDecoder *self,
                            const SlTracingData *tracing,
                            const char *release,
                            SlNotes *notes);
void sl_event_decoder_clear (SlEventDecoder *self);
gboolean
sl_event_decoder_may_have_field (const SlEventDecoder *self, guint16 kind, const char *field);
void sl_event_decoder_set_noise (const SlEventClass *class,
                                 const guint8 *record,
                                 guint32 size,
                                 gboolean is_big,
                                 guint32 common_pid,
                                 SlEvent *event);
void sl_event_decoder_set_text (const SlEventDecoder *self,
                                const SlEventClass *class,
                                const guint8 *record,
                                guint32 size,
                                SlEvent *event);

/* What is known of the records with number @id. */
static inline const SlEventClass *
sl_event_decoder_get_class (const SlEventDecoder *self, guint16 id)
{
  return &self->classes[self->class_of[id]];
}

static inline SlLinuxTimer
sl_event_decoder_find_timer (const SlEventDecoder *self, guint64 function)
{
  for (guint i = 0; i < self->n_timers; i++)
    {
      if (self->timers[i].address == function)
        return self->timers[i].timer;
    }

  /* Where no function has a name, this may be any of them. */
  return self->n_timers > 0 ? SL_LINUX_TIMER_OTHER : SL_LINUX_TIMER_UNKNOWN;
}

static inline guint8
sl_event_decoder_find_state (const SlEventDecoder *self, guint64 value, SlEventOdd *odd)
{
  gboolean is_preempted;
  guint8 state;

  if (value < SL_EVENT_DECODER_STATES)
    state = self->states[value];
  else
    {
      state = (guint8) sl_linux_states_get (&self->all_states, value, &is_preempted);
      state |= is_preempted ? SL_EVENT_DECODER_PREEMPTED : 0;
    }
  if (state == 'R' && value != 0)
    *odd = SL_EVENT_ODD_STATE;
  return state;
}

/**
 * sl_event_decoder_fill:
 * @class: of the record
 * @record: (array length=size): from its common_type on
 * @is_big: of the file; a constant where speed counts
 * @common_pid: of the record
 * @event: (inout): gets a, b and detail; has all else. Its flags may get more
 *
 * Returns: what is odd about the record
 */
static G_ALWAYS_INLINE inline SlEventOdd
sl_event_decoder_fill (const SlEventDecoder *self,
                       const SlEventClass *class,
                       const guint8 *record,
                       guint32 size,
                       gboolean is_big,
                       guint32 common_pid,
                       SlEvent *event)
{
  const SlEventPart *parts = class->parts;
  guint64 extra;
  guint8 state;
  SlEventOdd odd = SL_EVENT_ODD_NOTHING;

  if (G_UNLIKELY (class->format == NULL || size < class->least_size))
    {
      event->a = class->format == NULL ? common_pid : 0;
      event->b = 0;
      event->detail = SL_LINUX_DETAIL (common_pid, 0);
      if (class->format == NULL)
        return SL_EVENT_ODD_FORMAT;

      event->flags |= SL_EVENT_NO_A | SL_EVENT_NO_B;
      return SL_EVENT_ODD_SHORT;
    }

  switch ((SlEventIs) class->is)
    {
    case SL_EVENT_IS_SWITCH:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      state =
          sl_event_decoder_find_state (self, sl_event_part_read (&parts[2], record, is_big), &odd);
      event->detail = SL_LINUX_SWITCH (state & ~SL_EVENT_DECODER_PREEMPTED,
                                       (state & SL_EVENT_DECODER_PREEMPTED) != 0,
                                       sl_event_part_read (&parts[3], record, is_big),
                                       sl_event_part_read (&parts[4], record, is_big));
      return odd;
    case SL_EVENT_IS_WAKING:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = common_pid;
      event->detail = SL_LINUX_WAKING (sl_event_part_read (&parts[2], record, is_big),
                                       sl_event_part_read (&parts[3], record, is_big));
      if (parts[4].size > 0 && sl_event_part_read (&parts[4], record, is_big) == 0)
        event->flags |= SL_LINUX_FLAGS (0, SL_LINUX_ROLE_NO_WAKEUP);
      return odd;
    case SL_EVENT_IS_MOVE:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      event->detail = (guint32) sl_event_part_read (&parts[2], record, is_big);
      return odd;
    case SL_EVENT_IS_WAKEUP:
      if (parts[3].size > 0 && sl_event_part_read (&parts[3], record, is_big) == 0)
        event->flags |= SL_LINUX_FLAGS (0, SL_LINUX_ROLE_NO_WAKEUP);
      G_GNUC_FALLTHROUGH;
    case SL_EVENT_IS_PLAIN:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      extra = parts[2].size > 0
                  ? (sl_event_part_read (&parts[2], record, is_big) + class->extra_add) &
                        class->extra_mask
                  : class->extra;
      event->detail = SL_LINUX_DETAIL (common_pid, extra);
      return odd;
    case SL_EVENT_IS_TIMER:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      extra =
          SL_LINUX_TIMER (sl_event_decoder_find_timer (self, sl_event_part_read (&parts[2], record,
                                                                                 is_big)),
                          parts[3].size > 0,
                          parts[3].size > 0 &&
                              (sl_event_part_read (&parts[3], record, is_big) & 1) == 0);
      event->detail = SL_LINUX_DETAIL (common_pid, extra);
      return odd;
    case SL_EVENT_IS_FUTEX:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      extra = sl_linux_pack_futex (sl_event_part_read (&parts[2], record, is_big),
                                   sl_event_part_read (&parts[3], record, is_big),
                                   sl_event_part_read (&parts[4], record, is_big));
      event->detail = SL_LINUX_DETAIL (common_pid, extra);
      return odd;
    case SL_EVENT_IS_NOISE:
      event->a = sl_event_part_read (&parts[0], record, is_big);
      event->b = sl_event_part_read (&parts[1], record, is_big);
      sl_event_decoder_set_noise (class, record, size, is_big, common_pid, event);
      return odd;
    case SL_EVENT_IS_TEXT:
      event->detail = SL_LINUX_DETAIL (common_pid, 0);
      sl_event_decoder_set_text (self, class, record, size, event);
      return odd;
    case SL_EVENT_IS_OTHER:
    case SL_EVENT_IS_QUIET:
    default:
      event->a = common_pid;
      event->b = 0;
      event->detail = SL_LINUX_DETAIL (common_pid, 0);
      return odd;
    }
}

G_END_DECLS
