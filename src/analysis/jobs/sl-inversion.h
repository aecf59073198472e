/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Priority inversions: a task waits for a lock that a less urgent one holds. It is bounded by the
 * critical sections in its way as long as nobody else gets in between. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/* Links of a chain that are followed; more hold each other up in no real system. */
#define SL_MAX_CHAIN 8

/**
 * SlChainLink:
 * @lock: that somebody waited for
 * @holder: who held it meanwhile; a lock that several held, one after the other, has a link for each
 * @waiter: who waited for it: the task of the inversion, or the holder of a link before
 */
typedef struct
{
  guint32 lock;
  guint32 holder;
  guint32 waiter;
} SlChainLink;

/**
 * SlInversion:
 * @task: who waits
 * @job: place of its job in the table; %G_MAXUINT where it is in none
 * @span: the wait
 * @intruder: who ran longest of those that neither hold a lock in the way nor are more urgent; 0
 *   where nobody did: then the inversion is bounded
 * @intruder_ticks: of all such tasks
 * @n_links: above 0
 * @chain: the lock waited for and who held it, then what that one waited for, and so on
 */
typedef struct
{
  guint32 task;
  guint job;
  SlSpan span;
  guint32 intruder;
  gint64 intruder_ticks;
  guint n_links;
  SlChainLink chain[SL_MAX_CHAIN];
} SlInversion;

GArray *sl_inversions_find (SlJobTable *table, GCancellable *cancellable, GError **error);

gboolean
sl_inversions_find_worst (SlJobTable *table, guint32 task, SlSpan span, SlInversion *worst);

G_END_DECLS
