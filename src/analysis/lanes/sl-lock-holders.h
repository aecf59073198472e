/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which task has a lock when. */

#include "sl-lane.h"

G_BEGIN_DECLS

/* Quickest where it is asked forwards in time. One thread; to be freed with g_free(). */
typedef struct _SlLockHolders SlLockHolders;

SlLockHolders *sl_lock_holders_new (const SlLane *lane);
SlItem sl_lock_holders_cut (SlLockHolders *self, guint32 waiter, SlSpan span);

G_END_DECLS
