/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Hands numbered pieces of work to several threads and gives their results back in the order of
 * the numbers. Made of pthread only, as sl-block-queue.h is, so that the thread sanitizer sees
 * every lock. Any number of threads work, one takes. */

#include <stdbool.h>
#include <stdint.h>

typedef struct SlWorkOrder SlWorkOrder;

SlWorkOrder *sl_work_order_new (unsigned n_ahead);
void sl_work_order_free (SlWorkOrder *self);

/* The threads that work. */
bool sl_work_order_begin (SlWorkOrder *self, uint64_t *piece);
void sl_work_order_end (SlWorkOrder *self, uint64_t piece, void *result);

/* The thread that takes. */
bool sl_work_order_take (SlWorkOrder *self, void **result);
void sl_work_order_stop (SlWorkOrder *self);
