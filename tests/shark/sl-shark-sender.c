/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-sender.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sl-shark-network.h"

#define RECORD_SIZE 16
#define HEADER_SIZE 24

/* A chunk of 1 MB holds 62499 records. */
#define CHUNK_RECORDS 62499

/* Cycles between two records that are made. */
#define STEP 300

/* Datagrams that are sent together, so that the clock is not asked for each. */
#define BURST 32

/* The records of one datagram: @n_records of chunk @chunk from @first on. */
typedef struct
{
  guint chunk;
  guint first;
  guint n_records;
} Part;

/* Of the order in which datagrams come onto the network: @key, then @number. */
typedef struct
{
  guint64 key;
  guint32 number; /* 0 for garbage */
} Place;

struct _SlSharkSender
{
  SlSharkSending sending;
  GPtrArray *chunks; /* of GBytes; NULL where records are made */
  GArray *parts;     /* of Part: by number, less the first */
  GArray *order;     /* of Place */
  guint8 *is_sent;   /* by number, less the first */
  SlSharkSent sent;
};

static void
add_parts (SlSharkSender *self, guint chunk, guint n_records)
{
  for (guint first = 0; first < n_records; first += SL_SHARK_RECORDS_A_PACKET)
    {
      Part part = { chunk, first, MIN (n_records - first, SL_SHARK_RECORDS_A_PACKET) };

      if (self->chunks == NULL && self->parts->len == self->sending.n_datagrams)
        return;
      g_array_append_val (self->parts, part);
    }
}

static gboolean
happens (GRand *random, guint of_a_thousand)
{
  return (guint) g_rand_int_range (random, 0, 1000) < of_a_thousand;
}

static void
add_place (SlSharkSender *self, guint place, guint delay, guint32 number)
{
  /* A delayed one comes between two others. */
  Place one = { 2 * ((guint64) place + delay) + (delay > 0), number };

  g_array_append_val (self->order, one);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *one = a;
  const Place *other = b;

  if (one->key != other->key)
    return one->key < other->key ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

static void
put_in_order (SlSharkSender *self)
{
  const SlSharkSending *sending = &self->sending;
  GRand *random = g_rand_new_with_seed (sending->seed);

  for (guint i = 0; i < self->parts->len; i++)
    {
      gboolean is_last = i + 1 == self->parts->len;
      gboolean is_lost = happens (random, sending->lost) && !is_last;
      gboolean is_late = happens (random, sending->late) && !is_last;
      gboolean is_repeated = happens (random, sending->repeated);
      guint delay = (guint) g_rand_int_range (random, 1, 17);
      guint again = (guint) g_rand_int_range (random, 17, 21);

      if (happens (random, sending->garbage))
        add_place (self, i, 1, 0);
      if (is_lost)
        continue;
      add_place (self, i, is_late ? delay : 0, sending->first + i);
      if (is_repeated)
        add_place (self, i, again, sending->first + i);
    }

  g_rand_free (random);
  g_array_sort (self->order, compare_places);
  if (sending->die_after > 0 && sending->die_after < self->order->len)
    g_array_set_size (self->order, sending->die_after);
}

static void
count (SlSharkSender *self)
{
  guint highest = 0; /* place */
  gboolean is_open = FALSE;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint32 number = g_array_index (self->order, Place, i).number;
      guint place = number - self->sending.first;

      if (number == 0)
        {
          self->sent.n_garbage++;
          continue;
        }

      self->sent.n_sent++;
      if (self->is_sent[place])
        {
          self->sent.n_repeated++;
          continue;
        }
      self->is_sent[place] = TRUE;
      self->sent.n_distinct++;
      self->sent.n_events += g_array_index (self->parts, Part, place).n_records;
      self->sent.n_late += place < highest;
      highest = MAX (highest, place);
    }

  self->sent.n_lost = self->sending.first - 1;
  for (guint i = 0; i <= highest && i < self->parts->len; i++)
    {
      self->sent.n_lost += !self->is_sent[i];
      is_open = TRUE;
      if (self->is_sent[i] &&
          g_array_index (self->parts, Part, i).n_records < SL_SHARK_RECORDS_A_PACKET)
        {
          self->sent.n_chunks++;
          is_open = FALSE;
        }
    }
  self->sent.n_chunks += is_open;
}

/**
 * sl_shark_sender_new:
 * @chunks: (nullable) (element-type GBytes): their records; %NULL to make some
 */
SlSharkSender *
sl_shark_sender_new (const SlSharkSending *sending, GPtrArray *chunks)
{
  SlSharkSender *self = g_new0 (SlSharkSender, 1);

  self->sending = *sending;
  self->sending.first = MAX (sending->first, 1);
  self->chunks = chunks != NULL ? g_ptr_array_ref (chunks) : NULL;
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  self->order = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; chunks != NULL && i < chunks->len; i++)
    add_parts (self, i, g_bytes_get_size (g_ptr_array_index (chunks, i)) / RECORD_SIZE);
  for (guint i = 0; chunks == NULL && self->parts->len < sending->n_datagrams; i++)
    add_parts (self, i, CHUNK_RECORDS);

  self->is_sent = g_new0 (guint8, self->parts->len + 1);
  put_in_order (self);
  count (self);
  return self;
}

void
sl_shark_sender_free (SlSharkSender *self)
{
  g_clear_pointer (&self->chunks, g_ptr_array_unref);
  g_array_unref (self->parts);
  g_array_unref (self->order);
  g_free (self->is_sent);
  g_free (self);
}

const SlSharkSent *
sl_shark_sender_get_sent (const SlSharkSender *self)
{
  return &self->sent;
}

/* Returns: whether a number up to the highest one was never sent */
gboolean
sl_shark_sender_is_lost (const SlSharkSender *self, guint32 number)
{
  return number < self->sending.first || number - self->sending.first >= self->parts->len ||
         !self->is_sent[number - self->sending.first];
}

static void
put_u32 (guint8 *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

/* A trace that starts, then counts up. */
static void
make_records (guint8 *bytes, const Part *part)
{
  for (guint i = 0; i < part->n_records; i++, bytes += RECORD_SIZE)
    {
      guint64 index = (guint64) part->chunk * CHUNK_RECORDS + part->first + i;
      guint64 tsc = G_GUINT64_CONSTANT (24305936302) + index * STEP;
      gboolean is_start = index == 0;

      put_u32 (bytes, (is_start ? 256u : (guint32) (index & 0xffff)) << 16 | (is_start ? 0x20 : 1));
      put_u32 (bytes + 4, (guint32) (tsc >> 32));
      put_u32 (bytes + 8, (guint32) tsc);
      put_u32 (bytes + 12, is_start ? 367483 : (guint32) index);
    }
}

static gsize
fill (const SlSharkSender *self, guint32 number, guint8 *bytes)
{
  const Part *part;
  gsize size;

  if (number == 0)
    {
      memset (bytes, 0x5a, HEADER_SIZE);
      memcpy (bytes, "TRACER-V2.0", 12);
      return HEADER_SIZE;
    }

  part = &g_array_index (self->parts, Part, number - self->sending.first);
  size = HEADER_SIZE + part->n_records * RECORD_SIZE;
  memcpy (bytes, "TRACER-V1.0", 12);
  put_u32 (bytes + 12, number);
  put_u32 (bytes + 16, part->n_records);
  put_u32 (bytes + 20, size);
  if (self->chunks == NULL)
    make_records (bytes + HEADER_SIZE, part);
  else
    memcpy (bytes + HEADER_SIZE,
            (const guint8 *) g_bytes_get_data (g_ptr_array_index (self->chunks, part->chunk),
                                               NULL) +
                (gsize) part->first * RECORD_SIZE,
            part->n_records * RECORD_SIZE);
  return size;
}

/**
 * sl_shark_sender_make:
 *
 * Returns: (transfer full): the datagram of that number, as it is sent
 */
GByteArray *
sl_shark_sender_make (const SlSharkSender *self, guint32 number)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, HEADER_SIZE + SL_SHARK_RECORDS_A_PACKET * RECORD_SIZE);
  g_byte_array_set_size (bytes, fill (self, number, bytes->data));
  return bytes;
}

static void
send_burst (const SlSharkSender *self, int fd, guint first, guint n_datagrams)
{
  static guint8 bytes[BURST][HEADER_SIZE + SL_SHARK_RECORDS_A_PACKET * RECORD_SIZE];
  struct mmsghdr messages[BURST] = { 0 };
  struct iovec vectors[BURST];
  guint n_sent = 0;

  for (guint i = 0; i < n_datagrams; i++)
    {
      vectors[i].iov_base = bytes[i];
      vectors[i].iov_len =
          fill (self, g_array_index (self->order, Place, first + i).number, bytes[i]);
      messages[i].msg_hdr = (struct msghdr) { .msg_iov = &vectors[i], .msg_iovlen = 1 };
    }
  while (n_sent < n_datagrams)
    {
      int n = sendmmsg (fd, messages + n_sent, n_datagrams - n_sent, 0);

      /* Nobody receives (any more): a datagram does not care. */
      n_sent += MAX (n, 1);
    }
}

/**
 * sl_shark_sender_run:
 * @address: IPv4
 *
 * Sends all, at the rate that was asked for. One at a time.
 */
void
sl_shark_sender_run (SlSharkSender *self, const char *address, guint port)
{
  struct sockaddr_in target = { .sin_family = AF_INET, .sin_port = htons (port) };
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  gint64 start = g_get_monotonic_time ();

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (inet_pton (AF_INET, address, &target.sin_addr), ==, 1);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &target, sizeof target), ==, 0);
  for (guint i = 0; i < self->order->len; i += BURST)
    {
      gint64 due = self->sending.rate > 0
                       ? start + (gint64) ((guint64) i * G_USEC_PER_SEC / self->sending.rate)
                       : start;
      gint64 now = g_get_monotonic_time ();

      if (due > now)
        g_usleep (due - now);
      send_burst (self, fd, i, MIN (BURST, self->order->len - i));
    }
  close (fd);
}
