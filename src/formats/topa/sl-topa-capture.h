/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A state file and the dumps of memory that belong to it, on their way to a stream. */

#include "sl-topa-rebuild.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlTopaCapture SlTopaCapture;

SlTopaCapture *sl_topa_capture_new (SlMapping *state, GError **error);
void sl_topa_capture_free (SlTopaCapture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTopaCapture, sl_topa_capture_free)

const SlTopaState *sl_topa_capture_get_state (const SlTopaCapture *self);
guint64 sl_topa_capture_guess_base (const SlTopaCapture *self, const char *name);
gboolean
sl_topa_capture_add_dump (SlTopaCapture *self, SlMapping *dump, guint64 base, GError **error);

SlMapping *sl_topa_capture_rebuild (SlTopaCapture *self, GCancellable *cancellable, GError **error);
SlTopaLayout *sl_topa_capture_get_layout (const SlTopaCapture *self);
SlNotes *sl_topa_capture_get_notes (const SlTopaCapture *self);

G_END_DECLS
