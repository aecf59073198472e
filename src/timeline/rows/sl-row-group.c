/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups that rows stand in: what they are called, and how their headings are named in view states. */

#include "sl-row-collect-private.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *id;
  const char *title;
} groups[SL_N_GROUPS] = {
  [SL_GROUP_PINNED] = { "pinned", N_ ("Pinned") },
  [SL_GROUP_OWN] = { "group", N_ ("Group") },
  [SL_GROUP_CPUS] = { "cpus", N_ ("Processors") },
  [SL_GROUP_TASKS] = { "tasks", N_ ("Tasks") },
  [SL_GROUP_JOBLESS] = { "jobless", N_ ("Tasks without jobs") },
  [SL_GROUP_KERNEL] = { "kernel", N_ ("Kernel threads") },
  [SL_GROUP_SERVERS] = { "servers", N_ ("Servers") },
  [SL_GROUP_LOCKS] = { "locks", N_ ("Locks") },
  [SL_GROUP_JOBLESS_LOCKS] = { "jobless-locks", N_ ("Locks of tasks without jobs") },
  [SL_GROUP_INTERRUPTS] = { "interrupts", N_ ("Interrupt lines") },
  [SL_GROUP_MARKS] = { "marks", N_ ("Marks") },
  [SL_GROUP_AGENT] = { "agent", N_ ("Processor") },
  [SL_GROUP_BUS] = { "bus", N_ ("Bus and branches") },
  [SL_GROUP_TRACE] = { "trace", N_ ("Trace") },
};

/**
 * sl_row_group_dup_key:
 * @trace: number in the set
 *
 * Returns: (transfer full): key of the heading that the group has in that trace
 */
char *
sl_row_group_dup_key (SlRowGroup group, guint trace)
{
  g_return_val_if_fail ((guint) group < SL_N_GROUPS, NULL);

  return trace == 0 ? g_strdup (groups[group].id)
                    : g_strdup_printf ("%u:%s", trace, groups[group].id);
}

/**
 * sl_row_group_is_apart:
 *
 * Returns: whether the rows of the group are not what the trace is about: it is collapsed by default
 */
gboolean
sl_row_group_is_apart (SlRowGroup group)
{
  return group == SL_GROUP_JOBLESS || group == SL_GROUP_KERNEL || group == SL_GROUP_JOBLESS_LOCKS;
}

/**
 * sl_row_group_is_on_top:
 *
 * Returns: whether the user put the rows of the group above all others, whatever trace they are of
 */
gboolean
sl_row_group_is_on_top (SlRowGroup group)
{
  return group == SL_GROUP_PINNED || group == SL_GROUP_OWN;
}

/**
 * sl_row_group_get_fold_set:
 * @collapses: (out): whether a group with its name in that set is collapsed; else it is expanded
 *
 * Returns: the set of names that says which groups of that sort are not as they are by default
 */
SlNameSet
sl_row_group_get_fold_set (SlRowGroup group, gboolean *collapses)
{
  *collapses = !sl_row_group_is_apart (group);
  return *collapses ? SL_NAMES_COLLAPSED : SL_NAMES_EXPANDED;
}

/**
 * sl_row_group_unfold:
 * @trace: number in the set
 *
 * Returns: (transfer full): @state with the rows of the group shown below its heading
 */
SlViewState *
sl_row_group_unfold (SlRowGroup group, guint trace, SlViewState *state)
{
  g_autofree char *key = sl_row_group_dup_key (group, trace);
  gboolean collapses;
  SlNameSet set = sl_row_group_get_fold_set (group, &collapses);

  return sl_view_state_with_name (state, set, key, !collapses);
}

/* The row of that key, or with a %NULL key the object's own row, where it is folded below a heading, which @heading is set to. */
static const SlFoldedRow *
find_folded (const SlRows *self,
             const char *key,
             guint trace,
             guint32 object,
             const SlRow **heading)
{
  for (guint i = 0; i < sl_rows_get_count (self); i++)
    {
      guint n_folded;
      const SlFoldedRow *folded = sl_rows_get_folded (self, i, &n_folded);

      *heading = sl_rows_get (self, i);
      for (guint j = 0; j < n_folded; j++)
        if (key != NULL ? g_str_equal (folded[j].key, key)
                        : folded[j].part == SL_ROW_STATES && folded[j].lane.trace == trace &&
                              folded[j].object == object)
          return &folded[j];
    }

  return NULL;
}

/**
 * sl_rows_find_folded:
 * @object: number in the trace's table
 *
 * Returns: (transfer none) (nullable): the object's own row, where it is folded below a heading
 */
const SlFoldedRow *
sl_rows_find_folded (const SlRows *self, guint trace, guint32 object)
{
  const SlRow *heading;

  return object != 0 ? find_folded (self, NULL, trace, object, &heading) : NULL;
}

/**
 * sl_rows_unfold:
 * @state: whose rows these are
 * @key: of a row
 *
 * Returns: (transfer full) (nullable): @state with the heading expanded below which the row is folded: it may be below
 *   another collapsed one still, which is shown by that; %NULL where the row is not folded
 */
SlViewState *
sl_rows_unfold (const SlRows *self, SlViewState *state, const char *key)
{
  const SlRow *heading;
  gboolean collapses;
  SlNameSet set;

  if (find_folded (self, key, 0, 0, &heading) == NULL)
    return NULL;

  set = sl_row_group_get_fold_set (heading->group, &collapses);
  return sl_view_state_with_name (state, set, heading->key, !collapses);
}

/**
 * sl_row_group_dup_trace_key:
 *
 * Returns: (transfer full): key of the heading of all of a trace
 */
char *
sl_row_group_dup_trace_key (guint trace)
{
  return g_strdup_printf ("%s:%u", groups[SL_GROUP_TRACE].id, trace);
}

/**
 * sl_row_group_get_title:
 *
 * Returns: (transfer none): what people read above the group, translated
 */
const char *
sl_row_group_get_title (SlRowGroup group)
{
  g_return_val_if_fail ((guint) group < SL_N_GROUPS, "");

  return _ (groups[group].title);
}

/**
 * sl_row_group_find:
 *
 * Returns: the group in which rows of such lanes are by themselves
 */
SlRowGroup
sl_row_group_find (SlLaneType type)
{
  switch (type)
    {
    case SL_LANE_TASK:
      return SL_GROUP_TASKS;
    case SL_LANE_SERVER:
      return SL_GROUP_SERVERS;
    case SL_LANE_LOCK:
      return SL_GROUP_LOCKS;
    case SL_LANE_IRQ:
    case SL_LANE_TIMER:
      return SL_GROUP_INTERRUPTS;
    case SL_LANE_MARKS:
      return SL_GROUP_MARKS;
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
      return SL_GROUP_BUS;
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    default:
      return SL_GROUP_CPUS;
    }
}

/**
 * sl_row_get_family:
 * @object: (nullable): the lane's
 *
 * Returns: (nullable): the family of events whose switch takes the row away with its marks
 */
const char *
sl_row_get_family (const SlLane *lane, const SlObject *object, SlRowPart part)
{
  if (part == SL_ROW_NESTED)
    return "interrupt";

  switch (lane->type)
    {
    case SL_LANE_TASK:
      return "task";
    case SL_LANE_SERVER:
      return "server";
    case SL_LANE_LOCK:
      return object != NULL && object->type == SL_OBJECT_SEMAPHORE ? "semaphore" : "mutex";
    case SL_LANE_IRQ:
      return "interrupt";
    case SL_LANE_TIMER:
      return "timer";
    case SL_LANE_BUS:
      return "bus";
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    case SL_LANE_MARKS:
    case SL_LANE_BRANCH:
    default:
      return NULL;
    }
}
