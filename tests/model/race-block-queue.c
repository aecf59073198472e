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
take_blocks (unsigned n_slots, unsigned n_blocks)
{
  SlBlockQueue *queue = sl_block_queue_new (n_slots, N_NUMBERS * sizeof (unsigned));
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

int
main (void)
{
  for (unsigned n_slots = 1; n_slots <= 4; n_slots++)
    {
      if (take_blocks (n_slots, N_BLOCKS + 1) != N_BLOCKS || take_blocks (n_slots, 100) != 100)
        {
          printf ("lost or tore a block with %u slots\n", n_slots);
          return 1;
        }
    }

  return 0;
}
