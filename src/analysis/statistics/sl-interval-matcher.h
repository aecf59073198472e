/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Pairs events to intervals: each event that begins one with the next event that ends one, of all
 * events or of those that have something in common. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlIntervalEnd:
 * @time: of the event
 * @index: its position
 * @key: what it has in common with the event at the other end; 0 where that does not matter
 * @trace: number of its trace
 * @object: what it acts on
 * @n_gaps: how often recording was interrupted before it
 *
 * Of these the matcher looks at the key alone.
 */
typedef struct
{
  SlTime time;
  guint64 index;
  guint64 key;
  guint trace;
  guint32 object;
  guint n_gaps;
} SlIntervalEnd;

/**
 * SlIntervalFunc:
 * @from: the event at which the interval begins
 * @to: the event at which it ends, not before @from
 */
typedef void (*SlIntervalFunc) (const SlIntervalEnd *from,
                                const SlIntervalEnd *to,
                                gpointer user_data);

typedef struct _SlIntervalMatcher SlIntervalMatcher;

SlIntervalMatcher *sl_interval_matcher_new (SlIntervalFunc found, gpointer user_data);
void sl_interval_matcher_free (SlIntervalMatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlIntervalMatcher, sl_interval_matcher_free)

void sl_interval_matcher_take (SlIntervalMatcher *self,
                               const SlIntervalEnd *event,
                               gboolean is_from,
                               gboolean is_to);
guint64 sl_interval_matcher_get_n_open (const SlIntervalMatcher *self);
gboolean sl_interval_matcher_has_from (const SlIntervalMatcher *self);
gboolean sl_interval_matcher_has_to (const SlIntervalMatcher *self);

G_END_DECLS
