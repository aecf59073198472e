/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the bus around a branch trace message says of its branch, in the upper half of the flags of
 * a branch's event, which belongs to the format: the cause, what else is known, and the vector of
 * an interrupt. */

#include "sl-event.h"

G_BEGIN_DECLS

/**
 * SlBranchCause:
 * @SL_BRANCH_JUMP: whatever code does: a jump, call, return, software interrupt, or a fault, which
 *   the bus does not tell from these
 * @SL_BRANCH_STEP: it goes to the next instruction or a little ahead: an instruction that serialises,
 *   loads a segment or verifies one, an exception that is masked, or a short jump
 * @SL_BRANCH_INTERRUPT: the first message after an interrupt acknowledge
 * @SL_BRANCH_HALT_EXIT: the first message after a halt cycle
 * @SL_BRANCH_FORMAT: of the WRMSR that changes between normal and fast messages
 */
typedef enum
{
  SL_BRANCH_JUMP,
  SL_BRANCH_STEP,
  SL_BRANCH_INTERRUPT,
  SL_BRANCH_HALT_EXIT,
  SL_BRANCH_FORMAT,
  SL_N_BRANCH_CAUSES,
} SlBranchCause;

/* The longest instruction and one in the other pipe: what goes further ahead is a jump. */
#define SL_BRANCH_LONGEST_STEP 30

#define SL_BRANCH_SHIFT 16

/* Of what sl_branch_facts() gives; the bits 0 to 2 are the cause, 8 to 15 the vector. */
#define SL_BRANCH_STALLED     (1u << 3) /* taken before the message of the one before was sent */
#define SL_BRANCH_REPEATED    (1u << 4) /* the same as the one before */
#define SL_BRANCH_LEFT_HALT   (1u << 5) /* an interrupt that ended a halt */
#define SL_BRANCH_MAYBE_WRMSR (1u << 6) /* the first; perhaps of the WRMSR that enables messages */
#define SL_BRANCH_WIDE        (1u << 7) /* operands are of 32 bits where it leads, or comes from */

#define SL_BRANCH_FACTS(cause, bits, vector) \
  ((guint32) (cause) | (guint32) (bits) | (guint32) (vector) << 8)
#define SL_BRANCH_CAUSE(facts)  ((SlBranchCause) ((facts) &7))
#define SL_BRANCH_VECTOR(facts) ((facts) >> 8 & 0xff)

/**
 * sl_branch_facts:
 * @event: of a branch
 *
 * Returns: SL_BRANCH_FACTS() of it
 */
static inline guint32
sl_branch_facts (const SlEvent *event)
{
  return event->flags >> SL_BRANCH_SHIFT;
}

/**
 * SlBranchEnds:
 * @source: where the processor left; 0 where it is not known
 * @target: where it went on; 0 where it is not known
 */
typedef struct
{
  guint64 source;
  guint64 target;
  gboolean has_source;
  gboolean has_target;
} SlBranchEnds;

SlBranchEnds sl_branch_get_ends (const SlEvent *event);
const char *sl_branch_cause_get_id (SlBranchCause cause);
gboolean sl_branch_is_kind (guint16 kind);

G_END_DECLS
