/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lock-blockers.h"

#include "sl-lock-holders.h"

typedef struct
{
  guint32 lock;
  gint64 ceiling;
  SlLockHolders *holders;
} Ceiling;

struct _SlLockBlockers
{
  const SlTaskRules *rules;
  GHashTable *locks; /* number → SlLockHolders */
  GArray *ceilings;  /* of Ceiling: the highest first */
};

static int
compare_ceilings (gconstpointer one, gconstpointer other)
{
  const Ceiling *a = one, *b = other;

  if (a->ceiling != b->ceiling)
    return a->ceiling > b->ceiling ? -1 : 1;

  return a->lock < b->lock ? -1 : a->lock > b->lock;
}

static gboolean
is_pcp (const SlLockRule *rule)
{
  return g_strcmp0 (rule->protocol, "pcp") == 0;
}

/**
 * sl_lock_blockers_new:
 * @trace: outlives @self, as @rules does
 *
 * Returns: (transfer full): for all locks of @trace
 */
SlLockBlockers *
sl_lock_blockers_new (SlTrace *trace, const SlTaskRules *rules)
{
  SlLockBlockers *self = g_new0 (SlLockBlockers, 1);
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_LOCK, &n_lanes);

  self->rules = rules;
  self->locks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->ceilings = g_array_new (FALSE, FALSE, sizeof (Ceiling));
  for (guint i = 0; i < n_lanes; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, lanes[i]);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, lane->object);
      Ceiling ceiling = { lane->object, rule->ceiling, NULL };

      ceiling.holders = sl_lock_holders_new (lane);
      g_hash_table_insert (self->locks, GUINT_TO_POINTER (lane->object), ceiling.holders);
      if (rule->has_ceiling && is_pcp (rule))
        g_array_append_val (self->ceilings, ceiling);
    }

  g_array_sort (self->ceilings, compare_ceilings);
  return self;
}

void
sl_lock_blockers_free (SlLockBlockers *self)
{
  g_hash_table_unref (self->locks);
  g_array_unref (self->ceilings);
  g_free (self);
}

static guint32
find_holder (SlLockHolders *holders, guint32 waiter, SlSpan *span)
{
  SlItem piece = sl_lock_holders_cut (holders, waiter, *span);

  span->end = piece.end;
  return piece.detail;
}

/* A ceiling below the level of @waiter does not refuse it. */
static void
find_ceiling (SlLockBlockers *self, guint32 waiter, SlLockBlocker *blocker, SlSpan *span)
{
  const SlTaskRule *rule = sl_task_rules_get (self->rules, waiter);

  for (guint i = 0; i < self->ceilings->len && blocker->task == 0; i++)
    {
      const Ceiling *ceiling = &g_array_index (self->ceilings, Ceiling, i);

      if (rule->has_level && ceiling->ceiling < rule->level)
        return;
      blocker->task = find_holder (ceiling->holders, waiter, span);
      blocker->is_ceiling = blocker->task != 0;
      if (blocker->is_ceiling)
        blocker->lock = ceiling->lock;
    }
}

/**
 * sl_lock_blockers_cut:
 * @waiter: waits for @lock all the time
 * @span: (inout): half open, not empty; loses from its end what another one keeps @waiter waiting for
 *
 * Returns: who keeps @waiter from @lock
 */
SlLockBlocker
sl_lock_blockers_cut (SlLockBlockers *self, guint32 waiter, guint32 lock, SlSpan *span)
{
  SlLockHolders *holders = g_hash_table_lookup (self->locks, GUINT_TO_POINTER (lock));
  SlLockBlocker blocker = { 0, lock, FALSE };

  if (holders == NULL)
    return blocker;

  blocker.task = find_holder (holders, waiter, span);
  if (blocker.task == 0 && is_pcp (sl_task_rules_get_lock (self->rules, lock)))
    find_ceiling (self, waiter, &blocker, span);

  return blocker;
}
