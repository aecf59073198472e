/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-receive-counts.h"

/* The kernel sends a datagram once another event would bring it to 1000 bytes. */
#define FULL_EVENTS 60

#define REMARK_SIZE 100

struct _SlReceiveCounter
{
  SlReceiveCounts counts;
  SlSharkSequence *sequence;
  SlNetAddress sender; /* the first, once there is a datagram */
  guint32 last_ended;  /* number of the last datagram that ended a chunk */
  guint64 n_ended;
  char remark[REMARK_SIZE];
};

SlReceiveCounter *
sl_receive_counter_new (void)
{
  SlReceiveCounter *self = g_new0 (SlReceiveCounter, 1);

  self->sequence = sl_shark_sequence_new ();
  return self;
}

void
sl_receive_counter_free (SlReceiveCounter *self)
{
  sl_shark_sequence_free (self->sequence);
  g_free (self);
}

/* Tells datagrams with the same number apart. */
static guint64
sum_up (const guint8 *data, gsize size)
{
  guint64 sum = size;

  for (gsize i = 0; i + 8 <= size; i += 8)
    {
      sum = (sum ^ sl_bytes_u64_le (data + i)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      sum ^= sum >> 29;
    }

  return sum;
}

static void
count_events (SlReceiveCounter *self, const SlSharkDatagram *datagram, gsize size)
{
  guint64 n_events = datagram->n_bytes / SL_SHARK_RECORD_SIZE;

  self->counts.n_datagrams++;
  self->counts.n_events += n_events;
  self->counts.n_damaged +=
      !datagram->fits || datagram->n_promised + SL_SHARK_DATAGRAM_HEADER != size;
  if (n_events < FULL_EVENTS)
    {
      self->n_ended++;
      self->last_ended = MAX (self->last_ended, datagram->number);
      g_strlcat (self->remark, self->remark[0] != '\0' ? "; a chunk ends" : "A chunk ends",
                 REMARK_SIZE);
    }
}

/* What is new of its number; FALSE for one that came twice. */
static gboolean
count_number (SlReceiveCounter *self, guint32 number, guint64 tag)
{
  guint32 highest = sl_shark_sequence_get_highest (self->sequence);
  guint64 seen;
  SlSharkArrival arrival = sl_shark_sequence_take (self->sequence, number, tag, &seen);

  if (arrival == SL_SHARK_SEEN && seen == tag)
    {
      self->counts.n_duplicates++;
      g_snprintf (self->remark, REMARK_SIZE, "Number %u came twice", number);
      return FALSE;
    }
  if (arrival == SL_SHARK_SEEN)
    {
      sl_shark_sequence_restart (self->sequence, number, tag);
      arrival = SL_SHARK_RESTARTED;
    }

  if (arrival == SL_SHARK_RESTARTED)
    {
      self->counts.n_restarts++;
      self->n_ended += highest != self->last_ended;
      self->last_ended = 0;
      g_snprintf (self->remark, REMARK_SIZE, "The tracer restarts its count at %u", number);
    }
  else if (arrival == SL_SHARK_LATE)
    {
      self->counts.n_late++;
      g_snprintf (self->remark, REMARK_SIZE, "Number %u is late, after %u", number, highest);
    }
  else if (number > highest + 1)
    {
      g_snprintf (self->remark, REMARK_SIZE, "Numbers %u to %u are missing here", highest + 1,
                  number - 1);
    }
  self->counts.n_lost = sl_shark_sequence_get_missing (self->sequence);
  return TRUE;
}

/**
 * sl_receive_counter_take:
 * @from: who sent it
 * @data: what arrived
 *
 * Returns: whether it is to be kept
 */
gboolean
sl_receive_counter_take (SlReceiveCounter *self,
                         const SlNetAddress *from,
                         const guint8 *data,
                         gsize size)
{
  SlSharkDatagram datagram;

  self->remark[0] = '\0';
  self->counts.n_received++;
  if (size == 0)
    {
      self->counts.n_empty++;
      return FALSE;
    }
  if (!sl_shark_datagram_parse (data, size, &datagram))
    {
      self->counts.n_ignored++;
      return FALSE;
    }

  if (self->counts.n_datagrams == 0)
    self->sender = *from;
  if (!sl_net_address_has_host_of (&self->sender, from))
    {
      self->counts.n_others++;
      return FALSE;
    }

  if (count_number (self, datagram.number, sum_up (data, size)))
    count_events (self, &datagram, size);
  self->counts.is_incomplete = sl_shark_sequence_get_highest (self->sequence) != self->last_ended;
  self->counts.n_chunks = self->n_ended + self->counts.is_incomplete;
  return TRUE;
}

/* Returns: (nullable): what was noticed of the last one taken */
const char *
sl_receive_counter_get_remark (const SlReceiveCounter *self)
{
  return self->remark[0] != '\0' ? self->remark : NULL;
}

/* Returns: (transfer none): what was counted; the caller adds what it knows */
SlReceiveCounts *
sl_receive_counter_get (SlReceiveCounter *self)
{
  return &self->counts;
}
