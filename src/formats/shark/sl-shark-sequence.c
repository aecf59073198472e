/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-sequence.h"

#include <string.h>

/* All numbers that may still be late, or come twice. */
#define N_SLOTS (2 * SL_SHARK_RESTART_DISTANCE)

/* The first datagram of a tracer is overtaken by fewer than this. */
#define FIRST_DISTANCE 64

typedef struct
{
  guint64 tag;
  guint32 number;
  gboolean is_taken;
} Slot;

struct _SlSharkSequence
{
  guint32 highest; /* since the tracer started; 0 for none */
  guint64 missing; /* in all, also before the tracer was restarted */
  Slot slots[N_SLOTS];
};

SlSharkSequence *
sl_shark_sequence_new (void)
{
  return g_new0 (SlSharkSequence, 1);
}

void
sl_shark_sequence_free (SlSharkSequence *self)
{
  g_free (self);
}

static void
mark (SlSharkSequence *self, guint32 number, guint64 tag)
{
  self->slots[number % N_SLOTS] = (Slot) { tag, number, TRUE };
}

static void
go_to (SlSharkSequence *self, guint32 number, guint64 tag)
{
  if (number > self->highest)
    {
      self->missing += number - self->highest - 1;
      self->highest = number;
    }
  mark (self, number, tag);
}

static gboolean
is_restart (const SlSharkSequence *self, guint32 number)
{
  guint32 distance = self->highest - number;

  return distance > SL_SHARK_RESTART_DISTANCE || (number <= 1 && distance > FIRST_DISTANCE);
}

/**
 * sl_shark_sequence_take:
 * @number: of the datagram that arrived
 * @tag: what the caller wants to know of it if its number comes again
 * @seen_tag: (out): of the datagram that had the number, for %SL_SHARK_SEEN
 */
SlSharkArrival
sl_shark_sequence_take (SlSharkSequence *self, guint32 number, guint64 tag, guint64 *seen_tag)
{
  const Slot *slot = &self->slots[number % N_SLOTS];

  if (slot->is_taken && slot->number == number)
    {
      *seen_tag = slot->tag;
      return SL_SHARK_SEEN;
    }
  if (number < self->highest && is_restart (self, number))
    {
      sl_shark_sequence_restart (self, number, tag);
      return SL_SHARK_RESTARTED;
    }
  if (number < self->highest)
    {
      /* The kernel has no number 0, which is missing nowhere. */
      self->missing -= number > 0;
      mark (self, number, tag);
      return SL_SHARK_LATE;
    }

  go_to (self, number, tag);
  return SL_SHARK_NEXT;
}

/**
 * sl_shark_sequence_restart:
 *
 * The tracer counts anew, and this is the first datagram of it that arrived.
 */
void
sl_shark_sequence_restart (SlSharkSequence *self, guint32 number, guint64 tag)
{
  memset (self->slots, 0, sizeof self->slots);
  self->highest = 0;
  go_to (self, number, tag);
}

/* Returns: the highest number since the tracer started; 0 for none */
guint32
sl_shark_sequence_get_highest (const SlSharkSequence *self)
{
  return self->highest;
}

/* Returns: how many datagrams below the highest did not arrive, also of a tracer before it was restarted */
guint64
sl_shark_sequence_get_missing (const SlSharkSequence *self)
{
  return self->missing;
}
