/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A file that grows while a command prints what it holds: when to read it again, and which of its events are new. */

#include "sl-cli-input.h"

G_BEGIN_DECLS

typedef struct _SlCliFollow SlCliFollow;

SlCliFollow *sl_cli_follow_new (const SlCliRequest *request, GError **error);
void sl_cli_follow_free (SlCliFollow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliFollow, sl_cli_follow_free)

gboolean sl_cli_follow_is_new (SlCliFollow *self, guint64 offset);
void sl_cli_follow_begin (SlCliFollow *self);
gboolean sl_cli_follow_has_no_event (const SlCliFollow *self, const GError *error);
gboolean sl_cli_follow_wait (SlCliFollow *self, GError **error);

G_END_DECLS
