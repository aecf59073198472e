/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-block-queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A ring of slots. Slots [taken, put) hold blocks; slot number `put` belongs to the thread that
 * puts and slot number `taken` to the one that takes, without the lock.
 *
 * To wake a thread costs as much as some hundred events, so one that has to wait sleeps until
 * there is more to do than one block: who puts, until half of the slots are free; who takes, until
 * `patience` blocks are there. Patience is at most half of the slots, so that never both sleep. */
struct SlBlockQueue
{
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  uint64_t put;
  uint64_t taken;
  bool putter_waits;
  bool taker_waits;
  bool draining;
  bool finished;
  bool stopped;
  unsigned patience;
  unsigned n_slots;
  size_t slot_size;
  unsigned char *slots;
};

/**
 * sl_block_queue_new:
 * @n_slots: above 0; how far decoding may run ahead
 * @slot_size: bytes, above 0
 * @patience: how many blocks a thread that found the queue empty waits for: from 1, which wakes it
 *   at once, to half of the slots
 *
 * Slots begin as zeros, and hold what was left in them when they come round again.
 *
 * Returns: an empty queue, or NULL if there is no memory for it
 */
SlBlockQueue *
sl_block_queue_new (unsigned n_slots, size_t slot_size, unsigned patience)
{
  SlBlockQueue *self = calloc (1, sizeof *self);
  size_t rounded = (slot_size + 63) / 64 * 64;

  if (self == NULL)
    return NULL;

  self->slots = aligned_alloc (64, n_slots * rounded);
  if (self->slots == NULL)
    {
      free (self);
      return NULL;
    }

  memset (self->slots, 0, n_slots * rounded);
  self->n_slots = n_slots;
  self->slot_size = rounded;
  self->patience = patience;
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  return self;
}

/**
 * sl_block_queue_free:
 *
 * To be called when both threads are done with it.
 */
void
sl_block_queue_free (SlBlockQueue *self)
{
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->mutex);
  free (self->slots);
  free (self);
}

static void *
slot (SlBlockQueue *self, uint64_t number)
{
  return self->slots + number % self->n_slots * self->slot_size;
}

/* Under the lock. */
static uint64_t
n_full (const SlBlockQueue *self)
{
  return self->put - self->taken;
}

/* Under the lock: sleeps until the other thread has something to tell. */
static void
wait_as (SlBlockQueue *self, bool *waits)
{
  *waits = true;
  pthread_cond_wait (&self->changed, &self->mutex);
  *waits = false;
}

/**
 * sl_block_queue_begin_put:
 *
 * Waits for a free slot.
 *
 * Returns: the slot, to be filled before sl_block_queue_end_put(); NULL once the other thread
 *   has stopped
 */
void *
sl_block_queue_begin_put (SlBlockQueue *self)
{
  void *free_slot = NULL;

  pthread_mutex_lock (&self->mutex);
  if (n_full (self) == self->n_slots)
    {
      while (!self->stopped && n_full (self) > self->n_slots / 2)
        wait_as (self, &self->putter_waits);
    }
  if (!self->stopped)
    free_slot = slot (self, self->put);
  pthread_mutex_unlock (&self->mutex);

  return free_slot;
}

/**
 * sl_block_queue_end_put:
 *
 * Hands the slot over. A slot that was begun and shall not be handed over is just left.
 */
void
sl_block_queue_end_put (SlBlockQueue *self)
{
  pthread_mutex_lock (&self->mutex);
  self->put++;
  if (self->taker_waits && n_full (self) >= self->patience)
    pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/**
 * sl_block_queue_drain:
 *
 * Waits until the other thread has given back all that was put.
 */
void
sl_block_queue_drain (SlBlockQueue *self)
{
  pthread_mutex_lock (&self->mutex);
  self->draining = true;
  if (self->taker_waits)
    pthread_cond_signal (&self->changed);
  while (!self->stopped && n_full (self) > 0)
    wait_as (self, &self->putter_waits);
  self->draining = false;
  pthread_mutex_unlock (&self->mutex);
}

/**
 * sl_block_queue_finish:
 *
 * Tells that no more blocks come.
 */
void
sl_block_queue_finish (SlBlockQueue *self)
{
  pthread_mutex_lock (&self->mutex);
  self->finished = true;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/**
 * sl_block_queue_begin_take:
 *
 * Waits for a block.
 *
 * Returns: the oldest slot, the caller's until sl_block_queue_end_take(); NULL when all are
 *   taken and the other thread has finished
 */
void *
sl_block_queue_begin_take (SlBlockQueue *self)
{
  void *full_slot = NULL;

  pthread_mutex_lock (&self->mutex);
  if (n_full (self) == 0)
    {
      while (!self->finished && n_full (self) < (self->draining ? 1 : self->patience))
        wait_as (self, &self->taker_waits);
    }
  if (n_full (self) > 0)
    full_slot = slot (self, self->taken);
  pthread_mutex_unlock (&self->mutex);

  return full_slot;
}

/**
 * sl_block_queue_end_take:
 *
 * Gives the slot back.
 */
void
sl_block_queue_end_take (SlBlockQueue *self)
{
  pthread_mutex_lock (&self->mutex);
  self->taken++;
  if (self->putter_waits && n_full (self) <= (self->draining ? 0 : self->n_slots / 2))
    pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/**
 * sl_block_queue_stop:
 *
 * Tells the other thread to give up; blocks not taken yet are dropped.
 */
void
sl_block_queue_stop (SlBlockQueue *self)
{
  pthread_mutex_lock (&self->mutex);
  self->stopped = true;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}
