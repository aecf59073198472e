/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-event-finder.h"

G_BEGIN_DECLS

/* Goes to events that must be looked for first. The last wish counts. */
typedef struct _SlEventJump SlEventJump;

SlEventJump *sl_event_jump_new (SlDocument *document, GtkWidget *widget);
void sl_event_jump_free (SlEventJump *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventJump, sl_event_jump_free)

void sl_event_jump_to_offset (SlEventJump *self, guint trace, guint64 offset);
void sl_event_jump_to_address (SlEventJump *self, const SlAddressTarget *target, int direction);
const SlAddressTarget *sl_event_jump_get_address (const SlEventJump *self);

G_END_DECLS
