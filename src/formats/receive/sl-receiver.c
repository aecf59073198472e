/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-receiver.h"

#include "sl-block-recorder.h"
#include "sl-capture-blocks.h"
#include "sl-datagram-socket.h"
#include "sl-error.h"

/* Blocks are handed over to be written when they have this size, or this long after the first came. */
#define BATCH_SIZE     (256 * 1024)
#define BATCH_WAIT_US  100000
#define BATCH_RESERVED (BATCH_SIZE + SL_DATAGRAM_BATCH * 1536)

/* While the disk is too slow, datagrams wait in the system, which counts those that it has no room for. */
#define FULL_WAIT_US 5000

/* What has arrived already is taken after sl_receiver_stop(), but a flood does not keep it from ending. */
#define LAST_TAKE_US 2000000

struct _SlReceiver
{
  SlDatagramSocket *socket;
  SlBlockRecorder *recorder;
  GThread *thread;  /* NULL before the start and after the end */
  gint64 deadline;  /* monotonic; below 0 for none */
  gboolean is_over; /* under @lock */

  /* of the thread: */
  SlReceiveCounter *counter;
  SlDatagram *datagrams;
  GByteArray *blocks;
  GArray *ends; /* of guint32 */
  gint64 since; /* when the first of @blocks came */
  guint64 n_kept;
  guint64 n_dropped; /* since the last that was kept */

  GMutex lock; /* for what stands below */
  GCond ended;
  SlReceiveCounts counts;
};

static void
renew_batch (SlReceiver *self)
{
  self->blocks = g_byte_array_sized_new (BATCH_RESERVED);
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
end_block (SlReceiver *self)
{
  guint32 end = self->blocks->len;

  if (self->ends->len == 0)
    self->since = g_get_monotonic_time ();
  g_array_append_val (self->ends, end);
}

/* FALSE once nothing can be written any more. */
static gboolean
hand_over (SlReceiver *self)
{
  gboolean is_fine;

  if (self->ends->len == 0)
    return TRUE;

  is_fine = sl_block_recorder_add (self->recorder, self->blocks, self->ends);
  renew_batch (self);
  return is_fine;
}

/**
 * sl_receiver_new:
 * @address: IPv4 or IPv6 of this computer to receive on, and nowhere else
 * @port: 0 for any that is free
 * @error: %SL_ERROR_USAGE for a wrong address, or of %G_IO_ERROR
 *
 * From now on datagrams are collected by the system.
 *
 * Returns: (transfer full) (nullable):
 */
SlReceiver *
sl_receiver_new (const char *address, guint port, GError **error)
{
  SlDatagramSocket *socket = sl_datagram_socket_new (address, port, error);
  SlReceiver *self;

  if (socket == NULL)
    return NULL;

  self = g_new0 (SlReceiver, 1);
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  self->socket = socket;
  self->counter = sl_receive_counter_new ();
  self->datagrams = g_new0 (SlDatagram, SL_DATAGRAM_BATCH);
  renew_batch (self);
  return self;
}

/**
 * sl_receiver_set_output:
 * @file: what is written; nothing of it changes before sl_receiver_finish()
 * @inputs: (nullable): files that it must not be
 *
 * Once, before the start.
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_receiver_set_output (SlReceiver *self, GFile *file, const SlFileSet *inputs, GError **error)
{
  g_return_val_if_fail (self->recorder == NULL, FALSE);

  self->recorder = sl_block_recorder_new (file, inputs, error);
  if (self->recorder == NULL)
    return FALSE;

  sl_capture_append_header (self->blocks, sl_datagram_socket_get_address (self->socket));
  end_block (self);
  return TRUE;
}

static void
join (SlReceiver *self)
{
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
}

/**
 * sl_receiver_free:
 *
 * Without sl_receiver_finish() before, nothing is saved.
 */
void
sl_receiver_free (SlReceiver *self)
{
  if (self->thread != NULL)
    sl_receiver_stop (self);
  join (self);
  g_clear_pointer (&self->recorder, sl_block_recorder_free);
  g_clear_pointer (&self->socket, sl_datagram_socket_free);
  g_clear_pointer (&self->counter, sl_receive_counter_free);
  g_clear_pointer (&self->blocks, g_byte_array_unref);
  g_clear_pointer (&self->ends, g_array_unref);
  g_free (self->datagrams);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
  g_free (self);
}

/* Returns: (transfer full): where it receives, such as 127.0.0.1:20000 or [::1]:20000 */
char *
sl_receiver_dup_address (const SlReceiver *self)
{
  return sl_net_address_dup_text (sl_datagram_socket_get_address (self->socket));
}

/**
 * sl_receiver_dup_path:
 *
 * Returns: (transfer full) (nullable): where this process can read what was received, until
 *   sl_receiver_finish(); %NULL where it goes to a pipe
 */
char *
sl_receiver_dup_path (const SlReceiver *self)
{
  return sl_block_recorder_dup_path (self->recorder);
}

static void
keep (SlReceiver *self, const SlDatagram *datagram)
{
  const SlCapturePacket packet = {
    .from = datagram->from,
    .to = *sl_datagram_socket_get_address (self->socket),
    .arrival = datagram->arrival,
    .dropped = self->n_dropped,
    .payload = datagram->data,
    .size = datagram->size,
    .remark = sl_receive_counter_get_remark (self->counter),
  };

  sl_capture_append_packet (self->blocks, &packet);
  end_block (self);
  sl_receive_counter_get (self->counter)->arrival = datagram->arrival;
  self->n_kept++;
  self->n_dropped = 0;
}

static void
publish (SlReceiver *self)
{
  g_mutex_lock (&self->lock);
  self->counts = *sl_receive_counter_get (self->counter);
  g_mutex_unlock (&self->lock);
}

/* Returns: whether there were datagrams */
static gboolean
take (SlReceiver *self)
{
  guint n_taken = sl_datagram_socket_take (self->socket, self->datagrams);
  SlReceiveCounts *counts = sl_receive_counter_get (self->counter);

  for (guint i = 0; i < n_taken; i++)
    {
      const SlDatagram *datagram = &self->datagrams[i];

      counts->n_dropped += datagram->dropped;
      self->n_dropped += datagram->dropped;
      if (sl_receive_counter_take (self->counter, &datagram->from, datagram->data, datagram->size))
        keep (self, datagram);
    }
  if (n_taken > 0)
    publish (self);

  return n_taken > 0;
}

static gboolean
is_due (const SlReceiver *self, gint64 now)
{
  return self->blocks->len >= BATCH_SIZE ||
         (self->ends->len > 0 && now - self->since >= BATCH_WAIT_US);
}

/* How long nothing is to be done but to take datagrams; below 0 for any time. */
static gint64
get_timeout (const SlReceiver *self, gint64 now)
{
  gint64 timeout = self->deadline < 0 ? -1 : MAX (self->deadline - now, 0);

  if (self->ends->len > 0 && (timeout < 0 || timeout > BATCH_WAIT_US))
    timeout = BATCH_WAIT_US;
  return timeout;
}

static void
take_all (SlReceiver *self)
{
  for (;;)
    {
      gint64 now = g_get_monotonic_time ();
      gboolean is_full;

      if (self->deadline >= 0 && now >= self->deadline)
        return;
      if (is_due (self, now) && !hand_over (self))
        return;

      is_full = sl_block_recorder_is_full (self->recorder);
      if (!sl_datagram_socket_wait (self->socket, is_full ? FULL_WAIT_US : get_timeout (self, now),
                                    !is_full))
        return;
      if (!is_full)
        take (self);
    }
}

static void
take_last (SlReceiver *self)
{
  SlReceiveCounts *counts = sl_receive_counter_get (self->counter);
  gint64 end = g_get_monotonic_time () + LAST_TAKE_US;

  while (take (self) && g_get_monotonic_time () < end)
    if (is_due (self, 0) && !hand_over (self))
      break;

  counts->n_dropped += sl_datagram_socket_take_dropped (self->socket);
  publish (self);
  if (self->n_kept > 0)
    {
      sl_capture_append_totals (self->blocks,
                                &(SlCaptureTotals) { counts->arrival, counts->n_received,
                                                     counts->n_dropped, self->n_kept });
      end_block (self);
      hand_over (self);
    }
}

static gpointer
thread_cb (gpointer data)
{
  SlReceiver *self = data;

  take_all (self);
  take_last (self);
  g_mutex_lock (&self->lock);
  self->is_over = TRUE;
  g_cond_broadcast (&self->ended);
  g_mutex_unlock (&self->lock);
  return NULL;
}

/**
 * sl_receiver_start:
 * @duration_us: after which it ends by itself; below 0 for never
 *
 * Receives in a thread of its own. Once only.
 */
void
sl_receiver_start (SlReceiver *self, gint64 duration_us)
{
  g_return_if_fail (self->thread == NULL && self->recorder != NULL);

  self->deadline = duration_us < 0 ? -1 : g_get_monotonic_time () + duration_us;
  self->thread = g_thread_new ("receiver", thread_cb, self);
}

/**
 * sl_receiver_stop:
 *
 * Asks it to end; sl_receiver_wait() says when it has. From any thread, and from a signal's handler.
 */
void
sl_receiver_stop (SlReceiver *self)
{
  sl_datagram_socket_wake (self->socket);
}

/**
 * sl_receiver_wait:
 * @timeout_us: how long, at most; 0 to ask only
 *
 * Returns: whether it has ended: stopped, at the end of its time, or since nothing can be written
 */
gboolean
sl_receiver_wait (SlReceiver *self, gint64 timeout_us)
{
  gint64 end = g_get_monotonic_time () + timeout_us;
  gboolean is_over;

  g_mutex_lock (&self->lock);
  while (!self->is_over && timeout_us > 0 && g_cond_wait_until (&self->ended, &self->lock, end))
    ;
  is_over = self->is_over;
  g_mutex_unlock (&self->lock);
  return is_over;
}

/* What was counted up to now. From any thread. */
void
sl_receiver_get_counts (SlReceiver *self, SlReceiveCounts *counts)
{
  g_mutex_lock (&self->lock);
  *counts = self->counts;
  g_mutex_unlock (&self->lock);
}

/**
 * sl_receiver_finish:
 * @is_saved: (out): whether the file was written; also with @error, where the disk was full
 * @error: %SL_ERROR_EMPTY where nothing came, of which no file is written; of %G_IO_ERROR where not all
 *   could be written
 *
 * Ends, where it has not ended yet, and saves what was received. Only the counts can be asked for after it.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_receiver_finish (SlReceiver *self, gboolean *is_saved, GError **error)
{
  g_autoptr (GError) failure = NULL;
  guint64 n_blocks;

  sl_receiver_stop (self);
  join (self);
  *is_saved = FALSE;
  n_blocks = sl_block_recorder_end (self->recorder, &failure);
  if (failure == NULL && self->n_kept == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
                   "No datagram of the tracer was received: no file was written");
      return FALSE;
    }

  /* One block is the header. */
  *is_saved =
      n_blocks > 1 && sl_block_recorder_save (self->recorder, failure == NULL ? error : NULL);
  if (failure == NULL)
    return *is_saved;

  g_set_error (error, failure->domain, failure->code,
               "%s: the first %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " datagrams were saved",
               failure->message, *is_saved ? MIN (n_blocks - 1, self->n_kept) : 0, self->n_kept);
  return FALSE;
}
