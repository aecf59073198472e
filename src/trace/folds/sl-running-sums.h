/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a track weighs by group from its begin up to each chunk. A column of a fold is the difference between what comes
 * before its two borders, so that it costs the same however much lies in it; and the places of all borders are known
 * beforehand, so that memory can be asked for ahead. Made for columns in which several chunks begin: where a border cuts a
 * chunk that is not taken as evenly spread its items are gone over. */

#include "sl-weigher.h"

G_BEGIN_DECLS

typedef struct _SlRunningSums SlRunningSums;

SlRunningSums *sl_running_sums_new (const SlWeigher *weigher);
void sl_running_sums_free (SlRunningSums *self);

guint sl_running_sums_look_ahead (const SlRunningSums *self,
                                  const SlWeigher *weigher,
                                  guint first,
                                  guint n_chunks);
void sl_running_sums_fold (SlRunningSums *self,
                           SlWeigher *weigher,
                           SlSpan span,
                           guint n_columns,
                           SlFoldColumn *columns);
void sl_running_sums_sum (SlRunningSums *self,
                          SlWeigher *weigher,
                          SlSpan span,
                          guint64 *time_by_group,
                          guint64 *count_by_group);

G_END_DECLS
