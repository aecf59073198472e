/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The blocks on their way from the thread that decodes to the thread that analyses. Made of C11
 * and pthread only, so that the thread sanitizer sees every lock (GLib's own are not
 * instrumented). One thread puts, one takes. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SlBlockQueue SlBlockQueue;

SlBlockQueue *sl_block_queue_new (unsigned n_slots, size_t slot_size, unsigned patience);
void sl_block_queue_free (SlBlockQueue *self);

/* The thread that puts. */
void *sl_block_queue_begin_put (SlBlockQueue *self);
void sl_block_queue_end_put (SlBlockQueue *self);
void sl_block_queue_drain (SlBlockQueue *self);
void sl_block_queue_finish (SlBlockQueue *self);

/* The thread that takes. */
void *sl_block_queue_begin_take (SlBlockQueue *self);
void sl_block_queue_end_take (SlBlockQueue *self);
void sl_block_queue_stop (SlBlockQueue *self);
