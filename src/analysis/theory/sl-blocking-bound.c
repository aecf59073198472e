/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-blocking-bound.h"

typedef struct
{
  const SlTheorySet *set;
  SlTheoryEffort *effort;
  gboolean is_edf;
  gint64 level;          /* a priority, or under EDF the length of an interval */
  GHashTable *contended; /* locks that somebody of the urgent may wait for */
  guint left_out;        /* a task that neither waits nor holds a lock; G_MAXUINT for none */
} Blocking;

/* Under EDF tasks are urgent that may be released and due in the interval. */
static gboolean
is_urgent (const Blocking *self, guint task)
{
  const SlTheoryTask *asked = &self->set->tasks[task];

  if (asked->kind == SL_THEORY_INTERRUPT)
    return FALSE;
  if (self->is_edf)
    return asked->deadline > 0 && asked->deadline <= self->level;

  return asked->priority >= self->level;
}

static gboolean
is_inside (const SlTheorySection *inner, const SlTheorySection *outer)
{
  return inner != outer && inner->task == outer->task && inner->begin >= outer->begin &&
         inner->begin - outer->begin <= outer->length - inner->length;
}

static gboolean
is_contended (const Blocking *self, guint lock)
{
  return g_hash_table_contains (self->contended, GUINT_TO_POINTER (lock));
}

/* A server's deadline may be closer than its period, by which the stack resource policy ranks it: a task
 * in it that a ceiling holds back for that has others run by this deadline. */
static gboolean
may_raise (const Blocking *self, guint task)
{
  const SlTheorySet *set = self->set;

  for (guint i = 0; self->is_edf && set->protocol == SL_PROTOCOL_SRP && i < set->n_tasks; i++)
    if (set->tasks[i].kind == SL_THEORY_BANDWIDTH && set->tasks[task].deadline > 0 &&
        set->tasks[task].deadline <= set->tasks[i].period)
      return TRUE;

  return FALSE;
}

static void
collect_used (Blocking *self)
{
  for (guint i = 0; i < self->set->n_sections; i++)
    if ((is_urgent (self, self->set->sections[i].task) ||
         may_raise (self, self->set->sections[i].task)) &&
        self->set->sections[i].task != self->left_out)
      g_hash_table_add (self->contended, GUINT_TO_POINTER (self->set->sections[i].lock));
}

/* Who holds a lock that is waited for may wait for another in its turn. */
static gboolean
collect_nested (Blocking *self)
{
  const SlTheorySet *set = self->set;
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      is_changed = FALSE;
      for (guint i = 0; i < set->n_sections; i++)
        {
          const SlTheorySection *outer = &set->sections[i];

          if (!sl_theory_spend (self->effort, set->n_sections))
            return FALSE;
          if (is_urgent (self, outer->task) || outer->task == self->left_out ||
              !is_contended (self, outer->lock))
            continue;
          for (guint k = 0; k < set->n_sections; k++)
            if (is_inside (&set->sections[k], outer))
              is_changed |=
                  g_hash_table_add (self->contended, GUINT_TO_POINTER (set->sections[k].lock));
        }
    }

  return TRUE;
}

/* Bit by bit: locks that may be waited for inside @lock, until nothing is new. */
static gboolean
reaches (const Blocking *self, GHashTable *seen, guint lock)
{
  const SlTheorySet *set = self->set;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (open, lock);
  while (open->len > 0)
    {
      guint outer_lock = g_array_index (open, guint, open->len - 1);

      g_array_set_size (open, open->len - 1);
      for (guint i = 0; i < set->n_sections; i++)
        {
          if (set->sections[i].lock != outer_lock)
            continue;
          if (!sl_theory_spend (self->effort, set->n_sections))
            return TRUE;
          for (guint k = 0; k < set->n_sections; k++)
            {
              guint inner = set->sections[k].lock;

              if (!is_inside (&set->sections[k], &set->sections[i]))
                continue;
              if (inner == lock)
                return TRUE;
              if (g_hash_table_add (seen, GUINT_TO_POINTER (inner)))
                g_array_append_val (open, inner);
            }
        }
    }

  return FALSE;
}

/* Whether the order in which tasks nest locks that the urgent may wait for goes round in a circle. */
static gboolean
may_deadlock (const Blocking *self)
{
  GHashTableIter iter;
  gpointer lock;

  g_hash_table_iter_init (&iter, self->contended);
  while (g_hash_table_iter_next (&iter, &lock, NULL))
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      if (reaches (self, seen, GPOINTER_TO_UINT (lock)))
        return TRUE;
    }

  return FALSE;
}

/* Whether a job of @task may preempt one of @holder, which somebody of the urgent waits for, and
 * counts for less than who waits. */
static gboolean
may_preempt (const Blocking *self, guint task, guint holder)
{
  const SlTheoryTask *one = &self->set->tasks[task];
  const SlTheoryTask *other = &self->set->tasks[holder];

  if (task == holder || one->kind == SL_THEORY_INTERRUPT || one->kind == SL_THEORY_SERVED)
    return FALSE;
  if (!self->is_edf)
    return !is_urgent (self, task) && one->priority >= other->priority;

  return one->deadline > 0 && (other->deadline == 0 || one->deadline < other->deadline);
}

/* Without a protocol: whether some task may run while one of the urgent waits for a less urgent
 * one, and is neither of the two nor waits itself. */
static SlBoundState
find_task_between (const Blocking *self)
{
  const SlTheorySet *set = self->set;

  for (guint task = 0; task < set->n_tasks; task++)
    {
      g_autoptr (GHashTable) contended = g_hash_table_new (NULL, NULL);
      Blocking others = *self;

      others.contended = contended;
      others.left_out = task;
      collect_used (&others);
      if (!collect_nested (&others))
        return SL_BOUND_TOO_LONG;
      for (guint i = 0; i < set->n_sections; i++)
        if (!is_urgent (self, set->sections[i].task) &&
            is_contended (&others, set->sections[i].lock) &&
            may_preempt (self, task, set->sections[i].task))
          return SL_BOUND_BLOCKED;
    }

  return SL_BOUND_KNOWN;
}

/* A budget may end inside a section: how long others wait for it then is not analysed here. */
static gboolean
is_shared_with_served (const SlTheorySet *set)
{
  for (guint i = 0; i < set->n_sections; i++)
    {
      if (set->tasks[set->sections[i].task].kind != SL_THEORY_SERVED)
        continue;
      for (guint k = 0; k < set->n_sections; k++)
        if (set->sections[k].lock == set->sections[i].lock &&
            set->sections[k].task != set->sections[i].task)
          return TRUE;
    }

  return FALSE;
}

static gboolean
may_block (const Blocking *self, const SlTheorySection *section)
{
  return !is_urgent (self, section->task) &&
         (self->set->protocol == SL_PROTOCOL_NPP || is_contended (self, section->lock));
}

static gint64
find_longest (const Blocking *self)
{
  gint64 longest = 0;

  for (guint i = 0; i < self->set->n_sections; i++)
    if (may_block (self, &self->set->sections[i]))
      longest = MAX (longest, self->set->sections[i].length);

  return longest;
}

/* Each of the tasks, or of the locks, counts with its longest section. */
static gint64
add_longest (const Blocking *self, gboolean by_task)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  const SlTheorySet *set = self->set;
  gint64 sum = 0;

  for (guint i = 0; i < set->n_sections; i++)
    {
      guint key = by_task ? set->sections[i].task : set->sections[i].lock;
      gint64 longest = 0;

      if (!may_block (self, &set->sections[i]) || !g_hash_table_add (done, GUINT_TO_POINTER (key)))
        continue;
      for (guint k = i; k < set->n_sections; k++)
        if (may_block (self, &set->sections[k]) &&
            (by_task ? set->sections[k].task : set->sections[k].lock) == key)
          longest = MAX (longest, set->sections[k].length);
      sum = MIN (sum + longest, SL_THEORY_MOST);
    }

  return sum;
}

/* Sections inside each other count, since who is waited for may wait in its turn. */
static SlBound
get_sum (Blocking *self)
{
  SlBoundState state = SL_BOUND_KNOWN;

  if (!collect_nested (self))
    return (SlBound) { SL_BOUND_TOO_LONG, 0 };
  if (may_deadlock (self))
    return (SlBound) { *self->effort > 0 ? SL_BOUND_BLOCKED : SL_BOUND_TOO_LONG, 0 };
  if (self->set->protocol == SL_PROTOCOL_NONE)
    state = find_task_between (self);

  return (SlBound) { state, MIN (add_longest (self, TRUE), add_longest (self, FALSE)) };
}

static SlBound
get_bound (Blocking *self)
{
  const SlTheorySet *set = self->set;

  collect_used (self);
  switch (set->protocol)
    {
    case SL_PROTOCOL_NONE:
    case SL_PROTOCOL_PIP:
      return get_sum (self);
    case SL_PROTOCOL_NPP:
    case SL_PROTOCOL_PCP:
    case SL_PROTOCOL_ICPP:
    case SL_PROTOCOL_SRP:
      return (SlBound) { SL_BOUND_KNOWN, find_longest (self) };
    case SL_PROTOCOL_UNKNOWN:
    default:
      for (guint i = 0; i < set->n_sections; i++)
        if (!is_urgent (self, set->sections[i].task))
          return (SlBound) { SL_BOUND_NO_METHOD, 0 };
      return (SlBound) { SL_BOUND_KNOWN, 0 };
    }
}

static SlBound
find_bound (const SlTheorySet *set, gboolean is_edf, gint64 level, SlTheoryEffort *effort)
{
  g_autoptr (GHashTable) contended = g_hash_table_new (NULL, NULL);
  Blocking self = { set, effort, is_edf, level, contended, G_MAXUINT };
  gint64 n_sections = set->n_sections;

  if (n_sections == 0)
    return (SlBound) { SL_BOUND_KNOWN, 0 };
  if (!sl_theory_spend (effort, n_sections * n_sections))
    return (SlBound) { SL_BOUND_TOO_LONG, 0 };
  if (is_shared_with_served (set))
    return (SlBound) { SL_BOUND_NO_METHOD, 0 };

  return get_bound (&self);
}

/**
 * sl_blocking_bound_fixed:
 * @set: whose tasks have priorities
 * @task: number in the set
 *
 * Returns: for how many ticks less urgent tasks may run in a stretch of time in which @task and
 *   more urgent ones have work to do; 0 for an interrupt
 */
SlBound
sl_blocking_bound_fixed (const SlTheorySet *set, guint task, SlTheoryEffort *effort)
{
  if (set->tasks[task].kind == SL_THEORY_INTERRUPT)
    return (SlBound) { SL_BOUND_KNOWN, 0 };

  return find_bound (set, FALSE, set->tasks[task].priority, effort);
}

/**
 * sl_blocking_bound_edf:
 * @interval: ticks
 *
 * Returns: for how many ticks jobs may run that are due after the interval, while others are late
 *   to be finished in it
 */
SlBound
sl_blocking_bound_edf (const SlTheorySet *set, gint64 interval, SlTheoryEffort *effort)
{
  return find_bound (set, TRUE, interval, effort);
}

static int
compare_steps (gconstpointer one, gconstpointer other)
{
  const SlBlockingStep *a = one, *b = other;

  return a->from < b->from ? -1 : a->from > b->from;
}

/**
 * sl_blocking_bound_edf_steps:
 *
 * Returns: (transfer full) (element-type SlBlockingStep): the bound for every interval, by length;
 *   one shorter than the first is too short for any deadline
 */
GArray *
sl_blocking_bound_edf_steps (const SlTheorySet *set, SlTheoryEffort *effort)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (SlBlockingStep));
  guint n_kept = 0;

  for (guint i = 0; i < set->n_tasks; i++)
    if (set->tasks[i].deadline > 0)
      {
        const SlBlockingStep step = { .from = set->tasks[i].deadline };

        g_array_append_val (steps, step);
      }
  g_array_sort (steps, compare_steps);

  for (guint i = 0; i < steps->len; i++)
    {
      SlBlockingStep step = g_array_index (steps, SlBlockingStep, i);

      if (n_kept > 0 && g_array_index (steps, SlBlockingStep, n_kept - 1).from == step.from)
        continue;
      step.bound = sl_blocking_bound_edf (set, step.from, effort);
      g_array_index (steps, SlBlockingStep, n_kept++) = step;
    }

  g_array_set_size (steps, n_kept);
  return steps;
}

/* Returns: that of the last step up to @interval; 0 ticks where there is none */
SlBound
sl_blocking_steps_find (const GArray *steps, gint64 interval)
{
  SlBound found = { SL_BOUND_KNOWN, 0 };

  for (guint i = 0; i < steps->len; i++)
    {
      const SlBlockingStep *step = &g_array_index (steps, SlBlockingStep, i);

      if (step->from > interval)
        break;
      found = step->bound;
    }

  return found;
}
