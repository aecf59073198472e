/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The instructions that the processors of a branch trace executed in a span, decoded from its packets and the
 * bytes of the code. */

#include "sl-flow.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/* More instructions than these are not kept, but counted. */
#define SL_INSTRUCTIONS_MOST 1000000u

/**
 * SlExecuted:
 * @instruction: what was executed
 * @cpu: number of the processor
 */
typedef struct
{
  SlInstruction instruction;
  guint16 cpu;
} SlExecuted;

/**
 * SlInstructionSearch:
 * @list: (element-type SlExecuted): by time, then by processor
 * @n_instructions: that were decoded in the span, also those that are not in @list
 * @n_gaps: places at which decoding could not go on
 *
 * Immutable, shared by count.
 */
typedef struct
{
  GArray *list;
  guint64 n_instructions;
  guint64 n_gaps;
} SlInstructionSearch;

SlInstructionSearch *sl_instruction_search_new (SlTrace *trace,
                                                SlCodeMap *map,
                                                SlSpan span,
                                                guint most,
                                                GCancellable *cancellable);
SlInstructionSearch *sl_instruction_search_ref (SlInstructionSearch *self);
void sl_instruction_search_unref (SlInstructionSearch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlInstructionSearch, sl_instruction_search_unref)

G_END_DECLS
