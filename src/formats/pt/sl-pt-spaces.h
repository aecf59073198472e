/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whose address space is whose: Intel PT names it by CR3, the system's records name processes by their
 * numbers. In one segment a CR3 belongs to the process that was running, by the records, while most of
 * the packets with that CR3 named code of a process. Only packets with addresses outside the kernel count: the idle
 * task and the threads of the kernel run in whatever address space was there before. */

#include "sl-pt-stream-private.h"

G_BEGIN_DECLS

typedef struct _SlPtSpaces SlPtSpaces;

SlPtSpaces *sl_pt_spaces_new (SlPtStream *stream, const SlSegment *segment);
void sl_pt_spaces_free (SlPtSpaces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPtSpaces, sl_pt_spaces_free)

gboolean sl_pt_spaces_find (const SlPtSpaces *self, guint64 cr3, guint32 *process);
SlTime sl_pt_spaces_find_enabled (const SlPtSpaces *self, guint64 offset, SlTime time);

G_END_DECLS
