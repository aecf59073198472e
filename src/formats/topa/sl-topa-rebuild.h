/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From registers and dumps of physical memory to the stream that the processor wrote, in the
 * order of time. */

#include "sl-spill.h"
#include "sl-topa-walk.h"

G_BEGIN_DECLS

SlTopaLayout *
sl_topa_rebuild (const SlTopaState *state, const SlTopaMemory *memory, SlNotes *notes);
gboolean sl_topa_copy_stream (const SlTopaLayout *layout,
                              const SlTopaMemory *memory,
                              SlSpill *spill,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
