/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Follows output through tables of physical addresses, as the processor does, and checks each
 * entry by the rules that the processor checks it by. */

#include "sl-note.h"
#include "sl-topa-layout.h"
#include "sl-topa-memory.h"
#include "sl-topa-state.h"

G_BEGIN_DECLS

/* Entries that a walk follows at most: a million regions are more than any driver sets up. */
#define SL_TOPA_MAX_ENTRIES (1u << 20)

void sl_topa_walk (SlTopaLayout *layout,
                   const SlTopaState *state,
                   const SlTopaMemory *memory,
                   SlNotes *notes);
void sl_topa_walk_single_range (SlTopaLayout *layout, const SlTopaState *state);

G_END_DECLS
