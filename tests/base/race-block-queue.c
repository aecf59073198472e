/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Drives the loader's queue alone, without GLib, so that the thread sanitizer sees everything. It
 * fails if the sanitizer reports a race, or if a block is lost, doubled or torn. */

#include "sl-block-queue.h"

#include <pthread.h>
#include <stdio.h>

#define N_BLOCKS  20000
#define N_NUMBERS 32

static void *
put_blocks (void *data)
{
  SlBlockQueue *queue = data;
  unsigned *numbers;

  for (unsigned i = 0; i < N_BLOCKS; i++)
    {
      numbers = sl_block_queue_begin_put (queue);
      if (numbers == NULL)
        break;
      for (unsigned j = 0; j < N_NUMBERS; j++)
        numbers[j] = i;
      sl_block_queue_end_put (queue);
    }

  sl_block_queue_finish (queue);
  return NULL;
}

/* Takes @n_blocks, then stops; returns how many came as they should. */
static unsigned
take_blocks (unsigned n_slots, unsigned patience, unsigned n_blocks)
{
  SlBlockQueue *queue = sl_block_queue_new (n_slots, N_NUMBERS * sizeof (unsigned), patience);
  unsigned *numbers;
  unsigned n_right = 0;
  pthread_t thread;

  pthread_create (&thread, NULL, put_blocks, queue);
  for (unsigned i = 0; i < n_blocks; i++)
    {
      unsigned same = 0;

      numbers = sl_block_queue_begin_take (queue);
      if (numbers == NULL)
        break;
      for (unsigned j = 0; j < N_NUMBERS; j++)
        same += numbers[j] == i;
      n_right += same == N_NUMBERS;
      sl_block_queue_end_take (queue);
    }

  sl_block_queue_stop (queue);
  pthread_join (thread, NULL);
  sl_block_queue_free (queue);
  return n_right;
}

static void *
count_blocks (void *data)
{
  SlBlockQueue *queue = data;
  unsigned *numbers;

  while ((numbers = sl_block_queue_begin_take (queue)) != NULL)
    {
      numbers[1]++;
      sl_block_queue_end_take (queue);
    }

  return NULL;
}

/* Puts some blocks and waits for them, again and again: what the other thread left in the slots
 * must be there to be read, without a lock. */
static bool
drain_blocks (unsigned n_slots, unsigned patience)
{
  SlBlockQueue *queue = sl_block_queue_new (n_slots, 2 * sizeof (unsigned), patience);
  unsigned *first = NULL;
  bool right = true;
  pthread_t thread;

  pthread_create (&thread, NULL, count_blocks, queue);
  for (unsigned i = 0; i < N_BLOCKS / 10; i++)
    {
      for (unsigned j = 0; j < n_slots; j++)
        {
          unsigned *numbers = sl_block_queue_begin_put (queue);

          if (j == 0)
            first = numbers;
          sl_block_queue_end_put (queue);
        }
      sl_block_queue_drain (queue);
      right = right && first[1] == i + 1;
    }

  sl_block_queue_finish (queue);
  pthread_join (thread, NULL);
  sl_block_queue_free (queue);
  return right;
}

int
main (void)
{
  for (unsigned n_slots = 1; n_slots <= 4; n_slots++)
    {
      unsigned patience = n_slots > 1 ? n_slots / 2 : 1;

      if (take_blocks (n_slots, 1, N_BLOCKS + 1) != N_BLOCKS ||
          take_blocks (n_slots, patience, 100) != 100 || !drain_blocks (n_slots, patience))
        {
          printf ("lost or tore a block with %u slots\n", n_slots);
          return 1;
        }
    }

  return 0;
}
