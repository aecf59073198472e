/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-btm-cause.h"

#include "sl-byu-pentium.h"

/* Byte enables of the cycle that reads the vector. */
#define SECOND_ACKNOWLEDGE 0xfe

static SlBtmCauseCpu *
get_cpu (SlBtmCauses *self, const SlPentiumBusCycle *cycle)
{
  SlBtmCauseCpu *cpu = &self->cpus[cycle->processor & 1];

  /* RESET clears TR12, and a capture may begin where messages were switched on. */
  if ((cycle->flags & SL_PENTIUM_CYCLE_GAP) != 0)
    *self = (SlBtmCauses) { .cpus = { { .has_begun = TRUE }, { .has_begun = TRUE } } };
  if ((cycle->flags & SL_PENTIUM_CYCLE_RESET) != 0)
    *self = (SlBtmCauses) { 0 };
  if (!cpu->has_begun)
    {
      cpu->has_begun = TRUE;
      cpu->next.is_first = TRUE;
    }
  return cpu;
}

/**
 * sl_btm_causes_see:
 * @cycle: any but a message that can be read
 * @kind: of its event
 */
void
sl_btm_causes_see (SlBtmCauses *self, const SlPentiumBusCycle *cycle, guint16 kind)
{
  SlBtmCauseCpu *cpu = get_cpu (self, cycle);

  /* The bus is one, whoever uses it. */
  self->cpus[0].is_direct = self->cpus[1].is_direct = FALSE;
  if (kind == SL_KIND_PENTIUM_HALT)
    cpu->next.was_halted = TRUE;
  if (kind == SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE && cycle->byte_enables == SECOND_ACKNOWLEDGE &&
      (cycle->flags & SL_PENTIUM_CYCLE_NO_DATA) == 0 && (cycle->unknown & 0xff) == 0)
    {
      cpu->next.vector = (guint8) cycle->data;
      cpu->next.has_vector = TRUE;
    }
}

/* Whether a message that is sent now had waited until the one before was sent. The second of a pair
 * always waits for its first, and so its distance is that of messages which wait. Without it, what
 * begins within a cycle's length after the end of the one before is taken to have waited. */
static gboolean
has_waited (const SlBtmCauseCpu *cpu, SlTime now)
{
  if (!cpu->is_direct)
    return FALSE;
  if (cpu->step > 0)
    return now - cpu->message <= cpu->step;

  return cpu->end > cpu->message && now - cpu->end <= cpu->end - cpu->message;
}

/* Takes what stood before the first message of the branch that @branch tells. */
static SlBtmBefore
take_before (SlBtmCauseCpu *cpu, const SlBtmBranch *branch, SlBtmBefore now)
{
  SlBtmBefore before = now;

  if (branch->outcome == SL_BTM_PAIR && cpu->n_open > 0)
    {
      before = cpu->open[0];
      cpu->open[0] = cpu->open[1];
      cpu->n_open--;
    }
  return before;
}

static gboolean
is_step (const SlBtmBranch *branch, guint32 source, guint32 target)
{
  return branch->outcome == SL_BTM_PAIR && target > source &&
         target - source <= SL_BRANCH_LONGEST_STEP;
}

static SlBranchCause
find_cause (const SlBtmBranch *branch, const SlBtmBefore *before, gboolean is_a_step)
{
  if (branch->is_change)
    return SL_BRANCH_FORMAT;
  if (before->has_vector)
    return SL_BRANCH_INTERRUPT;
  if (before->was_halted)
    return SL_BRANCH_HALT_EXIT;

  return is_a_step ? SL_BRANCH_STEP : SL_BRANCH_JUMP;
}

static gboolean
is_repeated (SlBtmCauseCpu *cpu, const SlBtmBranch *branch, guint32 source, guint32 target)
{
  gboolean is_pair = branch->outcome == SL_BTM_PAIR;
  /* Code that goes back to itself makes equal branches too: that is a loop. */
  gboolean is_same = is_pair && cpu->has_last && target >= source && cpu->source == source &&
                     cpu->target == target;

  cpu->has_last = is_pair;
  cpu->source = source;
  cpu->target = target;
  return is_same;
}

static void
end_message (SlBtmCauseCpu *cpu, const SlPentiumBusCycle *cycle, const SlBtmBranch *branch)
{
  if (branch->outcome == SL_BTM_PAIR && cpu->is_direct && branch->first.time == cpu->message)
    cpu->step = cycle->time - cpu->message;
  cpu->message = cycle->time;
  cpu->end = cycle->end;
  cpu->is_direct = TRUE;
}

/**
 * sl_btm_causes_add:
 * @cycle: of a message
 * @message: what it says
 * @branch: what it made
 * @is_source_first: as the AMD-K5 sends pairs
 *
 * Returns: SL_BRANCH_FACTS() of the branch; 0 where the message is a first that waits
 */
guint32
sl_btm_causes_add (SlBtmCauses *self,
                   const SlPentiumBusCycle *cycle,
                   const SlBtmMessage *message,
                   const SlBtmBranch *branch,
                   gboolean is_source_first)
{
  SlBtmCauseCpu *cpu = get_cpu (self, cycle);
  guint32 source = is_source_first ? branch->first.linear : message->linear;
  guint32 target = is_source_first ? message->linear : branch->first.linear;
  gboolean is_a_step = is_step (branch, source, target);
  SlBtmBefore now = cpu->next, before;
  SlBranchCause cause;
  guint32 facts = 0;

  self->cpus[!(cycle->processor & 1)].is_direct = FALSE;
  now.is_stalled = has_waited (cpu, cycle->time);
  before = take_before (cpu, branch, now);
  end_message (cpu, cycle, branch);
  if (branch->outcome == SL_BTM_NOTHING)
    {
      cpu->next = (SlBtmBefore) { 0 };
      cpu->n_open = MIN (cpu->n_open, 1);
      cpu->open[cpu->n_open++] = now;
      return 0;
    }
  /* A second says nothing of what stood before it: that waits for the next first. */
  if (branch->outcome != SL_BTM_PAIR)
    cpu->next = (SlBtmBefore) { 0 };

  cause = find_cause (branch, &before, is_a_step);
  if (before.is_stalled)
    facts |= SL_BRANCH_STALLED;
  /* What came from outside is another each time. */
  if (is_repeated (cpu, branch, source, target) &&
      (cause == SL_BRANCH_JUMP || cause == SL_BRANCH_STEP))
    facts |= SL_BRANCH_REPEATED;
  if (before.has_vector && before.was_halted)
    facts |= SL_BRANCH_LEFT_HALT;
  if (before.is_first && (is_a_step || branch->outcome != SL_BTM_PAIR))
    facts |= SL_BRANCH_MAYBE_WRMSR;
  if (is_source_first || branch->outcome != SL_BTM_PAIR ? message->is_wide : branch->first.is_wide)
    facts |= SL_BRANCH_WIDE;
  return SL_BRANCH_FACTS (cause, facts, cause == SL_BRANCH_INTERRUPT ? before.vector : 0);
}
