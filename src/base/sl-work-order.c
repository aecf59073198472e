/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-work-order.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct
{
  void *result;
  bool done;
} Slot;

struct SlWorkOrder
{
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  unsigned n_ahead;
  uint64_t begun;
  uint64_t taken;
  bool stopped;
  Slot slots[];
};

/**
 * sl_work_order_new:
 * @n_ahead: pieces that may be begun before the oldest of them is taken, above 0
 *
 * Returns: an order of which nothing is begun; NULL if there is no memory
 */
SlWorkOrder *
sl_work_order_new (unsigned n_ahead)
{
  SlWorkOrder *self = calloc (1, sizeof *self + n_ahead * sizeof (Slot));

  if (self == NULL)
    return NULL;

  self->n_ahead = n_ahead;
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  return self;
}

/**
 * sl_work_order_free:
 *
 * To be called when no thread works any more and all results are taken.
 */
void
sl_work_order_free (SlWorkOrder *self)
{
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->mutex);
  free (self);
}

/**
 * sl_work_order_begin:
 * @piece: (out): the next number, from 0
 *
 * Waits until work may run further ahead. Whoever begins a piece must end it.
 *
 * Returns: false where no more pieces shall be begun
 */
bool
sl_work_order_begin (SlWorkOrder *self, uint64_t *piece)
{
  bool begun;

  pthread_mutex_lock (&self->mutex);
  while (!self->stopped && self->begun - self->taken >= self->n_ahead)
    pthread_cond_wait (&self->changed, &self->mutex);
  begun = !self->stopped;
  if (begun)
    *piece = self->begun++;
  pthread_mutex_unlock (&self->mutex);

  return begun;
}

/**
 * sl_work_order_end:
 * @result: for the thread that takes; NULL where the work came to its end
 */
void
sl_work_order_end (SlWorkOrder *self, uint64_t piece, void *result)
{
  Slot *slot = &self->slots[piece % self->n_ahead];

  pthread_mutex_lock (&self->mutex);
  slot->result = result;
  slot->done = true;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/**
 * sl_work_order_take:
 * @result: (out): of the oldest piece that was not taken, as a worker gave it
 *
 * Waits for that piece. After sl_work_order_stop() only pieces that were begun are waited for.
 *
 * Returns: false when all begun pieces are taken after a stop
 */
bool
sl_work_order_take (SlWorkOrder *self, void **result)
{
  Slot *slot = &self->slots[self->taken % self->n_ahead];
  bool done;

  pthread_mutex_lock (&self->mutex);
  while (!slot->done && !(self->stopped && self->taken == self->begun))
    pthread_cond_wait (&self->changed, &self->mutex);
  done = slot->done;
  if (done)
    {
      *result = slot->result;
      slot->done = false;
      self->taken++;
      pthread_cond_broadcast (&self->changed);
    }
  pthread_mutex_unlock (&self->mutex);

  return done;
}

/**
 * sl_work_order_stop:
 *
 * Lets no more pieces begin.
 */
void
sl_work_order_stop (SlWorkOrder *self)
{
  pthread_mutex_lock (&self->mutex);
  self->stopped = true;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}
