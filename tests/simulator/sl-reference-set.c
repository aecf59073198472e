/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reference-set.h"

static guint
draw (GRand *random, guint least, guint most)
{
  return (guint) g_rand_int_range (random, (gint32) least, (gint32) most + 1);
}

static void
add_section (SlReferenceTask *task, guint lock, guint begin, guint end)
{
  task->sections[task->n_sections++] = (SlReferenceSection) { lock, begin, end };
}

/* One section, in which there may be another, which often ends with it; then perhaps one more. In what
 * order locks are nested varies, so that without a protocol and with inheritance some sets deadlock. */
static void
make_sections (GRand *random, SlReferenceTask *task)
{
  guint lock = draw (random, 0, SL_REFERENCE_N_LOCKS - 1);
  guint begin = draw (random, 0, task->wcet - 1);
  guint end = draw (random, begin + 1, task->wcet);

  if (draw (random, 0, 3) == 0)
    return;

  add_section (task, lock, begin, end);
  if (g_rand_boolean (random))
    {
      guint inner = draw (random, begin, end - 1);
      guint other = (lock + draw (random, 1, SL_REFERENCE_N_LOCKS - 1)) % SL_REFERENCE_N_LOCKS;

      add_section (task, other, inner,
                   g_rand_boolean (random) ? end : draw (random, inner + 1, end));
    }
  if (end < task->wcet && g_rand_boolean (random))
    add_section (task, draw (random, 0, SL_REFERENCE_N_LOCKS - 1), end, task->wcet);
}

/**
 * sl_reference_set_draw:
 * @set: (out caller-allocates)
 *
 * Two to five tasks, which together may ask for more than there is.
 */
void
sl_reference_set_draw (GRand *random, SlReferenceSet *set)
{
  *set = (SlReferenceSet) { .n_tasks = draw (random, 2, SL_REFERENCE_MAX_TASKS) };
  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlReferenceTask *task = &set->tasks[i];

      task->period = draw (random, 4, 30);
      task->offset = draw (random, 0, 8);
      task->deadline = draw (random, 2, task->period);
      task->wcet = draw (random, 1, MAX (1, task->period * 2 / (set->n_tasks + 1)));
      task->priority = (gint) draw (random, 1, 4);
      make_sections (random, task);
    }
}

/* Returns: (transfer full): as a task set */
char *
sl_reference_set_print (const SlReferenceSet *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlReferenceTask *task = &set->tasks[i];

      g_string_append_printf (text,
                              "[task t%u]\nperiod=%ums\ndeadline=%ums\nwcet=%ums\npriority=%d\n", i,
                              task->period, task->deadline, task->wcet, task->priority);
      if (task->offset > 0)
        g_string_append_printf (text, "offset=%ums\n", task->offset);
      for (guint k = 0; k < task->n_sections; k++)
        g_string_append_printf (text, "%sm%u@%ums+%ums", k == 0 ? "sections=" : ", ",
                                task->sections[k].lock, task->sections[k].begin,
                                task->sections[k].end - task->sections[k].begin);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}
