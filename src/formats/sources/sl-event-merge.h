/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Merges sorted rows of events by time into blocks that can be read again in any order. Private to
 * the sources that are made of several. One thread at a time. */

#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlEventMergeFill:
 * @input: number of the row
 * @chunk: number of the chunk in the row
 *
 * Decodes one chunk of a row: the same events whenever it is asked.
 *
 * Returns: the number of events, up to the capacity; 0 for a chunk that holds none, -1 past the
 *   last chunk
 */
typedef gssize (*SlEventMergeFill) (gpointer user_data,
                                    guint input,
                                    guint64 chunk,
                                    SlEvent *events);

typedef struct _SlEventMerge SlEventMerge;

SlEventMerge *
sl_event_merge_new (guint n_inputs, guint capacity, SlEventMergeFill fill, gpointer user_data);
void sl_event_merge_free (SlEventMerge *self);
void sl_event_merge_order_by_row (SlEventMerge *self);

guint sl_event_merge_read (SlEventMerge *self, guint64 block, SlEvent *events);

G_END_DECLS
