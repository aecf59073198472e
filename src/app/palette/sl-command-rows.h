/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-command.h"

G_BEGIN_DECLS

/* The rows that can be gone to, of which there may be very many: those that are shown, and behind them those that are
 * hidden or in a folded group. */
typedef struct _SlCommandRows SlCommandRows;

SlCommandRows *sl_command_rows_new (SlDocument *document);
void sl_command_rows_free (SlCommandRows *self);
void sl_command_rows_prepare (SlCommandRows *self);
guint sl_command_rows_get_count (const SlCommandRows *self, gboolean with_hidden);
guint sl_command_rows_rank (const SlCommandRows *self, guint row, const SlCommandWords *words);
SlCommand *sl_command_rows_make (const SlCommandRows *self, guint row) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCommandRows, sl_command_rows_free)

G_END_DECLS
