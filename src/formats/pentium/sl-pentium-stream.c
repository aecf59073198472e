/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pentium-stream.h"

#include <glib/gi18n-lib.h>

#include "sl-btm-cause.h"
#include "sl-btm-times.h"
#include "sl-byu-pentium.h"
#include "sl-error.h"
#include "sl-pentium-describe.h"
#include "sl-stream-source.h"

/* How much of a capture is looked at to tell who sent its messages. */
#define SAMPLE_CYCLES   65536
#define SAMPLE_MESSAGES 32
#define LEAST_MESSAGES  8

/* Of the address pins of the AMD-K5's message, those that are always low. */
#define K5_CLEAR 0x0ff00008u

/* For good, beside what the reader keeps. */
typedef struct
{
  const SlPentiumReaderFuncs *funcs;
  gpointer data;
  SlPentiumOptions options;
  SlClock *clock;
  SlTime gap; /* ticks; 0 for none */
} Capture;

/* Plain bytes. */
typedef struct
{
  SlPentiumReader reader;
  SlBtm btm;
  SlBtmCauses causes;
  SlBtmTimes times;
  SlEvent held; /* follows the cycle that was given last */
  SlTime last;
  guint8 has_held;
  guint8 has_last;
} State;

static void
capture_free (gpointer data)
{
  Capture *self = data;

  self->funcs->free (self->data);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_free (self);
}

/* Intel's manual knows special cycles, and branch trace messages among them, by M/IO#, D/C#, W/R#
 * and the byte enables. CACHE# is high in them; where it reads low, so may the pin or the probe. */
static void
read_type (SlPentiumBusCycle *cycle)
{
  if (cycle->type != (SL_PENTIUM_SPECIAL & ~1) ||
      sl_pentium_special_get_kind (cycle->address, cycle->byte_enables) == SL_KIND_PENTIUM_SPECIAL)
    return;

  cycle->type = SL_PENTIUM_SPECIAL;
  cycle->flags |= SL_PENTIUM_CYCLE_CACHE_LOW;
}

static gboolean
next_cycle (const Capture *self, State *state, SlPentiumBusCycle *cycle, SlNotes *notes)
{
  SlPentiumReader *reader = &state->reader;

  while (reader->n_taken == reader->n_ready)
    {
      reader->n_taken = reader->n_ready = 0;
      if (!self->funcs->next (self->data, reader, notes))
        return FALSE;
    }

  *cycle = reader->ready[reader->n_taken++];
  read_type (cycle);
  cycle->time = MAX (cycle->time, state->last);
  if (self->gap > 0 && state->has_last && cycle->time - state->last > self->gap)
    cycle->flags |= SL_PENTIUM_CYCLE_GAP;
  state->last = cycle->time;
  state->has_last = TRUE;
  return TRUE;
}

static gboolean
is_message (const SlPentiumBusCycle *cycle)
{
  return cycle->type == SL_PENTIUM_SPECIAL &&
         sl_pentium_special_get_kind (cycle->address, cycle->byte_enables) ==
             SL_KIND_PENTIUM_BRANCH_TRACE;
}

typedef struct
{
  const Capture *capture;
  const State *state;
} Ahead;

/* The state is bytes: a copy of it reads on without moving anybody. */
static guint
look_ahead (gpointer user_data, guint8 processor, guint8 *seconds, guint room)
{
  const Ahead *self = user_data;
  State state = *self->state;
  SlPentiumBusCycle cycle;
  SlBtmMessage message;
  guint n_seconds = 0;

  while (n_seconds < room && next_cycle (self->capture, &state, &cycle, NULL))
    {
      if ((cycle.flags & SL_PENTIUM_CYCLE_GAP) != 0)
        break;
      if (is_message (&cycle) &&
          sl_btm_read (&cycle, self->capture->options.btm.variant, &message) &&
          message.processor == processor)
        seconds[n_seconds++] = message.is_second;
    }

  return n_seconds;
}

/* What a message made; FALSE for other cycles, and for messages that cannot be read. */
static gboolean
follow_message (const Capture *self,
                State *state,
                const SlPentiumBusCycle *cycle,
                SlBtmMessage *message,
                SlBtmBranch *branch,
                SlNotes *notes)
{
  Ahead ahead = { self, state };

  if ((cycle->flags & SL_PENTIUM_CYCLE_GAP) != 0)
    sl_btm_gap (&state->btm);
  if (!is_message (cycle) || !sl_btm_read (cycle, self->options.btm.variant, message))
    return FALSE;

  sl_btm_add (&state->btm, &self->options.btm, message, look_ahead, &ahead, branch, notes);
  return TRUE;
}

static void
hold_branch (const Capture *self,
             State *state,
             const SlEvent *event,
             const SlBtmMessage *message,
             const SlBtmBranch *branch,
             guint32 facts)
{
  gboolean is_source_first = self->options.btm.variant == SL_BTM_AMD_K5;
  gboolean is_target = (branch->outcome == SL_BTM_LONE_FIRST) != is_source_first;

  if (branch->outcome == SL_BTM_NOTHING)
    return;

  state->has_held = TRUE;
  state->held = *event;
  state->held.detail = 0;
  state->held.flags = (branch->is_guessed ? SL_EVENT_GUESSED : 0) | facts << SL_BRANCH_SHIFT;
  if (branch->outcome == SL_BTM_PAIR)
    {
      state->held.kind = SL_KIND_BRANCH;
      state->held.a = is_source_first ? branch->first.linear : message->linear;
      state->held.b = is_source_first ? message->linear : branch->first.linear;
      return;
    }

  state->held.kind = is_target ? SL_KIND_BRANCH_TARGET : SL_KIND_BRANCH_SOURCE;
  state->held.a = message->linear;
  state->held.b = 0;
  state->held.flags |= SL_EVENT_NO_B;
}

static void
note_branch (const SlBtmBranch *branch, const SlBtmMessage *message, SlNotes *notes)
{
  guint64 offset = SL_OFFSET (0, message->offset);

  if (branch->outcome == SL_BTM_LONE_FIRST)
    sl_notes_add (notes, offset, 1, N_ ("The second message of a branch is missing"));
  if (branch->outcome == SL_BTM_LONE_SECOND)
    sl_notes_add (notes, offset, 1, N_ ("The first message of a branch is missing"));
  if (branch->is_guessed)
    sl_notes_add (
        notes, offset, 1,
        N_ ("Branch trace messages of two processors are mixed; the sender of each is guessed"));
}

static void
note_cycle (const SlPentiumBusCycle *cycle, guint16 kind, gboolean is_read, SlNotes *notes)
{
  guint64 offset = SL_OFFSET (0, cycle->offset);

  if ((cycle->flags & SL_PENTIUM_CYCLE_TIME_BACK) != 0)
    sl_notes_add (notes, offset, 1,
                  N_ ("The time goes back; what follows is placed right after what came before"));
  else if ((cycle->flags & SL_PENTIUM_CYCLE_GAP) != 0)
    sl_notes_add (notes, offset, 1, N_ ("Cycles are missing before this one, or a reset was"));
  if (kind == SL_KIND_PENTIUM_SPECIAL)
    sl_notes_add (notes, offset, 1,
                  N_ ("Special cycles have byte enables that no document describes"));
  if ((cycle->flags & SL_PENTIUM_CYCLE_CACHE_LOW) != 0)
    sl_notes_add (
        notes, offset, 1,
        N_ ("A special cycle has CACHE# low; it is identified by its other pins and byte enables"));
  if (kind != SL_KIND_PENTIUM_BRANCH_TRACE)
    return;

  if (!is_read)
    sl_notes_add (notes, offset, 1,
                  N_ ("Branch trace messages without their data are known only to within 16 bytes "
                      "and are not paired"));
  if ((cycle->flags & SL_PENTIUM_CYCLE_LOCKED) != 0)
    sl_notes_add (notes, offset, 1,
                  N_ ("A branch trace message has LOCK# low; it is identified by its other pins"));
}

/* What one cycle says, beside its event. */
typedef struct
{
  SlBtmMessage message;
  SlBtmBranch branch;
  SlBtmLag lag;
  guint32 facts;
  gboolean is_read; /* it is a message, and the others are set */
} Told;

static void
add_cycle (const Capture *self,
           State *state,
           const SlPentiumBusCycle *cycle,
           SlEvent *event,
           Told *told,
           SlNotes *notes)
{
  *told = (Told) { .lag = { -1, -1 } };
  *event = (SlEvent) {
    .time = cycle->time,
    .a = cycle->address,
    .b = cycle->byte_enables,
    .offset = SL_OFFSET (0, cycle->offset),
    .flags = (cycle->flags & SL_PENTIUM_CYCLE_GAP) != 0 ? SL_EVENT_GAP : 0,
    .kind = sl_pentium_get_kind (cycle->type, cycle->address, cycle->byte_enables),
    .cpu = cycle->processor,
    .detail = sl_pentium_cycle_get_bytes (cycle),
  };

  sl_btm_times_add (&state->times, event, &told->lag);
  told->is_read = follow_message (self, state, cycle, &told->message, &told->branch, notes);
  if (told->is_read)
    {
      told->facts = sl_btm_causes_add (&state->causes, cycle, &told->message, &told->branch,
                                       self->options.btm.variant == SL_BTM_AMD_K5);
      hold_branch (self, state, event, &told->message, &told->branch, told->facts);
    }
  else
    sl_btm_causes_see (&state->causes, cycle, event->kind);
  if (state->has_held)
    sl_btm_times_add (&state->times, &state->held, &told->lag);
  if (notes == NULL)
    return;

  note_cycle (cycle, event->kind, told->is_read, notes);
  if (told->is_read)
    note_branch (&told->branch, &told->message, notes);
}

static guint
stream_decode (gpointer user_data, gpointer data, SlEvent *events, guint room, SlNotes *notes)
{
  const Capture *self = user_data;
  State *state = data;
  guint n_events = 0;

  while (n_events < room)
    {
      SlPentiumBusCycle cycle;
      Told told;

      if (state->has_held)
        {
          events[n_events++] = state->held;
          state->has_held = FALSE;
          continue;
        }
      if (!next_cycle (self, state, &cycle, notes))
        break;
      add_cycle (self, state, &cycle, &events[n_events++], &told, notes);
    }

  return n_events;
}

static gboolean
stream_describe (gpointer user_data, gpointer data, guint64 offset, GArray *details)
{
  const Capture *self = user_data;
  State *state = data;
  SlPentiumBusCycle cycle;

  while (next_cycle (self, state, &cycle, NULL) && cycle.offset <= offset)
    {
      SlEvent event;
      Told told;

      state->has_held = FALSE;
      add_cycle (self, state, &cycle, &event, &told, NULL);
      if (cycle.offset != offset)
        continue;

      sl_pentium_describe_cycle (&cycle, self->clock, details);
      if (is_message (&cycle))
        sl_pentium_describe_message (&cycle, self->options.btm.variant,
                                     told.is_read ? &told.message : NULL, &told.branch, self->clock,
                                     details);
      if (told.is_read && told.branch.outcome != SL_BTM_NOTHING)
        sl_pentium_describe_facts (told.facts, &told.lag, self->clock, details);
      return TRUE;
    }

  return FALSE;
}

/* The AMD-K5's messages come strictly in turns by A31, and some pins are always low. */
static void
recognise_variant (Capture *self, SlNotes *notes)
{
  g_autofree State *state = g_new0 (State, 1);
  SlPentiumBusCycle cycle;
  guint n_messages = 0;

  for (guint i = 0; i < SAMPLE_CYCLES && n_messages < SAMPLE_MESSAGES; i++)
    {
      if (!next_cycle (self, state, &cycle, NULL))
        break;
      if (!is_message (&cycle))
        continue;
      if ((cycle.address & K5_CLEAR) != 0 || cycle.address >> 31 != (n_messages & 1))
        return;
      n_messages++;
    }

  if (n_messages < LEAST_MESSAGES)
    return;

  self->options.btm.variant = SL_BTM_AMD_K5;
  sl_notes_add (notes, SL_OFFSET_NONE, 1,
                N_ ("Branch trace messages look like those of an AMD-K5 and are read as such; "
                    "btm-variant=intel reads them as a Pentium's"));
}

static void
choose_variant (Capture *self, guint32 present, SlNotes *notes)
{
  if (self->options.is_variant_given)
    return;

  if ((present & SL_PIN_BIT (SL_PIN_BT)) != 0)
    self->options.btm.variant = SL_BTM_INTEL_BT;
  else
    recognise_variant (self, notes);
}

static void
set_gap (Capture *self)
{
  SlTime ticks;

  if (self->options.gap_ns > 0 &&
      sl_clock_from_ps (self->clock, (gint64) (self->options.gap_ns * 1000), &ticks))
    self->gap = MAX (ticks, 1);
}

/**
 * sl_pentium_source_new:
 * @funcs: of the reader; static
 * @data: (transfer full): the reader's, for good
 * @options: copied
 * @present: by SL_PIN_BIT(): which pins the capture has
 * @clock: held
 * @most_cycles: at most so many are in the file
 *
 * Returns: (transfer full) (nullable): the source; %NULL with %SL_ERROR_EMPTY where there is no
 *   cycle
 */
SlSource *
sl_pentium_source_new (SlInput *input,
                       const SlPentiumReaderFuncs *funcs,
                       gpointer data,
                       const SlPentiumOptions *options,
                       guint32 present,
                       SlClock *clock,
                       guint64 most_cycles,
                       GError **error)
{
  static const SlStreamFormat format = {
    .state_size = sizeof (State),
    .decode = stream_decode,
    .describe_from = stream_describe,
  };
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autofree State *first = g_new0 (State, 1);
  Capture *self = g_new0 (Capture, 1);
  SlPentiumBusCycle cycle;
  SlSource *source;

  self->funcs = funcs;
  self->data = data;
  self->options = *options;
  self->options.btm.has_processor = (present & SL_PIN_BIT (SL_PIN_DP)) != 0;
  self->clock = sl_clock_ref (clock);
  if (!next_cycle (self, first, &cycle, NULL))
    {
      g_set_error_literal (
          error, SL_ERROR, SL_ERROR_EMPTY,
          "No bus cycle found in the file; are the names of its signals mapped to the right pins?");
      capture_free (self);
      return NULL;
    }

  set_gap (self);
  choose_variant (self, present, notes);
  source = sl_stream_source_new (&format, input, most_cycles, clock, self, capture_free);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  return source;
}
